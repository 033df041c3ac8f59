/** The ax host, a real child process over the stub: how much of a large read it sends before it is asked for more. */
import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import t, { type Test } from 'tap'
import type { FromHost, ToHost } from '../../../daemon/platform/ax/wire/messages.ts'
import { apps, noCompiler as skip, type World } from '../../fixtures/ax/stub.ts'
import { simulate } from '../../fixtures/ax/world.ts'
import { inTime, until } from '../../fixtures/until.ts'

const file = fileURLToPath(new URL('../../../daemon/platform/ax/host/host.ts', import.meta.url))

interface Answer {
  readonly ref?: number
  readonly elements?: unknown
  readonly complete?: boolean
}

class Host {
  readonly ready: Promise<unknown>
  readonly #child: ChildProcess
  /** Of each call: its batches so far, the elements in them, and whom to tell when it is answered. */
  readonly #calls: { batches: number; elements: number; done: (answer: Answer) => void }[] = []
  /** Batches are taken note of, and no more are asked for, while this is set. */
  isFull = false

  constructor(t: Test, env: NodeJS.ProcessEnv) {
    this.#child = fork(file, [], { env: { ...process.env, ...env }, serialization: 'advanced' })
    t.teardown(() => this.#child.kill('SIGKILL'))
    const ready = new Promise((resolve) => this.#child.once('message', resolve))
    this.ready = inTime(ready, 'the host is ready')
    this.#child.on('message', (message: FromHost) => {
      if ('event' in message) return
      const call = this.#calls[message.id]!
      if (!('elements' in message)) return call.done('error' in message ? {} : (message.result as Answer))
      call.elements += message.elements.length
      call.batches++
      if (!this.isFull) this.tell({ notice: 'more', id: message.id })
    })
  }

  tell(message: ToHost): void {
    this.#child.send(message)
  }

  /** Its number comes at once. */
  ask(call: 'open' | 'read', params: object): { readonly id: number; readonly answer: Promise<Answer> } {
    const id = this.#calls.length
    const answer = new Promise<Answer>((done) => this.#calls.push({ batches: 0, elements: 0, done }))
    this.tell({ id, call, params, ms: 20_000 } as ToHost)
    return { id, answer }
  }

  got(id: number) {
    return this.#calls[id]!
  }

  open = (world: World) => this.ask('open', { pid: apps[world].pid }).answer
}

t.test('a large read goes in batches, as fast as they are taken', { skip }, async (t) => {
  const simulation = simulate({ worlds: ['large', 'calculator'] })
  t.teardown(() => simulation.remove())
  const host = new Host(t, simulation.env)
  await host.ready
  const { ref } = await host.open('large')
  const whole = { refs: [ref], part: 'whole' }
  host.isFull = true
  const { id, answer } = host.ask('read', whole)
  await until(() => host.got(id).batches >= 4, 'four batches')
  t.match(await host.open('calculator'), { ref: Number }, 'others are answered meanwhile')
  t.equal(host.got(id).batches, 4, 'no more than there is credit for')
  host.isFull = false
  for (let i = 0; i < 4; i++) host.tell({ notice: 'more', id })
  t.match(await answer, { elements: 10_006, complete: true, requests: 20_007 })
  t.equal(host.got(id).elements, 10_006)
  const again = host.ask('read', whole)
  host.tell({ notice: 'cancel', id: again.id })
  await again.answer
  t.ok(host.got(again.id).elements < 10_006, 'cancelled')
})
