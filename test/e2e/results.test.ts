/** The answer to what is typed into a search or filter has what it brought, although a timer or a request came between. */
import t from 'tap'
import { serve } from '../fixtures/daemon/serve.ts'
import { chromiumOrSkip } from '../fixtures/web/chromium.ts'
import { daemonFor } from './client.ts'

const page = (field: string, ms: number, fetched: boolean) => `<!doctype html><title>P</title>${field}<p>Stock
<ul id="list"></ul><script>
const draw = (text) => { list.innerHTML = ['Ann', 'Bob', 'Cid'].filter((one) => one.toLowerCase().includes(text)).map((one) => '<li>' + one).join('') }
let timer
const field = document.querySelector('input')
field.oninput = () => {
  clearTimeout(timer)
  timer = setTimeout(async () => { ${fetched ? `await fetch('/slow')` : ''}; draw(field.value) }, ${ms})
}
draw('')
</script>`

const cases = {
  'a filter that is the only field': page('<input placeholder="Filter">', 700, false),
  'a search among other fields': page('<input type="search"><input id="other">', 500, false),
  'a search landmark, with a request': page('<search><input></search><input id="other">', 300, true),
  'a combo box': page('<input role="combobox" aria-autocomplete="list"><input id="other">', 500, false),
}

t.test('what is typed brings', async (t) => {
  if (!chromiumOrSkip(t)) return
  const paths = Object.entries(cases).map(([, html], at) => [`/${at}`, html] as const)
  const { origin } = await serve(t, { pages: { ...Object.fromEntries(paths), '/slow': 'x' } })
  const { call } = await daemonFor(t, [], { IX_PLATFORMS: 'cdp' })
  for (const [at, what] of Object.keys(cases).entries()) {
    const { tab } = await call('navigate', { url: `${origin}/${at}` })
    const { outline = '' } = await call('explore', { tab, format: 'outline' })
    const elementId = /\[(\d+)\] (?:textfield|searchfield|combobox)/.exec(outline)?.[1]
    const answer = await call('interact', { elementId, action: 'set_value', value: 'bob' })
    t.match(JSON.stringify(answer), /Ann/, what, { answer })
  }
})
