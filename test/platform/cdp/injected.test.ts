// Code that is sent into pages: it names nothing that does not travel with it, and a page that has altered all that it
// could call gets it to say and do no other things.
import { readdirSync } from 'node:fs'
import t from 'tap'
import ts from 'typescript'
import { words } from '../../../daemon/platform/cdp/injected/act/fields.ts'
import { sent } from '../../../daemon/platform/cdp/injected/sent.ts'
import type { Act } from '../../../daemon/platform/platform.ts'
import { serve } from '../../fixtures/daemon/serve.ts'
import { states, widgets } from '../../fixtures/web/acting-pages.ts'
import { chromiumOrSkip, launchChromium } from '../../fixtures/web/chromium.ts'
import { openTab } from '../../fixtures/web/tab.ts'

const folder = new URL('../../../daemon/platform/cdp/injected/', import.meta.url)

async function scripts(): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  )) {
    const module: { readonly [name: string]: unknown } = await import(new URL(file, folder).href)
    for (const [name, value] of Object.entries(module)) {
      if (typeof value === 'string') found.set(`${file.replace('.ts', '')}.${name}.js`, value)
    }
  }
  return found
}

/** Names that a text uses and nothing declares, neither itself nor the browser. */
function unknownNames(texts: ReadonlyMap<string, string>): string[] {
  const options: ts.CompilerOptions = {
    allowJs: true,
    checkJs: true,
    noEmit: true,
    types: [],
    target: ts.ScriptTarget.ES2023,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  }
  const host = ts.createCompilerHost(options)
  const { getSourceFile, fileExists } = host
  host.fileExists = (name) => texts.has(name) || fileExists(name)
  host.getSourceFile = (name, ...more) => {
    const text = texts.get(name)
    if (text === undefined) return getSourceFile(name, ...more)
    return ts.createSourceFile(name, `export default (${text})`, ts.ScriptTarget.ES2023)
  }
  const program = ts.createProgram([...texts.keys()], options, host)
  return [...texts.keys()].flatMap((name) => {
    const file = program.getSourceFile(name)
    const wrong = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]
    const said = wrong.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '))
    return said.filter((text) => /^Cannot find name|expected/.test(text)).map((text) => `${name}: ${text}`)
  })
}

t.test('each text stands alone', async (t) => {
  const all = await scripts()
  t.ok(all.size > 30, `${all.size} of them`)
  t.same(unknownNames(all), [])
  const lost = sent(function asks(this: unknown) {
    return words('one two')
  })
  t.match(unknownNames(new Map([['lost.js', lost as string]])), [/words/], 'what does not travel is seen')
})

/** All that page code could call, altered as pages alter it and worse. */
const hostile = `
  const broken = () => { throw new Error('altered by the page') }
  const { defineProperty, getOwnPropertyNames, getOwnPropertyDescriptor } = Object
  let altered = 0
  const alter = (holder) => {
    for (const name of getOwnPropertyNames(holder)) {
      if (name === 'constructor') continue
      const { configurable, value } = getOwnPropertyDescriptor(holder, name)
      if (!configurable || typeof value !== 'function') continue
      defineProperty(holder, name, { value: broken, configurable: true, writable: true })
      altered++
    }
  }
  const ours = [Array, String, Map, Set, WeakSet, RegExp, JSON, Math, Number, CSS, Element, Node, Document, Range,
    HTMLElement, HTMLInputElement, HTMLSelectElement, EventTarget, DOMTokenList, Window, IntersectionObserver]
  for (const one of ours) {
    alter(one)
    if (one.prototype) alter(one.prototype)
  }
  for (const name of ['keys', 'entries', 'assign', 'getPrototypeOf', 'getOwnPropertyDescriptor'])
    Object[name] = broken
  for (const name of ['setTimeout', 'clearTimeout', 'requestAnimationFrame', 'getComputedStyle', 'atob', 'btoa'])
    window[name] = broken
  for (const name of ['Uint8Array', 'OffscreenCanvas', 'MouseEvent', 'Event', 'InputEvent', 'Map', 'Set', 'WeakSet'])
    window[name] = broken
  globalThis.interfaceExplorerSecure = { has: broken, add: broken }
  altered`

t.test('a page that has altered everything', async (t) => {
  if (!chromiumOrSkip(t)) return
  const browser = await launchChromium(t)
  const server = await serve(t, {
    pages: { '/widgets': widgets, '/states': states.replaceAll('animation:', 'still:') },
  })
  const { tab, go, page, read, find, act, signal } = await openTab(t, browser)

  /** What is told of every element, by every way of asking. */
  const told = async () => {
    const rows = await read()
    const all: { [way: string]: unknown } = {
      text: await tab.page.text(undefined, signal),
      html: (await tab.page.html(undefined, signal)).length,
    }
    for (const [index, { key, role, title, identifier }] of rows.entries()) {
      const name = `${index} ${role} ${identifier ?? title ?? ''}`
      const { attributes: _, ...detail } = await tab.detail(key, signal)
      all[`${name} detail`] = detail
      all[`${name} text`] = await tab.page.text(key, signal)
      const seen = await tab.page.visibility(key, signal).catch((error) => String(error))
      all[`${name} visibility`] = JSON.stringify(seen, (field, value) => (field === 'key' ? undefined : value))
      all[`${name} found`] = (await tab.page.query(detail.dom?.selectors[0] ?? 'body', signal)) !== undefined
    }
    return all
  }

  for (const path of ['/states', '/widgets']) {
    await go(`${server.origin}${path}`)
    const plain = await told()
    await go(`${server.origin}${path}`)
    t.ok((await page<number>(hostile)) > 200, `${path} altered`)
    t.same(await told(), plain, path)
  }

  const done = async (name: string, what: Act) => {
    const { check, done } = await act(await find(name), what)
    t.equal(check.reason, undefined, `${name} ${what.action}`)
    t.notOk(done?.refused, `${name} ${what.action}`)
  }
  const uses = async () => {
    await done('name', { action: 'set_value', value: 'typed' })
    await done('fruit', { action: 'select', value: 'Banana' })
    await done('date', { action: 'set_value', value: '2024-05-06' })
    await done('range', { action: 'set_value', value: '7' })
    await done('box', { action: 'toggle' })
    await done('details', { action: 'expand' })
    await done('scroller', { action: 'scroll', to: { x: 0, y: 50 } })
    await done('far', { action: 'focus' })
    await done('notes', { action: 'type', value: ' more' })
    const state = await page<unknown>(
      `[document.all.name.value, document.all.fruit.value, date.value, range.value, box.checked, details.open, scroller.scrollTop, document.activeElement.id]`,
    )
    t.same(state, ['typed', 'b', '2024-05-06', '7', true, true, 50, 'notes'])
  }
  await uses()

  // To a name without a value an element answers that has it as its id.
  const texts = [...(await scripts()).values()].join()
  const kept = new Set([...texts.matchAll(/\b(?:kept|memory\(\)|memory|world)\.(\w+)/g)].map(([, name]) => name))
  t.ok(kept.size >= 10, [...kept].join())
  await go(`${server.origin}/widgets`)
  await page(
    `for (const id of ${JSON.stringify([...kept, 'interfaceExplorerSecure'])}) document.head.append(Object.assign(document.createElement('meta'), { id }))`,
  )
  await uses()
  await act(await find('box'), { action: 'drag', to: { key: await find('name') } })
})
