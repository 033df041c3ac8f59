/** When memory is given back: after the last word of garbage, once more later, and never within a request. */
import { mock } from 'node:test'
import t from 'tap'
import { Collector } from '../../daemon/run/memory.ts'

t.test('it collects when nothing else is to be done, and once more', async (t) => {
  const { timers } = mock
  timers.enable({ apis: ['setTimeout'] })
  t.teardown(() => timers.reset())
  let collected = 0
  let idle = false
  const collector = new Collector(
    () => idle,
    () => collected++,
  )
  collector.soon()
  timers.tick(1500)
  collector.soon()
  timers.tick(1500)
  t.equal(collected, 0, 'it waits anew after each word')
  timers.tick(500)
  t.equal(collected, 0, 'a request is under way')
  idle = true
  timers.tick(2000)
  t.equal(collected, 1)
  timers.tick(5000)
  t.equal(collected, 1, 'V8 would not shrink yet')
  timers.tick(1000)
  t.equal(collected, 2)
  timers.tick(60_000)
  t.equal(collected, 2, 'and then it rests')
})
