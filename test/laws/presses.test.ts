/** A press lands on its target or nowhere, though rows shift, run away or get covered when the pointer comes. */

import t from 'tap'
import { Problem } from '../../daemon/problem.ts'
import { serve } from '../fixtures/daemon/serve.ts'
import { itWas } from '../fixtures/evidence/recording.ts'
import { random } from '../fixtures/random.ts'
import { orProblem } from '../fixtures/thrown.ts'
import { chromiumOrSkip } from '../fixtures/web/chromium.ts'
import { openPage } from '../fixtures/web/inside.ts'
import { minutes, pressLaw, tell, turns } from './law.ts'
import { hopeless, type Layout, layoutOf, outerPage, rowsPage, tellingScript } from './press-page.ts'

t.setTimeout(600_000 + 120_000 * minutes)
const least = 40

const wanted = { click: 'click', double_click: 'dblclick', right_click: 'contextmenu' } as const

interface Told {
  readonly name: string
  readonly type: string
}

t.test('a press lands on its target or nowhere', async (t) => {
  if (!chromiumOrSkip(t)) return
  const dice = random()
  t.comment(`seed ${dice.seed}`)
  let layout: Layout = layoutOf(dice)
  const isFramed = () => layout.home.includes('frame')
  const inner = (): string => rowsPage(layout) + (isFramed() ? '' : tellingScript)
  const server = await serve(t, {
    pages: {
      '/': () => {
        const site = layout.home === 'a frame of another site' ? server.otherOrigin : server.origin
        return isFramed() ? outerPage(layout, `${site}/rows`) : inner()
      },
      '/rows': inner,
    },
  })
  const url = `${server.origin}/`
  const { tab, outside, ...world } = await openPage(t, url, ['--site-per-process'])
  const wrong: string[] = []
  const failed = new Map<string, number>()
  let hopeful = 0
  let landed = 0
  let took = 0
  let presses = 0
  for (const count of turns(t, least, dice)) {
    presses++
    layout = layoutOf(dice)
    const action = dice.oneOf(['click', 'click', 'click', 'double_click', 'right_click'] as const)
    const at = 1 + dice.below(layout.rows)
    const name = `Row ${String.fromCharCode(64 + at)}${at}`
    const what = `${count}: ${action} ${name} of ${layout.rows}, ${layout.manner}, ${layout.surrounding}, in ${layout.home}`
    await world.call('navigate', { tab, url })
    const scope = { scope: 'tab', tab, filter: { titleContains: name } } as const
    await world.call('wait', { ...scope, until: 'present' })
    const began = performance.now()
    const answer = await orProblem(world.call('interact', { find: scope, action }))
    took += performance.now() - began
    const told = await outside.evaluate<Told[]>('told()')
    const others = told.filter((one) => one.name !== name)
    if (others.length > 0) wrong.push(`${what}: ${others.map((one) => `${one.type} on ${one.name}`).join(', ')}`)
    const isLanded = told.some((one) => one.name === name && one.type === wanted[action])
    if (!isLanded) itWas(false)
    if (!hopeless.has(layout.manner)) hopeful++
    if (isLanded && !hopeless.has(layout.manner)) landed++
    if (answer instanceof Problem) {
      failed.set(layout.manner, (failed.get(layout.manner) ?? 0) + 1)
      if (answer.name !== 'element_changed') wrong.push(`${what}: ${answer.name}: ${answer.message}`)
      if (told.length > 0) wrong.push(`${what}: an error, and ${told.map((one) => one.type).join(', ')} reached it`)
    } else if (answer.effect === 'confirmed' && !isLanded) wrong.push(`${what}: confirmed, and nothing reached it`)
  }
  t.comment(
    `${landed} of ${hopeful} that can be pressed landed; ${Math.round(took / presses)} ms each; refused: ${[...failed].map(([how, times]) => `${how} ${times}`).join('; ')}`,
  )
  const on = 'rows that shift, run away or get covered, in pages and frames'
  tell(t, { law: pressLaw, on, cases: presses, wrong })
  t.ok(landed >= 0.8 * hopeful, 'what can be pressed is')
})
