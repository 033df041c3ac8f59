/** `ixd --platforms ax` as its users meet it: over a library of another make, and while applications and hosts fail. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import t, { type Test } from 'tap'
import { apps, buildOther, buildStub, noCompiler as skip } from '../fixtures/ax/stub.ts'
import { type AxWorldOptions, simulate } from '../fixtures/ax/world.ts'
import { again } from '../fixtures/until.ts'
import { type Client, daemonFor, flat } from './client.ts'

const args = ['--platforms', 'ax', '--no-tcp']
const ledger = { scope: 'application', bundleId: 'org.example.ledger' }
const calculator = { scope: 'application', bundleId: apps.calculator.bundleId }
const textedit = { scope: 'application', bundleId: apps.textedit.bundleId }

function over(t: Test, env: { readonly [name: string]: string }): Promise<Client> {
  return daemonFor(t, args, { IX_PLATFORMS: 'ax', ...env })
}

async function statusOf(client: Client) {
  const { platforms } = await client.call('status')
  return platforms.find(({ name }) => name === 'ax')
}

/** A library says what it is when somebody asks for applications. */
async function statusOver(t: Test, env: { readonly [name: string]: string }) {
  const client = await over(t, env)
  const answer = await client.call('apps')
  return { apps: answer.apps.map(({ bundleId }) => bundleId), status: JSON.stringify(await statusOf(client)) }
}

// Each has daemons of its own, and waits for most of its time.
t.jobs = 3

t.test('over a library with the same interface and nothing else in common', { skip, buffered: true }, async (t) => {
  const { cf, ax } = buildOther()
  const libraries = { IX_CF_LIB: cf, IX_AX_LIB: ax }
  const client = await over(t, {
    ...libraries,
    IX_AX_APPS: '4000077=org.example.ledger,4000078=org.example.gone',
  })
  const { call, fail } = client
  const look = async (more: object = {}) => {
    const wish = { includeNonInteractable: true, includeDisabled: true }
    return flat((await call('explore', { ...ledger, ...wish, ...more })).elements)
  }
  const find = (text: string) => ({ find: { ...ledger, filter: { anyFieldContains: text } } })

  t.match(await statusOf(client), { available: true })
  const elements = await look()
  t.same(
    elements.map(({ role, name, title, value }) => `${role} ${name ?? title ?? value}`),
    [
      ...['AXApplication Ledger', 'AXWindow Accounts — 2026', 'AXButton Add', 'AXStaticText 0 entries'],
      ...['AXCheckBox Show paid', 'AXTextField Payee 収 €', 'AXSlider Share', 'AXButton Void'],
      ...['AXList Entries', 'AXTextField PIN'],
    ],
  )
  t.match(
    elements.find(({ title }) => title === 'Void'),
    { state: ['disabled'] },
  )

  const payee = elements.find(({ name }) => name === 'Payee 収 €')!
  const { element } = await call('expand', { elementId: payee.id })
  t.match(element, { role: 'AXTextField', value: 'Größe 🙂 of the field', identifier: 'payee' })
  t.match(element, { frame: { x: 10, y: 70, width: 200, height: 20 } })
  t.match((await call('expand', { elementId: elements.find(({ title }) => title === 'Add')!.id })).element, {
    actions: ['AXPress'],
    capabilities: ['clickable'],
  })
  const secret = await call('expand', { elementId: elements.find(({ title }) => title === 'PIN')!.id })
  t.notMatch(JSON.stringify([elements, secret]), /kept to itself/)

  t.match(await call('interact', { elementId: payee.id, action: 'set_value', value: 'Käthe 😀' }), {
    // There is no keyboard, and that an attribute reads back as written is no proof.
    effect: 'unverified',
    why: /was only written/,
    changed: { changed: [{ was: { value: 'Größe 🙂 of the field' }, now: { value: 'Käthe 😀' } }] },
  })
  t.match(await call('interact', { ...find('Add'), action: 'click' }), {
    effect: 'confirmed',
    changed: { added: [{ value: 'Entry 1 for Käthe 😀' }], changed: [{ now: { name: '1 entries' } }] },
  })
  t.match(await call('interact', { ...find('Show paid'), action: 'toggle' }), {
    changed: { changed: [{ was: { state: ['unchecked'] }, now: { state: ['checked'] } }] },
  })
  t.match(await call('interact', { ...find('Share'), action: 'set_value', value: '5' }), {
    effect: 'unverified',
    why: 'it holds "5.5"',
  })
  t.match(await fail('interact', { elementId: elements.find(({ title }) => title === 'Void')!.id, action: 'click' }), {
    data: { name: 'element_changed', reason: 'disabled' },
  })
  t.match(await fail('interact', { ...find('Share'), action: 'set_value', value: 'much' }), {
    data: { name: 'invalid_params', hint: /^Pass a number/ },
  })

  const ids = new Map(elements.map(({ id, identifier }) => [identifier, id]))
  for (const { identifier, id } of await look({ freshness: 'fresh' }))
    if (identifier !== undefined && ids.has(identifier)) t.equal(id, ids.get(identifier), 'an id stays')
  t.match((await call('explore', { scope: 'position', x: 20, y: 15 })).elements, [{ title: 'Add' }])
  t.match(await fail('explore', { scope: 'application', bundleId: 'org.example.gone' }), {
    data: { name: 'app_not_found' },
  })

  t.test('without a list of applications, and with a wrong one', async (t) => {
    const without = await statusOver(t, libraries)
    t.same(without.apps, [])
    t.match(without.status, /nothing lists them here: set IX_AX_APPS to pid=bundleId/)
    const wrong = await statusOver(t, { ...libraries, IX_AX_APPS: 'ledger,=x,12=, 4000077 = org.example.ledger ,9x=y' })
    t.same(wrong.apps, ['org.example.ledger'], 'the rest of it counts')
    t.match(wrong.status, /IX_AX_APPS has items that are not of the form pid=bundleId.*"ledger\\".*"9x=y\\"/)
  })

  t.test('without what reading and acting can do without', async (t) => {
    const without = [
      ...['AXObserverCreate', 'AXObserverAddNotification', 'CFRunLoopRunInMode', 'CFRunLoopGetCurrent'],
      ...['AXUIElementCopyParameterizedAttributeValue', 'AXUIElementCopyActionDescription', 'CFCopyDescription'],
      ...['kCFNull', 'kCFRunLoopDefaultMode', 'AXIsProcessTrustedWithOptions'],
    ]
    const less = buildOther(without)
    const { call } = await over(t, { IX_CF_LIB: less.cf, IX_AX_LIB: less.ax, IX_AX_APPS: '4000077=org.example.ledger' })
    t.match(await call('interact', { ...find('Add'), action: 'click' }), {
      effect: 'confirmed',
      changed: { changed: [{ now: { name: '1 entries' } }] },
    })
    t.match(JSON.stringify(await call('status')), /"observers":"AXObserverCreate is not in/)
  })

  t.test('without a library', async (t) => {
    const { status } = await statusOver(t, { ...libraries, IX_AX_LIB: '/nowhere/libax.so', IX_AX_APPS: '1=a' })
    t.match(status, /"available":false,"reason":"[^"]*\/nowhere\/libax\.so/)
    t.match(status, /"remedy":"[^"]*IX_CF_LIB and IX_AX_LIB/)
  })
})

interface Faulty extends Client {
  readonly command: (line: string) => Promise<string>
  readonly stick: (...pids: readonly number[]) => void
  /** The calculator answers as ever, whatever another application does. */
  readonly others: (t: Test) => Promise<void>
}

async function faulty(t: Test, options: AxWorldOptions): Promise<Faulty> {
  const { env, control, stick, remove } = simulate({ stub: buildStub(), ...options })
  t.teardown(remove)
  const client = await over(t, env)
  // On a busy machine the host may take longer to start than one call waits for it.
  await again(() => client.call('explore', calculator))
  return {
    ...client,
    command: (line) => control.run(line),
    stick,
    others: async (t) => {
      for (let i = 0; i < 20; i++) await client.call('explore', calculator)
      const { elements } = await client.call('explore', { ...calculator, freshness: 'fresh' })
      t.ok(flat(elements).length > 10, 'others answer')
    },
  }
}

t.test('applications that fail', { skip, buffered: true }, async (t) => {
  const { call, fail, command, others } = await faulty(t, { worlds: ['calculator', 'textedit', 'finder'] })

  t.test('an entry of a closed menu: a search that finds nothing names the way to it', async (t) => {
    const wish = { ...textedit, filter: { anyFieldContains: 'Page Setup' } }
    t.match(await call('explore', wish), { matched: 0, hint: /closed menus were not searched: action menu/ })
    t.match(await fail('interact', { find: wish, action: 'click' }), {
      data: { name: 'not_found', hint: /action menu takes a path/ },
    })
    t.notMatch(await call('explore', textedit), { hint: /menus/ })
  })

  t.test('only what was read for the question is called settled', async (t) => {
    t.match(await call('explore', { ...textedit, freshness: 'fresh' }), { settled: true })
    t.match(await call('explore', textedit), { settled: false, reason: /does not promise/, ageMs: Number })
    await command('silent 1')
    await command('set text AXValue "nobody was told"')
    const wish = { ...textedit, filter: { valueContains: 'nobody was told' }, includeNonInteractable: true }
    t.match(await call('explore', { ...wish, freshness: 'fresh' }), { settled: true, matched: 1 })
    await command('silent 0')
  })

  t.test('one that hangs until it is told not to', async (t) => {
    await call('explore', textedit)
    await command('hang 102 1')
    const error = fail('explore', { ...textedit, freshness: 'fresh' })
    await others(t)
    t.match(await error, { data: { name: 'unresponsive', retryable: true } })
    const find = { ...textedit, filter: { anyFieldContains: 'Bold' } }
    t.match(await fail('interact', { find, action: 'click' }), { data: { name: 'unresponsive' } })
    await others(t)
    await command('hang 102 0')
    const { settled } = await again(() => call('explore', { ...textedit, freshness: 'fresh' }))
    t.equal(settled, true, 'it answers again')
  })
})

t.test('one that no time limit gets out of a call', { skip, buffered: true }, async (t) => {
  const { call, fail, stick, others } = await faulty(t, { worlds: ['calculator', 'textedit'], sticky: true })
  const filter = { anyFieldContains: 'Bold' }
  const find = { ...textedit, filter }
  const { pid } = apps.textedit
  const idOf = async () => flat((await call('explore', { ...textedit, filter })).elements).at(-1)!.id
  const answersAgain = async () => {
    stick()
    return (await again(() => call('explore', { ...textedit, freshness: 'fresh' }))).settled
  }
  for (const [how, ask] of Object.entries({
    reading: () => fail('explore', { ...textedit, freshness: 'fresh' }),
    acting: () => fail('interact', { find, action: 'click' }),
    expanding: (elementId: string) => fail('expand', { elementId }),
  }))
    await t.test(how, async (t) => {
      const id = await idOf()
      stick(pid)
      const error = ask(id)
      const during = others(t)
      t.match(await error, { data: { name: 'unresponsive', retryable: true } })
      await during
      t.match(await fail('explore', { ...textedit, freshness: 'fresh' }), { data: { name: 'unresponsive' } }, 'again')
      await others(t)
      t.equal(await answersAgain(), true, 'it answers again')
    })
})

t.test('one that is slow is not taken for one that hangs', { skip, buffered: true }, async (t) => {
  const { call, command } = await faulty(t, { worlds: ['calculator', 'textedit'] })
  const wish = { ...textedit, freshness: 'fresh', includeNonInteractable: true }
  const ids = async (more: object) => flat((await call('explore', { ...wish, ...more })).elements).map(({ id }) => id)
  const all = await ids({})
  // Each request takes a tenth of a second: many of them longer than any one may.
  await command('latency 100000 100000 100000')
  await command('reset')
  t.same(await ids({ timeoutMs: 60_000 }), all, 'nothing was started anew')
  const part = call('explore', { ...wish, timeoutMs: 1500 })
  t.ok((await call('explore', calculator)).elements, 'another one answers meanwhile')
  t.match(await part, { settled: false, reason: 'deadline' }, 'a part of it in time')
  const { requests } = JSON.parse(await command('counters'))
  t.ok(requests > 30, `${requests} requests, all to one host`)
  await command('latency 0 0 0')
  t.same(await ids({}), all)
})

t.test('one that ends', { skip, buffered: true }, async (t) => {
  const process = spawn('sleep', ['600'], { stdio: 'ignore' })
  t.teardown(() => process.kill('SIGKILL'))
  const { pid = 0 } = process
  const mortal = `app pid=${pid} bundle=org.example.mortal title=Mortal
  AXWindow as=window title=Main sub=AXStandardWindow main at=0,30,400,600
    AXButton title=Go at=10,40,80,20
` as const
  const listed = `101=${apps.calculator.bundleId},${pid}=org.example.mortal,4000099=org.example.dead`
  const { call, fail, command, others } = await faulty(t, { worlds: ['calculator', mortal], apps: listed })
  const never = await fail('explore', { scope: 'application', bundleId: 'org.example.dead' })
  t.match(never, { data: { name: 'app_not_found' } }, 'a number of no process')
  const { elements } = await call('explore', { scope: 'application', bundleId: 'org.example.mortal' })
  const button = flat(elements).find(({ role }) => role === 'AXButton')!
  await command(`quit ${pid}`)
  process.kill('SIGKILL')
  await once(process, 'exit')
  for (const ask of [
    () => fail('explore', { scope: 'application', bundleId: 'org.example.mortal', freshness: 'fresh' }),
    () => fail('interact', { elementId: button.id, action: 'click' }),
  ])
    t.match(await ask(), { data: { name: /^(app_not_found|element_gone)$/ } })
  await others(t)
})
