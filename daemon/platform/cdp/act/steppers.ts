/** Custom sliders and spin buttons, which react to keys, or else to the pointer alone. */
import { byKeys } from '../../acting/performed.ts'
import { losesFocus, takesNoValue } from '../../acting/problems.ts'
import type { Row } from '../../element/row.ts'
import { parseKeys } from '../../keys/chords.ts'
import type { Performed } from '../../platform.ts'
import { steppedScript } from '../injected/act/controls.ts'
import type { Ends } from '../injected/act/fields.ts'
import { plainFocusScript } from '../injected/act/focus.ts'
import { oneFrameScript } from '../injected/frames.ts'
import { pressKeys } from '../input/keyboard.ts'
import { textOf } from '../read/names.ts'
import { evaluate, type Held } from '../wire/world.ts'
import { guardKeys, sendGuarded } from './keys-sent.ts'
import { slideTo } from './sliding.ts'

const mostSteps = 200
/** Pages may show what a key did in one of the next frames. */
const mostFrames = 3

const keysOf = {
  slider: { up: 'ArrowRight', down: 'ArrowLeft' },
  spinner: { up: 'ArrowUp', down: 'ArrowDown' },
} as const

export interface Stepper extends Ends {
  readonly kind: keyof typeof keysOf
}

/** Judged by its row: an element's own class may make it one where no script can read that. */
export function stepperOf(row: Row | undefined): Stepper | undefined {
  const kind = row?.role === 'AXSlider' ? 'slider' : row?.role === 'AXIncrementor' ? 'spinner' : undefined
  if (kind === undefined) return undefined
  const { min, max } = row?.attributes ?? {}
  return { kind, ...(min !== undefined && { least: Number(min) }), ...(max !== undefined && { most: Number(max) }) }
}

/**
 * Its value as text; null if unknown. Chromium's tree invents a value for an element that states none, so it counts
 * only if the element's class may state it.
 */
export async function stepped(held: Held, signal: AbortSignal): Promise<string | null> {
  const text = await held.call(steppedScript, [], signal)
  if (text !== undefined) return text
  const asked = { objectId: held.objectId, fetchRelatives: false }
  const { nodes } = await held.access.send(held.session, 'Accessibility.getPartialAXTree', asked, signal)
  return textOf(nodes[0]?.value) ?? null
}

export async function stepTo(
  held: Held,
  wanted: number,
  { kind, ...ends }: Stepper,
  signal: AbortSignal,
): Promise<Performed> {
  const { up, down } = keysOf[kind]
  const read = async () => {
    const text = await stepped(held, signal)
    return text === null || text.trim() === '' ? Number.NaN : Number(text)
  }
  let now = await read()
  if (Number.isNaN(now)) throw takesNoValue()
  if (now === wanted) return { ...byKeys, noop: true }
  const begun = now
  const slide = () => (kind === 'slider' ? slideTo(held, wanted, ends, read, signal) : undefined)
  await held.call(plainFocusScript, [], signal)
  for (let count = 0; count < mostSteps && now !== wanted; count++) {
    const before = now
    if (!(await guardKeys(held, {}, signal))) {
      const slid = count === 0 ? await slide() : undefined
      if (slid !== undefined) return slid
      throw losesFocus()
    }
    const chords = parseKeys(wanted > now ? up : down)
    await sendGuarded(held, signal, () => pressKeys(held, chords, signal))
    if (held.access.dialog !== undefined) return byKeys
    now = await read()
    for (let frames = 0; frames < mostFrames && now === before; frames++) {
      await evaluate(held.access, held.session, oneFrameScript, signal)
      now = await read()
    }
    const passed = before < wanted !== now < wanted
    if (now === before || passed || Number.isNaN(now)) break
  }
  if (now === begun) {
    const slid = await slide()
    if (slid !== undefined) return slid
  }
  return now === wanted ? byKeys : { ...byKeys, refused: `Its keys moved it to ${now}, not to ${wanted}.` }
}
