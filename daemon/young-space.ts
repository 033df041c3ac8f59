/**
 * Imported before all else: what a start leaves behind would grow the space that V8 keeps for young objects to its
 * largest (32 MiB), and a daemon at rest would hold that for good. Requests may grow it, when there are many of them.
 */
import { setFlagsFromString } from 'node:v8'

holdYoungSpace()

function holdYoungSpace(): void {
  setFlagsFromString('--semi-space-growth-factor=1')
}

/** The start is over. V8's own factor from here on. */
export function freeYoungSpace(): void {
  setFlagsFromString('--semi-space-growth-factor=2')
}
