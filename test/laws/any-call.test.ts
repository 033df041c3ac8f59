/** Whatever fits the schemas is answered, or refused by name: no call of any method is an internal error. */
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import t, { type Test } from 'tap'
import type { Element } from '../../api-schema/element.ts'
import type { Method } from '../../api-schema/method.ts'
import { methods } from '../../api-schema/methods.ts'
import { namedSchemas } from '../../api-schema/named.ts'
import type { Schema } from '../../api-schema/schema.ts'
import { checkOf } from '../../daemon/validate.ts'
import { type Client, daemonFor, flat } from '../e2e/client.ts'
import { noCompiler } from '../fixtures/ax/stub.ts'
import { simulate } from '../fixtures/ax/world.ts'
import { type Server, serve } from '../fixtures/daemon/serve.ts'
import { desktopOrSkip, startDesktop } from '../fixtures/desktop/desktop.ts'
import { random } from '../fixtures/random.ts'
import { chromiumOrSkip, launchChromium } from '../fixtures/web/chromium.ts'
import { minutes, tell, turns } from './law.ts'
import { oddPages } from './odd-pages.ts'

t.setTimeout(600_000 + 240_000 * minutes)

const recordings = new URL('../../examples/recordings/', import.meta.url)
const batchesOfMethod = 2
/** Calls in one request. */
const batch = 20

type Values = { readonly [name: string]: readonly string[] }

/** Any value that the schema allows; small, and often one that means something here. */
function anyOf(schema: Schema, name: string, known: Values): fc.Arbitrary<unknown> {
  if ('$ref' in schema) return anyOf(namedSchemas[schema.$ref!], name, known)
  if (!('type' in schema) || schema.type === undefined) return fc.jsonValue()
  if (name === 'timeoutMs') return fc.constant(150)
  if (schema.type === 'boolean') return fc.boolean()
  if (schema.type === 'string') {
    if (schema.enum) return fc.constantFrom(...schema.enum)
    const { minLength = 0, maxLength = 100 } = schema
    const free = fc.string({ minLength, maxLength: Math.min(maxLength, Math.max(minLength, 30)), unit: 'grapheme' })
    const fits = free.filter((text) => text.length >= minLength && text.length <= maxLength)
    return known[name] ? fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...known[name]) }, fits) : fits
  }
  if (schema.type === 'array') {
    const { minItems: minLength = 0, maxItems = 3 } = schema
    return fc.array(anyOf(schema.items, name, known), {
      minLength,
      maxLength: Math.max(minLength, Math.min(maxItems, 3)),
    })
  }
  if (schema.type === 'object') {
    const entries = Object.entries(schema.properties ?? {}).map(
      ([key, part]) => [key, anyOf(part, key, known)] as const,
    )
    const needed = [...(schema.required ?? []), ...(schema.properties?.timeoutMs ? ['timeoutMs'] : [])]
    return fc.record(Object.fromEntries(entries), { requiredKeys: needed as never[] }) as fc.Arbitrary<unknown>
  }
  const { minimum = -10_000, maximum = 10_000 } = schema
  if (!Number.isInteger(minimum) || !Number.isInteger(maximum))
    return fc.double({ min: minimum, max: maximum, noNaN: true })
  return fc.integer({ min: minimum, max: Math.min(maximum, minimum + 20_000) })
}

function isFit(method: Method, params: unknown): boolean {
  try {
    checkOf(method)(structuredClone(params))
    return true
  } catch {
    return false
  }
}

interface Place {
  /** Brings the next one up, and says what is there. */
  next(): Promise<{ readonly where: string; readonly known: Values }>
}

const always: Values = {
  selector: ['button', 'nothing', ':is('],
  script: ['1 + 1', 'document.body', '(el) => el', 'throw 1'],
  source: ['() => 1', 'not a function'],
  argsJson: ['[]', '[1]', '{}'],
  keys: ['Enter', 'Control+A', 'Nonsense'],
  anyFieldContains: ['Go', '7', 'e'],
  titleContains: ['Go', '7'],
  path: ['File > Save'],
  files: ['/nonexistent'],
  picture: ['/nonexistent.png'],
}

/** Calls at random, in batches for one place each; every method has its turn. */
async function anyCalls(t: Test, on: string, { post }: Client, { next }: Place, skipped: readonly string[] = []) {
  const dice = random()
  t.comment(`seed ${dice.seed}`)
  const all = Object.values<Method>(methods).filter(({ name }) => !skipped.includes(name))
  const counts = new Map<string, number>()
  const wrong: string[] = []
  let cases = 0
  for (const turn of turns(t, batchesOfMethod * all.length, dice)) {
    // Whoever acts on elements has more to stumble over.
    const method = turn % 3 === 0 ? methods.interact : all[turn % all.length]!
    const { where, known } = await next()
    const any = anyOf(method.params, '', { ...always, ...known }).filter((params) => isFit(method, params))
    const calls = fc.sample(any, { numRuns: batch, seed: dice.below(2 ** 31) })
    const body = calls.map((params, id) => ({ jsonrpc: '2.0', id, method: method.name, params }))
    const answers = (await post(JSON.stringify(body))).json as unknown as readonly {
      readonly id: number
      readonly error?: { readonly code: number; readonly message: string; readonly data: { readonly name: string } }
    }[]
    t.equal(answers.length, batch)
    for (const { id, error } of answers) {
      cases++
      const outcome = error?.data.name ?? 'ok'
      counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
      if (error?.code === -32603)
        wrong.push(`${method.name} ${JSON.stringify(calls[id])} at ${where}: ${error.message}`)
    }
  }
  t.comment([...counts].map(([name, count]) => `${name} ${count}`).join(', '))
  tell(t, { law: 'No well-formed call is an internal error.', on, cases, wrong })
  t.ok(counts.get('ok')! > cases / 50, 'enough of them mean something')
}

t.test('odd pages, and a recording', async (t) => {
  if (!chromiumOrSkip(t)) return
  const browser = await launchChromium(t, ['--site-per-process'])
  const server: Server = await serve(t, { pages: oddPages(() => server.otherOrigin) })
  const client = await daemonFor(t, ['--platforms', 'replay,cdp', '--cdp', browser.httpUrl])
  const { call, post } = client
  const paths = Object.keys(oddPages(() => ''))
  const ask = async (method: string, params: object): Promise<{ readonly [name: string]: unknown }> => {
    const { json } = await post(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))
    return (json.result ?? {}) as object as never
  }
  let at = 0
  const next = async () => {
    const path = paths[at++ % paths.length]!
    // What keeps a page from coming is a part of what it is tried on.
    const { tab } = await ask('navigate', { url: `${server.origin}${path}`, waitUntil: 'commit', timeoutMs: 3000 })
    const { tabs } = await call('tabs', {})
    for (const extra of tabs.slice(4)) await ask('tabs', { action: 'close', tab: extra.tab })
    const shown = await ask('explore', { scope: 'tab', ...(tab !== undefined && { tab }), timeoutMs: 3000 })
    const recorded = await call('explore', { scope: 'application', bundleId: 'replay.calculator' })
    const elements = (shown.elements ?? []) as readonly Element[]
    const ids = [...flat(elements), ...flat(recorded.elements)].map(({ id }) => id)
    const known: Values = {
      tab: [...tabs.map((one) => one.tab), 't999'],
      bundleId: ['replay.calculator', 'chromium', 'Calculator'],
      elementId: ids,
      otherId: ids,
      url: [`${server.origin}${path}`, `${server.origin}/usual`, 'about:blank'],
    }
    return { where: path, known }
  }
  await anyCalls(t, `${paths.length} odd pages, and a recording`, client, { next })
})

/** Where everything that is listed can be asked for; elements of one of them, in its turn. */
function placeOf({ call }: Client): Place {
  let turn = 0
  const next = async () => {
    const { apps } = await call('apps')
    const bundleIds = apps.map((one) => one.bundleId)
    const bundleId = bundleIds[turn++ % bundleIds.length] ?? ''
    const wish = { includeHidden: true, includeDisabled: true, limit: 200, maxTokens: 20_000 }
    const shown = await call('explore', { scope: 'application', bundleId, ...wish }).catch(() => undefined)
    const ids = flat(shown?.elements).map(({ id }) => id)
    const elementId = ids.length > 0 ? ids : ['1']
    return { where: bundleId, known: { bundleId: [...bundleIds, 'none'], elementId, otherId: elementId } }
  }
  return { next }
}

for (const name of ['calculator', 'editor', 'page', 'spreadsheet'])
  t.test(`the recording ${name}`, async (t) => {
    const file = fileURLToPath(new URL(`${name}.json`, recordings))
    const client = await daemonFor(t, ['--platforms', 'replay', '--replay', file])
    await anyCalls(t, `the recording ${name}`, client, placeOf(client))
  })

t.test('applications on a stub of macOS', { skip: noCompiler }, async (t) => {
  const names = ['calculator', 'textedit', 'finder', 'electron', 'menubar', 'chromium'] as const
  const world = simulate({ worlds: names })
  t.teardown(world.remove)
  const client = await daemonFor(t, ['--platforms', 'ax', '--no-tcp'], { IX_PLATFORMS: 'ax', ...world.env })
  await anyCalls(t, `${names.length} applications on a stub of macOS`, client, placeOf(client))
})

t.test('applications of a desktop', async (t) => {
  const names = ['gnome-calculator', 'mousepad', 'gtk3-widget-factory', 'gtk4-widget-factory', 'kcalc']
  if (!desktopOrSkip(t, names)) return
  const desktop = await startDesktop(t, names)
  const client = await daemonFor(t, [], { ...desktop.env, IX_PLATFORMS: 'atspi' })
  const next = async () => {
    const { apps } = await client.call('apps')
    const bundleIds = apps.map((one) => one.bundleId)
    const { elements } = await client.call('explore', { scope: 'focused', limit: 200 }).catch(() => ({ elements: [] }))
    const ids = flat(elements).map(({ id }) => id)
    return { where: bundleIds.join(), known: { bundleId: bundleIds, elementId: ids.length > 0 ? ids : ['1'] } }
  }
  // What launches applications, or hands them files, is no part of this.
  await anyCalls(t, `${names.length} applications of a desktop`, client, { next }, ['apps', 'evaluate'])
})
