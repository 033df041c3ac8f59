/** Keys reach their element or nothing is sent, also where the page passes the focus on, at once or later. */

import t from 'tap'
import { Problem } from '../../daemon/problem.ts'
import { serve } from '../fixtures/daemon/serve.ts'
import { itWas } from '../fixtures/evidence/recording.ts'
import { random } from '../fixtures/random.ts'
import { orProblem } from '../fixtures/thrown.ts'
import { chromiumOrSkip, launchChromium } from '../fixtures/web/chromium.ts'
import { openBoth } from '../fixtures/web/inside.ts'
import { isFew, keyLaw, minutes, tell, turns } from './law.ts'

t.setTimeout(600_000 + 120_000 * minutes)
if (!chromiumOrSkip(t)) process.exit(0)
const browser = await launchChromium(t)

const fields = {
  input: '<input id=target aria-label=Target>',
  filled: '<input id=target aria-label=Target value=before>',
  textarea: '<textarea id=target aria-label=Target></textarea>',
  editor: '<div id=target contenteditable role=textbox aria-label=Target>before</div>',
  paragraph: '<div contenteditable><p id=target tabindex=0 role=textbox aria-label=Target>before</p></div>',
  design: '<iframe id=target title=Target srcdoc="<!doctype html><body>before</body>"></iframe>',
}
const passes = {
  never: '',
  'at once': 'pass()',
  'one frame later': 'requestAnimationFrame(pass)',
  'two frames later': 'requestAnimationFrame(() => requestAnimationFrame(pass))',
  '5 ms later': 'setTimeout(pass, 5)',
  '50 ms later': 'setTimeout(pass, 50)',
  'by a promise': 'Promise.resolve().then(pass)',
  'by a message': 'const { port1, port2 } = new MessageChannel(); port1.onmessage = pass; port2.postMessage(1)',
}

const pageOf = (field: keyof typeof fields, pass: keyof typeof passes) => `<!doctype html><title>Passing</title>
${fields[field]}<input id=other aria-label=Other>
<script>
const pass = () => other.focus()
target.closest('[contenteditable]')?.addEventListener('focus', () => { ${passes[pass]} }, true)
target.addEventListener('focus', () => { ${passes[pass]} })
const inner = () => target.contentDocument
if (target.localName === 'iframe') addEventListener('load', () => {
  inner().designMode = 'on'
  target.contentWindow.addEventListener('focus', () => { ${passes[pass]} })
})
const held = () => ({ target: inner !== undefined && target.localName === 'iframe' ? inner().body.innerText.trim() : (target.value ?? target.innerText).trim(), other: other.value })
</script>`

t.test('keys reach their element where the focus is passed on', async (t) => {
  const dice = random()
  t.comment(`seed ${dice.seed}`)
  let html = ''
  const server = await serve(t, {
    pages: {
      '/': () => html,
    },
  })
  const url = `${server.origin}/`
  const { tab, outside, ...world } = await openBoth(t, browser, url)
  const wrong: string[] = []
  let cases = 0
  const kinds = Object.keys(fields) as (keyof typeof fields)[]
  const manners = Object.keys(passes) as (keyof typeof passes)[]
  const all = kinds.flatMap((field) =>
    manners.flatMap((pass) => (['set_value', 'type'] as const).map((action) => ({ field, pass, action }))),
  )
  // Every third has each field, each way to pass, and both actions.
  const some = isFew ? all.filter((_, at) => at % 3 === 0) : all
  for (const turn of turns(t, 1)) {
    for (const { field, pass, action } of turn === 0 ? some : dice.shuffled(all)) {
      html = pageOf(field, pass)
      await world.call('navigate', { tab, url })
      const find = { scope: 'tab', tab, filter: { titleContains: 'Target' }, includeNonInteractable: true } as const
      const answer = await orProblem(world.call('interact', { find, action, value: 'asked for' }))
      const { target, other } = await outside.evaluate<{ target: string; other: string }>('held()')
      const what = `${field}, passed on ${pass}, ${action}: the field holds “${target}”, the other “${other}”`
      cases++
      const isRefused = answer instanceof Problem
      if (!isRefused) itWas(target.includes('asked for'))
      if (other !== '') wrong.push(`${what}, ${isRefused ? answer.name : answer.effect}`)
      else if (isRefused && answer.name === 'internal_error') wrong.push(`${what}: internal_error`)
      else if (!isRefused && answer.effect === 'confirmed' && !target.includes('asked for'))
        wrong.push(`${what}: confirmed`)
      else if (pass === 'never' && !target.includes('asked for'))
        wrong.push(`${what}: ${isRefused ? answer.message : answer.effect}`)
    }
  }
  tell(t, { law: keyLaw, on: 'pages that pass the focus on', cases, wrong })
})

const codePage = (next: string) => `<!doctype html><title>Code</title>
${[1, 2, 3, 4].map((at) => `<input maxlength=1 aria-label="Digit ${at}">`).join('')}
<script>
const digits = [...document.querySelectorAll('input')]
for (const [at, one] of digits.entries()) one.addEventListener('input', () => {
  const go = () => digits[at + 1]?.focus()
  ${next}
})
</script>`

t.test('a code is typed through its fields, however the page moves on', async (t) => {
  const manners = { '/sync': 'go()', '/promise': 'Promise.resolve().then(go)' }
  const pages = Object.fromEntries(Object.entries(manners).map(([path, next]) => [path, codePage(next)]))
  const server = await serve(t, { pages })
  for (const path of Object.keys(manners)) {
    const { tab, outside, call } = await openBoth(t, browser, `${server.origin}${path}`)
    const find = { scope: 'tab', tab, filter: { titleContains: 'Digit 1' } } as const
    const { effect, why } = await call('interact', { find, action: 'type', value: '1234' })
    t.equal(effect, 'confirmed', why ?? path)
    t.equal(await outside.evaluate("digits.map((one) => one.value).join('')"), '1234', path)
  }
})
