/** Where a text is found that was typed into a field which does not keep it, as one that makes chips of words. */
import t from 'tap'
import { unseen } from '../../daemon/effect/goals.ts'
import { doubtOf } from '../../daemon/effect/verdict.ts'
import { Flag } from '../../daemon/platform/element/flags.ts'
import { row } from '../../daemon/platform/element/row.ts'
import { Calm } from '../../daemon/tree/warm/restless.ts'
import { readTwice } from '../fixtures/read-twice.ts'
import { chromiumOrSkip } from '../fixtures/web/chromium.ts'
import { openShown } from '../fixtures/web/shown.ts'

const field = row({ key: 2, role: 'AXTextField', value: '', flags: Flag.editable })
const top = (...children: number[]) => row({ key: 1, role: 'AXWindow', children: [2, ...children] })

t.test('a text elsewhere', async (t) => {
  const said = row({ key: 3, role: 'AXStaticText', value: '12:00' })
  const { wasOf, nodeOf, difference } = readTwice([top(), field], [top(3), field, said])
  const doubt = (calm: Calm) => {
    const act = { action: 'type', value: '12' }
    return doubtOf({ act, was: wasOf(2), now: nodeOf(2), difference, nodeOf, calmOf: () => calm } as never)
  }
  t.equal(doubt(Calm.still), undefined, 'where nothing changes by itself')
  t.equal(doubt(Calm.unknown), unseen, 'perhaps of a clock')
  t.match(doubt(Calm.restless), /holds/, 'of a clock')
})

/** As for a code that was sent by mail: each field takes a character, and passes the focus on. */
const boxes = (
  pass: string,
) => `<!doctype html><title>Code</title><div id="code"><input maxlength="1" aria-label="Code">${'<input maxlength="1">'.repeat(3)}</div><output id="out">-</output>
  <script>code.oninput = ({ target }) => { ${pass} }</script>`
const next = 'target.nextElementSibling?.focus()'

t.test('a text in fields that pass the focus on', async (t) => {
  if (!chromiumOrSkip(t)) return
  const { show, press, outside } = await openShown(t)
  const held = () => outside.evaluate("[...code.children].map(({ value }) => value).join(' ')")
  for (const [what, pass, expected, effect] of [
    ['all of it', next, '1 2 3 4', 'confirmed'],
    [
      'in another order',
      'if (target === code.firstChild) code.lastChild.focus(); else target.previousElementSibling.focus()',
      '1 4 3 2',
      'unverified',
    ],
    [
      'a part of it',
      "if (target.value === '3') target.value = ''; else target.nextElementSibling?.focus()",
      '1 2 4 ',
      'unverified',
    ],
    ['the first alone', '', '1   ', 'unverified'],
  ] as const) {
    await show(boxes(pass))
    const answer = await press('Code', { action: 'type', value: '1234' })
    t.equal(await held(), expected, what)
    t.equal(answer.effect, effect, `${what}: ${answer.why}`)
  }
})

/** The first one takes all of it, as when it is pasted, and shares it out. */
const shared = (share: string) => `${boxes('').split('<script>')[0]!.replaceAll('maxlength="1"', '')}
  <script>
    const spread = (text) => [...text].forEach((one, at) => { if (code.children[at]) code.children[at].value = one })
    code.firstChild.oninput = ({ target }) => { const text = target.value; ${share} }
  </script>`

t.test('a text that the first field shares out', async (t) => {
  if (!chromiumOrSkip(t)) return
  const { show, press, outside } = await openShown(t)
  const held = () => outside.evaluate("[...code.children].map(({ value }) => value).join(' ')")
  for (const [what, before, share, expected, effect] of [
    ['at once', '', 'spread(text)', '1 2 3 4', 'confirmed'],
    ['later', '', 'target.value = text[0]; setTimeout(() => spread(text), 50)', '1 2 3 4', 'confirmed'],
    ['over what they held', "spread('9876')", 'spread(text)', '1 2 3 4', 'confirmed'],
    ['not all of it', '', "spread(text.replace('4', '5'))", '1 2 3 5', 'unverified'],
    ['over what they held, not all of it', "spread('9876')", 'spread(text.slice(0, 3))', '1 2 3 6', 'unverified'],
    ['to nobody', '', 'target.value = text[0]', '1   ', 'unverified'],
  ] as const) {
    await show(shared(share))
    await outside.evaluate(before)
    const answer = await press('Code', { action: 'set_value', value: '1234' })
    t.equal(await held(), expected, what)
    t.equal(answer.effect, effect, `${what}: ${answer.why}`)
  }
})
