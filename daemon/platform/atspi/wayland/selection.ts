/** The clipboard by data control: readable and writable without having the keyboard. */
import type { Missing } from '../desktop/missing.ts'
import { type Forms, mostBytes, silent, tooMuch } from '../desktop/selection.ts'
import { ServedSelection } from '../desktop/served-selection.ts'
import { fill, type Handle } from '../wire/fd-socket.ts'
import { received } from '../wire/received.ts'
import type { WlConnection, WlObject } from './connection.ts'

export class WlSelection extends ServedSelection {
  readonly missing: Missing | undefined
  readonly #connection: WlConnection
  /** Whichever of the protocol's two names there is. */
  readonly #manager: string | undefined
  #device: WlObject | undefined
  /** What the current owner offers. */
  #offer: { readonly object: WlObject; readonly forms: readonly string[] } | undefined

  constructor(connection: WlConnection) {
    super()
    this.#connection = connection
    this.#manager = ['ext', 'zwlr'].map((one) => `${one}_data_control_manager_v1`).find((one) => connection.has(one))
    const why = 'The compositor has no data control: only the window in front has the clipboard.'
    if (this.#manager === undefined)
      this.missing = { why, remedy: 'Write texts with {interact}, by set_value or type.' }
  }

  protected override get others(): readonly string[] {
    return this.#offer?.forms ?? []
  }

  protected override async serve(forms: Forms): Promise<void> {
    this.served = undefined
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
        this.given?.()
      },
      cancelled: () => {
        // KWin announces it twice.
        if (isOver) return
        isOver = true
        source.send('destroy')
        if (this.served === forms) this.served = undefined
      },
    })
    for (const form of forms.keys()) source.send('offer', form)
    this.#device!.send('set_selection', source)
    manager.send('destroy')
    this.served = forms
    await this.#connection.sync()
  }

  protected override async receive(form: string, signal: AbortSignal): Promise<Buffer> {
    const ask = async (theirs: Handle) => {
      this.#offer!.object.send('receive', form, theirs)
      await this.#connection.sync()
    }
    return await received(this.#connection.path(), ask, { most: mostBytes, tooMuch, silent, signal })
  }

  protected override async ready(): Promise<void> {
    if (this.#device === undefined) this.#listen()
    // Then the latest copy has been announced.
    await this.#connection.sync()
  }

  protected override get isOpen(): boolean {
    return this.#connection.closed === undefined
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
