/** The wait for what an action leads to: by events, with word of the first pause. On a clock of its own. */
import { mock } from 'node:test'
import t from 'tap'
import { qt } from '../../../daemon/platform/atspi/toolkits/qt.ts'
import { Quiet } from '../../../daemon/platform/atspi/watch/quiet.ts'

const never = new AbortController().signal
const turn = setImmediate
let now = 0
mock.timers.enable({ apis: ['setTimeout'] })
mock.method(performance, 'now', () => now)
t.teardown(() => mock.reset())

/** What happens, and when, until it is quiet. */
async function story(quiet: Quiet, onLull: () => void = () => {}): Promise<string[]> {
  const said: string[] = []
  const began = now
  const note = (what: string) => said.push(`${what} after ${now - began} ms`)
  let isOver = false
  const over = quiet
    .still(never, () => {
      note('pause')
      onLull()
    })
    .then(() => {
      note('quiet')
      isOver = true
    })
  for (let ms = 0; !isOver; ms++) {
    if (ms > 5000) throw new Error('it is never quiet')
    await new Promise((done) => turn(done))
    if (isOver) break
    now++
    mock.timers.tick(1)
  }
  await over
  return said
}

t.test('the pause comes once, before it is quiet, and after something has happened', async (t) => {
  const quiet = new Quiet()
  quiet.arm()
  quiet.happened()
  t.same(await story(quiet), ['pause after 20 ms', 'quiet after 50 ms'])
  quiet.arm()
  t.same(await story(quiet), ['quiet after 400 ms'], 'where nothing happened there is nothing to be read')
})

t.test('what happens in the pause is waited for as well', async (t) => {
  const quiet = new Quiet()
  quiet.arm()
  quiet.happened()
  t.same(
    await story(quiet, () => quiet.happened()),
    ['pause after 20 ms', 'quiet after 70 ms'],
    'from then on it is quiet as long as ever',
  )
})

t.test('a button that is only shown pressed is no consequence', async (t) => {
  const quiet = new Quiet()
  quiet.arm()
  quiet.pressed(qt)
  quiet.happened()
  t.same(
    await story(quiet),
    ['pause after 110 ms', 'quiet after 140 ms'],
    'the pause comes after the button is up again',
  )
})

t.test('nobody waits for a target that is gone', async (t) => {
  const quiet = new Quiet()
  quiet.arm()
  quiet.happened()
  const waiting = story(quiet)
  quiet.end()
  t.same(await waiting, ['quiet after 0 ms'])
})
