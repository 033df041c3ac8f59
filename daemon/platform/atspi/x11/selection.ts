/**
 * The X11 clipboard: whoever copied owns the selection and serves it, form by form; writing to it means serving it
 * until another application copies something.
 */

import { Problem } from '../../../problem.ts'
import { Turns } from '../../../time-limit.ts'
import { type Forms, heldBy, mostBytes, type Selection, silent, tooMuch } from '../desktop/selection.ts'
import type { Property, XConnection, XEvent } from './connection.ts'
import { hasProcessedInput } from './ping.ts'
import type { XServer } from './server.ts'

const answerMs = 1000
/** Bytes per request. */
const portion = 200_000
const replace = 0
const append = 2
const integer = 19
const atomType = 4

export class XSelection implements Selection {
  readonly #server: XServer
  #clipboardWindow: ClipboardWindow | undefined
  readonly #turns = new Turns()

  constructor(server: XServer) {
    this.#server = server
  }

  async forms(signal: AbortSignal): Promise<readonly string[]> {
    return await this.#alone(signal, async (clipboard) => {
      if (clipboard.offered !== undefined) return [...clipboard.offered.keys()]
      const property = await clipboard.convert('TARGETS', signal)
      if (property === undefined) return []
      const atoms = Array.from({ length: property.length >> 2 }, (_, at) => property.readUInt32LE(at * 4))
      return await Promise.all(atoms.map((atom) => clipboard.connection.request<string>('GetAtomName', [atom])))
    })
  }

  async read(form: string, signal: AbortSignal): Promise<Buffer | undefined> {
    return await this.#alone(signal, async (clipboard) =>
      clipboard.offered === undefined ? await clipboard.convert(form, signal) : clipboard.offered.get(form),
    )
  }

  async offer(forms: Forms, signal: AbortSignal): Promise<void> {
    await this.#alone(signal, (clipboard) => clipboard.offer(forms, signal))
  }

  async lend(forms: Forms, window: number, use: () => Promise<void>, signal: AbortSignal): Promise<boolean> {
    const held = await heldBy(this, signal)
    if (held === undefined) return false
    return await this.#alone(signal, (clipboard) => clipboard.lend(forms, held, window, use, signal))
  }

  async #alone<T>(signal: AbortSignal, work: (clipboard: ClipboardWindow) => Promise<T>): Promise<T> {
    const connection = await this.#server.open(signal)
    return await this.#turns.run(signal, async () => {
      if (this.#clipboardWindow?.connection !== connection)
        this.#clipboardWindow = await ClipboardWindow.open(connection)
      return await work(this.#clipboardWindow)
    })
  }
}

interface Atoms {
  readonly clipboard: number
  readonly targets: number
  readonly incr: number
  readonly timestamp: number
}

/** A hidden window for requesting and serving the clipboard. */
class ClipboardWindow {
  readonly connection: XConnection
  readonly #window: number
  readonly #atoms: Atoms
  /** The forms it serves; undefined while another application owns the selection. */
  offered: Forms | undefined
  /** Called with the window that received a form. */
  #given: ((requestor: number) => void) | undefined
  #since = 0

  private constructor(connection: XConnection, window: number, atoms: Atoms) {
    this.connection = connection
    this.#window = window
    this.#atoms = atoms
    connection.listen((event) => this.#hear(event))
  }

  static async open(connection: XConnection): Promise<ClipboardWindow> {
    const window = connection.hiddenWindow()
    const names = ['CLIPBOARD', 'TARGETS', 'INCR', 'TIMESTAMP']
    const [clipboard, targets, incr, timestamp] = await Promise.all(names.map((name) => connection.atom(name)))
    return new ClipboardWindow(connection, window, {
      clipboard: clipboard!,
      targets: targets!,
      incr: incr!,
      timestamp: timestamp!,
    })
  }

  async offer(forms: Forms, signal: AbortSignal): Promise<void> {
    const { connection } = this
    const time = await this.#now(signal)
    connection.send('SetSelectionOwner', this.#window, this.#atoms.clipboard, time)
    const owner = await connection.request<number>('GetSelectionOwner', [this.#atoms.clipboard])
    if (owner !== this.#window) {
      throw new Problem('unresponsive', { message: 'Another application took the clipboard at the same time.' })
    }
    this.#since = time
    this.offered = forms
  }

  async lend(
    forms: Forms,
    held: Forms,
    window: number,
    use: () => Promise<void>,
    signal: AbortSignal,
  ): Promise<boolean> {
    const { connection } = this
    let isTaken = false
    // Clipboard managers ask as well, so only the pasting window's client counts.
    this.#given = (requestor) => {
      isTaken ||= connection.clientOf(requestor) === connection.clientOf(window)
    }
    await this.offer(forms, signal)
    try {
      await use()
      const taken = await connection.until(async () => isTaken, answerMs, signal)
      if (taken) await hasProcessedInput(connection, window, signal)
      return taken
    } finally {
      this.#given = undefined
      if (connection.closed === undefined && this.offered === forms) this.#giveBack(held)
    }
  }

  #giveBack(held: Forms): void {
    const isEmpty = held.size === 0
    const owner = isEmpty ? 0 : this.#window
    this.connection.send('SetSelectionOwner', owner, this.#atoms.clipboard, this.#since)
    this.offered = isEmpty ? undefined : held
  }

  /** Asks the owner; large answers come in parts (INCR). */
  async convert(form: string, signal: AbortSignal): Promise<Buffer | undefined> {
    const { connection } = this
    const owner = await connection.request<number>('GetSelectionOwner', [this.#atoms.clipboard])
    if (owner === 0) return undefined
    const [target, place] = await Promise.all([connection.atom(form), connection.atom('IX_CLIPBOARD')])
    connection.send('DeleteProperty', this.#window, place)
    let answer: XEvent | undefined
    let parts = 0
    const stop = connection.listen((event) => {
      if (event.name === 'SelectionNotify' && event.requestor === this.#window && event.target === target)
        answer = event
      if (event.name === 'PropertyNotify' && event.wid === this.#window && event.atom === place && event.state === 0)
        parts++
    })
    try {
      connection.send('ConvertSelection', this.#window, this.#atoms.clipboard, target, place, 0)
      if (!(await connection.until(async () => answer !== undefined, answerMs, signal))) throw silent()
      if (answer?.property === 0) return undefined
      const first = await this.#take(place)
      if (first.type !== this.#atoms.incr) return first.data
      const data: Buffer[] = []
      let size = 0
      // The first notice was for the announcement; deleting it requested the first part.
      for (let taken = 1; ; taken++) {
        if (!(await connection.until(async () => parts > taken, answerMs, signal))) throw silent()
        const part = await this.#take(place)
        if (part.data.length === 0) return Buffer.concat(data)
        data.push(part.data)
        size += part.data.length
        if (size > mostBytes) throw tooMuch()
      }
    } finally {
      stop()
    }
  }

  /** Reads and deletes a property; deleting it requests the next part. */
  async #take(place: number): Promise<{ readonly type: number; readonly data: Buffer }> {
    const data: Buffer[] = []
    for (let at = 0; ; ) {
      const args = [0, this.#window, place, 0, at, portion]
      const part = await this.connection.request<Property>('GetProperty', args)
      data.push(part.data)
      at += part.data.length >> 2
      if (part.bytesAfter > 0 && part.data.length > 0 && at < mostBytes / 4) continue
      this.connection.send('DeleteProperty', this.#window, place)
      return { type: part.type, data: Buffer.concat(data) }
    }
  }

  /** The server's time, which decides who copied last. */
  async #now(signal: AbortSignal): Promise<number> {
    const { connection } = this
    const place = await connection.atom('IX_TIME')
    let time: number | undefined
    const stop = connection.listen((event) => {
      if (event.name === 'PropertyNotify' && event.wid === this.#window && event.atom === place) time = event.time
    })
    try {
      connection.send('ChangeProperty', replace, this.#window, place, integer, 8, Buffer.alloc(0))
      await connection.until(async () => time !== undefined, answerMs, signal)
    } finally {
      stop()
    }
    return time ?? 0
  }

  #hear(event: XEvent): void {
    const { clipboard } = this.#atoms
    if (event.selection !== clipboard || event.owner !== this.#window) return
    if (event.name === 'SelectionClear') this.offered = undefined
    else if (event.name === 'SelectionRequest') this.#answer(event).catch(() => {})
  }

  async #answer({ requestor = 0, selection, target = 0, property, time }: XEvent): Promise<void> {
    const { connection } = this
    // Old clients name no property.
    const place = property || target
    const done = await this.#put(requestor, place, target)
    const answer = { name: 'SelectionNotify', time, requestor, selection, target, property: done ? place : 0 }
    connection.send('SendEvent', requestor, 0, 0, answer)
  }

  async #put(requestor: number, place: number, target: number): Promise<boolean> {
    const { connection, offered } = this
    if (offered === undefined) return false
    if (target === this.#atoms.timestamp) {
      connection.send('ChangeProperty', replace, requestor, place, integer, 32, [this.#since])
      return true
    }
    const forms = [...offered.keys()]
    const atoms = await Promise.all(forms.map((form) => connection.atom(form)))
    if (target === this.#atoms.targets) {
      const all = [this.#atoms.targets, this.#atoms.timestamp, ...atoms]
      connection.send('ChangeProperty', replace, requestor, place, atomType, 32, all)
      return true
    }
    const data = offered.get(forms[atoms.indexOf(target)] ?? '')
    if (data === undefined) return false
    connection.send('ChangeProperty', replace, requestor, place, target, 8, data.subarray(0, portion))
    for (let at = portion; at < data.length; at += portion)
      connection.send('ChangeProperty', append, requestor, place, target, 8, data.subarray(at, at + portion))
    this.#given?.(requestor)
    return true
  }
}
