/**
 * An id means one element for as long as it lives: through the methods, while the application makes its views anew, moves them, gives
 * them the same titles and reuses its rows. Acting on an id reaches that element or is refused, and never reaches another.
 */
import t from 'tap'
import type { Element } from '../../api-schema/element.ts'
import { Problem } from '../../daemon/problem.ts'
import { noCompiler as skip } from '../fixtures/ax-stub.ts'
import { makeWorld } from '../fixtures/ax-world.ts'
import { openWorld } from '../fixtures/world.ts'

const bundleId = 'org.example.identity'
const groups = 4
const buttonsInGroup = 5
const turns = 100
const actionsATurn = 3

/** Each button is known to the world by a handle that the daemon never sees; what the daemon sees is often the same. */
function worldText(): `app ${string}` {
  const lines = [`app pid=311 bundle=${bundleId} title=Identity front`]
  lines.push('  AXWindow as=main title=Main sub=AXStandardWindow main AXMinimized=false AXModal=false at=0,30,900,600')
  for (let group = 0; group < groups; group++) {
    lines.push(`    AXGroup as=g${group} desc="Part ${group}" at=${group * 200},30,200,500`)
    for (let at = 0; at < buttonsInGroup; at++)
      lines.push(`      ${button(`b${group}x${at}`, at % 2 ? 'Same' : `Own ${at}`)}`)
  }
  lines.push('    AXOutline as=rows desc=Rows at=0,540,900,90', '      rows 40 6')
  return `${lines.join('\n')}\n` as `app ${string}`
}

function button(handle: string, title: string): string {
  return `AXButton as=${handle} title="${title}" press=title:Pressed at=5,40,40,20`
}

/** Numbers that come again: a failure can be run again. */
function dice(seed: number) {
  let state = seed
  return (sides: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * sides)
  }
}

function* all(elements: readonly Element[]): Generator<Element> {
  for (const element of elements) {
    yield element
    yield* all(element.children ?? [])
  }
}

t.test('ids under random changes', { skip, timeout: 110_000 }, async (t) => {
  const axWorld = makeWorld(t, { worlds: [worldText()], apps: `311=${bundleId}` })
  const world = openWorld(t, [axWorld.platform])
  const app = { scope: 'application', bundleId }
  const roll = dice(19_840_124)
  const living = new Set<string>()
  /** Which element of the world each number is: made anew, it has another number and is the same to who uses it. */
  const handleOf = new Map<string, string>()
  const born = (handle: string, node: string) => {
    living.add(handle)
    handleOf.set(node, handle)
  }
  for (let group = 0; group < groups; group++)
    for (let at = 0; at < buttonsInGroup; at++) {
      const handle = `b${group}x${at}`
      born(handle, await axWorld.command(`id ${handle}`))
    }
  let made = 0
  const some = () => [...living][roll(living.size)]!
  const change = async () => {
    const handle = some()
    switch (roll(6)) {
      case 0:
        // Another element with the same handle, role, title and place.
        born(handle, await axWorld.command(`rebuild ${handle}`))
        break
      case 1:
        await axWorld.command(`set ${handle} AXTitle "${roll(2) ? 'Same' : `Own ${roll(9)}`}"`)
        break
      case 2: {
        const other = `n${made++}`
        await axWorld.command(`insert g${roll(groups)} ${roll(4)} ${button(other, 'Same')}`)
        born(other, await axWorld.command(`id ${other}`))
        break
      }
      case 3:
        if (living.size > groups * 3) {
          living.delete(handle)
          await axWorld.command(`destroy ${handle}`)
        }
        break
      case 4:
        await axWorld.command(`scrollto rows ${roll(34)}`)
        break
      default:
        await axWorld.command(`silent ${roll(2)}`)
    }
  }
  const reached = new Map<string, string>()
  const meaning = new Map<string, string>()
  let [pressed, refused, wrong] = [0, 0, 0]
  for (let turn = 0; turn < turns; turn++) {
    for (let changes = roll(4); changes > 0; changes--) await change()
    const freshness = roll(3) === 0 ? 'fresh' : roll(2) === 0 ? 'auto' : 'cached'
    const { elements = [] } = await world.call('explore', {
      ...{ ...app, freshness, limit: 500, maxTokens: 50_000 },
      ...{ includeNonInteractable: true, includeDisabled: true, includeHidden: true },
    })
    const seen = [...all(elements)]
    for (const { id, role, value } of seen) {
      // A row's text is what it is for as long as it lives; a button's title may change.
      const what = `${role} ${role === 'AXStaticText' ? value : ''}`
      if ((meaning.get(id) ?? what) !== what) wrong++
      meaning.set(id, what)
    }
    const buttons = seen.filter(({ role }) => role === 'AXButton')
    for (let act = 0; act < actionsATurn && buttons.length > 0; act++) {
      const { id } = buttons[roll(buttons.length)]!
      // Between looking and acting the world goes on.
      if (roll(2) === 0) await change()
      await axWorld.command('pressed')
      try {
        if (roll(4) === 0) await world.call('expand', { elementId: id })
        await world.call('interact', { elementId: id, action: 'click' })
        pressed++
      } catch (error) {
        if (!(error instanceof Problem)) throw error
        t.match(error.name, /^element_(gone|changed|ambiguous)$/)
        refused++
      }
      const hit = (await axWorld.command('pressed')).split(' ').filter((node) => node !== '')
      if (hit.length > 1) wrong++
      for (const node of hit) {
        const handle = handleOf.get(node)!
        if ((reached.get(id) ?? handle) !== handle) wrong++
        reached.set(id, handle)
      }
    }
  }
  t.equal(wrong, 0, 'no id was bound to another element')
  t.ok(pressed > turns, `${pressed} presses`)
  t.ok(refused > 5, `${refused} were refused`)
})
