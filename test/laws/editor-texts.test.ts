/** What is confirmed to be written in an editor is there, as the editor itself says; and nowhere else. */

import t from 'tap'
import type { Element } from '../../api-schema/element.ts'
import { Problem } from '../../daemon/problem.ts'
import { flat } from '../e2e/client.ts'
import { itWas } from '../fixtures/evidence/recording.ts'
import type { Random } from '../fixtures/random.ts'
import { orProblem } from '../fixtures/thrown.ts'
import { until } from '../fixtures/until.ts'
import { openChangingPage } from './changing-page.ts'
import { editorPages } from './editor-pages.ts'
import { minutes, tell, turns } from './law.ts'

t.setTimeout(600_000 + 120_000 * minutes)

const rounds = 5
const words = ['zebra', 'if (a)', '{ b }', 'שלום', 'café', '👩‍👧', 'x = "1"', '<b>', '12', 'end.']

const lineOf = (dice: Random) => Array.from({ length: 1 + dice.below(3) }, () => dice.oneOf(words)).join(' ')
const textOf = (dice: Random) =>
  Array.from({ length: 1 + dice.below(3) }, (_, at) => '  '.repeat(at * dice.below(2)) + lineOf(dice)).join('\n')

t.test('what is written in editors', async (t) => {
  const before = '<label>Subject <input id="subject"></label><script>var ready = false, held, reset</script>'
  const after = '<label>Other <input id="other"></label>'
  const world = await openChangingPage(t, (editor) => `<title>Editor</title>${before}${editor}${after}`)
  if (world === undefined) return
  const { call, tab, outside, dice, show } = world
  const kinds = Object.entries(editorPages)
  const wrong: string[] = []
  let cases = 0
  let confirmed = 0
  const editor = async (): Promise<Element | undefined> => {
    const { elements } = await call('explore', { scope: 'tab', tab, limit: 200 })
    return flat(elements).find((one) => one.role === 'AXTextArea' || one.name === 'Context')
  }
  for (const turn of turns(t, kinds.length)) {
    const [name, page] = kinds[turn % kinds.length]!
    await show(page)
    await until(() => outside.evaluate<boolean>('ready'), `${name} is there`)
    for (let round = 0; round < rounds; round++) {
      const value = round === 0 ? 'zebra' : round === 1 ? 'za\tb' : textOf(dice)
      const action = round < 2 ? 'type' : dice.oneOf(['type', 'set_value'] as const)
      const old = round === 0 ? '' : dice.oneOf(['', 'old', 'two\nlines'])
      await outside.evaluate(`reset(${JSON.stringify(old)})`)
      await outside.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
      const what = `${name}: ${action} ${JSON.stringify(value)} on ${JSON.stringify(old)}`
      cases++
      const target = await editor()
      if (target === undefined) {
        wrong.push(`${what}: no editor is found`)
        continue
      }
      const answer = await orProblem(call('interact', { elementId: target.id, action, value }))
      const [text, ...others] = await outside.evaluate<[string, string, string]>('[held(), subject.value, other.value]')
      const told = answer instanceof Problem ? answer.message : `${answer.effect} ${answer.why ?? ''}`
      const isThere = action === 'type' ? text.includes(value) : text === value
      if (!(answer instanceof Problem)) itWas(isThere)
      if (others.some((one) => one !== '')) wrong.push(`${what}: ${others.join('')} went to another field`)
      if (answer instanceof Problem || answer.effect !== 'confirmed') {
        // Its own ways with indents, or a Tab that leaves it, are told.
        if (!value.includes('\t') && isThere && !value.includes('\n ')) wrong.push(`${what}: it is there, and ${told}`)
      } else if (isThere) confirmed++
      else wrong.push(`${what}: confirmed, and it holds ${JSON.stringify(text)}`)
    }
  }
  tell(t, {
    law: 'A text that is confirmed has arrived whole.',
    on: `${kinds.length} kinds of editors of pages`,
    cases,
    wrong,
  })
  t.ok(confirmed > cases / 2, 'most are confirmed')
})
