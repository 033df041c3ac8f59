/** Talks to the script inside KWin: the script calls, and waits for the reply, which says what it is to do. */
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Problem } from '../../../problem.ts'
import { untilAborted } from '../../../time-limit.ts'
import { Ending } from '../../basics/ending.ts'
import { Listeners } from '../../basics/listeners.ts'
import { type Bus, daemon, isOwned } from '../wire/bus.ts'
import { type Order, scriptFor } from './script.ts'

const kwin = { destination: 'org.kde.KWin', path: '/Scripting', interface: 'org.kde.kwin.Scripting' } as const
const runs = 'org.kde.kwin.Script'
const path = '/windows'
const ours = 'io.interface_explorer.Windows'
/** KWin may load the script from a slow disk. */
const loadMs = 5000
/** A call of the script waits at most 25 s for its reply. */
const idleMs = 15_000
const answerMs = 3000

interface Answer {
  readonly value?: unknown
  readonly gone?: boolean
  readonly failed?: string
}

interface Asked {
  readonly order: Order
  resolve(answer: Answer): void
}

export class KwinBridge {
  readonly #bus: Bus
  readonly #changes = new Listeners()
  readonly #ending = new Ending()
  readonly #left: Asked[] = []
  /** What the script is doing: its answers have not come yet. */
  #given: readonly Asked[] = []
  /** Replies to the call that is waiting. */
  #give: ((orders: string) => void) | undefined
  #idle: NodeJS.Timeout | undefined
  #closed: string | undefined
  #stop = () => {}

  /** Its name in KWin: each daemon has its own. */
  readonly #script: string

  private constructor(bus: Bus) {
    this.#bus = bus
    this.#script = `${ours}${bus.name}`
    bus.onClose(() => this.#end('the session bus is gone'))
  }

  /** `folder`: one of ours, where KWin can read. Throws CallError. */
  static async open(bus: Bus, folder: string, signal: AbortSignal): Promise<KwinBridge> {
    const bridge = new KwinBridge(bus)
    const [owner] = await bus.call(
      { ...daemon, member: 'GetNameOwner', signature: 's', body: [kwin.destination] },
      signal,
    )
    const stop = bus.serve(ours, async ({ sender, member, body }) =>
      sender === owner ? await bridge.#hear(member, String(body[0] ?? '')) : '[]',
    )
    const unmatch = await bus.match(gone, signal)
    const stopSignals = bus.onSignal(({ member, body }) => {
      if (member === 'NameOwnerChanged' && body[0] === kwin.destination) bridge.#end('KWin is gone')
    })
    bridge.#stop = () => {
      stop()
      unmatch()
      stopSignals()
    }
    await bridge.#load(folder, signal)
    // Only now: version 5 gives a removed script's number to the next one, though another may have it.
    await bridge.#sweep(folder, signal)
    return bridge
  }

  get closed(): string | undefined {
    return this.#closed
  }

  onClose(listener: () => void): () => void {
    return this.#ending.on(listener)
  }

  onChange(listener: () => void): () => void {
    return this.#changes.add(listener)
  }

  /** Throws Problem element_gone if its window is gone, `unresponsive` if nothing answers. */
  async ask<T>(order: Order, signal: AbortSignal): Promise<T> {
    if (this.#closed !== undefined) throw silent(this.#closed)
    let timer: NodeJS.Timeout | undefined
    const answered = new Promise<Answer>((resolve, reject) => {
      timer = setTimeout(() => {
        reject(silent(`it did not answer within ${answerMs} ms`))
        // The script has been unloaded, or is stuck: another is to be loaded.
        this.#end('its script does not answer')
      }, answerMs)
      this.#left.push({ order, resolve })
      this.#tell()
    })
    try {
      const { value, gone: isGone, failed } = await untilAborted(answered, signal)
      if (isGone === true) throw new Problem('element_gone', { message: 'The window is gone.' })
      if (failed !== undefined) throw silent(failed)
      return value as T
    } finally {
      clearTimeout(timer)
    }
  }

  close(): void {
    if (this.#closed === undefined) void this.#unload(this.#script)
    this.#end('it was let go')
  }

  /** Unloads what crashed daemons have left behind: each has a file, named after its name on the bus. */
  async #sweep(folder: string, signal: AbortSignal): Promise<void> {
    for (const file of readdirSync(folder)) {
      const name = fileName.exec(file)?.[1]
      if (name === undefined) continue
      if (await isOwned(this.#bus, name, signal)) continue
      await this.#unload(`${ours}${name}`)
      rmSync(join(folder, file), { force: true })
    }
  }

  async #load(folder: string, signal: AbortSignal): Promise<void> {
    const file = join(folder, `ix-kwin-${this.#bus.name}.js`)
    this.#ending.on(() => rmSync(file, { force: true }))
    rmSync(file, { force: true })
    writeFileSync(file, scriptFor(this.#bus.name, path, ours), { mode: 0o600, flag: 'ax' })
    const load = { ...kwin, member: 'loadScript', signature: 'ss', body: [file, this.#script] }
    const [id] = await this.#bus.call(load, signal, loadMs)
    const run = (at: string) => this.#bus.call({ ...kwin, path: at, interface: runs, member: 'run' }, signal, loadMs)
    // Version 6, then 5.
    await run(`/Scripting/Script${id}`).catch(() => run(`/${id}`))
    await this.ask({ do: 'list' }, signal)
  }

  async #unload(script: string): Promise<void> {
    const unload = { ...kwin, member: 'unloadScript', signature: 's', body: [script] }
    await this.#bus.call(unload, new AbortController().signal, loadMs).catch(() => {})
  }

  async #hear(member: string, text: string): Promise<string> {
    if (member === 'changed') {
      this.#changes.emit()
      return ''
    }
    const answers = JSON.parse(text) as readonly Answer[]
    for (const [at, { resolve }] of this.#given.entries()) resolve(answers[at] ?? {})
    this.#given = []
    return await new Promise<string>((resolve) => {
      this.#give = resolve
      this.#idle = setTimeout(() => this.#tell(true), idleMs)
      this.#tell()
    })
  }

  /** Hands the waiting call what there is to do; nothing at all only if it has waited long. */
  #tell(evenNothing = false): void {
    const give = this.#give
    if (give === undefined || (this.#left.length === 0 && !evenNothing)) return
    clearTimeout(this.#idle)
    this.#give = undefined
    this.#given = this.#left.splice(0)
    give(JSON.stringify(this.#given.map(({ order }) => order)))
  }

  #end(reason: string): void {
    if (this.#closed !== undefined) return
    this.#closed = reason
    clearTimeout(this.#idle)
    this.#stop()
    this.#ending.end()
  }
}

/** The file of a script in use, with its daemon's name on the bus. */
const fileName = /^ix-kwin-(:[\d.]+)\.js$/

const gone = `type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='${kwin.destination}'`

function silent(reason: string): Problem {
  return new Problem('unresponsive', { message: `KWin's windows cannot be asked: ${reason}.` })
}
