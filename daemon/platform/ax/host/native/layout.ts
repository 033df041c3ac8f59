/** The current keyboard layout: which key makes a character. Key codes are positions: 0 is A here, Q there. */
import type { CFRef, Cf } from './cf.ts'
import { bound, type Engine, type Library } from './engine.ts'

export interface Layout {
  /** The code of the key that produces it with ⌘ or alone; undefined if none does. */
  codeOf(character: string): number | undefined
  /** The keys that produce characters alone or with Shift, as they are now. */
  typing(): ReadonlyMap<string, TypingKey>
}

export interface TypingKey {
  readonly code: number
  readonly shift: boolean
}

const codes = 128
const displayed = 3
const noDeadKeys = 1
/** `cmdKey` and `shiftKey` in the form that UCKeyTranslate takes: some layouts produce other characters with ⌘. */
const [command, alone, shifted] = [1, 0, 2] as const

/** Throws `MissingSymbol`. */
export function createLayout(engine: Engine, cf: Cf, library: Library): Layout {
  const { current, property, keyboardType, translate } = bound(library, {
    current: ['TISCopyCurrentKeyboardLayoutInputSource', 'ptr'],
    property: ['TISGetInputSourceProperty', 'ptr', 'ptr', 'ptr'],
    keyboardType: ['LMGetKbdType', 'u8'],
    translate: ['UCKeyTranslate', 'i32', 'ptr', 'u32', 'u32', 'u32', 'u32', 'u32', 'ptr', 'i64', 'ptr', 'ptr'],
  })
  const bytesOf = cf.maybe<CFRef>('CFDataGetBytePtr', 'ptr', ['ptr'])
  const dataKey = library.data('kTISPropertyUnicodeKeyLayoutData')
  // The state of dead keys, the number of units, the units.
  const { bytes, address } = engine.memory(32)

  const unitAt = (data: CFRef, code: number, state: number): string => {
    bytes.fill(0)
    const failed = translate(
      data,
      code,
      displayed,
      state,
      keyboardType(),
      noDeadKeys,
      address,
      4,
      address + 8n,
      address + 16n,
    )
    const count = failed === 0 ? Number(bytes.readBigInt64LE(8)) : 0
    return bytes.toString('utf16le', 16, 16 + 2 * count)
  }

  /** Undefined without a layout. Asked each time: the person may have changed it. */
  function withLayout<T>(work: (data: CFRef) => T): T | undefined {
    const source = current()
    if (source === 0n || bytesOf === undefined) return undefined
    try {
      const found = property(source, dataKey)
      const data = found === 0n ? 0n : bytesOf(found)
      return data === 0n ? undefined : work(data)
    } finally {
      cf.call.release(source)
    }
  }

  return {
    codeOf: (character) =>
      withLayout((data) => {
        for (const state of [command, alone])
          for (let code = 0; code < codes; code++)
            if (unitAt(data, code, state).toLowerCase() === character) return code
        return undefined
      }),
    typing: () =>
      withLayout((data) => {
        const keys = new Map<string, TypingKey>()
        for (const state of [alone, shifted])
          for (let code = 0; code < codes; code++) {
            const character = unitAt(data, code, state)
            if (!keys.has(character)) keys.set(character, { code, shift: state === shifted })
          }
        return keys
      }) ?? new Map(),
  }
}
