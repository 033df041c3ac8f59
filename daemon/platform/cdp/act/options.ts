/** Options of lists: a select, or an ARIA list box, menu, tab list or tree. */
import { given } from '../../../../api-schema/given.ts'
import { pick } from '../../acting/choosing.ts'
import { native, noop } from '../../acting/performed.ts'
import { until } from '../../acting/polling.ts'
import { changed } from '../../acting/problems.ts'
import type { Performed } from '../../platform.ts'
import { type Choice, optionScript } from '../injected/act/controls.ts'
import { isShownScript, type ListedOption, optionAtScript, optionsScript } from '../injected/act/listed.ts'
import { type Held, isDialog } from '../wire/world.ts'

/** The option of that name. Throws what `pick` throws. */
export async function optionIn(list: Held, name: string, signal: AbortSignal): Promise<Held> {
  const options = await list.call(optionsScript, [], signal)
  const option = optionOf(options, name)
  const found = await list.callForNode(optionAtScript, [options.indexOf(option), option.names], signal)
  if (found === undefined) throw changed('moved', 'The options changed during the search.')
  return found
}

/** Throws what `pick` throws. */
export function optionOf(options: readonly ListedOption[], name: string): ListedOption {
  return pick(options, name, {
    where: 'The list',
    each: 'option',
    names: ({ names }) => names,
    groupOf: ({ group }) => group,
    isDisabled: ({ disabled }) => disabled,
    needsWholeName: ({ isText }) => isText,
  })
}

/** Time for a page to show the choice in what it draws in place of a select. */
const followMs = 500

/** Chooses a select's option; undefined if it is not such an option. */
export async function takeOption(option: Held, how: Choice, signal: AbortSignal): Promise<Performed | undefined> {
  try {
    const chosen = await option.call(optionScript, [how], signal)
    if (chosen?.kind === 'disabled') throw changed('disabled', 'The option is disabled.')
    if (chosen === null) return undefined
    const isShown = async () => await option.call(isShownScript, [], signal).catch(() => true)
    const follows = await until(isShown, { ms: followMs, signal })
    const doubt = follows ? undefined : 'what the page draws in its place does not show it'
    const done = chosen.kind === 'same' ? noop : native
    return { ...done, ...given({ option: chosen.shown || undefined, doubt }) }
  } catch (error) {
    // The dialog that it opened is its effect.
    if (isDialog(error)) return native
    throw error
  }
}
