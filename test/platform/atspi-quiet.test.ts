/** The wait for what an action leads to: by events, with word of the first lull. */
import t from 'tap'
import { Quiet } from '../../daemon/platform/atspi/quiet.ts'

const never = new AbortController().signal

/** What happens, in order, until it is quiet. */
async function story(quiet: Quiet, onLull: () => void = () => {}): Promise<string[]> {
  const said: string[] = []
  await quiet.still(never, () => {
    said.push('lull')
    onLull()
  })
  return [...said, 'quiet']
}

t.test('the lull comes once, before it is quiet, and after something has happened', async (t) => {
  const quiet = new Quiet()
  quiet.arm()
  quiet.happened()
  t.same(await story(quiet), ['lull', 'quiet'])
  quiet.arm()
  t.same(await story(quiet), ['quiet'], 'where nothing happened there is nothing to be read')
})

t.test('what happens in the lull is waited for as well', async (t) => {
  const quiet = new Quiet()
  quiet.arm()
  quiet.happened()
  let again = Number.NaN
  t.same(
    await story(quiet, () => {
      quiet.happened()
      again = performance.now()
    }),
    ['lull', 'quiet'],
  )
  t.ok(performance.now() - again >= 45, 'from then on it is quiet as long as ever')
})

t.test('a button that is only shown pressed is no consequence', async (t) => {
  const quiet = new Quiet()
  quiet.arm()
  quiet.pressed('qt')
  const from = performance.now()
  quiet.happened()
  let lull = Number.NaN
  await story(quiet, () => {
    lull = performance.now()
  })
  t.ok(lull - from >= 90, 'the lull comes after the button is up again')
})

t.test('nobody waits for a target that is gone', async (t) => {
  const quiet = new Quiet()
  quiet.arm()
  quiet.happened()
  const waiting = story(quiet)
  quiet.end()
  t.same(await waiting, ['quiet'])
})
