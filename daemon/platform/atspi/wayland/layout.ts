/**
 * What each key produces in the person's layout, for compositors that press only what is in it. It is read from the X
 * server that the compositor keeps for older applications, which has the same layout.
 */
import { unsupported } from '../../acting/problems.ts'
import { characterOf, type Stroke, shift } from '../desktop/keysyms.ts'
import { readKeymap } from '../x11/keyboard.ts'
import { XServer } from '../x11/server.ts'
import { evdevKeys } from './evdev.ts'
import type { KeyDevice } from './keyboard.ts'

/** X servers number keys from here. */
const first = 8
const plain = "`1234567890-=[]\\;',./"
const shifted = '~!@#$%^&*()_+{}|:"<>?'

interface KeyPlace {
  readonly code: number
  readonly shift: boolean
}

/** Undefined for what no key produces. */
type Layout = (keysym: number) => KeyPlace | undefined

/** Without an X server: the United States layout. Keys that type no character are in the same place on every layout. */
async function layoutOf(display: string | undefined, signal: AbortSignal): Promise<Layout> {
  if (!display) return american
  const server = new XServer(display)
  try {
    const keymap = await readKeymap(await server.open(signal))
    return (keysym) => {
      const found = keymap.find(keysym)
      return found && { code: found.code - first, shift: found.shift }
    }
  } catch {
    signal.throwIfAborted()
    return american
  } finally {
    server.close()
  }
}

/** The keysyms in these strokes that no key produces. */
function foreignTo(layout: Layout, strokes: readonly Stroke[]): ReadonlySet<number> {
  return new Set(strokes.map(({ keysym }) => keysym).filter((one) => layout(one) === undefined))
}

function american(keysym: number): KeyPlace | undefined {
  const code = evdevKeys.get(keysym)
  if (code !== undefined) return { code, shift: false }
  const character = keysym >= 0x20 && keysym < 0x7f ? String.fromCharCode(keysym) : ''
  const lower = plain[shifted.indexOf(character)] ?? character.toLowerCase()
  const under = character === '' || lower === character ? undefined : evdevKeys.get(lower.charCodeAt(0))
  return under === undefined ? undefined : { code: under, shift: true }
}

export const shiftKey = evdevKeys.get(shift)!

/** Presses only what a key of the layout produces. */
export abstract class LayoutKeys implements KeyDevice {
  readonly #display: string | undefined
  readonly #called: string
  protected layout: Layout = () => undefined

  /** `display`: in the form of DISPLAY. `called`: the compositor's name, for messages. */
  constructor(display: string | undefined, called: string) {
    this.#display = display
    this.#called = called
  }

  abstract send(stroke: Stroke): void
  abstract sent(): Promise<void>

  async prepare(strokes: readonly Stroke[], from: number): Promise<number> {
    const [strange] = await this.#foreign(strokes.slice(from))
    if (strange !== undefined)
      throw unsupported(
        `${this.#called} types only what is on the person's keyboard layout, which lacks ${characterOf(strange) ?? 'that key'}.`,
        'Use set_value, which needs no keys, or put the text on the clipboard and paste it with the keys of the application.',
      )
    return strokes.length
  }

  async foreignCount(strokes: readonly Stroke[]): Promise<number> {
    return (await this.#foreign(strokes)).size === 0 ? 0 : Number.POSITIVE_INFINITY
  }

  /** Reads the layout first, since it may have changed. */
  async #foreign(strokes: readonly Stroke[]): Promise<ReadonlySet<number>> {
    this.layout = await layoutOf(this.#display, new AbortController().signal)
    return foreignTo(this.layout, strokes)
  }
}
