/**
 * What reaches the windows of a session: one back end per window system. Each part says why it is missing and what to
 * do instead. All places are in the units in which the window system places windows: pixels of the X server's root
 * window, and on Wayland the compositor's own units, which are larger than pixels on a scaled monitor.
 */
import type { Frame } from '../../../../api-schema/element.ts'
import { formats, type Shot } from '../../pictures/encode.ts'
import type { Finding } from '../../platform.ts'
import type { Input } from './input.ts'
import type { Missing } from './missing.ts'
import type { Selection } from './selection.ts'
import type { DesktopWindow, DesktopWindows, WindowManager } from './windows.ts'

export interface Desktop {
  /** Set if it reaches only some of its session's applications. */
  readonly partial?: Missing
  readonly input: Input
  readonly windows: DesktopWindows
  readonly manager: WindowManager
  readonly pictures: Pictures
  readonly clipboard: Selection
  /** Why it can no longer be used; another has to be chosen then. */
  readonly closed?: string | undefined
  /** Throws unsupported_here if there is no display to show anything on. */
  open(signal: AbortSignal): Promise<void>
  /** Which parts of it work, for `ix doctor`. */
  findings(signal: AbortSignal): Promise<Finding[]>
  close(): void
}

export interface Pictures {
  readonly missing?: Missing | undefined
  /**
   * What a person sees there; the area lies on the screen, and inside `window` if that is given. Throws
   * unsupported_here if pictures are missing.
   */
  take(area: Frame, signal: AbortSignal, window?: DesktopWindow): Promise<Shot>
}

export function okFinding(what: string, detail: string): Finding {
  return { what, state: 'ok', detail }
}

/** The finding, unless the part is missing. */
export function findingUnless(missing: Missing | undefined, found: Finding): Finding {
  return missing === undefined
    ? found
    : { what: found.what, state: 'missing', detail: missing.why, remedy: missing.remedy }
}

/** Reports that there are pictures, of a screen of this size, and in which formats. */
export function screenshotsFinding({ width, height }: Pick<Frame, 'width' | 'height'>): Finding {
  const { detail, remedy } = formats()
  const found = { what: 'screenshots', state: 'ok', detail: `${width}×${height}, ${detail}` } as const
  return remedy === undefined ? found : { ...found, remedy }
}
