/** `ixd --platforms ax` as its users meet it: over a library of another make, and while applications and hosts fail. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { apps, buildOther, buildStub, noCompiler as skip } from '../fixtures/ax-stub.ts'
import { type AxWorldOptions, simulate } from '../fixtures/ax-world.ts'
import { type Client, daemonFor, flat } from './client.ts'

t.setTimeout(240_000)

const args = ['--platforms', 'ax', '--no-tcp']
const ledger = { scope: 'application', bundleId: 'org.example.ledger' }
const calculator = { scope: 'application', bundleId: apps.calculator.bundleId }
const textedit = { scope: 'application', bundleId: apps.textedit.bundleId }
/** ms in which a fault is told. */
const told = 1200
/** The same where the host has to be ended for it, with what a busy machine may add. */
const stuckTold = 2000

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

t.test('over a library with the same interface and nothing else in common', { skip }, async (t) => {
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
    effect: 'confirmed',
    changed: { changed: [{ was: { value: 'Größe 🙂 of the field' }, now: { value: 'Käthe 😀' } }] },
  })
  t.match(await call('interact', { ...find('Add'), action: 'click' }), {
    effect: 'confirmed',
    changed: { added: [{ value: 'Entry 1 for Käthe 😀' }], changed: [{ now: { name: '1 entries' } }] },
  })
  t.match(await call('interact', { ...find('Show paid'), action: 'toggle' }), {
    changed: { changed: [{ was: { state: ['unchecked'] }, now: { state: ['checked'] } }] },
  })
  t.match(await call('interact', { ...find('Share'), action: 'set_value', value: '5' }), { effect: 'confirmed' })
  t.match(await fail('interact', { elementId: elements.find(({ title }) => title === 'Void')!.id, action: 'click' }), {
    data: { name: 'element_changed', reason: 'disabled' },
  })
  t.match(await call('interact', { ...find('Share'), action: 'set_value', value: 'much' }), { effect: 'refused' })

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
    t.match(wrong.status, /IX_AX_APPS has what is not of the form pid=bundleId.*"ledger\\".*"9x=y\\"/)
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
  /** How long the slowest of a hundred answers about the calculator takes, but five. */
  readonly others: () => Promise<number>
}

async function faulty(t: Test, options: AxWorldOptions): Promise<Faulty> {
  const { env, control, stick, remove } = simulate({ stub: buildStub(), ...options })
  t.teardown(remove)
  const client = await over(t, env)
  await client.call('explore', calculator)
  return {
    ...client,
    command: (line) => control.run(line),
    stick,
    others: async () => {
      const times: number[] = []
      for (let i = 0; i < 100; i++) times.push(await timed(() => client.call('explore', calculator)))
      return times.sort((a, b) => a - b)[94]!
    },
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** Twice of before; of a few milliseconds other work on the machine makes as many. */
function isNoSlower(t: Test, before: number, during: number): void {
  t.ok(during <= Math.max(2 * before, 50), `others: ${during.toFixed(1)} ms, before ${before.toFixed(1)} ms`)
}

t.test('applications that fail', { skip }, async (t) => {
  const { call, fail, command, others } = await faulty(t, { worlds: ['calculator', 'textedit', 'finder'] })
  const calm = await others()

  t.test('one that is not there: near ones are named', async (t) => {
    const error = await fail('explore', { scope: 'application', bundleId: 'com.apple.calculater' })
    t.match(error, { data: { name: 'app_not_found', near: [/com\.apple\.calculator/] } })
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

  t.test('one that hangs for 10 s', async (t) => {
    await call('explore', textedit)
    await command('hang 102 1')
    const over = pause(10_000)
    let error: unknown
    const took = timed(async () => {
      error = await fail('explore', { ...textedit, freshness: 'fresh' })
    })
    isNoSlower(t, calm, await others())
    t.ok((await took) <= told, `after ${(await took).toFixed(0)} ms`)
    t.match(error, { data: { name: 'unresponsive', retryable: true } })
    const find = { ...textedit, filter: { anyFieldContains: 'Bold' } }
    let refused: unknown
    const acting = await timed(async () => {
      refused = await fail('interact', { find, action: 'click' })
    })
    t.ok(acting <= told, `acting: after ${acting.toFixed(0)} ms`)
    t.match(refused, { data: { name: 'unresponsive' } })
    isNoSlower(t, calm, await others())
    await over
    await command('hang 102 0')
    for (;;) {
      const answer = await call('explore', { ...textedit, freshness: 'fresh' }).catch(() => undefined)
      if (answer?.settled === true) break
      await pause(50)
    }
    t.pass('it answers again')
  })

  t.test('one that sends 50,000 events a second', async (t) => {
    await call('explore', textedit)
    await command('storm text AXValueChanged 50000 10')
    isNoSlower(t, calm, await others())
    const took = await timed(() => call('explore', textedit))
    t.ok(took <= told, `its own answer: after ${took.toFixed(0)} ms`)
  })

  t.test('a crash in the host', async (t) => {
    const before = (await call('explore', { ...calculator, format: 'outline' })).outline
    await command('crash').catch(() => {})
    let again: string | undefined
    const took = await timed(async () => {
      for (;;) {
        const answer = await call('explore', { ...calculator, format: 'outline' }).catch(() => undefined)
        again = answer?.outline
        if (again !== undefined) return
      }
    })
    t.comment(`answers again after ${took.toFixed(0)} ms`)
    const words = (outline: string | undefined) => outline?.replace(/\[\d+\]/g, '[]')
    t.equal(words(again), words(before))
    t.match(await call('status'), { platforms: [{ name: 'ax', available: true }] })
  })
})

t.test('one that no time limit gets out of a call', { skip }, async (t) => {
  const { call, fail, stick, others } = await faulty(t, { worlds: ['calculator', 'textedit'], sticky: true })
  const calm = await others()
  const filter = { anyFieldContains: 'Bold' }
  const find = { ...textedit, filter }
  const { pid } = apps.textedit
  const idOf = async () => flat((await call('explore', { ...textedit, filter })).elements).at(-1)!.id
  const answersAgain = async () => {
    stick()
    for (const end = performance.now() + 20_000; performance.now() < end; await pause(50)) {
      const answer = await call('explore', { ...textedit, freshness: 'fresh' }).catch(() => undefined)
      if (answer?.settled === true) return true
    }
    return false
  }
  for (const [how, ask] of Object.entries({
    reading: () => fail('explore', { ...textedit, freshness: 'fresh' }),
    acting: () => fail('interact', { find, action: 'click' }),
    expanding: (elementId: string) => fail('expand', { elementId }),
  }))
    await t.test(how, async (t) => {
      const id = await idOf()
      stick(pid)
      let error: unknown
      const took = timed(async () => {
        error = await ask(id)
      })
      const during = others()
      t.ok((await took) <= stuckTold, `after ${(await took).toFixed(0)} ms`)
      t.match(error, { data: { name: 'unresponsive', retryable: true } })
      isNoSlower(t, calm, await during)
      // It is left alone for a while, and tried again.
      let again = 0
      for (const end = performance.now() + 10_000; again < 100 && performance.now() < end; )
        again = await timed(() => fail('explore', { ...textedit, freshness: 'fresh' }))
      t.ok(again >= 100 && again <= stuckTold, `tried again: after ${again.toFixed(0)} ms`)
      isNoSlower(t, calm, await others())
      t.ok(await answersAgain(), 'it answers again')
    })
})

t.test('one that is slow is not taken for one that hangs', { skip }, async (t) => {
  const { call, command } = await faulty(t, { worlds: ['calculator', 'textedit'] })
  const wish = { ...textedit, freshness: 'fresh', includeNonInteractable: true }
  const ids = async (more: object) => flat((await call('explore', { ...wish, ...more })).elements).map(({ id }) => id)
  const all = await ids({})
  // Each request takes a tenth of a second: many of them longer than any one may.
  await command('latency 100000 100000 100000')
  await command('reset')
  const took = await timed(async () => t.same(await ids({ timeoutMs: 30_000 }), all, 'nothing was started anew'))
  t.ok(took > 2000, `the whole: after ${took.toFixed(0)} ms`)
  const part = call('explore', { ...wish, timeoutMs: 1500 })
  const other = await timed(() => call('explore', calculator))
  t.ok(other <= told, `another one meanwhile: after ${other.toFixed(0)} ms`)
  t.match(await part, { settled: false, reason: 'deadline' }, 'a part of it in time')
  const { requests } = JSON.parse(await command('counters'))
  t.ok(requests > 30, `${requests} requests, all to one host`)
  await command('latency 0 0 0')
  t.same(await ids({}), all)
})

t.test('one that ends', { skip }, async (t) => {
  const process = spawn('sleep', ['600'], { stdio: 'ignore' })
  t.teardown(() => process.kill('SIGKILL'))
  const { pid = 0 } = process
  const mortal = `app pid=${pid} bundle=org.example.mortal title=Mortal
  AXWindow as=window title=Main sub=AXStandardWindow main at=0,30,400,600
    AXButton title=Go at=10,40,80,20
` as const
  const listed = `101=${apps.calculator.bundleId},${pid}=org.example.mortal,4000099=org.example.dead`
  const { call, fail, command, others } = await faulty(t, { worlds: ['calculator', mortal], apps: listed })
  const calm = await others()
  let never: unknown
  const took = await timed(async () => {
    never = await fail('explore', { scope: 'application', bundleId: 'org.example.dead' })
  })
  t.match(never, { data: { name: 'app_not_found' } }, 'a number of no process')
  t.ok(took <= told, `after ${took.toFixed(0)} ms`)
  const { elements } = await call('explore', { scope: 'application', bundleId: 'org.example.mortal' })
  const button = flat(elements).find(({ role }) => role === 'AXButton')!
  await command(`quit ${pid}`)
  process.kill('SIGKILL')
  await once(process, 'exit')
  for (const ask of [
    () => fail('explore', { scope: 'application', bundleId: 'org.example.mortal', freshness: 'fresh' }),
    () => fail('interact', { elementId: button.id, action: 'click' }),
  ]) {
    let error: unknown
    const ms = await timed(async () => {
      error = await ask()
    })
    t.match(error, { data: { name: /^(app_not_found|element_gone)$/ } })
    t.ok(ms <= told, `after ${ms.toFixed(0)} ms`)
  }
  isNoSlower(t, calm, await others())
})
