/** Gives fields a value as a user's edit would: text by insertion, everything else by its own setter with its events. */
import { Problem } from '../../problem.ts'
import { parseKeys } from '../key-chords.ts'
import type { Performed } from '../platform.ts'
import type { TabAccess } from './access.ts'
import { commitScript, setScript, steppedScript } from './field-scripts.ts'
import { pressKeys, typeText } from './keys.ts'
import { type Held, isDialog } from './world.ts'

interface Outcome {
  readonly kind:
    | 'text'
    | 'set'
    | 'same'
    | 'check'
    | 'slider'
    | 'file'
    | 'bad'
    | 'missing'
    | 'disabled'
    | 'long'
    | 'none'
  readonly on?: boolean
  readonly empty?: boolean
  readonly type?: string
  readonly wanted?: string
  readonly options?: readonly string[]
  readonly most?: number
}

const native = { route: 'native' } as const

/** `toggle` presses a check box, which is a press like any other. */
export async function setValue(
  access: TabAccess,
  held: Held,
  value: string,
  toggle: (wanted: boolean) => Promise<Performed>,
  signal: AbortSignal,
): Promise<Performed> {
  let outcome: Outcome
  try {
    outcome = await held.call<Outcome>(setScript, [value], signal)
  } catch (error) {
    // Its change handler opened a dialog: the value was set.
    if (isDialog(error)) return native
    throw error
  }
  switch (outcome.kind) {
    case 'set':
      return native
    case 'same':
      return { ...native, noop: true }
    case 'check':
      return await toggle(booleanOf(value))
    case 'slider':
      return await stepTo(access, held, Number(value), signal)
    case 'text':
      return await replaceText(access, held, value, outcome.empty === true, signal)
    default:
      throw problemOf(outcome, value)
  }
}

export function booleanOf(value: string): boolean {
  const word = value.trim().toLowerCase()
  if (['true', 'on', 'yes', '1', 'checked', 'selected'].includes(word)) return true
  if (['false', 'off', 'no', '0', 'unchecked', 'unselected'].includes(word)) return false
  throw invalid(
    `A check box is set to true or false, not to ${JSON.stringify(value.slice(0, 40))}.`,
    'Pass value "true" or "false".',
  )
}

function invalid(message: string, hint: string, more: { readonly [name: string]: unknown } = {}): Problem {
  return new Problem('invalid_params', { message, hint, data: { path: 'value', ...more } })
}

function problemOf(outcome: Outcome, value: string): Problem {
  const said = JSON.stringify(value.slice(0, 60))
  switch (outcome.kind) {
    case 'bad':
      return invalid(
        `A field of type ${outcome.type} takes ${outcome.wanted}; it did not take ${said}.`,
        `Pass value as ${outcome.wanted}.`,
      )
    case 'missing':
      return new Problem('not_found', {
        message: `No option is called ${said}; there are: ${(outcome.options ?? []).join(', ')}.`,
        hint: 'Pass the label or the value of one of the options.',
        data: { near: outcome.options ?? [] },
      })
    case 'disabled':
      return new Problem('element_changed', {
        message: `The option ${said} is disabled.`,
        data: { reason: 'disabled' },
      })
    case 'long':
      return invalid(
        `The field takes ${outcome.most} characters at most; the value has ${value.length}.`,
        'Pass a shorter value.',
      )
    case 'file':
      return new Problem('unsupported_here', {
        message: 'This is a field for files; a value cannot be set.',
        hint: 'Use the action upload with files.',
      })
    default:
      return new Problem('unsupported_here', {
        message: 'This element takes no value.',
        hint: 'Call expand to see what it can do, or act on the field within it.',
      })
  }
}

async function replaceText(
  access: TabAccess,
  held: Held,
  value: string,
  empty: boolean,
  signal: AbortSignal,
): Promise<Performed> {
  const { session } = held
  try {
    if (value !== '') await access.send(session, 'Input.insertText', { text: value }, signal)
    else if (!empty) await pressKeys(access, session, parseKeys('Delete'), signal)
    if (await held.call<boolean>(commitScript, [value], signal)) return native
    // A field that takes no insertion may take keys.
    const again = await held.call<Outcome>(setScript, [value], signal)
    if (again.kind === 'text' && value !== '') await typeText(access, session, value, signal)
    if (again.kind === 'same' || (await held.call<boolean>(commitScript, [value], signal))) return { route: 'keys' }
  } catch (error) {
    if (isDialog(error)) return native
    throw error
  }
  return { ...native, refused: 'The field did not take the text.' }
}

const mostSteps = 200

/** A slider of the page's own making moves by its keys only. */
async function stepTo(access: TabAccess, held: Held, wanted: number, signal: AbortSignal): Promise<Performed> {
  const [up, down] = [parseKeys('ArrowRight'), parseKeys('ArrowLeft')]
  await held.call('function () { this.focus() }', [], signal)
  const read = async () => Number(await held.call<string | null>(steppedScript, [], signal))
  let now = await read()
  if (now === wanted) return { route: 'keys', noop: true }
  for (let count = 0; count < mostSteps && now !== wanted; count++) {
    const before = now
    await pressKeys(access, held.session, wanted > now ? up : down, signal)
    now = await read()
    const passed = before < wanted !== now < wanted
    if (now === before || passed) break
  }
  return now === wanted
    ? { route: 'keys' }
    : { route: 'keys', refused: `Its keys moved it to ${now}, not to ${wanted}.` }
}
