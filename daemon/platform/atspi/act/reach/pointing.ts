/** The pointer for an action on an element: waited for, aimed, and only then used. */
import { byPointer } from '../../../acting/performed.ts'
import type { Performed } from '../../../platform.ts'
import type { Devices, Hand } from '../../desktop/input.ts'
import type { Subject } from '../subject/subject.ts'
import { pointAt } from './aim.ts'
import { pointOn } from './reach.ts'

/** Locates the element only once the pointer is free and the window manager ready. */
export async function withPointer(
  subject: Subject,
  work: (hand: Hand) => Promise<void>,
  presses = true,
): Promise<Performed> {
  await subject.input.use(subject.signal, (devices) => pointWith(devices, subject, work, presses))
  return byPointer
}

/** For callers that already have the pointer. */
export async function pointWith(
  devices: Devices,
  subject: Subject,
  work: (hand: Hand) => Promise<void>,
  presses = true,
): Promise<void> {
  await pointAt(devices, subject.signal, () => pointOn(subject, presses), work, presses ? subject.arrived : undefined)
}
