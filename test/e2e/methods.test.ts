/** Every method as its users call it, on recorded applications: the specification's examples and requests among them. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { getEncoding } from 'js-tiktoken'
import t, { type Test } from 'tap'
import type { Element } from '../../api-schema/element.ts'
import { modelledCalculator } from '../fixtures/daemon/daemon.ts'
import { type Asking, clientInside, flat, idOn, only } from './client.ts'

const app = 'com.apple.calculator'
const where = { scope: 'application', bundleId: app }

/** The modelled calculator under the id that the specification's examples name. */
async function calculator(t: Test): Promise<Asking> {
  const recording = JSON.parse(readFileSync(modelledCalculator, 'utf8'))
  recording.target.id = app
  const file = join(t.testdir(), 'calculator.json')
  writeFileSync(file, JSON.stringify(recording))
  return await clientInside(t, [file])
}

/** An application of this one window, with steps that change it. */
async function recorded(
  t: Test,
  id: string,
  children: readonly object[],
  steps: readonly object[] = [],
): Promise<Asking> {
  const window = { key: 2, role: 'AXWindow', title: 'Window', children }
  const root = { key: 1, role: 'AXApplication', title: 'App', children: [window] }
  const head = { format: 'interface-explorer-recording', version: 1, target: { kind: 'application', id, name: 'App' } }
  const file = join(t.testdir(), 'app.json')
  writeFileSync(file, JSON.stringify({ ...head, root, steps }))
  return await clientInside(t, [file])
}

let running: Promise<Asking> | undefined

/** One for the tests that leave it as they found it. */
function shared(): Promise<Asking> {
  running ??= calculator(t)
  return running
}

const encoding = getEncoding('o200k_base')
const tokensOf = (text: string) => encoding.encode(text).length
const withText = (text: string) => ({ filter: { anyFieldContains: text } })

t.test('the examples of the specification', async (t) => {
  const { call } = await shared()
  const system = await call('explore', { scope: 'system', maxDepth: 5 })
  t.match(system, { matched: 18, shown: 18, settled: true })
  const application = await call('explore', { scope: 'application', bundleId: app, maxDepth: 10 })
  const seven = only(application.elements, 'AXButton', '7')
  t.same(await call('explore', { scope: 'element', elementId: seven.id }), {
    elements: [{ id: seven.id, role: 'AXButton', name: '7', identifier: 'digit-7' }],
    revision: application.revision,
    matched: 1,
    shown: 1,
    settled: true,
    recorded: true,
  })
  const filtered = await call('explore', {
    ...where,
    elementTypes: ['button', 'textfield'],
    filter: { titleContains: 'sett' },
    maxDepth: 5,
  })
  t.match(filtered, { matched: 1, shown: 1 })
  t.ok(only(filtered.elements, 'AXButton', 'Settings…'))
  const position = await call('explore', { scope: 'position', x: 250, y: 330, maxDepth: 3 })
  t.equal(position.elements?.[0]?.id, seven.id)
})

t.test('what the improvements ask for', async (t) => {
  const save = { key: 3, role: 'AXButton', title: 'Save', identifier: 'Save', description: 'Save document' }
  const place = { frame: { x: 100, y: 200, width: 80, height: 30 }, actions: ['AXPress', 'AXFocus'] }
  const others = [
    { key: 4, role: 'AXButton', title: 'Later', states: ['disabled'] },
    { key: 5, role: 'AXStaticText', value: 'A text' },
    { key: 6, role: 'AXButton', title: 'Unseen', states: ['hidden'] },
    { key: 7, role: 'AXTextField', title: 'Words', states: ['editable'], value: 'x' },
    { key: 8, role: 'AXButton', title: 'button' },
  ]
  const changes = [
    { key: 7, action: 'set_value', patch: { rows: [{ key: 2, append: [{ ...save, key: 30, ...place }] }] } },
    { key: 8, action: 'click', patch: { removed: [3] } },
  ]
  const { call } = await recorded(t, 'com.apple.TextEdit', [{ ...save, ...place }, ...others], changes)
  const scope = { scope: 'application', bundleId: 'com.apple.TextEdit' }
  const plain = await call('explore', scope)
  const shown = flat(plain.elements)
  const { id, ...rest } = only(plain.elements, 'AXButton', 'Save document')
  t.match(id, /^\d+$/)
  t.same(rest, { role: 'AXButton', description: 'Save document' }, 'the pair of before and after, to the letter')
  t.same(Object.keys(only(plain.elements, 'AXButton', 'Save document')), ['id', 'role', 'description'])
  t.same(
    shown.filter(({ role }) => role === 'AXButton').map((one) => one.name ?? one.description ?? one.role),
    ['Save document', 'AXButton'],
    'neither what is disabled nor what is hidden, and a name that is the role is left out',
  )
  const names = async (more: object) =>
    flat((await call('explore', { ...scope, ...more })).elements).map((one) => one.name ?? one.description ?? one.value)
  t.ok((await names({ includeDisabled: true })).includes('Later'))
  t.ok((await names({ includeHidden: true })).includes('Unseen'))
  t.ok((await names({ includeNonInteractable: true })).includes('A text'))
  t.notOk((await names({ includeNonInteractable: true })).includes('Later'))
  const told = await call('explore', { ...scope, showCoordinates: true, showActions: true })
  t.match(only(told.elements, 'AXButton', 'Save document'), { ...place })
  for (const text of ['save', 'SAVE DOC', 'ｓａｖｅ'])
    t.equal((await call('explore', { ...scope, ...withText(text) })).matched, 1, text)

  const field = only(plain.elements, 'AXTextField', 'Words')
  const { changed } = await call('interact', { elementId: field.id, action: 'set_value', value: 'y' })
  t.match(changed?.added, [{ role: 'AXButton', description: 'Save document' }], 'the same rules for what was added')
  t.same(Object.keys(changed!.added![0]!), ['id', 'role', 'description'])
  const found = await call('wait', { ...scope, ...withText('save') })
  t.same(
    flat(found.elements)
      .filter(({ role }) => role === 'AXButton')
      .map((one) => Object.keys(one)),
    [
      ['id', 'role', 'description'],
      ['id', 'role', 'description'],
    ],
    'and for what was waited for',
  )
  const gone = await call('interact', {
    find: { ...scope, filter: { role: 'button', titleContains: 'button' } },
    action: 'click',
  })
  t.same(gone.changed, { removed: [{ id, role: 'AXButton', description: 'Save document' }] })
})

/** No value that says nothing, and no state that is normal. */
function assertLean(t: Test, value: unknown, path = ''): void {
  if (value === null || value === '' || value === undefined) t.fail(`${path} is empty`)
  if (typeof value === 'object') for (const [key, one] of Object.entries(value!)) assertLean(t, one, `${path}.${key}`)
}

const normal = ['enabled', 'visible', 'unfocused', 'unselected', 'editable', 'optional', 'unchecked']

t.test('the verbosity rules hold for every method that shows an element', async (t) => {
  const { call, fail } = await calculator(t)
  const click = (text: string) => call('interact', { find: { ...where, ...withText(text) }, action: 'click' })
  const answers: { readonly [name: string]: unknown } = {
    explore: await call('explore', where),
    everything: await call('explore', {
      ...where,
      includeNonInteractable: true,
      includeDisabled: true,
      includeHidden: true,
    }),
    interact: await click('digit-7'),
    dialog: await click('Settings…'),
    toggle: await call('interact', { find: { ...where, ...withText('group digits') }, action: 'toggle' }),
    wait: await call('wait', { ...where, ...withText('Decimal') }),
    'the target of an effect that nothing shows': await call('interact', {
      find: { ...where, ...withText('Done') },
      action: 'hover',
    }),
    near: await call('explore', { ...where, ...withText('Setings') }),
    candidates: (await fail('interact', { find: { ...where, ...withText('digit') }, action: 'click' })).data.candidates,
    'near ones of a find': (await fail('interact', { find: { ...where, ...withText('Setings') }, action: 'click' }))
      .data.near,
  }
  for (const [name, answer] of Object.entries(answers)) {
    const elements: Element[] = []
    const collect = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return
      if ('role' in value && 'id' in value) elements.push(value as Element)
      for (const one of Object.values(value)) collect(one)
    }
    collect(answer)
    t.ok(elements.length > 0, `${name} shows elements`)
    for (const one of elements) {
      assertLean(t, one, name)
      if ('was' in one) continue
      t.same(one.state?.filter((word) => normal.includes(word)) ?? [], [], `${name} ${one.id}`)
      t.notOk(one.frame ?? one.actions ?? one.capabilities ?? one.attributes, `${name} ${one.id}`)
      t.notSame(one.name?.toLowerCase(), one.role.slice(2).toLowerCase())
      t.notOk(one.name !== undefined && one.name === one.identifier)
    }
  }
})

t.test('expand shows everything', async (t) => {
  const { call } = await shared()
  const { elements } = await call('explore', where)
  const { element, dom } = await call('expand', { elementId: only(elements, 'AXButton', 'C').id })
  t.match(element, {
    role: 'AXButton',
    name: 'C',
    description: 'Clear',
    identifier: 'clear',
    state: ['enabled', 'visible', 'unfocused', 'unselected'],
    capabilities: ['clickable', 'focusable'],
    actions: ['AXPress'],
    attributes: { keyboardShortcut: 'Escape' },
    frame: { width: 60, height: 50 },
  })
  t.equal(dom, undefined)
  const { outline } = await call('expand', { elementId: element!.id, format: 'outline' })
  t.match(
    outline,
    /^\[\d+\] button: C\n(.*\n)*states: enabled, visible, unfocused, unselected\ncan: clickable, focusable\n/,
  )
  t.match(outline, /keyboardShortcut="Escape"/)
  t.ok(tokensOf(outline!) <= 150)
})

t.test('explore', async (t) => {
  const client = await shared()
  const { call } = client
  const ids = (elements: readonly Element[] | undefined) => flat(elements).map(({ id }) => id)

  await t.test('scopes lead to the same elements', async (t) => {
    const plain = await call('explore', where)
    for (const scope of [{ scope: 'system' }, { scope: 'focused' }, { scope: 'application', bundleId: 'Calculator' }])
      t.same(ids((await call('explore', scope)).elements), ids(plain.elements), JSON.stringify(scope))
    const keypad = only(plain.elements, 'AXGroup', 'Keypad')
    const inner = await call('explore', { scope: 'element', elementId: keypad.id })
    t.same(ids(inner.elements), ids([keypad]))
    t.match(inner, { matched: 16 })
  })

  await t.test('forms', async (t) => {
    const json = await call('explore', where)
    const outline = await call('explore', { ...where, format: 'outline' })
    t.match(outline.outline, /^\[\d+\] application: Calculator\n \[\d+\] window: Calculator\n {2}group: Keypad\n/)
    t.same(
      [...outline.outline!.matchAll(/\[(\d+)[\] ]/g)].map(([, id]) => id),
      flat(json.elements).flatMap(({ id, name }) => (name === 'Keypad' ? [] : id)),
      'what only says where others are has none',
    )
    t.notOk('elements' in outline)
    const list = await call('explore', { ...where, format: 'list' })
    t.equal(list.outline?.split('\n').length, 18, 'matches alone')
    t.notMatch(list.outline, /^ /m)
    const count = await call('explore', { ...where, format: 'count' })
    t.match(count, { matched: 18, elements: undefined, outline: undefined })
    t.match(
      (await client.tool('explore', { ...where, format: 'count' })).text,
      /^\(18 of \d+ match, recorded, revision \d+\)$/,
    )
  })

  await t.test('since', async (t) => {
    const { revision } = await call('explore', where)
    t.same(await call('explore', { ...where, since: revision }), { unchanged: true, revision, recorded: true })
    const { text } = await client.tool('explore', { ...where, since: revision })
    t.equal(text, `unchanged, revision ${revision}, recorded`)
    t.ok(tokensOf(text) <= 15)
    await call('interact', { find: { ...where, ...withText('digit-5') }, action: 'click' })
    const changed = await call('explore', { ...where, since: revision })
    t.match(changed, { changed: { changed: [{ role: 'AXStaticText', was: {}, now: {} }] }, revision: revision! + 1 })
    const outline = await call('explore', { ...where, since: revision, format: 'outline' })
    t.match(outline.outline, /^~ \[\d+\] text: \S+ → 5$/)
    const far = await client.fail('explore', { ...where, since: revision! + 100 })
    t.match(far, { code: 1006, data: { name: 'not_found', revision: revision! + 1, hint: /explore without since/ } })
  })

  await t.test('a filter that finds nothing', async (t) => {
    const near = await call('explore', { ...where, ...withText('Setings') })
    t.match(near, { elements: [], matched: 0, shown: 0, searched: 25, near: [{ name: 'Settings…' }] })
    t.equal(near.hint, undefined, 'no switch would find it')
    const disabled = await call('explore', { ...where, ...withText('memory recall') })
    t.match(disabled, { near: [{ name: 'MR', state: ['disabled'] }], hint: /disabled: set includeDisabled to true/ })
    const text = await call('explore', { ...where, filter: { titleContains: 'x', descriptionContains: 'Display' } })
    t.match(text, { matched: 0 })
    const still = await call('explore', { ...where, ...withText('History') })
    t.match(still.hint, /not interactable|disabled/)
    const said = await client.tool('explore', { ...where, ...withText('Setings') })
    t.match(said.text, /^\(nothing among 25, near: \[\d+\] button: Settings…, recorded, revision \d+\)$/)
  })

  await t.test('freshness', async (t) => {
    const fresh = await call('explore', { ...where, freshness: 'fresh' })
    t.match(fresh, { settled: true })
    const cached = await call('explore', { ...where, freshness: 'cached' })
    t.match(cached, { settled: false, revision: fresh.revision })
    t.type(cached.ageMs, 'number')
    t.same(ids(cached.elements), ids(fresh.elements))
  })
})

t.test('interact', async (t) => {
  const client = await calculator(t)
  const { call, tool } = client
  const find = (text: string, more: object = {}) => ({ find: { ...where, ...withText(text), ...more } })

  await t.test('tells what changed, in both forms', async (t) => {
    const json = await call('interact', { ...find('digit-7'), action: 'click' })
    t.match(json, {
      effect: 'confirmed',
      route: 'native',
      changed: { changed: [{ role: 'AXStaticText', was: { name: '0' }, now: { name: '7' } }] },
      outline: undefined,
    })
    const outline = await call('interact', { ...find('digit-8'), action: 'click', format: 'outline' })
    t.match(outline, {
      effect: 'confirmed',
      changed: undefined,
      outline: /^\[\d+\] button: 8\n~ \[\d+\] text: 7 → 78$/,
    })
    t.match(
      (
        await tool('interact', {
          ...find('clear', { elementTypes: ['button'], filter: { identifierContains: 'clear' } }),
          action: 'click',
        })
      ).text,
      /^confirmed \(native\)\n(.*\n)*~ \[\d+\] text: 78 → 0\n\(recorded, revision \d+\)$/,
    )
  })

  await t.test('the dialog, its controls and states', async (t) => {
    const opened = await call('interact', { ...find('Settings…'), action: 'click', format: 'outline' })
    t.match(opened.outline, /^\+ \[\d+\] dialog: Settings \(modal\)\n/m)
    t.notMatch(opened.outline, /text: Decimal places/, 'a text that names the control next to it is not told twice')
    t.match(opened.outline, /^\+ {2}\[\d+\] slider: Decimal places =2$/m)
    t.match(opened.outline, /^\+ {2}\[\d+\] password: Sync password$/m)
    const effects: [object, object][] = [
      [
        { ...find('group digits'), action: 'toggle' },
        { effect: 'confirmed', changed: { changed: [{ was: { state: ['checked'] }, now: { state: ['unchecked'] } }] } },
      ],
      [{ ...find('Dark'), action: 'click' }, { effect: 'confirmed' }],
      [
        { ...find('Angles'), action: 'select', value: 'Degrees' },
        { effect: 'noop', changed: {}, element: { title: 'Angles', value: 'Degrees' } },
      ],
      [
        { ...find('Decimal places'), action: 'increment' },
        { effect: 'confirmed', changed: { changed: [{ was: { value: '2' }, now: { value: '3' } }] } },
      ],
      [{ ...find('Decimal places'), action: 'decrement' }, { effect: 'confirmed' }],
      [
        { ...find('Angles'), action: 'select', value: 'Radians' },
        { effect: 'confirmed', changed: { changed: [{ now: { value: 'Radians' } }] } },
      ],
      [
        { ...find('Currency'), action: 'set_value', value: 'CHF' },
        { effect: 'confirmed', changed: { changed: [{ was: { value: 'EUR' }, now: { value: 'CHF' } }] } },
      ],
      [
        { ...find('Sync password'), action: 'set_value', value: 'geheim' },
        { effect: 'unverified', element: { value: '[redacted]' } },
      ],
    ]
    for (const [params, expected] of effects) t.match(await call('interact', params), expected, JSON.stringify(params))
    t.match(await client.fail('interact', { ...find('Angles'), action: 'select', value: 'Turns' }), {
      data: { name: 'not_found', hint: /There are: "Degrees"/ },
    })
    t.notMatch(JSON.stringify(await call('explore', { ...where, includeNonInteractable: true })), /geheim/)
    const covered = await client.fail('interact', { ...find('digit-7'), action: 'click' })
    t.match(covered, {
      code: 1003,
      message: /^The button "7" is covered by .*Settings.*\. Nothing was done\.$/,
      data: {
        name: 'element_changed',
        reason: 'covered',
        hint: /Close or move what covers it, or act on that instead: \[\d+\] dialog: Settings/,
      },
    })
    t.match(await call('interact', { ...find('Done'), action: 'click', format: 'outline' }), {
      outline: /^- \[\d+\] dialog: Settings closed$/,
    })
  })

  await t.test('steps, and where they stop', async (t) => {
    const three = await call('interact', {
      steps: [
        { ...find('digit-4'), action: 'click' },
        { ...find('', { filter: { identifierContains: 'add' } }), action: 'click' },
        { ...find('digit-5'), action: 'click' },
      ],
      format: 'outline',
    })
    t.match(three, {
      effect: 'confirmed',
      steps: Array(3).fill({ action: 'click', effect: 'confirmed' }),
      outline: /~ \[\d+\] text: \S+ → 4 \+ 5$/,
    })
    const stopped = await client.fail('interact', {
      steps: [
        { find: { ...where, filter: { identifierContains: 'equals' } }, action: 'click' },
        { ...find('Setings'), action: 'click' },
        { ...find('digit-1'), action: 'click' },
      ],
    })
    t.match(stopped, {
      code: 1006,
      message: /^Step 2 of 3: None of \d+ elements matches "Setings"\.$/,
      data: {
        step: 2,
        done: 1,
        steps: [{ effect: 'confirmed' }],
        near: [{ name: 'Settings…' }],
        changed: { changed: [{}] },
      },
    })
    t.notMatch(stopped.message, /Nothing was done/)
    const unread = await client.fail('interact', {
      steps: [{ ...find('digit-1'), action: 'click' }, { action: 'drag' }],
    })
    t.match(
      unread,
      { code: -32602, message: /^params\.steps\[1\]: drag needs/ },
      'a step that cannot be done stops all before the first',
    )
    const { elements } = await call('explore', {
      ...where,
      includeNonInteractable: true,
      filter: { identifierContains: 'display' },
    })
    t.equal(only(elements, 'AXStaticText', 'Display').value, '9')
  })

  await t.test('a call that is sent again acts once', async (t) => {
    const press = {
      find: { ...where, filter: { identifierContains: 'digit-3' } },
      action: 'click',
      idempotencyKey: 'k1',
    }
    const first = await call('interact', press)
    t.same(await call('interact', press), first)
    t.equal((await call('explore', where)).revision, first.revision)
    const [one, two] = await Promise.all([
      call('interact', { ...press, idempotencyKey: 'k2' }),
      call('interact', { ...press, idempotencyKey: 'k2' }),
    ])
    t.same(one, two)
  })
})

t.test('wait', async (t) => {
  const client = await calculator(t)
  const { call } = client
  const there = await call('wait', { ...where, ...withText('digit-7') })
  t.match(flat(there.elements).at(-1), { role: 'AXButton', name: '7' })
  t.type(there.waitedMs, 'number')
  t.match(await call('wait', { ...where, ...withText('no such'), until: 'absent' }), { elements: undefined })
  t.match(await call('wait', { ...where, until: 'settled' }), { elements: undefined })

  const open = call('wait', { ...where, ...withText('Group digits'), format: 'outline' })
  await call('interact', { find: { ...where, ...withText('Settings…') }, action: 'click' })
  const box = idOn((await open).outline, /checkbox: Group digits \(checked\)$/)
  const state = call('wait', { scope: 'element', elementId: box, until: 'state', state: 'unchecked' })
  await call('interact', { elementId: box, action: 'toggle' })
  t.match((await state).elements, [{ id: box }])
  const byFilter = { ...where, ...withText('Group digits'), until: 'state', state: 'unchecked' }
  t.match((await call('wait', byFilter)).elements, [{ id: box }])
  const gone = call('wait', { scope: 'element', elementId: box, until: 'absent' })
  await call('interact', { find: { ...where, ...withText('Done') }, action: 'click' })
  t.type((await gone).waitedMs, 'number')
  t.match(await call('wait', { ...where, filter: { titleContains: 'MR' }, until: 'state', state: 'disabled' }), {
    elements: [{ name: 'MR', state: ['disabled'] }],
  })
  const toast = call('wait', { ...where, ...withText('Copied'), includeNonInteractable: true })
  await call('interact', { find: { ...where, filter: { titleContains: 'Copy' } }, action: 'click' })
  t.match(JSON.stringify(await toast), /Copied/)

  const late = await client.fail('wait', { ...where, ...withText('memory recall'), timeoutMs: 50 })
  t.match(late, {
    code: 1014,
    message:
      /^Waited \d+ ms for \{"anyFieldContains":"memory recall"\} in replay\.com\.apple\.calculator to be present\.$/,
  })
  t.match(late.data, { near: [{ name: 'MR' }], hint: /includeDisabled/ })
  const there2 = await client.fail('wait', { ...where, ...withText('digit-7'), until: 'absent', timeoutMs: 50 })
  t.match(there2.data, { candidates: [{ name: '7' }], hint: /explore/ })
  const many = await client.fail('wait', {
    ...where,
    ...withText('digit'),
    until: 'state',
    state: 'focused',
    timeoutMs: 50,
  })
  t.match(many, { code: 1002, data: { matched: 10, candidates: [{ id: /^\d+$/ }] } })
})

t.test('apps, tabs, status, rpc.discover, record', async (t) => {
  const { call, tool } = await calculator(t)
  t.match(await call('apps'), {
    apps: [{ bundleId: `replay.${app}`, name: 'Calculator', platform: 'replay', focused: true }],
  })
  t.equal((await tool('apps')).text, `replay.${app} Calculator (replay, focused)\n(recorded)`)
  t.same(await call('tabs'), { tabs: [], recorded: true })
  t.match(await call('status'), { version: /\d/, pid: Number, platforms: [{ name: 'replay', available: true }] })
  const { methods } = await call('rpc.discover')
  t.ok((methods as object[]).length >= 12)
  const snapshot = await call('record', { bundleId: app })
  t.match(snapshot, { elements: 25, changes: 0, recording: { format: 'interface-explorer-recording' } })
  await call('record', { action: 'start', bundleId: app })
  await call('interact', { find: { ...where, filter: { identifierContains: 'digit-7' } }, action: 'click' })
  t.match(await call('record', { action: 'stop' }), { elements: 25, changes: 1 })
})

t.test('what needs a desktop, where there is none', async (t) => {
  const { fail, tool } = await shared()
  const unsupported = { code: 1009, data: { name: 'unsupported_here', hint: /status|tabs|explore/ } }
  t.match(await fail('apps', { action: 'launch', bundleId: 'gedit' }), unsupported)
  for (const action of ['activate', 'hide', 'quit'])
    t.match(await fail('apps', { action, bundleId: app }), { ...unsupported, message: new RegExp(`cannot ${action}`) })
  t.match(await fail('apps', { action: 'quit', bundleId: 'nobody' }), { data: { name: 'app_not_found' } })
  t.match(await fail('apps', { action: 'quit' }), { data: { name: 'invalid_params', path: 'params.bundleId' } })
  t.match(await fail('apps', { files: ['/tmp/a'] }), { data: { path: 'params.files' } })
  const relative = { action: 'launch', bundleId: 'gedit', files: ['/tmp/a', 'b'] }
  t.match(await fail('apps', relative), { message: /b is not an absolute path/, data: { path: 'params.files[1]' } })
  t.match(await fail('clipboard'), unsupported)
  t.match(await fail('clipboard', { text: 'x' }), { message: /read takes no text/, data: { path: 'params.text' } })
  t.match(await fail('clipboard', { action: 'write' }), { message: /needs text, files or a picture/ })
  t.match(await fail('clipboard', { action: 'write', picture: 'a.png' }), { message: /a\.png is not an absolute path/ })
  t.match(await fail('screenshot', { screen: true }), unsupported)
  t.match(await fail('screenshot', { bundleId: app }), { ...unsupported, message: /a recording, which has no pixels/ })
  t.match(await fail('screenshot', { screen: true, bundleId: app }), {
    message: /shows one thing; found bundleId and screen/,
  })
  t.match(await fail('screenshot', { screen: true, marks: true }), { data: { path: 'params.marks' } })
  t.match(await tool('clipboard'), { isError: true, text: /no clipboard/ })
})
