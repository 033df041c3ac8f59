/** Where a slider is taken and along what it moves, in the daemon's isolated world. */
import { chainOf, elementOf, elementParts } from '../elements.ts'
import { sent } from '../sent.ts'

export interface Track {
  /** Where it is taken, from its top left corner; undefined for its middle. */
  readonly spot?: { readonly x: number; readonly y: number }
  /** From the least to the most it can be set to, in pixels. */
  readonly way: { readonly x: number; readonly y: number }
}

/** The nearest around it that is much longer than wide. `part`: where its value lies between the ends, from 0 to 1. */
function trackOf(this: Node, part: number): Track | undefined {
  const longer = 3
  const levels = 4
  const element = elementOf(this)
  const orientation = element.getAttribute('aria-orientation')
  for (const at of chainOf(element).slice(0, levels)) {
    const { width, height } = at.getBoundingClientRect()
    const isUpright = orientation ? orientation === 'vertical' : height > width
    const [length, across] = isUpright ? [height, width] : [width, height]
    if (length < longer * across) continue
    const isMirrored = !isUpright && getComputedStyle(at).direction === 'rtl'
    const way = isUpright ? { x: 0, y: -length } : { x: isMirrored ? -length : length, y: 0 }
    if (at !== element) return { way }
    const along = Math.min(length - 1, Math.max(1, length * (isUpright || isMirrored ? 1 - part : part)))
    return { way, spot: isUpright ? { x: width / 2, y: along } : { x: along, y: height / 2 } }
  }
  return undefined
}

export const trackScript = sent(trackOf, ...elementParts)
