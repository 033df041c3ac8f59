/** What a tab is made to see of its device, its place and its network: what is not named is as the browser has it. */
export interface Emulation {
  /** CSS pixels. */
  readonly width?: number
  readonly height?: number
  /** Device pixels for a CSS pixel. */
  readonly scale?: number
  /** Lays out as a phone does: by the page's viewport tag, with overlay scroll bars. */
  readonly mobile?: boolean
  readonly touch?: boolean
  readonly colorScheme?: string
  readonly reducedMotion?: boolean
  readonly locale?: string
  readonly timezone?: string
  readonly latitude?: number
  readonly longitude?: number
  /** Metres. */
  readonly accuracy?: number
  readonly userAgent?: string
  readonly network?: string
  readonly latencyMs?: number
  readonly downloadKbps?: number
  readonly uploadKbps?: number
}
