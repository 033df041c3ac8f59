// What a secure field holds is carried nowhere else by keys or the pointer, in a real browser; what other fields hold is.
import t from 'tap'
import { serve } from '../../fixtures/daemon/serve.ts'
import { page as pageOf } from '../../fixtures/web/acting-pages.ts'
import { chromiumOrSkip, launchChromium } from '../../fixtures/web/chromium.ts'
import { openTab } from '../../fixtures/web/tab.ts'

const canary = 'hunter-canary-77'
const plain = 'an open text'

const secure: { readonly [id: string]: string } = {
  card: `<input id="card" aria-label="Card" autocomplete="cc-number" value="${canary}">`,
  code: `<input id="code" aria-label="Code" autocomplete="one-time-code" value="${canary}">`,
  password: `<input id="password" aria-label="Password" type="password" value="${canary}">`,
  dots: `<input id="dots" aria-label="Dots" style="-webkit-text-security:disc" value="${canary}">`,
  note: `<textarea id="note" aria-label="Note" autocomplete="cc-number">${canary}</textarea>`,
  former: `<input id="former" aria-label="Former" autocomplete="cc-number" value="${canary}">`,
}
const others = ['rich', 'area']
const body = (field: string) => `${field}<button id="next">Next</button>
  <div id="rich" contenteditable aria-label="Rich" style="width:200px;height:40px"></div><textarea id="area" aria-label="Area"></textarea>`

t.test('texts that are taken', async (t) => {
  if (!chromiumOrSkip(t)) return
  const browser = await launchChromium(t)
  const pages = Object.entries({ ...secure, usual: `<input id="usual" aria-label="Usual" value="${plain}">` }).map(
    ([id, field]) => [`/${id}`, pageOf(body(field))] as const,
  )
  const server = await serve(t, { pages: Object.fromEntries(pages) })
  const { go, find, page, act, read } = await openTab(t, browser)
  const key = async (id: string, keys: string) => await act(await find(id), { action: 'key', keys })
  const elsewhere = async () => await page<string>(`rich.textContent + '|' + area.value`)
  const held = async (id: string) => await page<string>(`document.getElementById('${id}').value`)
  const empty = async (id: string) => {
    await go(`${server.origin}/${id}`)
    await read()
    if (id !== 'former') return
    await page(`former.removeAttribute('autocomplete')`)
    await read()
  }

  await t.test('of any other field', async (t) => {
    await empty('usual')
    await key('usual', 'Control+A Control+C')
    await key('area', 'Control+V')
    t.equal(await elsewhere(), `|${plain}`)
    await page(`usual.select()`)
    await act(await find('usual'), { action: 'drag', to: { key: await find('rich') } })
    t.match(await elsewhere(), `${plain}|`)
  })

  for (const id of Object.keys(secure)) {
    await t.test(id, async (t) => {
      await empty(id)
      for (const keys of ['Control+C', 'Control+X', 'Control+Insert', 'Shift+Delete']) {
        await key(id, 'Control+A')
        // A browser does not copy dots by itself.
        await key(id, keys).catch((error) => t.equal(error.name, 'unsupported_here', keys))
        for (const other of others) await key(other, 'Control+V')
        t.notMatch(await elsewhere(), canary, keys)
        t.equal(await held(id), canary, `${keys} takes nothing`)
      }
      await key('next', 'Shift+Tab Control+A Control+C').catch(() => {})
      await key('area', 'Control+V')
      await page(`document.getElementById('${id}').select()`)
      for (const other of others) await act(await find(id), { action: 'drag', to: { key: await find(other) } })
      t.notMatch(await elsewhere(), canary)
      t.equal(await held(id), canary)
    })
  }
})
