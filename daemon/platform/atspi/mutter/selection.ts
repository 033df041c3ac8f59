/** The clipboard through Mutter's remote desktop, which reports what others copy and asks for what we serve. */
import type { Missing } from '../desktop/missing.ts'
import { type Forms, mostBytes, silent, tooMuch } from '../desktop/selection.ts'
import { ServedSelection } from '../desktop/served-selection.ts'
import { Typed } from '../wire/bus.ts'
import { fill, type Handle } from '../wire/fd-socket.ts'
import { receivedFrom } from '../wire/received.ts'
import type { MutterSession } from './session.ts'

/** As it comes over the bus: the forms are in a structure of their own. */
interface Owner {
  readonly 'mime-types'?: { readonly value: readonly [readonly string[]] }
  readonly 'session-is-owner'?: { readonly value: boolean }
}

export class MutterSelection extends ServedSelection {
  readonly #session: MutterSession
  #forms: readonly string[] = []
  #enabled: Promise<unknown> | undefined

  constructor(session: MutterSession) {
    super()
    this.#session = session
    session.onSignal((member, body) => {
      if (member === 'SelectionOwnerChanged') this.#changed(body[0] as Owner)
      else if (member === 'SelectionTransfer') void this.#give(String(body[0]), Number(body[1])).catch(() => {})
    })
  }

  get missing(): Missing | undefined {
    return this.#session.stopped
  }

  protected override get others(): readonly string[] {
    return this.#forms
  }

  protected override get isOpen(): boolean {
    return this.#session.ended === undefined
  }

  protected override async ready(signal: AbortSignal): Promise<void> {
    this.#enabled ??= this.#session.send('EnableClipboard', 'a{sv}', {})
    await this.#enabled
    await this.#session.id(signal)
  }

  protected override async receive(form: string, signal: AbortSignal): Promise<Buffer> {
    const [handle] = await this.#session.send('SelectionRead', 's', form)
    return await receivedFrom(handle as Handle, { most: mostBytes, tooMuch, silent, signal })
  }

  protected override async serve(forms: Forms): Promise<void> {
    const offered = forms.size === 0 ? {} : { 'mime-types': new Typed('as', [...forms.keys()]) }
    await this.#session.send('SetSelection', 'a{sv}', offered)
    this.#forms = []
    this.served = forms.size === 0 ? undefined : forms
  }

  #changed(owner: Owner): void {
    if (owner['session-is-owner']?.value === true) return
    this.#forms = owner['mime-types']?.value[0] ?? []
    this.served = undefined
  }

  async #give(form: string, serial: number): Promise<void> {
    const content = this.served?.get(form)
    const done = (isWhole: boolean) => this.#session.send('SelectionWriteDone', 'ub', serial, isWhole)
    if (content === undefined) return void (await done(false))
    const [handle] = await this.#session.send('SelectionWrite', 'u', serial)
    fill(handle as Handle, content, () => void done(true).catch(() => {}))
    this.given?.()
  }
}
