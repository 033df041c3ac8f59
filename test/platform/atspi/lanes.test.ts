/** A peer that is slow is waited for; one that says nothing is not, and a call that it leaves out harms no other. */
import { mock } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import t from 'tap'
import { Lanes, timeLimits, type Values } from '../../../daemon/platform/atspi/wire/lanes.ts'

function peer(lanes: Lanes, signal = new AbortController().signal) {
  const answers: (() => void)[] = []
  const call = (member: string, ms?: number) => {
    const post = () => new Promise<Values>((resolve) => answers.push(() => resolve([member])))
    return lanes.run({ peer: 'p', member, post, signal, ms }).then(
      ([value]) => value,
      ({ failure }) => failure,
    )
  }
  return { call, answers }
}

t.beforeEach(() => {
  mock.timers.enable({ apis: ['setTimeout'] })
  t.context.now = performance.now
  let now = 0
  performance.now = () => now
  t.context.pass = async (ms: number) => {
    now += ms
    mock.timers.tick(ms)
    await turn()
  }
})
t.afterEach(() => {
  performance.now = t.context.now
  mock.timers.reset()
})

t.test('slow is not dead, silent is', async (t) => {
  const { pass } = t.context
  const lanes = new Lanes()
  const { call, answers } = peer(lanes)
  const ends: unknown[] = []
  const [slow] = [call('slow').then((end) => ends.push(end))]
  for (let at = 0; at < 20; at++) {
    await pass(timeLimits.call - 100)
    lanes.heard('p')
  }
  t.same(ends, [], 'it tells of something all the while')
  answers[0]!()
  await slow
  t.same(ends, ['slow'])
  call('dead').then((end) => ends.push(end))
  await pass(timeLimits.call - 1)
  t.same(ends, ['slow'])
  await pass(1)
  t.same(ends, ['slow', 'silent'])
})

t.test('what it leaves out, and what has a limit of its own', async (t) => {
  const { pass } = t.context
  const lanes = new Lanes()
  const { call, answers } = peer(lanes)
  const ends: unknown[] = []
  for (const [member, ms] of [['left out'], ['answered'], ['listed', 900], ['waiting']] as const)
    call(member, ms).then((end) => ends.push(`${member}: ${end}`))
  await pass(400)
  answers[1]!()
  await turn()
  await pass(300)
  t.same(ends, ['answered: answered', 'left out: silent'])
  lanes.heard('p')
  await pass(200)
  t.same(ends.slice(2), ['listed: silent'], 'a limit that is given holds')
})
