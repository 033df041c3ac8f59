/** Recorded steps become a graph, in which one may go round. */
import t from 'tap'
import type { Step } from '../../../api-schema/recording.ts'
import { mergeStates } from '../../../daemon/tree/record/recorded-states.ts'

/** `on`: the element whose click led from each state to the next; `later` marks what came by itself after it. */
function line(...on: (number | 'later')[]): Step[] {
  const steps: Step[] = []
  for (const [at, key] of on.entries()) {
    const last = steps.at(-1)
    if (key === 'later') steps.push({ ...last!, to: at + 1, after: 5 })
    else steps.push({ in: at, key, action: 'click', to: at + 1, patch: {} })
  }
  return steps
}
const edges = (steps: readonly Step[]) =>
  steps.map(({ in: from, key, to, after }) => `${from} ${key} ${to}${after === undefined ? '' : ' later'}`)

t.test('like trees are one state', async (t) => {
  t.same(edges(mergeStates(line(1, 9, 2, 9), ['zero', 'one', 'zero', 'two', 'zero'])), [
    '0 1 1',
    '1 9 0',
    '0 2 3',
    '3 9 0',
  ])
  t.same(edges(mergeStates(line(1, 2), ['a', 'b', 'c'])), ['0 1 1', '1 2 2'], 'a line stays a line')
  t.same(mergeStates([], ['a']), [])
})

t.test('what was done twice is kept once', async (t) => {
  t.same(edges(mergeStates(line(1, 9, 1, 9), ['zero', 'one', 'zero', 'one', 'zero'])), ['0 1 1', '1 9 0'])
  const later = line(1, 'later', 9, 1, 'later')
  t.same(edges(mergeStates(later, ['a', 'b', 'c', 'a', 'b', 'c'])), ['0 1 1', '0 1 2 later', '2 9 0'])
})

t.test('what led elsewhere the second time leaves two states', async (t) => {
  t.same(edges(mergeStates(line(1, 9, 1, 9), ['zero', 'one', 'zero', 'other', 'zero'])), [
    '0 1 1',
    '1 9 2',
    '2 1 3',
    '3 9 0',
  ])
})

t.test('what did the same to the same from several states is kept once', async (t) => {
  const prints = ['zero', 'one', 'zero, with history', 'one, with history']
  const steps = line(1, 9, 1).map((step) => ({ ...step, was: [{ key: 5, value: `before ${step.key}` }] }))
  t.same(edges(mergeStates(steps, prints)), ['0 1 1', '1 9 2'])
  const others = steps.map((step, at) => ({ ...step, patch: { rows: [{ key: 5, value: `${at}` }] } }))
  t.same(edges(mergeStates(others, prints)), ['0 1 1', '1 9 2', '2 1 3'], 'unless it did something else')
})
