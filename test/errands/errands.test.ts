/** The bench of errands with a scripted agent: a real application, the real tool, and what that is counted as. */
import t from 'tap'
import { tokensOf } from '../../bench/encoding.ts'
import { fossil } from '../../bench/errands/applications/fossil.ts'
import { type Call, count } from '../../bench/errands/count.ts'
import { attempt } from '../../bench/errands/errand.ts'
import { tools } from '../../bench/errands/tools.ts'
import { missingPrograms } from '../fixtures/find-desktop.mjs'
import { leaveOut } from '../fixtures/leave-out.ts'
import { chromiumOrSkip } from '../fixtures/web/chromium.ts'

const signIn = `'set "User ID" = ann' 'set "Password:" = "oak tree"' 'click button Login'`
const write = `"open $at/wikiedit?name=Recipes" 'set textarea = "Bread: 500 g of flour"' 'click button Save'`

t.test('an errand is counted, and judged from outside', async (t) => {
  if (!chromiumOrSkip(t)) return
  if (missingPrograms(['fossil']).includes('fossil')) {
    leaveOut(t, process.env.IX_SKIP_FOSSIL ?? 'needs fossil')
    return
  }
  const errand = fossil.errands.find(({ name }) => name === 'write a wiki page')!
  const trial = { application: fossil, errand, tool: tools.ix!, minutes: 5 }
  const at = `at=$(grep -o 'http://127.0.0.1:[0-9]*')`
  const done = await attempt({ ...trial, agent: `${at}; ix do "open $at/login" ${signIn} ${write}; echo Made` })
  t.equal(done.log.length, 1, JSON.stringify(done.log))
  t.ok(done.isDone, JSON.stringify(done.log))
  const [call] = done.log
  t.match(call?.asked, /^ix do 'open http:.*login' 'set "User ID" = ann'/)
  t.match({ ...done }, { turns: 1, calls: 1, pictures: 0, tokens: tokensOf(call!.asked) + tokensOf(call!.answer) })
  const claimed = await attempt({ ...trial, agent: 'echo Made' })
  t.match({ ...claimed }, { isDone: false, turns: 0, calls: 0, tokens: 0 }, 'what an agent says is no proof')
})

t.test('calls of one line of a shell are one turn, and pictures are paid for', (t) => {
  const call = (began: number, ended: number, more: Partial<Call> = {}): Call => ({
    ...{ began, ended, shell: 1, asked: 'ix look', answer: 'page', kilopixels: [], ...more },
  })
  const said = tokensOf('ix look') + tokensOf('page')
  t.match(count([call(0, 1000), call(1100, 2000), call(9000, 9500)]), { turns: 2, calls: 3, tokens: 3 * said })
  t.match(count([call(0, 1000), call(1100, 2000, { shell: 2 })]), { turns: 2 })
  t.match(count([call(0, 1, { kilopixels: [1000] })]), { pictures: 1, tokens: said + 1300 })
  t.end()
})
