/** A press lands on its target or nowhere, and so does what is dragged, whatever the hit test says or lies above. */
import t from 'tap'
import type { Act } from '../../../daemon/platform/platform.ts'
import { Problem } from '../../../daemon/problem.ts'
import { noCompiler as skip } from '../../fixtures/ax/stub.ts'
import { makeWorld } from '../../fixtures/ax/world.ts'
import { random } from '../../fixtures/random.ts'
import { few, minutes, pressLaw, tell, turns } from '../../laws/law.ts'

t.setTimeout(600_000 + 120_000 * minutes)

const { signal } = new AbortController()
const [pid, otherPid] = [331, 332]
const least = 150
const [areaTop, areaBottom, cardHeight] = [100, 300, 40]
const tops = [20, 70, 130, 180, 230, 275, 310, 400]
/** What hit tests may answer: as it is, nothing, and errors. */
const answers = { truth: 0, nothing: -25212, notImplemented: -25208, failure: -25200, silence: -25204, gone: -25202 }

const cards = tops.map(
  (y, at) => `      AXGroup as=card${at} title="Card ${at}" actions= press=lie at=10,${y},100,${cardHeight}`,
)
const world = `app pid=${pid} bundle=org.example.aim title=Aim front
  AXWindow as=window title=Window main AXMinimized=false at=0,0,600,600
    AXGroup as=tile title=Tile stub.drag=start actions= press=lie at=400,20,60,20
    AXGroup as=floor title=Floor actions= press=lie at=0,300,380,300
    AXScrollArea as=area title=Area actions= press=lie at=0,${areaTop},380,${areaBottom - areaTop}
${cards.join('\n')}
    AXGroup as=veil title=Veil away actions= press=lie at=0,120,380,60
app pid=${otherPid} bundle=org.example.other title=Other
  AXWindow as=other title=Elsewhere main AXMinimized=false at=0,0,300,300
` as const

t.test('presses and drops among what is cut off, covered, and badly told', { skip }, async (t) => {
  const made = makeWorld(t, { worlds: [world], apps: `${pid}=org.example.aim,${otherPid}=org.example.other` })
  const { command } = made
  const warm = await made.open('org.example.aim')
  const keyOf = (name: string) => [...warm.tree.walk()].find(({ title }) => title === name)!.key
  const perform = async (name: string, act: Act) => await warm.source.perform(keyOf(name), act, signal).catch((e) => e)
  const dice = random()
  const { oneOf, below, seed } = dice
  const share = few(least) / least
  const wrong: string[] = []
  let [presses, drops, refused] = [0, 0, 0]
  const nameOf = new Map<string, string>()
  for (const name of ['tile', 'floor', 'area', 'veil', ...tops.map((_, at) => `card${at}`)])
    nameOf.set(await command(`id ${name}`), name)

  for (const turn of turns(t, least, dice)) {
    const told = below(3) === 0 ? oneOf(Object.keys(answers) as (keyof typeof answers)[]) : 'truth'
    const isCoarse = below(3) === 0
    // What lies above within its own window only the hit test knows.
    const isVeiled = below(3) === 0 && !/nothing|notImplemented/.test(told)
    await command(`away veil ${isVeiled ? 0 : 1}`)
    await command(`set area stub.coarse ${isCoarse ? 'true' : 'none'}`)
    await warm.freshen({ freshness: 'fresh', signal, deadline: performance.now() + 20_000 })
    await command(`hits ${answers[told]}`)
    await command('pressed')
    await command('reset')
    await command('set tile stub.drag "start"')
    const at = below(tops.length)
    const top = Math.max(tops[at]!, areaTop)
    const bottom = Math.min(tops[at]! + cardHeight, areaBottom)
    const middle = (top + bottom) / 2
    const isReachable = bottom > top && !(isVeiled && middle >= 120 && middle < 180)
    const isDrop = below(3) === 0
    const what = `turn ${turn}: ${isDrop ? 'drop' : 'press'} on card ${at}, ${told}${isCoarse ? ', coarse' : ''}${isVeiled ? ', veiled' : ''}`
    const done = isDrop
      ? await perform('Tile', { action: 'drag', to: { key: keyOf(`Card ${at}`) } })
      : await perform(`Card ${at}`, { action: oneOf(['click', 'double_click']) })
    await command('hits 0')
    const hit = (await command('pressed')).split(' ').filter((one) => one !== '')
    const pressed = new Set(hit.map((node) => nameOf.get(node)))
    const dropped = await command('get tile stub.drag')
    const isRefused = done instanceof Problem
    if (isRefused) {
      refused++
      if (!/^(element_changed|unresponsive)$/.test(done.name)) wrong.push(`${what}: ${done.name} ${done.message}`)
      const downs = (await command('input')).split('\n').filter((line) => line.startsWith('mouse 1 '))
      if (downs.length > 0) wrong.push(`${what}: refused (${done.message}), and the button went down`)
    } else if (isDrop) {
      drops++
      if (dropped !== `Card ${at}`) wrong.push(`${what}: it was let go on ${dropped}`)
    } else {
      presses++
      if (pressed.size !== 1 || !pressed.has(`card${at}`)) wrong.push(`${what}: ${[...pressed].join()} took it`)
    }
    const isTold = told === 'truth' && isReachable
    if (isTold && isRefused) wrong.push(`${what}: refused, though it is there: ${done.message}`)
    if (/failure|silence|gone/.test(told) && !isRefused) wrong.push(`${what}: done, though nobody said what is there`)
  }
  tell(t, {
    law: pressLaw,
    on: 'cut off and covered elements on a stub of macOS',
    cases: presses + drops + refused,
    wrong,
  })
  t.ok(
    presses > 20 * share && drops > 5 * share && refused > 20 * share,
    `${presses} presses, ${drops} drops, ${refused} refused, seed ${seed}`,
  )
})
