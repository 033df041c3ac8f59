/** The part of the package `x11`, which has no types, that `x11.ts` uses. Coordinates are pixels of the root window. */
declare module 'x11' {
  import type { EventEmitter } from 'node:events'
  import type { Duplex } from 'node:stream'

  type Answer<T> = (error: ProtocolError | null | undefined, reply: T) => boolean | undefined

  /** An X error has `error`, its number; an error of the socket has `code`. */
  interface ProtocolError extends Error {
    readonly error?: number
    readonly code?: string
  }

  interface Visual {
    readonly red_mask: number
    readonly green_mask: number
    readonly blue_mask: number
  }

  interface Screen {
    readonly root: number
    readonly root_depth: number
    readonly root_visual: number
    readonly pixel_width: number
    readonly pixel_height: number
    readonly depths: { readonly [depth: string]: { readonly [visual: string]: Visual } }
  }

  interface XTest {
    FakeInput(type: number, detail: number, delay: number, window: number, x: number, y: number): void
  }

  interface Client extends EventEmitter {
    readonly stream: Duplex
    atoms: { readonly [name: string]: number }
    AllocID(): number
    terminate(): void
    require(extension: 'xtest', answer: Answer<XTest>): void
    readonly [request: string]: unknown
  }

  interface Display {
    readonly client: Client
    readonly screen: readonly Screen[]
    /** The bits of a resource's id that its client chooses; the others are the client's. */
    readonly resource_mask: number
    readonly min_keycode: number
    readonly max_keycode: number
    readonly image_byte_order: number
    readonly format: { readonly [depth: string]: { readonly bits_per_pixel: number; readonly scanline_pad: number } }
  }

  interface Options {
    readonly display: string
    readonly shm: 'off'
  }

  export function createClient(
    options: Options,
    connected: (error: Error | undefined, display?: Display) => void,
  ): Client
}
