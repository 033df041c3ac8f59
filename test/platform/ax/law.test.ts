/** The laws: a settled copy equals one that was read anew, and a key means one element for ever. */
import t from 'tap'
import type { Key, Row } from '../../../daemon/platform/element/row.ts'
import type { Platform, Target } from '../../../daemon/platform/platform.ts'
import { Warm } from '../../../daemon/tree/warm/sync.ts'
import { noCompiler as skip } from '../../fixtures/ax/stub.ts'
import { type AxWorld, makeWorld } from '../../fixtures/ax/world.ts'
import { random } from '../../fixtures/random.ts'
import { few, minutes, settledLaw, tell, turns } from '../../laws/law.ts'

const { signal } = new AbortController()
const now = () => ({ signal, deadline: performance.now() + 20_000 })
const least = 150

const world = `app pid=301 bundle=org.example.law title=Law front
  AXWindow as=main title=Main sub=AXStandardWindow main AXMinimized=false AXModal=false at=0,30,900,600
    AXGroup as=g0 id=g0 at=0,30,300,600
      AXButton id=b0 title="Same" at=0,30,50,20
    AXGroup as=g1 id=g1 at=300,30,300,600
      AXStaticText id=s0 value=zero at=300,30,50,20
    AXGroup as=g2 id=g2 at=600,30,300,600
`

function canonical(warm: Warm): string {
  const plain = (key: Key): unknown => {
    const node = warm.tree.node(key)
    if (node === undefined) return null
    const { key: _key, parent: _parent, frame: _frame, children, ...rest } = node
    return { ...rest, children: children.map(plain) }
  }
  return JSON.stringify(plain(warm.tree.root))
}

async function coldTree(platform: Platform, target: Target): Promise<string> {
  const cold = new Warm(await platform.open(target, signal))
  await cold.freshen({ freshness: 'fresh', ...now() })
  const text = canonical(cold)
  await cold.close()
  return text
}

/** One change at random; elements are named by an identifier of their own. */
function changer(axWorld: AxWorld, roll: (below: number) => number) {
  const living = new Set<string>(['b0', 's0'])
  let count = 1
  const some = () => [...living][roll(living.size)] ?? 'g0'
  return async () => {
    const kind = roll(7)
    const name = some()
    if (kind === 0) {
      const made = `n${count++}`
      const [role, text] = [
        ['AXButton', 'title=Same'],
        ['AXStaticText', `value="text ${count}"`],
        ['AXCheckBox', 'title=Same value=0'],
      ][roll(3)]!
      living.add(made)
      await axWorld.command(
        `insert g${roll(3)} ${roll(3)} ${role} as=${made} id=${made} ${text} at=${roll(800)},${40 + roll(500)},40,20`,
      )
    } else if (kind === 1 && living.size > 2) {
      living.delete(name)
      await axWorld.command(`destroy ${name}`)
    } else if (kind === 2) await axWorld.command(`rebuild ${name}`)
    else if (kind === 3) await axWorld.command(`silent ${roll(2)}`)
    else if (kind === 4) await axWorld.command(`post main AXLayoutChanged`)
    else await axWorld.command(`set ${name} ${kind === 5 ? 'AXValue' : 'AXHelp'} "v${roll(1000)}"`)
  }
}

t.test('random changes, told and not told', { skip, timeout: 110_000 + 120_000 * minutes }, async (t) => {
  const axWorld = makeWorld(t, { worlds: [world], apps: '301=org.example.law' })
  const target = await axWorld.target('org.example.law')
  const warm = new Warm(await axWorld.platform.open(target, signal))
  t.teardown(() => warm.close())
  const roll = random(20_240_601).below
  const change = changer(axWorld, roll)
  const meaning = new Map<Key, string>()
  let settledTurns = 0
  const wrong: string[] = []
  for (const turn of turns(t, least)) {
    for (let changes = roll(4); changes >= 0; changes--) await change()
    const freshness = roll(3) === 0 ? 'fresh' : 'auto'
    const { settled } = await warm.freshen({ freshness, ...now() })
    if (settled) {
      settledTurns++
      const cold = await coldTree(axWorld.platform, target)
      if (canonical(warm) !== cold) t.equal(canonical(warm), cold, `turn ${turn}`)
    }
    for (const { key, identifier, role } of warm.tree.walk() as Iterable<Row>) {
      const name = `${role} ${identifier}`
      if ((meaning.get(key) ?? name) !== name) wrong.push(`turn ${turn}: ${name} has a key of ${meaning.get(key)}`)
      meaning.set(key, name)
    }
  }
  const on = 'an application on a stub of macOS, its events told and not told'
  tell(t, { law: settledLaw, on, cases: settledTurns, wrong })
  t.ok(settledTurns > few(least) / 4, `${settledTurns} were settled and equal`)
})

t.test('a storm of events costs the daemon nothing but a reading', { skip }, async (t) => {
  const axWorld = makeWorld(t, { worlds: [world], apps: '301=org.example.law' })
  const target = await axWorld.target('org.example.law')
  const warm = new Warm(await axWorld.platform.open(target, signal))
  t.teardown(() => warm.close())
  await warm.freshen({ freshness: 'fresh', ...now() })
  await axWorld.command('storm main AXValueChanged 50000 0')
  await axWorld.command('set s0 AXValue "after the storm"')
  await warm.freshen({ freshness: 'fresh', ...now() })
  t.equal(canonical(warm), await coldTree(axWorld.platform, target))
  t.match(canonical(warm), 'after the storm')
})

t.test('one of many values, of which nobody says which, is found by turns', { skip }, async (t) => {
  const many = `app pid=302 bundle=org.example.many title=Many
  AXWindow as=many title=Many sub=AXStandardWindow main at=0,30,900,600
    AXGroup at=0,30,900,600
      copies 60 24
` as const
  const axWorld = makeWorld(t, { worlds: [many], apps: '302=org.example.many' })
  const warm = new Warm(await axWorld.platform.open(await axWorld.target('org.example.many'), signal))
  t.teardown(() => warm.close())
  await warm.freshen({ freshness: 'fresh', ...now() })
  /** Requests of each question until the change is in the copy. */
  const seen = async (value: string): Promise<number[]> => {
    await axWorld.command(`set s41-13 AXValue "${value}"`)
    const requests: number[] = []
    while (requests.length < 20) {
      const before = await axWorld.control.counters()
      await warm.freshen({ freshness: 'auto', ...now() })
      requests.push((await axWorld.control.counters()).requests - before.requests)
      if ([...warm.tree.walk()].some((row) => row.value === value)) break
    }
    return requests
  }
  const first = await seen('first')
  t.ok(first.length <= 4, `found by question ${first.length}`)
  t.ok(
    first.every((requests) => requests <= 1300),
    `by ${first} requests`,
  )
  t.equal((await seen('second')).length, 1, 'what changed before is looked at first')
})
