/** Sets fields as a user's edit would: text by insertion, everything else by its native setter and events. */
import { quoted } from '../../../../api-schema/quoted.ts'
import type { Problem } from '../../../problem.ts'
import { numberWithin } from '../../acting/numbers.ts'
import { byKeys, native, noop } from '../../acting/performed.ts'
import { invalidValue, losesFocus, takesNoValue, unsupported } from '../../acting/problems.ts'
import { parseKeys } from '../../keys/chords.ts'
import type { Performed } from '../../platform.ts'
import { commitScript, type SetOutcome, setScript, showsScript } from '../injected/act/fields.ts'
import { insertText, pressKeys, typeText } from '../input/keyboard.ts'
import { rememberSecure } from '../read/secure-memory.ts'
import { type Held, isDialog } from '../wire/world.ts'
import { guardOrThrow, sendGuarded } from './keys-sent.ts'
import { chooseIn, type Hands, writeAndChoose } from './lists.ts'
import { optionIn, takeOption } from './options.ts'
import type { Target } from './pointing.ts'
import { stepperOf, stepTo } from './steppers.ts'

interface Means extends Hands {
  /** Presses a check box like any other press. */
  readonly toggle: (value: string) => Promise<Performed>
}

export async function setValue(target: Target, value: string, means: Means): Promise<Performed> {
  const { held, signal } = target
  let outcome: SetOutcome
  try {
    await rememberSecure(held.access, signal)
    outcome = await held.call(setScript, [value], signal)
  } catch (error) {
    // Its change handler opened a dialog: the value was set.
    if (isDialog(error)) return native
    throw error
  }
  switch (outcome.kind) {
    case 'set':
      return native
    case 'same':
      return noop
    case 'check':
      return await means.toggle(value)
    case 'options':
      return (await takeOption(await optionIn(held, value, signal), 'only', signal)) ?? noop
    case 'slider':
    case 'spinner':
      return await stepTo(held, numberWithin(value, outcome), { ...outcome, kind: outcome.kind }, signal)
    case 'range':
      return await setValue(target, String(numberWithin(value, outcome)), means)
    case 'editor':
      return await writeInEditor(held, value, outcome, signal)
    case 'list':
      return await chooseIn(target, value, means)
    case 'text': {
      if (outcome.isBox === true) return await writeAndChoose(target, value, means)
      const done = await replaceText(held, value, outcome.empty, signal)
      const isTaken = !outcome.isSpinner || (await held.call(showsScript, [value], signal))
      if (isTaken || !Number.isFinite(Number(value))) return done
      return await stepTo(held, Number(value), { kind: 'spinner' }, signal)
    }
    default: {
      const stepper = outcome.kind === 'none' ? stepperOf(held.access.row(target.key)) : undefined
      if (stepper === undefined) throw problemOf(outcome, value)
      return await stepTo(held, numberWithin(value, stepper), stepper, signal)
    }
  }
}

function problemOf(outcome: SetOutcome, value: string): Problem {
  switch (outcome.kind) {
    case 'bad':
      return invalidValue(
        `A field of type ${outcome.type} takes ${outcome.wanted}; it did not take ${quoted(value)}.`,
        `Pass value as ${outcome.wanted}.`,
      )
    case 'long':
      return invalidValue(
        `The field takes at most ${outcome.most} characters; the value has ${value.length}.`,
        'Pass a shorter value; if other fields take the rest, as those of a code do, write it with the action type.',
      )
    case 'unfocused':
      return losesFocus()
    case 'file':
      return unsupported('A file input has no value to set.', 'Use the action upload with files.')
    default:
      return takesNoValue()
  }
}

/** By keys, which a page that lists matches may wait for. */
export async function typeOver(held: Held, value: string, signal: AbortSignal): Promise<Performed> {
  const { kind } = await held.call(setScript, [value], signal)
  if (kind === 'same') return native
  if (kind !== 'text') throw kind === 'unfocused' ? losesFocus() : takesNoValue()
  await guardOrThrow(held, signal)
  await sendGuarded(held, signal, async () => {
    if (value === '') await pressKeys(held, parseKeys('Delete'), signal)
    else await typeText(held, value, signal)
  })
  return byKeys
}

async function replaceText(held: Held, value: string, empty: boolean, signal: AbortSignal): Promise<Performed> {
  try {
    await guardOrThrow(held, signal)
    await sendGuarded(held, signal, async () => {
      if (value !== '') await insertText(held, value, signal)
      else if (!empty) await pressKeys(held, parseKeys('Delete'), signal)
    })
    if (await held.call(commitScript, [value], signal)) return native
    // A field that rejects insertion may accept keys.
    const again = await held.call(setScript, [value], signal)
    if (again.kind === 'unfocused') throw losesFocus()
    if (again.kind === 'text' && value !== '') {
      await guardOrThrow(held, signal)
      await sendGuarded(held, signal, () => typeText(held, value, signal))
    }
    if (again.kind === 'same' || (await held.call(commitScript, [value], signal))) return byKeys
  } catch (error) {
    if (isDialog(error)) return native
    throw error
  }
  return { ...native, refused: 'The field did not accept the text.' }
}

/** Selects its text and replaces it, as a person at the keyboard would: no script knows where the text is kept. */
async function writeInEditor(
  held: Held,
  value: string,
  { keys, drawn }: SetOutcome & { readonly kind: 'editor' },
  signal: AbortSignal,
): Promise<Performed> {
  const { access, session } = held
  const write = async () => {
    if (keys !== undefined) await pressKeys(held, parseKeys(keys), signal)
    if (value === '') await pressKeys(held, parseKeys('Delete'), signal)
    else await access.send(session, 'Input.insertText', { text: value }, signal)
  }
  try {
    await guardOrThrow(held, signal)
    await sendGuarded(held, signal, write)
  } catch (error) {
    if (!isDialog(error)) throw error
  }
  return drawn === undefined ? byKeys : { ...byKeys, drawn }
}
