/** Fields that are secure without saying so in their markup: masked by CSS, or put in a password's place to show it. */
import t, { type Test } from 'tap'
import { Flag } from '../../../daemon/platform/element/flags.ts'
import { serve } from '../../fixtures/daemon/serve.ts'
import { page as pageOf } from '../../fixtures/web/acting-pages.ts'
import { chromiumOrSkip, launchChromium } from '../../fixtures/web/chromium.ts'
import { openTab } from '../../fixtures/web/tab.ts'

const canary = 'hunter-canary-77'
const style = `<style>.dots { -webkit-text-security: disc } .round input { -webkit-text-security: circle }
  .font { font-family: text-security-square } .later.on { -webkit-text-security: square }</style>`

/** By id. */
const masked: { readonly [id: string]: string } = {
  own: `<input id=own class=dots value="${canary}">`,
  inherited: `<div class=round><input id=inherited value="${canary}"></div>`,
  inline: `<input id=inline style="-webkit-text-security: square" value="${canary}">`,
  font: `<input id=font class=font value="${canary}">`,
  area: `<textarea id=area class=dots>${canary}</textarea>`,
  edited: `<div id=edited contenteditable class=dots>${canary}</div>`,
  box: `<div id=box contenteditable role=textbox class=dots><p>${canary}</p></div>`,
  shadowed: `<div id=host><template shadowrootmode=open>${style}<input id=shadowed class=dots value="${canary}"></template></div>`,
  number: `<input id=number class=dots inputmode=numeric value="${canary}">`,
}

const swaps: { readonly [name: string]: string } = {
  'another element': `const shown = document.createElement('input')
    shown.id = 'secret'; shown.value = secret.value; secret.replaceWith(shown)`,
  'another element, filled later': `const shown = document.createElement('input')
    shown.id = 'secret'; const { value } = secret; secret.replaceWith(shown); setTimeout(() => shown.value = value, 300)`,
  'an emptied one': `const shown = document.createElement('input'); shown.id = 'secret'; shown.value = secret.value
    secret.value = ''; secret.replaceWith(shown)`,
  'a copy': `const shown = secret.cloneNode(); shown.type = 'text'; shown.value = secret.value; secret.replaceWith(shown)`,
  'other markup': `const { value } = secret
    place.innerHTML = '<input id=secret>'; document.querySelector('#secret').value = value`,
  'its twin': `const shown = twin; shown.value = secret.value; secret.hidden = true; secret.id = 'was'
    shown.id = 'secret'; shown.hidden = false`,
  'another type': `secret.type = 'text'`,
}

const swapping =
  pageOf(`<title>Sign in</title><input id=user aria-label=User value=ann><input id=search aria-label=Search>
  <div id=place><input id=secret type=password aria-label=Password><input id=twin hidden aria-label=Password></div>`)

t.test('in a real browser', async (t) => {
  if (!chromiumOrSkip(t)) return
  const browser = await launchChromium(t)
  const server = await serve(t, {
    pages: {
      '/masked': pageOf(`${style}<title>Masked</title>${Object.values(masked).join('')}
        <p>Shown as <span id=said class=dots>${canary}</span></p><input id=open value="${canary.slice(0, 5)}">
        <div><template shadowrootmode=open>${style}<p><span class=dots>${canary}</span> beside</p></template></div>
        <iframe srcdoc='${style}<input id=framed class=dots value="${canary}">'></iframe>`),
      '/swap': swapping,
      '/later': pageOf(`${style}<input id=later class=later value="${canary}">`),
    },
  })
  const { tab, go, read, find, page, signal, act } = await openTab(t, browser)
  const told = async () => ({
    rows: JSON.stringify(await read()),
    changes: JSON.stringify((await tab.read(new Map(), { signal, deadline: performance.now() + 5000 })).rows),
    text: await tab.page.text(undefined, signal),
    html: await tab.page.html(undefined, signal),
  })
  const holdsNone = (t: Test, all: { readonly [way: string]: string }, how: string) => {
    for (const [way, text] of Object.entries(all))
      t.notOk(text.includes(canary), `${how} ${way}: ${text.slice(0, 400)}`)
  }

  await t.test('masked by CSS', async (t) => {
    await go(`${server.origin}/masked`)
    const all = await told()
    holdsNone(t, all, 'masked')
    t.notMatch(all.text, /[•◦▪■]/, 'not even its length')
    t.match(all.text, 'beside')
    const rows = await read()
    for (const id of [...Object.keys(masked), 'framed']) {
      const row = rows.find(({ identifier }) => identifier === id)!
      t.ok(row.flags & Flag.secure, id)
      t.equal(row.value, '[redacted]', id)
      const detail = await tab.detail(row.key, signal)
      holdsNone(t, { detail: JSON.stringify(detail), html: await tab.page.html(row.key, signal) }, id)
      holdsNone(t, { text: await tab.page.text(row.key, signal) }, id)
      const { done } = await act(row.key, { action: 'set_value', value: canary })
      t.notOk(done?.noop, `${id}: a guess is not confirmed`)
    }
    t.equal(rows.find(({ identifier }) => identifier === 'open')?.value, canary.slice(0, 5))
  })

  await t.test('masked later', async (t) => {
    await go(`${server.origin}/later`)
    t.match(JSON.stringify(await read()), canary)
    await page(`later.classList.add('on')`)
    holdsNone(t, await told(), 'on')
    await page(`later.classList.remove('on')`)
    holdsNone(t, await told(), 'off again')
  })

  for (const [name, swap] of Object.entries(swaps)) {
    await t.test(`shown by ${name}`, async (t) => {
      // What was emptied before anybody looked again is known to the page alone.
      for (const isReadBetween of name === 'an emptied one' ? [true] : [true, false]) {
        await go(`${server.origin}/swap`)
        await read()
        await page(`secret.value = '${canary}'`)
        if (isReadBetween) await read()
        await page(swap)
        holdsNone(t, await told(), 'at once')
        await page(`new Promise((done) => setTimeout(done, 400))`)
        holdsNone(t, await told(), 'then')
        const row = (await read()).find(({ identifier }) => identifier === 'secret')!
        t.ok(row.flags & Flag.secure)
      }
    })
  }

  await t.test('a field that was there, or holds something else, is open', async (t) => {
    await go(`${server.origin}/swap`)
    await read()
    await page(`secret.value = '${canary}'; search.value = '${canary}'`)
    const heldBy = async (id: string) => (await read()).find(({ identifier }) => identifier === id)?.value
    t.equal(await heldBy('search'), canary, 'a guess beside it')
    await page(`secret.remove()`)
    t.equal(await heldBy('search'), canary, 'a guess from before')
    await act(await find('user'), { action: 'set_value', value: canary })
    t.equal(await heldBy('user'), canary, 'a guess after it')
    await page(`place.innerHTML = '<input id=fresh value="other">'`)
    t.equal(await heldBy('fresh'), 'other')
    await act(await find('fresh'), { action: 'set_value', value: canary })
    t.equal(await heldBy('fresh'), canary)
  })
})
