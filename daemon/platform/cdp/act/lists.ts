/** Choosing by name in a list that may have to be opened first, as a person would. */
import { firstOf } from '../../../../api-schema/first-of.ts'
import { quoted } from '../../../../api-schema/quoted.ts'
import { Problem } from '../../../problem.ts'
import { plainWords } from '../../acting/choosing.ts'
import { noop } from '../../acting/performed.ts'
import { until } from '../../acting/polling.ts'
import { Flag } from '../../element/flags.ts'
import type { Performed } from '../../platform.ts'
import { type ControlState, controlScript } from '../injected/act/controls.ts'
import { commitScript } from '../injected/act/fields.ts'
import {
  forgetDrawnScript,
  type ListedOption,
  listKindScript,
  markDrawnScript,
  optionsScript,
} from '../injected/act/listed.ts'
import type { Held } from '../wire/world.ts'
import { isComing } from './aim.ts'
import { optionIn, optionOf, takeOption } from './options.ts'
import type { Target } from './pointing.ts'

/** What a person does with the box. */
export interface Hands {
  readonly state: () => Promise<ControlState>
  /** Presses the box itself, or the given element. */
  readonly press: (at?: Held) => Promise<Performed>
  readonly keys: (keys: string) => Promise<void>
  /** Replaces the box's text. */
  readonly write: (text: string) => Promise<Performed>
}

/** Time for a list to appear, with options that a server may have to send. */
const listMs = 2000
/** A press opens its list at once, or not at all. */
const openMs = 500
/** A list that has not changed for this long is complete. */
const restMs = 300
const lookMs = 40

/** Throws not_found, with what the list has; element_ambiguous; element_changed. */
export async function chooseIn(target: Target, name: string, hands: Hands): Promise<Performed> {
  const { held, access, signal } = target
  const wasShown = access.row(target.key)?.value
  const isOpened = await open(target, name, hands)
  try {
    if (access.dialog !== undefined) return noop
    const found = await optionIn(held, name, signal).catch(async (error: unknown) => {
      const known = isOpened ? await written(target, name, hands) : undefined
      if (known !== undefined) return known
      if (isOpened) await close(target, hands)
      throw error
    })
    const chosen = await takeOption(found, 'add', signal)
    if (isOpened && chosen !== undefined) await close(target, hands)
    // The key that opens a list may also choose in it.
    if (chosen !== undefined) return isOpened && wasShown?.includes(name) !== true ? { ...chosen, noop: false } : chosen
    const { popup } = await hands.state()
    const state = await found.call(controlScript, [], signal)
    // In the list of a combo box, the option that the keys would take is marked as selected, whether chosen or not.
    const isChosen = !popup || access.row(target.key)?.value?.includes(name) === true
    if (state.selected === true && isChosen) {
      if (isOpened) await close(target, hands)
      return noop
    }
    return await take(target, found, isOpened, hands)
  } finally {
    if (isOpened && access.dialog === undefined) await held.call(forgetDrawnScript, [], signal).catch(() => undefined)
  }
}

/** Closes it by Escape. In a dialog it stays open, since some dialogs would close together with the list. */
async function close({ held, signal }: Target, hands: Hands): Promise<void> {
  const { isInDialog } = await held.call(listKindScript, [], signal)
  if (!isInDialog) await hands.keys('Escape').catch(() => undefined)
}

/** A list may hold only what matches the text in its box, or only the rows in sight. */
async function written(target: Target, name: string, hands: Hands): Promise<Held | undefined> {
  if (!(await hands.state()).writable) return undefined
  await hands.write(name)
  await listed(target, name, listMs)
  const found = await optionIn(target.held, name, target.signal).catch(() => undefined)
  if (found === undefined) await hands.write('')
  return found
}

/**
 * Writes a text into a box that lists matches, and chooses the option of that name. A box that keeps offering others
 * has not taken the text.
 */
export async function writeAndChoose(target: Target, name: string, hands: Hands): Promise<Performed> {
  const { held, access, signal } = target
  await held.call(markDrawnScript, [], signal)
  try {
    const done = await hands.write(name)
    if (name === '' || access.dialog !== undefined) return done
    const all = await listed(target, name, openMs)
    if (access.dialog !== undefined) return done
    const isExpanded = all.length > 0 && (await hands.state()).expanded === true
    const options = all.filter(({ isText }) => !isText || isExpanded)
    const isIt = ({ names }: ListedOption) => names.some((one) => plainWords(one) === plainWords(name))
    if (options.some(isIt)) return await take(target, await optionIn(held, name, signal), true, hands)
    const drawn = options.filter(({ drawn }) => drawn).map(({ names }) => names.find((one) => one !== '') ?? '')
    if (drawn.length === 0) {
      await held.call(commitScript, [name], signal)
      return done
    }
    const offered = drawn.map((one) => quoted(one))
    return { ...done, doubt: `nothing is chosen: its list offers ${firstOf(offered, mostTold)}` }
  } finally {
    if (access.dialog === undefined) await held.call(forgetDrawnScript, [], signal).catch(() => undefined)
  }
}

const mostTold = 6

async function take(target: Target, option: Held, isOpened: boolean, hands: Hands): Promise<Performed> {
  const { access, signal } = target
  // It takes no pointer while it is coming up.
  if (isOpened) await until(async () => !(await isComing(access, option, signal)), { ms: openMs, signal })
  const kind = isOpened ? await option.call(listKindScript, [], signal) : undefined
  const done = { ...(await hands.press(option)), isChosen: true }
  if (kind === undefined || access.dialog !== undefined) return done
  // A multiple choice keeps its list open, over what is pressed next.
  if (kind.isMultiple && (await hands.state()).expanded === true) await close(target, hands)
  else if (kind.isInDialog && !(await until(isAway, { ms: listMs, signal })))
    return { ...done, doubt: 'it is chosen in a dialog that is still open: press what confirms it there' }
  return done

  async function isAway(): Promise<boolean> {
    const now = await option.call(listKindScript, [], signal).catch(() => undefined)
    return now?.isInDialog !== true
  }
}

/** Opens the list. False if it was open, or its options were there already. */
async function open(target: Target, name: string, hands: Hands): Promise<boolean> {
  const { held, access, signal, key } = target
  const { popup, expanded, plain, readonly } = await hands.state()
  const options = async () => await held.call(optionsScript, [], signal)
  const mayOpen =
    popup || readonly || expanded === false || (plain && ((access.row(key)?.flags ?? 0) & Flag.clickable) !== 0)
  if (!mayOpen || expanded === true) return false
  if (expanded === undefined && (await options()).some(({ drawn }) => drawn)) return false
  await held.call(markDrawnScript, [], signal)
  await hands.press().catch(unlessCovered)
  if (access.dialog !== undefined) return true
  const isOpen = async () => (await hands.state()).expanded === true || (await options()).some(({ drawn }) => drawn)
  // If its label took the press, the box only has the focus: the keys of a combo box open it.
  for (const keys of ['ArrowDown', 'Alt+ArrowDown'])
    if (!(await until(isOpen, { ms: openMs, signal }))) await hands.keys(keys).catch(unlessUnsupported)
  await listed(target, name, listMs)
  return true
}

function unlessUnsupported(error: unknown): void {
  if (!(error instanceof Problem) || error.name !== 'unsupported_here') throw error
}

/** What a box shows of the choice may cover it: then its keys open it. */
function unlessCovered(error: unknown): void {
  const isCovered = error instanceof Problem && error.name === 'element_changed' && error.data?.reason === 'covered'
  if (!isCovered) throw error
}

/** The options once one of that name is drawn, or once no more appear. */
async function listed({ held, access, signal }: Target, name: string, ms: number): Promise<readonly ListedOption[]> {
  let seen: readonly ListedOption[] = []
  let since = performance.now()
  const look = async () => {
    if (access.dialog !== undefined) return true
    const options = await held.call(optionsScript, [], signal)
    if (JSON.stringify(options) !== JSON.stringify(seen)) since = performance.now()
    seen = options
    if (hasOption(options, name)) return true
    const isWaiting = options.every(({ disabled, drawn }) => disabled || !drawn)
    return !isWaiting && performance.now() - since > restMs
  }
  await until(look, { ms, signal, everyMs: lookMs })
  return seen
}

function hasOption(options: readonly ListedOption[], name: string): boolean {
  try {
    return optionOf(options, name).drawn
  } catch {
    return false
  }
}
