/** `confirmed` is said of what has come about, over controls that work, refuse, or do nothing and say that they did. */
import t from 'tap'
import { Problem } from '../../../daemon/problem.ts'
import { noCompiler as skip } from '../../fixtures/ax/stub.ts'
import { makeWorld } from '../../fixtures/ax/world.ts'
import { openWorld } from '../../fixtures/daemon/world.ts'
import { itWas } from '../../fixtures/evidence/recording.ts'
import { random } from '../../fixtures/random.ts'
import { minutes, tell, turns } from '../../laws/law.ts'

t.setTimeout(600_000 + 240_000 * minutes)

const bundleId = 'org.example.effects'
const least = 60
const tickMs = 300
const words = ['tea', '', 'Grüße 🙂', 'a b', '0']

interface Control {
  readonly handle: string
  /** After its role, title and handle. */
  readonly rest: string
  readonly role: string
  /** Lines below it, each with the handle in it. */
  readonly inner?: readonly string[]
  readonly action: string
  /** What it is to hold after the action, by what it held; undefined: it only has to be another. */
  readonly wanted?: (before: string, value: string) => string
  readonly value?: (word: string) => string | undefined
  /** Handle and attribute that hold it. */
  readonly truth: readonly [string, string]
}

const flipped = (before: string) => (before === '1' ? '0' : '1')
const asked = (_: string, value: string) => value

/** Of each kind one that works, and those that only seem to. */
const controls: readonly Control[] = [
  ...['key:sum:1', 'lie', 'refuse', 'key:sum:2;block', 'key:sum:3;refuse'].map(
    (press, at): Control => ({
      ...{ handle: `button${at}`, role: 'AXButton', rest: `press=${press}`, action: 'click' },
      truth: ['sum', 'AXValue'],
    }),
  ),
  ...['toggle', 'lie', 'refuse', 'toggle;block'].flatMap((press, at): Control[] =>
    (['toggle', 'click'] as const).map((action, way) => ({
      ...{ handle: `box${at}${way}`, role: 'AXCheckBox', rest: `value=0 press=${press}`, action },
      wanted: flipped,
      truth: [`box${at}${way}`, 'AXValue'],
    })),
  ),
  ...['', 'fixed', 'settable=AXFocused'].flatMap((rest, at): Control[] =>
    (['set_value', 'type'] as const).map((action, way) => ({
      ...{ handle: `field${at}${way}`, role: 'AXTextField', rest: `value="was" ${rest}`, action },
      wanted: action === 'type' ? (before: string, value: string) => before + value : asked,
      value: (word) => word,
      truth: [`field${at}${way}`, 'AXValue'],
    })),
  ),
  ...['', 'fixed'].map(
    (rest, at): Control => ({
      ...{
        handle: `slider${at}`,
        role: 'AXSlider',
        rest: `value=5.0 AXMinValue=0 AXMaxValue=10 ${rest}`,
        action: 'set_value',
      },
      wanted: asked,
      value: (word) => String(word.length),
      truth: [`slider${at}`, 'AXValue'],
    }),
  ),
  ...['toggle', 'lie', 'refuse'].map(
    (press, at): Control => ({
      ...{
        handle: `part${at}`,
        role: 'AXDisclosureTriangle',
        rest: `value=0 press=${press}`,
        action: 'expand',
      },
      wanted: () => '1',
      truth: [`part${at}`, 'AXValue'],
    }),
  ),
  ...[true, false].map((isHonest, at): Control => {
    const handle = `choice${at}`
    const entry = (word: string) =>
      `    AXMenuItem title=${word} press=${isHonest ? `key:${handle}:C;key:${handle}:${word};` : ''}hide:${handle}-menu`
    return {
      ...{ handle, role: 'AXPopUpButton', rest: `value="m" press=show:${handle}-menu`, action: 'select' },
      inner: [`  AXMenu as=${handle}-menu away`, entry('cm'), entry('km')],
      wanted: asked,
      value: (word) => (word.length % 2 ? 'cm' : 'km'),
      truth: [handle, 'AXValue'],
    }
  }),
]

function worldText(): `app ${string}` {
  const place = (at: number) => `at=10,${40 + 24 * at},80,20`
  const lines = controls.flatMap(({ handle, role, rest, inner = [] }, at) =>
    [`${role} as=${handle} title=${handle} ${rest} ${place(at)}`, ...inner].map((line) => `    ${line}`),
  )
  return `app pid=331 bundle=${bundleId} title=Effects front
  AXWindow as=main title=Main sub=AXStandardWindow main AXMinimized=false AXModal=false at=0,30,400,1200
    AXStaticText as=sum value="0" at=200,40,80,20
    AXStaticText as=clock value="now" at=200,70,80,20
${lines.join('\n')}
`
}

t.test('controls that work, and that only seem to', { skip }, async (t) => {
  const axWorld = makeWorld(t, { worlds: [worldText()], apps: `331=${bundleId}` })
  const world = openWorld(t, [axWorld.platform])
  const dice = random()
  const { oneOf, seed } = dice
  const find = (title: string) => ({ scope: 'application', bundleId, filter: { titleContains: title } })
  let ticks = 0
  const clock = setInterval(() => {
    axWorld.command(`set clock AXValue "${ticks++}"`).catch(() => {})
  }, tickMs)
  t.teardown(() => clearInterval(clock))
  const wrong: string[] = []
  const counts = new Map<string, number>()
  let cases = 0
  for (const turn of turns(t, least, dice)) {
    // Each has its turn first.
    const { handle, action, truth, wanted, value: of } = controls[turn] ?? oneOf(controls)
    const held = () => axWorld.command(`get ${truth.join(' ')}`)
    const value = of?.(oneOf(words))
    const before = await held()
    const told = await world
      .call('interact', { find: find(handle), action, ...(value !== undefined && { value }) } as never)
      .catch((error: unknown) => {
        if (error instanceof Problem) return { effect: error.name, why: error.message }
        throw error
      })
    cases++
    const after = await held()
    const came = wanted === undefined ? after !== before : after === wanted(before, value ?? '')
    const { effect = '', why } = told
    if (effect === 'confirmed' || effect === 'unverified') itWas(came && after !== before)
    counts.set(effect, (counts.get(effect) ?? 0) + 1)
    const what = `${handle} ${action} ${value ?? ''}: ${before} → ${after}, ${effect} ${why ?? ''}`
    if (effect === 'confirmed' && (!came || after === before)) wrong.push(`nothing came of it: ${what}`)
    if (effect === 'noop' && (!came || after !== before)) wrong.push(`it was not so: ${what}`)
    if (effect !== 'confirmed' && came && after !== before) wrong.push(`it came about: ${what}`)
  }
  t.comment(`seed ${seed}: ${[...counts].map(([effect, count]) => `${effect} ${count}`).join(', ')}`)
  const law = '`confirmed` is said of what has come about, and of nothing else.'
  tell(t, { law, on: `${controls.length} controls on a stub of macOS, beside a clock`, cases, wrong })
  t.ok((counts.get('confirmed') ?? 0) > cases / 5 && (counts.get('unverified') ?? 0) > 0)
})
