/** The ax host, a real child process over the stub, by its messages. */
import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import t, { type Test } from 'tap'
import type { Call, Calls, FromHost, HostError, HostEvent, ToHost } from '../../../daemon/platform/ax/wire/messages.ts'
import type { RawElement, Ref } from '../../../daemon/platform/ax/wire/raw-element.ts'
import type { Control } from '../../fixtures/ax/control.ts'
import { apps, buildStub, noCompiler as skip, type World } from '../../fixtures/ax/stub.ts'
import { type AxWorldOptions, simulate } from '../../fixtures/ax/world.ts'
import { inTime, until } from '../../fixtures/until.ts'

const file = fileURLToPath(new URL('../../../daemon/platform/ax/host/host.ts', import.meta.url))

class Host {
  readonly child: ChildProcess
  readonly events: HostEvent[] = []
  readonly ended: Promise<string>
  #words = ''
  #last = 0
  #onEvent = () => {}
  /** Batches are taken note of, and no more are asked for, while this is set. */
  isFull = false
  readonly #waiting = new Map<number, { elements: RawElement[]; batches: number; done: (answer: unknown) => void }>()

  constructor(t: Test, env: NodeJS.ProcessEnv) {
    this.child = fork(file, [], {
      env: { ...process.env, ...env },
      serialization: 'advanced',
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    for (const stream of [this.child.stdout!, this.child.stderr!]) {
      stream.setEncoding('utf8')
      stream.on('data', (text: string) => {
        this.#words += text
      })
    }
    this.child.on('message', (message) => this.#take(message as FromHost))
    this.ended = new Promise((resolve) => {
      this.child.on('exit', (code, signal) => resolve(`${signal ?? code} ${this.#words.trim()}`))
    })
    t.teardown(() => this.child.kill('SIGKILL'))
  }

  #take(message: FromHost): void {
    if ('event' in message) {
      this.events.push(message)
      this.#onEvent()
      return
    }
    const waiting = this.#waiting.get(message.id)
    if (waiting === undefined) return
    if ('elements' in message) {
      waiting.elements.push(...message.elements)
      waiting.batches++
      if (!this.isFull) this.tell({ notice: 'more', id: message.id })
      return
    }
    this.#waiting.delete(message.id)
    waiting.done('error' in message ? { error: message.error } : message.result)
  }

  tell(message: ToHost): void {
    this.child.send(message)
  }

  get lastId(): number {
    return this.#last
  }

  batches(id: number): number {
    return this.#waiting.get(id)?.batches ?? 0
  }

  /** Also what a read brought before it failed. */
  async ask<C extends Call>(
    call: C,
    params: Calls[C]['params'],
    ms = 20_000,
  ): Promise<Calls[C]['result'] & { error?: HostError; elements?: unknown; read: RawElement[] }> {
    const id = ++this.#last
    const elements: RawElement[] = []
    const answer = await new Promise((done) => {
      this.#waiting.set(id, { elements, batches: 0, done })
      this.tell({ id, call, params, ms } as ToHost)
    })
    return { ...(answer as object), read: elements } as never
  }

  /** The first event that is like this, also one that has come already. */
  async event(isIt: (event: HostEvent) => boolean): Promise<HostEvent> {
    for (;;) {
      const found = this.events.find(isIt)
      if (found !== undefined) return found
      const told = new Promise<void>((resolve) => {
        this.#onEvent = resolve
      })
      await inTime(told, 'an event that is wanted')
    }
  }

  async open(world: World): Promise<Ref> {
    const { ref } = await this.ask('open', { pid: apps[world].pid })
    return ref
  }

  async whole(ref: Ref): Promise<RawElement[]> {
    return (await this.ask('read', { refs: [ref], part: 'whole' })).read
  }
}

function find(elements: readonly RawElement[], attribute: string, value: unknown): Ref {
  const found = elements.find(({ facts }) => facts[attribute] === value)
  if (found === undefined) throw new Error(`nothing has ${attribute} ${value}`)
  return found.ref
}

async function start(
  t: Test,
  running: readonly World[],
  { env, ...options }: Partial<AxWorldOptions> & { readonly env?: NodeJS.ProcessEnv } = {},
): Promise<{ host: Host; control: Control }> {
  const simulation = simulate({ worlds: running, ...options })
  t.teardown(() => simulation.remove())
  const host = new Host(t, { ...simulation.env, ...env })
  await host.event(({ event }) => event === 'ready')
  return { host, control: simulation.control }
}

const noAnswer = { error: { kind: 'ax', axError: -25204 } }

t.test('the host', { skip }, async (t) => {
  t.test('lists, opens, reads, acts, hears', async (t) => {
    const { host } = await start(t, ['calculator', 'textedit'])
    t.match((await host.ask('capabilities', {})).features, { reading: true, observers: true, input: true })
    t.match((await host.ask('apps', { spared: [] })).apps, [
      { pid: 101, bundleId: 'com.apple.calculator', active: true },
      { pid: 102, bundleId: 'com.apple.TextEdit', active: false },
    ])
    t.match(await host.ask('permission', {}), { trusted: true, works: true })
    const root = await host.open('calculator')
    t.match(await host.ask('settle', { pid: 101 }), { settled: false })
    t.same((await host.ask('observe', { pid: 101 })).missing, ['AXDrawerCreated'])
    const elements = await host.whole(root)
    const seven = find(elements, 'AXIdentifier', 'Seven')
    await host.ask('perform', { ref: seven, action: 'AXPress' })
    t.match(await host.ask('settle', { pid: 101 }), { settled: true })
    t.match(host.events.at(-1), { event: 'dirty', pid: 101, notification: 'AXValueChanged' })
    const display = find(elements, 'AXRole', 'AXStaticText')
    t.match((await host.ask('read', { refs: [display], part: 'self' })).read, [{ facts: { AXValue: '7' } }])
    t.match(await host.ask('at', { x: 110, y: 280 }), { ref: seven, pid: 101 })
    t.equal((await host.ask('at', { pid: 101, x: 110, y: 280 })).chain.at(-1), root)
    t.match(await host.ask('focused', {}), { pid: 101, window: find(elements, 'AXRole', 'AXWindow') })
    t.match((await host.ask('frames', { refs: [seven] })).frames, [[seven, { x: 100, y: 268, width: 56, height: 56 }]])
    t.match(await host.ask('perform', { ref: seven, action: 'AXNone' }), {
      error: { axError: -25206, action: 'AXNone' },
    })
    t.match(await host.ask('perform', { ref: 4_000, action: 'AXPress' }), { error: { kind: 'ref', ref: 4_000 } })
    const { child } = host
    await host.ask('close', { pid: 101 })
    t.equal((await host.ask('ping', {})).refs, 0)
    child.disconnect()
    t.equal(await host.ended, '0 ', 'it ends with its parent, and wrote nothing')
  })

  t.test('windows, text, keys and pointer', async (t) => {
    const { host, control } = await start(t, ['textedit', 'calculator'])
    const root = await host.open('textedit')
    const elements = await host.whole(root)
    const window = find(elements, 'AXRole', 'AXWindow')
    await host.ask('set', { ref: window, attribute: 'AXPosition', value: { kind: 'point', x: -5, y: 30.5 } })
    await host.ask('set', { ref: window, attribute: 'AXSize', value: { kind: 'size', width: 640, height: 480 } })
    t.equal(await control.run('frame document'), '-5,30.5,640,480')
    const text = find(elements, 'AXRole', 'AXTextArea')
    await host.ask('set', { ref: text, attribute: 'AXValue', value: 'Grüße ' })
    await host.ask('keys', { pid: 102, steps: [{ text: 'an alle, auch an die vielen 🙂 hier' }] })
    t.equal(await control.run('get text AXValue'), 'Grüße an alle, auch an die vielen 🙂 hier')
    await host.ask('keys', { pid: 102, steps: [{ code: 51, down: true, modifiers: ['command', 'shift'] }] })
    t.match(await control.run('input'), 'key 51 down flags=120000')
    const at = { x: 110, y: 280, button: 'left' } as const
    await host.ask('mouse', {
      steps: [
        { type: 'down', ...at },
        { type: 'up', ...at },
      ],
    })
    t.equal(await control.run('get display AXValue'), '7')
    await host.ask('scroll', { x: 1, y: 1, dx: 0, dy: 3 })
    t.match(await control.run('input'), 'scroll -3 0')
  })

  t.test('secrets stay where they are', async (t) => {
    const { host, control } = await start(t, ['textedit'])
    const root = await host.open('textedit')
    await control.run('away sheet 0')
    const elements = await host.whole(root)
    const ref = find(elements, 'AXRole', 'AXSecureTextField')
    const names = ['AXValue', 'AXSelectedText', 'AXNumberOfCharacters', 'AXDescription']
    const answers = [
      await host.ask('detail', { ref }),
      await host.ask('attributes', { ref, names }),
      await host.ask('actions', { ref }),
    ]
    t.notMatch(JSON.stringify([elements, answers, host.events]), /hunter2/)
    t.match(answers[1], { values: { AXDescription: 'Password' } })
    t.equal((await control.counters()).secure, 0, 'nobody asked the application')
  })

  t.test('a large read goes in batches, as fast as they are taken', async (t) => {
    const { host } = await start(t, ['large', 'calculator'])
    const root = await host.open('large')
    host.isFull = true
    const reading = host.ask('read', { refs: [root], part: 'whole' })
    const id = host.lastId
    await until(() => host.batches(id) >= 4, 'four batches')
    t.match(await host.ask('open', { pid: 101 }), { ref: Number }, 'others are answered meanwhile')
    t.equal(host.batches(id), 4, 'no more than there is credit for')
    host.isFull = false
    for (let i = 0; i < 4; i++) host.tell({ notice: 'more', id })
    const { read, ...result } = await reading
    t.match(result, { elements: 10_006, complete: true, requests: 20_007 })
    t.equal(read.length, 10_006)
    const again = host.ask('read', { refs: [root], part: 'whole' })
    host.tell({ notice: 'cancel', id: host.lastId })
    t.ok((await again).read.length < 10_006, 'cancelled')
  })

  t.test('an application that hangs', async (t) => {
    const { host, control } = await start(t, ['calculator', 'textedit'])
    const [calculator, textedit] = [await host.open('calculator'), await host.open('textedit')]
    await control.run('hang 101 1')
    t.match(await host.ask('read', { refs: [calculator], part: 'whole' }), noAnswer)
    await control.run('reset')
    t.match(await host.ask('read', { refs: [calculator], part: 'whole' }), noAnswer, 'again')
    t.match(await host.ask('actions', { ref: calculator }), noAnswer)
    t.equal((await control.counters()).requests, 0, 'it is not asked again for a while')
    t.ok((await host.whole(textedit)).length > 10, 'others answer')
    await control.run('hang 101 0')
    const isAsked = async () => (await host.ask('read', { refs: [calculator], part: 'self' })).error === undefined
    t.ok(await until(isAsked, 'it is asked again'))
  })

  t.test('an action that blocks leaves the application open to others', async (t) => {
    const { host, control } = await start(t, ['textedit'])
    const root = await host.open('textedit')
    await control.run('away sheet 0')
    const elements = await host.whole(root)
    const ref = find(elements, 'AXTitle', 'Where:')
    t.match(await host.ask('perform', { ref, action: 'AXPress' }), noAnswer)
    t.ok((await host.ask('read', { refs: [ref], part: 'self' })).read[0]!.facts.AXRole)
  })

  t.test('an application that dies', async (t) => {
    const { host, control } = await start(t, ['calculator', 'textedit'])
    const root = await host.open('calculator')
    const seven = find(await host.whole(root), 'AXIdentifier', 'Seven')
    await control.run('quit 101')
    t.match((await host.ask('read', { refs: [seven], part: 'self' })).read, [{ ref: seven, gone: true }])
    t.match(await host.ask('perform', { ref: seven, action: 'AXPress' }), { error: { axError: -25202 } })
    t.match(await host.ask('open', { pid: 101 }), noAnswer)
    t.match(await host.ask('open', { pid: 4_000_711 }), { error: { kind: 'ended', pid: 4_000_711 } })
  })

  t.test('a storm of events', async (t) => {
    const { host, control } = await start(t, ['textedit', 'calculator'])
    await host.open('textedit')
    await host.ask('observe', { pid: 102 })
    await control.run('storm text AXValueChanged 30000 0')
    await host.event((event) => event.event === 'lost' && event.pid === 102 && event.reason === 'storm')
    t.match(await host.open('calculator'), Number)
    const before = host.events.length
    t.ok(before < 100, `${before} messages for 30,000 events`)
    await until(async () => (await host.ask('settle', { pid: 102 })).settled, 'the storm is over')
    await control.run('set text AXValue "quiet again"')
    await host.ask('settle', { pid: 102 })
    t.match(host.events.at(-1), { event: 'dirty', notification: 'AXValueChanged' }, 'it is heard again')
  })

  t.test('no permission', async (t) => {
    const { host, control } = await start(t, ['calculator'])
    const root = await host.open('calculator')
    await control.run('trusted 0')
    t.match(await host.ask('read', { refs: [root], part: 'whole' }), { error: { axError: -25211 } })
    t.match(await host.ask('permission', {}), { trusted: false, works: -25211 })
    t.match(await host.ask('permission', { prompt: true }), { trusted: false })
  })

  t.test('a crash is the end of the host alone, with its reason', async (t) => {
    const { host, control } = await start(t, ['calculator'])
    await t.rejects(control.run('crash'), /the host has ended/)
    t.match(await host.ended, /^SIGABRT/)
  })

  t.test('libraries that are not there', async (t) => {
    const host = new Host(t, { IX_CF_LIB: buildStub().cf, IX_AX_LIB: '/nowhere/lib.so' })
    t.match(await host.event(() => true), { event: 'unusable', reason: /nowhere/ })
    t.match(await host.ended, /^1/)
  })

  t.test('without keyboard and pointer all else works', async (t) => {
    const { host } = await start(t, ['calculator'], {
      stub: buildStub({ withoutInput: true }),
      env: { IX_AX_JOIN: 'off' },
    })
    t.match(await host.ask('capabilities', {}), { join: 'switched off', features: { input: /CGEvent\w+ is not in/ } })
    t.match(await host.ask('keys', { steps: [{ text: 'a' }] }), { error: { kind: 'unsupported', feature: 'input' } })
    t.equal((await host.whole(await host.open('calculator'))).length, 38)
  })
})
