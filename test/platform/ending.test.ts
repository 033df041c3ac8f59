/** What ends: who is told, when, and what is said to a caller whose call it ended. */
import t from 'tap'
import { CallError } from '../../daemon/platform/atspi/wire/call-error.ts'
import { Ending } from '../../daemon/platform/basics/ending.ts'
import { CommandError } from '../../daemon/platform/cdp/wire/connection.ts'
import { problemIn } from '../../daemon/problem.ts'

t.test('each listener is told once, and never before it has what removes it', async (t) => {
  const ending = new Ending<string>()
  const told: string[] = []
  const listen = (name: string) => {
    const stop = ending.on((how) => {
      stop()
      told.push(`${name}: ${how}`)
    })
    return stop
  }
  listen('early')
  listen('removed')()
  ending.end('killed')
  ending.end('again')
  t.same(told, ['early: killed'])
  listen('late')
  listen('late and removed')()
  t.same(told, ['early: killed'])
  await Promise.resolve()
  t.same(told, ['early: killed', 'late: killed'])
})

t.test('an error of a wire is no defect, even where nobody on its way knows better', async (t) => {
  const gone = /went away during the call/
  t.match(problemIn(new CommandError('Page.enable', -32001, 'secret')), { name: 'unresponsive', message: gone })
  t.match(problemIn(new CommandError('Page.enable', -32000, 'secret')), {
    name: 'unresponsive',
    message: /refused Page\.enable/,
  })
  t.match(problemIn(new CallError('closed', 'secret')), { name: 'unresponsive', message: gone })
  t.match(problemIn(new CallError('silent', 'secret')), { name: 'unresponsive' })
  t.equal(problemIn(new TypeError('a defect')), undefined)
})
