/**
 * Which keys make what on the person's layout: KWin before version 6 takes keys as Linux numbers them. The layout is read from the
 * X server that KWin keeps for older applications, which has the same one.
 */
import { type Stroke, shift } from '../desktop/keysyms.ts'
import { evdevKeys } from '../wayland/evdev.ts'
import { readKeymap } from '../x11/keyboard.ts'
import { XServer } from '../x11/server.ts'

/** X servers number keys from here. */
const first = 8
const plain = "`1234567890-=[]\\;',./"
const shifted = '~!@#$%^&*()_+{}|:"<>?'

export interface KeyPlace {
  readonly code: number
  readonly shift: boolean
}

/** Undefined for what no key makes. */
export type Layout = (keysym: number) => KeyPlace | undefined

/** Without an X server: that of the United States, which is where keys are that type nothing on any layout. */
export async function layoutOf(display: string | undefined, signal: AbortSignal): Promise<Layout> {
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

/** What of the strokes no key makes. */
export function foreignTo(layout: Layout, strokes: readonly Stroke[]): ReadonlySet<number> {
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
