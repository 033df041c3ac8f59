/** Sets fields as a user's edit would: text by insertion, everything else by its native setter and events. */
import { quoted } from '../../../../api-schema/quoted.ts'
import type { Problem } from '../../../problem.ts'
import { numberWithin } from '../../acting/numbers.ts'
import { byKeys, native, noop } from '../../acting/performed.ts'
import { invalidValue, losesFocus, takesNoValue, unsupported } from '../../acting/problems.ts'
import { parseKeys } from '../../keys/chords.ts'
import type { Performed } from '../../platform.ts'
import { steppedScript } from '../injected/controls.ts'
import { commitScript, type SetOutcome, setScript } from '../injected/fields.ts'
import { plainFocusScript } from '../injected/focus.ts'
import { pressKeys, typeText } from '../input/keyboard.ts'
import { rememberSecure } from '../read/secure-memory.ts'
import type { TabAccess } from '../wire/access.ts'
import { type Held, isDialog } from '../wire/world.ts'
import { guardKeys, sendGuarded } from './keys-sent.ts'
import { optionIn, takeOption } from './options.ts'

/** `toggle` presses a check box like any other press. */
export async function setValue(
  access: TabAccess,
  held: Held,
  value: string,
  toggle: (value: string) => Promise<Performed>,
  signal: AbortSignal,
): Promise<Performed> {
  let outcome: SetOutcome
  try {
    await rememberSecure(access, signal)
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
      return await toggle(value)
    case 'options':
      return (await takeOption(await optionIn(held, value, signal), true, signal)) ?? noop
    case 'slider':
      return await stepTo(access, held, numberWithin(value, outcome), signal)
    case 'range':
      return await setValue(access, held, String(numberWithin(value, outcome)), toggle, signal)
    case 'text':
      return await replaceText(access, held, value, outcome.empty, signal)
    default:
      throw problemOf(outcome, value)
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
        'Pass a shorter value.',
      )
    case 'unfocused':
      return losesFocus()
    case 'file':
      return unsupported('A file input has no value to set.', 'Use the action upload with files.')
    default:
      return takesNoValue()
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
    await guardKeys(held, false, signal)
    await sendGuarded(held, signal, async () => {
      if (value !== '') await access.send(session, 'Input.insertText', { text: value }, signal)
      else if (!empty) await pressKeys(access, session, parseKeys('Delete'), signal)
    })
    if (await held.call(commitScript, [value], signal)) return native
    // A field that rejects insertion may accept keys.
    const again = await held.call(setScript, [value], signal)
    if (again.kind === 'text' && value !== '') await typeText(access, session, value, signal)
    if (again.kind === 'same' || (await held.call(commitScript, [value], signal))) return byKeys
  } catch (error) {
    if (isDialog(error)) return native
    throw error
  }
  return { ...native, refused: 'The field did not accept the text.' }
}

const mostSteps = 200

/** A custom slider only responds to keys. */
async function stepTo(access: TabAccess, held: Held, wanted: number, signal: AbortSignal): Promise<Performed> {
  const [up, down] = [parseKeys('ArrowRight'), parseKeys('ArrowLeft')]
  await held.call(plainFocusScript, [], signal)
  const read = async () => Number(await held.call(steppedScript, [], signal))
  let now = await read()
  if (now === wanted) return { ...byKeys, noop: true }
  for (let count = 0; count < mostSteps && now !== wanted; count++) {
    const before = now
    await pressKeys(access, held.session, wanted > now ? up : down, signal)
    now = await read()
    const passed = before < wanted !== now < wanted
    if (now === before || passed) break
  }
  return now === wanted ? byKeys : { ...byKeys, refused: `Its keys moved it to ${now}, not to ${wanted}.` }
}
