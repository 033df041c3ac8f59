// What a secure field holds is told by nothing that is asked, whatever the field and however it is asked, in a real browser.
import t from 'tap'
import { publicBody } from '../../../daemon/platform/cdp/feeds/secrets.ts'
import { isSecureField } from '../../../daemon/platform/cdp/injected/secure-fields.ts'
import { Flag } from '../../../daemon/platform/element/flags.ts'
import { serve } from '../../fixtures/daemon/serve.ts'
import { page as pageOf } from '../../fixtures/web/acting-pages.ts'
import { chromiumOrSkip, launchChromium } from '../../fixtures/web/chromium.ts'
import { openTab } from '../../fixtures/web/tab.ts'

const canary = 'hunter-canary-77'

const kinds = [
  'type="PassWord"',
  ...['current-password', 'new-password', 'one-time-code', 'cc-name', 'cc-given-name', 'cc-family-name', 'cc-type'],
  ...['cc-number', 'cc-exp', 'cc-exp-month', 'cc-exp-year', 'cc-csc', 'ONE-TIME-CODE', 'Current-Password'],
  ...['section-x billing cc-number', 'section-a shipping work CC-CSC webauthn', ' new-password\t'],
].map((kind) => (kind.startsWith('type') ? kind : `autocomplete="${kind}"`))

const open = [
  'type="text"',
  'autocomplete="cc"',
  'autocomplete="email"',
  'autocomplete="section-cc-number"',
  'data-autocomplete="cc-number"',
]

/** Fields with the canary as their value, in their attributes too. */
const field = {
  input: (kind: string, id: string) =>
    `<input id="${id}" aria-label="${id}" ${kind} value="${canary}" data-copy="x${canary}x">`,
  textarea: (kind: string, id: string) =>
    `<textarea id="${id}" aria-label="${id}" ${kind} data-copy="x${canary}x">${canary}</textarea>`,
  select: (kind: string, id: string) =>
    `<select id="${id}" aria-label="${id}" ${kind} data-copy="x${canary}x"><option>one</option><option selected value="2">${canary}</option></select>`,
}

type Tag = keyof typeof field

const cases = (Object.keys(field) as Tag[]).flatMap((tag) =>
  kinds
    .filter((kind) => tag === 'input' || !kind.startsWith('type'))
    .map((kind, index) => ({ tag, kind, id: `${tag}-${index}` })),
)

t.test('the rule', async (t) => {
  for (const { tag, kind } of cases) {
    const [, name, value] = /(\w+)="([^"]*)"/.exec(kind)!
    t.ok(isSecureField(tag, name === 'type' ? value : undefined, name === 'type' ? undefined : value), `${tag} ${kind}`)
  }
  t.notOk(isSecureField('div', 'password', 'cc-number'))
  t.notOk(isSecureField('select', 'password', undefined))
  // Kept from being filled by browsers, and chosen from a list for everybody to see.
  t.notOk(isSecureField('input', 'text', 'new-password', 'combobox'))
  t.ok(isSecureField('input', 'password', 'new-password', 'combobox'))
  t.ok(isSecureField('input', 'text', 'current-password', 'combobox'))
})

t.test('markup that came over the network', async (t) => {
  for (const { tag, kind, id } of cases) {
    const bare = field[tag](kind, id).replace(/ data-copy="[^"]*"/, '')
    const shown = publicBody(`<p>${bare}<b>after</b>`, 'text/html')
    if (tag === 'select') t.notMatch(shown, /<option selected/, `${tag} ${kind}`)
    else t.notMatch(shown, canary, `${tag} ${kind}`)
    t.match(shown, '<b>after</b>')
  }
  for (const kind of open) t.match(publicBody(field.input(kind, 'x'), 'text/html'), `value="${canary}"`, kind)
  t.notMatch(
    publicBody(`<input title=" autocomplete=off" autocomplete='cc-number' value=${canary}>`, 'text/html'),
    canary,
  )
})

t.test('fields by ways of asking', async (t) => {
  if (!chromiumOrSkip(t)) return
  const browser = await launchChromium(t)
  const former = ['input', 'textarea', 'select'] as const
  const server = await serve(t, {
    pages: {
      '/secure': pageOf(cases.map(({ tag, kind, id }) => `<div>${field[tag](kind, id)}</div>`).join('')),
      '/hidden': pageOf(cases.map(({ tag, kind, id }) => `<div hidden>${field[tag](kind, id)}</div>`).join('')),
      '/named': pageOf(`<form><div><label>Number <input id="number" autocomplete="cc-number" value="${canary}"></label>
        <input id="next" aria-label="Next" aria-labelledby="">
        <input id="cvc" autocomplete="cc-csc" aria-label="Code" pattern="[0-9]{4}" placeholder="code">
        <select id="month" autocomplete="cc-exp-month" aria-label="Month"><option value="06">06</option><option value="07" selected>07</option></select>
        <input id="when" type="month" autocomplete="cc-exp" aria-label="When" value="2031-04"></div>
        <button type="button" aria-labelledby="pay number" id="by-label">x</button><span id="pay">Pay with</span>
        <button type="button" aria-labelledby="pay cvc">x</button><button type="button" aria-labelledby="pay month">x</button>
        <button type="button" aria-label="Told" aria-describedby="number cvc">x</button>
        <label><input type="checkbox" id="remember" checked value="yes"> Use <input autocomplete="cc-number" value="${canary}"> now</label>
        <div role="grid" aria-label="Grid"><div role="row"><div role="gridcell" tabindex="0">Cell <input autocomplete="cc-number" value="${canary}"></div></div></div>
        <button type="button" value="go" class="a:checked" data-at=":checked">Go</button></form>
        <div style="position:relative;height:60px;width:200px"><button id="under" style="width:200px;height:60px">Under</button>
          <textarea autocomplete="cc-number" style="position:absolute;inset:0;width:200px;height:60px;box-sizing:border-box">${canary}</textarea></div>
        <div style="position:relative;height:60px;width:200px"><button id="deep" style="width:200px;height:60px">Deep</button>
          <div style="position:absolute;inset:0">${'a '.repeat(3)}<textarea autocomplete="cc-number" style="width:10px;height:10px">${canary}</textarea></div></div>`),
      '/open': pageOf(open.map((kind, index) => `<div>${field.input(kind, `open-${index}`)}</div>`).join('')),
      '/former': pageOf(
        former
          .map(
            (tag) => `<div>${field[tag](tag === 'input' ? 'type="password"' : 'autocomplete="cc-number"', tag)}</div>`,
          )
          .join(''),
      ),
    },
  })
  const { tab, go, read, find, page, signal, act } = await openTab(t, browser)

  /** Everything that is told of a page's fields, by the name of how it was asked. */
  const told = async (ids: readonly string[]) => {
    const rows = await read()
    const all: { [way: string]: string } = {
      rows: JSON.stringify(rows),
      text: await tab.page.text(undefined, signal),
      html: await tab.page.html(undefined, signal),
    }
    for (const id of ids) {
      const { key } = rows.find((row) => row.identifier === id)!
      const detail = await tab.detail(key, signal)
      all[`${id} expand`] = JSON.stringify(detail)
      all[`${id} selectors`] = JSON.stringify(detail.dom?.selectors)
      all[`${id} text`] = await tab.page.text(key, signal)
      all[`${id} html`] = await tab.page.html(key, signal)
    }
    return all
  }
  /** The options of a list are no secret; which one is chosen is. */
  const leaks = (text: string) =>
    text.replaceAll(/<option[^>]*>[^<]*|one\s*hunter-canary-77/g, '').includes(canary) ||
    /<option selected|selected=""/.test(text)

  await t.test('shown and hidden', async (t) => {
    for (const path of ['/secure', '/hidden']) {
      await go(`${server.origin}${path}`)
      for (const [way, text] of Object.entries(await told(cases.map(({ id }) => id))))
        t.notOk(leaks(text), `${path} ${way}: ${text.slice(0, 300)}`)
      const rows = await read()
      for (const { id, kind } of cases) {
        const row = rows.find(({ identifier }) => identifier === id)!
        t.ok(row.flags & Flag.secure, `${path} ${id} ${kind}`)
        t.same(row.children, [], `${path} ${id} has no inner parts`)
      }
    }
  })

  await t.test('named by it, around it, over it', async (t) => {
    await go(`${server.origin}/named`)
    await page(`document.querySelector('#cvc').value = '739'; document.querySelector('#month').value = '07'`)
    const rows = await read()
    const said = rows.filter(({ role }) => role !== 'AXStaticText').map((row) => JSON.stringify(row))
    for (const row of said) {
      t.notMatch(row, canary)
      t.notMatch(row, /739|Pay with 07/)
    }
    for (const name of ['Pay with [redacted]', 'Use [redacted] now', 'Cell [redacted]'])
      t.ok(
        rows.some(({ title }) => title === name),
        `${name} in ${rows.map(({ title }) => title).join(' | ')}`,
      )
    for (const id of ['under', 'deep']) {
      const { coveredBy } = await tab.page.visibility(await find(id), signal)
      t.ok(coveredBy, id)
      t.notMatch(JSON.stringify(coveredBy), canary, id)
      const { check } = await act(await find(id), { action: 'click' })
      t.equal(check.reason, 'covered', id)
      t.notMatch(JSON.stringify(check.by ?? ''), canary, id)
    }
  })

  await t.test('named by what is typed later', async (t) => {
    await go(`${server.origin}/named`)
    await act(await find('by-label'), { action: 'focus' })
    await act(await find('number'), { action: 'set_value', value: 'later-canary-99' })
    t.notMatch(JSON.stringify(await read()), 'later-canary-99')
  })

  await t.test('selectors that ask what is in it', async (t) => {
    await go(`${server.origin}/named`)
    const asks = [
      ...['option:checked', '#month option:checked', 'select:has(option:checked)', 'select :checked', 'OPTION:CHECKED'],
      ...[
        'option:\\63hecked',
        '#month > :is(option:checked)',
        'form:has(option:checked) #number',
        'option:che\\63 ked',
      ],
      ...[
        `input[value="${canary}"]`,
        'input[value^="hunter"]',
        `[VALUE*=canary i]`,
        'input[value]#number',
        '*|*[value]#cvc',
      ],
      ...[
        'input[ value ^= hunter ]',
        'input[value]/**/#number',
        'input[value^="\\68unter"]',
        '#number:valid',
        'form:valid',
      ],
      ...[
        '#cvc:invalid',
        '#cvc:placeholder-shown',
        '#number[value] + input',
        ':is(#number):valid ~ *',
        '#month :default',
      ],
    ]
    const matches = async (selector: string) => (await tab.page.query(selector, signal)) !== undefined
    for (const selector of asks) {
      t.notOk(await matches(selector), selector)
      t.ok(await matches(`:root:not(:has(${selector.includes(':has') ? 'nothing' : selector}))`), `not ${selector}`)
    }
    // What no secure field is, and texts that only look like it.
    const others = ['#number', 'select#month option', '#remember:checked', 'input[value=yes]', '[data-at=":checked"]']
    for (const selector of [...others, '.a\\:checked', 'button[value=go]', 'input:not(:checked)'])
      t.ok(await matches(selector), selector)
    for (const selector of ['input:is(', '[value', '[value="hunter', '#number /*', '#number\\'])
      await t.rejects(matches(selector), { name: 'invalid_params', message: /is not a CSS selector/ }, selector)
    await page(
      `document.querySelectorAll('#month, #number, #cvc').forEach((one) => one.removeAttribute('autocomplete'))`,
    )
    await read()
    for (const selector of ['option:checked', 'input[value^="hunter"]'])
      t.notOk(await matches(selector), `then ${selector}`)
    await go(`${server.origin}/open`)
    t.ok(await matches(`input[value="${canary}"]`), 'no secure field, no blindness')
  })

  await t.test('others are told', async (t) => {
    await go(`${server.origin}/open`)
    const rows = await read()
    for (const [index, kind] of open.entries()) {
      const row = rows.find(({ identifier }) => identifier === `open-${index}`)!
      t.notOk(row.flags & Flag.secure, kind)
      t.equal(row.value, canary, kind)
    }
  })

  await t.test('a guess is not confirmed', async (t) => {
    await go(`${server.origin}/secure`)
    for (const tag of ['input', 'textarea', 'select'] as const) {
      const { id } = cases.find((one) => one.tag === tag)!
      const { done } = await act(await find(id), { action: 'set_value', value: canary })
      t.notOk(done?.noop, id)
    }
    await go(`${server.origin}/named`)
    const { done } = await act(await find('when'), { action: 'set_value', value: '2031-04' })
    t.notOk(done?.noop, 'a month')
  })

  await t.test('what was secure stays secure', async (t) => {
    await go(`${server.origin}/former`)
    await page(`for (const field of document.querySelectorAll('input, textarea, select')) {
      field.type === 'password' ? (field.type = 'text') : field.removeAttribute('autocomplete')
      field.setAttribute('data-later', 'x${canary}x')
    }`)
    for (const [way, text] of Object.entries(await told(former))) t.notOk(leaks(text), `${way}: ${text.slice(0, 300)}`)
    for (const row of (await read()).filter(({ identifier }) => former.some((tag) => tag === identifier)))
      t.ok(row.flags & Flag.secure, `${row.identifier}`)
    for (const tag of former) {
      const { done } = await act(await find(tag), { action: 'set_value', value: canary })
      t.notOk(done?.noop, tag)
    }
  })

  await t.test('what becomes secure is secure', async (t) => {
    await go(`${server.origin}/open`)
    await page(
      `for (const field of document.querySelectorAll('input')) field.setAttribute('autocomplete', 'x Cc-Number')`,
    )
    for (const [way, text] of Object.entries(await told(open.map((_, index) => `open-${index}`))))
      t.notOk(leaks(text), `${way}: ${text.slice(0, 300)}`)
  })
})
