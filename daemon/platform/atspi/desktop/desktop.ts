/**
 * What reaches the windows of a session: one back end for each window system. Each part says why it is missing, and what
 * to do instead. Units of all places are those in which the window system places windows: pixels of the X server's root
 * window, and on Wayland the compositor's own; a scaled monitor has fewer of them than pixels.
 */
import type { Frame } from '../../../../api-schema/element.ts'
import { formats, type Shot } from '../../pictures/encode.ts'
import type { Finding } from '../../platform.ts'
import type { Input } from './input.ts'
import type { Missing } from './missing.ts'
import type { Selection } from './selection.ts'
import type { DesktopWindow, DesktopWindows, WindowManager } from './windows.ts'

export interface Desktop {
  /** Set where it reaches only some of the applications of its session. */
  readonly partial?: Missing
  readonly input: Input
  readonly windows: DesktopWindows
  readonly manager: WindowManager
  readonly pictures: Pictures
  readonly clipboard: Selection
  /** Why it is no longer of use: another is to be chosen. */
  readonly closed?: string | undefined
  /** Throws unsupported_here where there is no display that anything could be shown on. */
  open(signal: AbortSignal): Promise<void>
  /** What of it works, for `ix doctor`. */
  findings(signal: AbortSignal): Promise<Finding[]>
  close(): void
}

export interface Pictures {
  readonly missing?: Missing | undefined
  /**
   * What a person sees there; the area lies on the screen, and in `window` where that is given. Throws unsupported_here where
   * it is missing.
   */
  take(area: Frame, signal: AbortSignal, window?: DesktopWindow): Promise<Shot>
}

export function okFinding(what: string, detail: string): Finding {
  return { what, state: 'ok', detail }
}

/** What was found, unless it is missing. */
export function findingUnless(missing: Missing | undefined, found: Finding): Finding {
  return missing === undefined
    ? found
    : { what: found.what, state: 'missing', detail: missing.why, remedy: missing.remedy }
}

/** That pictures are there, of a screen of this size, and in which formats. */
export function screenshotsFinding({ width, height }: Pick<Frame, 'width' | 'height'>): Finding {
  const { detail, remedy } = formats()
  const found = { what: 'screenshots', state: 'ok', detail: `${width}×${height}, ${detail}` } as const
  return remedy === undefined ? found : { ...found, remedy }
}
