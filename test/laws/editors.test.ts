/** Typed text reaches the element it is meant for, in any editable document of any frame, or nothing is sent. */

import t from 'tap'
import { Problem } from '../../daemon/problem.ts'
import { serve } from '../fixtures/daemon/serve.ts'
import { itWas } from '../fixtures/evidence/recording.ts'
import { random } from '../fixtures/random.ts'
import { orProblem } from '../fixtures/thrown.ts'
import { chromiumOrSkip } from '../fixtures/web/chromium.ts'
import { openPage } from '../fixtures/web/inside.ts'
import { keyLaw, minutes, tell, turns } from './law.ts'

t.setTimeout(600_000 + 120_000 * minutes)

/** Documents with one thing to write in. */
const editors: { readonly [kind: string]: string } = {
  'an editable body': '<body contenteditable="true"><p>old</p>',
  'an empty editable body': '<body contenteditable="true">',
  'a named editable body': '<body contenteditable="true" role="textbox" aria-label="Rich"><p>old</p>',
  'a document in design mode': '<body><p>old</p><script>document.designMode = "on"</script>',
  'an editable part': '<body><h1>Letter</h1><div contenteditable="true">old</div>',
  'an editable part for plain text':
    '<body><div contenteditable="plaintext-only" role="textbox" aria-label="Plain">old</div>',
  'an editable part in a closed root':
    '<body><div id="host"></div><script>const root = host.attachShadow({ mode: "closed" }); root.innerHTML = "<div contenteditable=true>old</div>"; text = () => root.textContent</script>',
  'a text field': '<body><textarea id="area">old</textarea><script>text = () => area.value</script>',
  'a part that draws itself anew':
    '<body><div contenteditable="true" oninput="const text = this.textContent; this.replaceChildren(text); getSelection().selectAllChildren(this); getSelection().collapseToEnd()">old</div>',
  'a part that passes the focus on':
    '<body><div contenteditable="true" onfocus="other.focus()">old</div><input id="other" aria-label="Other">',
  'a part that passes the focus on when it is its turn':
    '<body><div contenteditable="true" onfocus="queueMicrotask(() => requestAnimationFrame(() => other.focus()))">old</div><input id="other" aria-label="Other">',
}
const homes = ['a frame', 'a frame of another site', 'the page'] as const

interface Seen {
  readonly id: string
  readonly role?: string
  readonly children?: readonly Seen[]
}

const flat = (elements: readonly Seen[]): Seen[] => elements.flatMap((one) => [one, ...flat(one.children ?? [])])

t.test('what is typed reaches its element, or nothing is sent', async (t) => {
  if (!chromiumOrSkip(t)) return
  const dice = random()
  let html = ''
  let home: (typeof homes)[number] = 'a frame'
  const telling = `<script>
    var text = globalThis.text ?? (() => document.body.innerText)
    const held = () => [text(), document.getElementById('other')?.value ?? '']
    addEventListener('message', ({ data }) => { if (data === 'asked') top.postMessage({ held: held() }, '*') })
  </script>`
  const asking = `<input id="subject" aria-label="Subject"><script>
    let tell
    addEventListener('message', ({ data }) => { if (data.held) tell(data.held) })
    const ask = () => new Promise((resolve) => { tell = resolve; (frames[0] ?? window).postMessage('asked', '*') })
    const look = async () => ({ subject: subject.value, held: await ask() })
  </script>`
  const whole = (body: string) => `<!doctype html><meta charset="utf-8"><title>Editors</title>${body}`
  const server = await serve(t, {
    pages: {
      '/inner': () => whole(html + telling),
      '/': () => {
        const site = home === 'a frame of another site' ? server.otherOrigin : ''
        const frame = `<body>${asking}<iframe title="Editor" src="${site}/inner"></iframe>`
        return whole(home === 'the page' ? html + asking + telling : frame)
      },
    },
  })
  const url = `${server.origin}/`
  const { tab, outside, ...world } = await openPage(t, url, ['--site-per-process'])
  const wrong: string[] = []
  let reached = 0
  let cases = 0
  const all = Object.entries(editors).flatMap(([kind, body]) => homes.map((where) => ({ kind, body, where })))
  for (const turn of turns(t, all.length)) {
    const { kind, body, where } = all[turn % all.length]!
    home = where
    // There the fields that ask would be part of the text.
    if (home === 'the page' && /body|design/.test(kind)) continue
    html = body
    const action = dice.oneOf(['type', 'type', 'set_value'] as const)
    const before = dice.oneOf(['subject.focus()', 'document.activeElement?.blur()', 'void 0'])
    const what = `${++cases}: ${action} into ${kind} in ${home} after ${before}`
    await world.call('navigate', { tab, url })
    const find = { scope: 'tab', tab, filter: { role: 'textarea' } } as const
    await world.call('wait', { ...find, until: 'present' })
    const { elements = [] } = await world.call('explore', find)
    const target = flat(elements).findLast((one) => one.role === 'AXTextArea')
    if (target === undefined) {
      wrong.push(`${what}: it is not found`)
      continue
    }
    await outside.evaluate(before)
    const value = `Zebra ${cases}`
    const answer = await orProblem(world.call('interact', { elementId: target.id, action, value }))
    const { subject, held } = await outside.evaluate<{ subject: string; held: string[] }>('look()')
    const [text = '', other = ''] = held
    const has = text.includes(value)
    if (has) reached++
    if (!(answer instanceof Problem)) itWas(has)
    if (subject.includes('Z') || other.includes('Z')) wrong.push(`${what}: it went to another field`)
    if (answer instanceof Problem ? text.includes('Z') : answer.effect === 'confirmed' && !has)
      wrong.push(`${what}: ${answer instanceof Problem ? answer.message : answer.effect}, and it holds ${text}`)
    if (!has && !kind.includes('passes'))
      wrong.push(`${what}: it was lost: ${answer instanceof Problem ? answer.message : answer.why}`)
  }
  t.comment(`${reached} reached their element`)
  tell(t, { law: keyLaw, on: `${Object.keys(editors).length} kinds of editors in pages and frames`, cases, wrong })
})
