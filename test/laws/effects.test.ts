/**
 * `confirmed` means that what an action was for has come about. Controls that do what they are for stand among others
 * that do nothing, undo it, or make something else of it, on a page on which clocks run; the page itself says which
 * action had its effect.
 */
import t from 'tap'
import { Problem } from '../../daemon/problem.ts'
import { serve } from '../fixtures/daemon/serve.ts'
import { itWas } from '../fixtures/evidence/recording.ts'
import { random } from '../fixtures/random.ts'
import { chromiumOrSkip } from '../fixtures/web/chromium.ts'
import { openPage } from '../fixtures/web/inside.ts'
import { controls, pageOf, type Tried } from './effect-page.ts'
import { minutes, tell, turns } from './law.ts'

t.setTimeout(600_000 + 120_000 * minutes)
const least = 150

t.test('confirmed is said of what has come about, and of nothing else', async (t) => {
  if (!chromiumOrSkip(t)) return
  const dice = random()
  t.comment(`seed ${dice.seed}`)
  const server = await serve(t, { pages: { '/controls': pageOf(controls) } })
  const url = `${server.origin}/controls`
  const { tab, outside, ...world } = await openPage(t, url)
  let had = 0
  let confirmed = 0
  const wrong: string[] = []
  const missed = new Map<string, number>()
  let acts = 0
  for (const count of turns(t, least, dice)) {
    acts++
    const control = dice.oneOf(controls)
    const value = control.valueOf(dice)
    const before = await outside.evaluate<Tried>(`look(${JSON.stringify(control.name)})`)
    const answer = await world
      .call('interact', {
        find: { scope: 'tab', tab, filter: { titleContains: control.name } },
        action: control.action,
        ...(value !== undefined && { value }),
      })
      .catch((error: unknown) => {
        if (error instanceof Problem && error.name === 'invalid_params') return undefined
        throw error
      })
    const after = await outside.evaluate<Tried>(`look(${JSON.stringify(control.name)})`)
    await outside.evaluate('shut()')
    const isDone = control.isDone(before, after, value)
    const what = `${control.action} ${control.name} (${control.how}) ${value ?? ''}: ${before.state} → ${after.state}`
    // That it does not take such a value is said before anything is done.
    if (answer === undefined && isDone) wrong.push(`${what}: done, and refused`)
    if (answer === undefined || answer.effect === 'noop') continue
    itWas(isDone)
    if (isDone) had++
    if (isDone && answer.effect === 'confirmed') confirmed++
    if (isDone && answer.effect !== 'confirmed') missed.set(`${control.name}: ${answer.why}`, count)
    if (!isDone && answer.effect === 'confirmed') wrong.push(`${what}, ${JSON.stringify(answer.changed)}`)
    const told = { ...answer.changed, ...(answer.url !== undefined && { url: answer.url }) }
    if (control.action === 'click' && answer.effect === 'confirmed' && Object.keys(told).length === 0)
      wrong.push(`${what}: confirmed, and nothing is told`)
    if (answer.effect === 'unverified' && !/\S/.test(answer.why ?? ''))
      wrong.push(`${what}: unverified without a reason`)
  }
  t.comment(`${confirmed} of ${had} effects were confirmed; not: ${[...missed.keys()].join('; ')}`)
  const law = '`confirmed` is said of what has come about, and of nothing else.'
  tell(t, { law, on: `${controls.length} controls of a page with clocks`, cases: acts, wrong })
  t.ok(had > acts / 4, 'enough actions had their effect')
  // What comes late, as on a busy machine, is not waited for without end.
  t.ok(confirmed >= 0.7 * had, 'what has come about is confirmed')
})
