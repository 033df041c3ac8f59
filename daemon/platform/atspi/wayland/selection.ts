/** The clipboard by data control: readable and writable without having the keyboard. */
import { Turns } from '../../../time-limit.ts'
import { until } from '../../acting/polling.ts'
import { type Missing, unsupportedBy } from '../desktop/missing.ts'
import { type Forms, heldBy, mostBytes, type Selection, silent, tooMuch } from '../desktop/selection.ts'
import { fill, type Handle } from '../wire/fd-socket.ts'
import { received } from '../wire/received.ts'
import type { WlConnection, WlObject } from './connection.ts'

/** For a program to begin to give what it has copied, and between its parts. */
const answerMs = 2000

export class WlSelection implements Selection {
  readonly missing: Missing | undefined
  readonly #connection: WlConnection
  /** Of the two names of the protocol. */
  readonly #manager: string | undefined
  #device: WlObject | undefined
  /** What the present owner offers. */
  #offer: { readonly object: WlObject; readonly forms: readonly string[] } | undefined
  /** What we serve; undefined while another program does. */
  #offered: Forms | undefined
  #given: (() => void) | undefined
  readonly #turns = new Turns()

  constructor(connection: WlConnection) {
    this.#connection = connection
    this.#manager = ['ext', 'zwlr'].map((one) => `${one}_data_control_manager_v1`).find((one) => connection.has(one))
    const why = 'The compositor has no data control: only the window in front has the clipboard.'
    if (this.#manager === undefined)
      this.missing = { why, remedy: 'Write texts with {interact}, by set_value or type.' }
  }

  async forms(signal: AbortSignal): Promise<readonly string[]> {
    return await this.#alone(signal, async () =>
      this.#offered ? [...this.#offered.keys()] : (this.#offer?.forms ?? []),
    )
  }

  async read(form: string, signal: AbortSignal): Promise<Buffer | undefined> {
    return await this.#alone(signal, async () => {
      if (this.#offered !== undefined) return this.#offered.get(form)
      return this.#offer?.forms.includes(form) ? await this.#receive(this.#offer.object, form, signal) : undefined
    })
  }

  async offer(forms: Forms, signal: AbortSignal): Promise<void> {
    await this.#alone(signal, () => this.#serve(forms))
  }

  async lend(forms: Forms, _window: number, use: () => Promise<void>, signal: AbortSignal): Promise<boolean> {
    const held = await heldBy(this, signal)
    if (held === undefined) return false
    return await this.#alone(signal, async () => {
      let isTaken = false
      await this.#serve(forms)
      try {
        // Clipboard managers ask at once: who asks only then is the one that pastes.
        this.#given = () => {
          isTaken = true
        }
        await use()
        return (await until(async () => isTaken, { ms: answerMs, everyMs: 20, signal })) === true
      } finally {
        this.#given = undefined
        if (this.#connection.closed === undefined && this.#offered === forms) await this.#serve(held)
      }
    })
  }

  /** No forms empty the clipboard. */
  async #serve(forms: Forms): Promise<void> {
    this.#offered = undefined
    if (forms.size === 0) {
      this.#device!.send('set_selection', undefined)
      return await this.#connection.sync()
    }
    const manager = this.#connection.bind(this.#manager!, 1)
    let isOver = false
    const source = manager.send('create_data_source').on({
      send: (form: string, to: Handle | undefined) => {
        if (to === undefined) return
        fill(to, forms.get(form) ?? Buffer.alloc(0))
        this.#given?.()
      },
      cancelled: () => {
        // KWin says it twice.
        if (isOver) return
        isOver = true
        source.send('destroy')
        if (this.#offered === forms) this.#offered = undefined
      },
    })
    for (const form of forms.keys()) source.send('offer', form)
    this.#device!.send('set_selection', source)
    manager.send('destroy')
    this.#offered = forms
    await this.#connection.sync()
  }

  async #receive(offer: WlObject, form: string, signal: AbortSignal): Promise<Buffer> {
    const ask = async (theirs: Handle) => {
      offer.send('receive', form, theirs)
      await this.#connection.sync()
    }
    return await received(this.#connection.path(), ask, { most: mostBytes, tooMuch, silent, signal })
  }

  async #alone<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    if (this.missing !== undefined) throw unsupportedBy(this.missing)
    return await this.#turns.run(signal, async () => {
      if (this.#device === undefined) this.#listen()
      // What was copied last has come then.
      await this.#connection.sync()
      return await work()
    })
  }

  #listen(): void {
    const manager = this.#connection.bind(this.#manager!, 1)
    const seat = this.#connection.bind('wl_seat', 1)
    const offers = new Map<number, { readonly object: WlObject; readonly forms: string[] }>()
    this.#device = manager.send('get_data_device', seat).on({
      data_offer: (object: WlObject) => {
        const forms: string[] = []
        offers.set(object.id, { object, forms })
        object.on({ offer: (form: string) => forms.push(form) })
      },
      selection: (id: number) => {
        this.#offer = offers.get(id)
        for (const [other, { object }] of offers) {
          if (other === id) continue
          offers.delete(other)
          object.send('destroy')
        }
      },
    })
    manager.send('destroy')
  }
}
