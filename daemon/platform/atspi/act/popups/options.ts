/** Selects a list entry, tab or radio button; or, with a value, the entry of that name in a list, or words of a text. */
import { pick, plainWords } from '../../../acting/choosing.ts'
import { byKeys, native, noop } from '../../../acting/performed.ts'
import { unsupported } from '../../../acting/problems.ts'
import type { Performed } from '../../../platform.ts'
import { buttons, Role } from '../../read/roles.ts'
import { hasState, isHidden, State } from '../../read/states.ts'
import { ask, property } from '../../wire/access.ts'
import { refOf, statesOf } from '../../wire/cache-items.ts'
import { selectText } from '../fields/selection.ts'
import { choose } from '../press/choose.ts'
import { click, needsPointer, pressNatively } from '../press/press.ts'
import { focusedRecipient, grabFocus, inFront } from '../reach/reach.ts'
import { canBePicked, type LiveElement, liveElementsIn, nameOf } from '../subject/live-elements.ts'
import { has, isOn, now, type Subject, soon, subjectOf } from '../subject/subject.ts'
import { walkToOption } from './option-walk.ts'
import { closeList, isListOpen, openList, pressEntry } from './pop-ups.ts'

/** Lists fill when they open. */
const openMs = 1000
const shownMs = 400

export async function select(subject: Subject): Promise<Performed> {
  const words = await selectText(subject, subject.act.value)
  if (words !== undefined) return words
  if (subject.act.value !== undefined) return await selectOption(subject, subject.act.value)
  const row = await now(subject)
  const holder = holderOf(subject)
  if (holder !== undefined && row.title !== undefined) return await selectOption(holder, row.title)
  if (isOn(row, 'selected') || (subject.facts.role === Role.radioButton && isOn(row, 'checked'))) return noop
  return await selectIt(subject)
}

/** An option in the closed list of a combo box is chosen as a person would: the list is opened first. */
export async function pressOption(subject: Subject): Promise<Performed> {
  const holder = holderOf(subject)
  return holder === undefined || (await isListOpen(holder)) ? await click(subject) : await select(subject)
}

/** The combo box that has this option in its list. */
function holderOf(subject: Subject): Subject | undefined {
  const { access, key } = subject
  const list = access.parent(key)
  const holder = list === undefined || access.facts(list)?.role !== Role.list ? undefined : access.parent(list)
  const isCombo = holder !== undefined && access.facts(holder)?.role === Role.comboBox
  return isCombo ? subjectOf(subject, holder) : undefined
}

async function selectIt(subject: Subject): Promise<Performed> {
  if (needsPointer(subject)) return await click(subject)
  const turned = subject.facts.role === Role.pageTab ? pressNatively : undefined
  return (await choose(subject)) ?? (await turned?.(subject)) ?? (await click(subject))
}

export async function selectOption(subject: Subject, value: string): Promise<Performed> {
  if (await shows(subject, value)) return noop
  const what = subject.facts.role === Role.comboBox ? 'The combo box' : 'It'
  const all = await liveElementsIn(subject, subject.ref)
  const listed = optionsOf(all)
  if (listed.length > 0 && !isClosedRow(subject, listed)) {
    const option = pick(listed, value, { where: what, each: 'option', names: (one) => [nameOf(one, all)] })
    const done = (await take(subject, option, nameOf(option, all))) ?? (await stepTo(subject, option, listed))
    if (done !== undefined) return done
    const key = subject.access.key(option.ref)
    if (key !== undefined && subject.facts.role !== Role.comboBox && !isHidden(option, subject.access.toolkit))
      return await selectIt(subjectOf(subject, key))
  }
  return await fromOpened(subject, value, what)
}

/** Entries that can be selected, without those that only lead to others. */
function optionsOf(all: readonly LiveElement[]): LiveElement[] {
  return all.filter((one) => canBePicked(one) && nameOf(one, all) !== '' && one.role !== Role.menu)
}

/** Whether the element, its selection or the button it consists of shows this entry. */
async function shows(subject: Subject, value: string): Promise<boolean> {
  const { title, value: text } = await now(subject)
  const chosen = has(subject, 'Selection') ? await chosenIn(subject) : []
  // What it was last known to have chosen may be outdated, so its own report comes first.
  const isCombo = subject.facts.role === Role.comboBox
  const inside = await buttonIn(subject)
  const row = isCombo && inside.length === 0 ? await entryIn(subject) : undefined
  if (row !== undefined) return plainWords(row) === plainWords(value)
  const live = [...chosen, ...inside]
  // The title may be its label, which does not say what it shows.
  const shown = [title, ...live, ...(isCombo && live.length > 0 ? [] : [text])]
  return shown.some((one) => one !== undefined && plainWords(one) === plainWords(value))
}

/** The new value may appear a little after the press: GTK 4 first shows the button pressed. */
async function comesToShow(subject: Subject, name: string): Promise<boolean> {
  return (await soon(subject, shownMs, () => shows(subject, name))) === true
}

/** The value of a row of settings that is a combo box. */
async function entryIn(subject: Subject): Promise<string | undefined> {
  if (!subject.access.toolkit.rowsOfOptions) return undefined
  const all = await liveElementsIn(subject, subject.ref)
  const listed = optionsOf(all)
  return isClosedRow(subject, listed) ? nameOf(listed[0]!, all) : undefined
}

function isClosedRow({ access, facts }: Subject, listed: readonly LiveElement[]): boolean {
  return access.toolkit.rowsOfOptions === true && facts.role === Role.comboBox && listed.length === 1
}

async function buttonIn(subject: Subject): Promise<string[]> {
  const [button] = subject.access.row(subject.key)?.children ?? []
  const ref = button === undefined ? undefined : subject.access.ref(button)
  if (ref === undefined || !buttons.has(subject.access.facts(button!)?.role ?? 0)) return []
  const labels = await liveElementsIn(subject, ref)
  return labels.filter(({ role, name }) => name !== '' && role === Role.label).map(({ name }) => name)
}

async function chosenIn(subject: Subject): Promise<string[]> {
  const [first] = await ask(subject, 'Selection', 'GetSelectedChild', 'i', [0])
  const ref = refOf(first, subject.ref.bus)
  const name = ref && (await property({ ...subject, ref }, 'Accessible', 'Name'))
  return typeof name === 'string' ? [name] : []
}

/** Selects through the container and verifies it; undefined if that has no effect. */
async function take(subject: Subject, option: LiveElement, name: string): Promise<Performed | undefined> {
  // A combo box entry counts as selected only when the box shows it; on web pages, where nothing else shows it, its own
  // state counts.
  const { toolkit } = subject.access
  const isBox = subject.facts.role === Role.comboBox
  const isCombo = isBox && !toolkit.optionsSayChosen
  if (!isCombo && hasState(option, State.selected)) return noop
  if (isBox && toolkit.optionsNeedInput) return undefined
  const holders = [...(has(subject, 'Selection') ? [subject.ref] : []), ...(option.parent ? [option.parent.ref] : [])]
  for (const ref of holders) {
    const [done] = await ask({ ...subject, ref }, 'Selection', 'SelectChild', 'i', [option.index])
    if (done !== true) continue
    const [words] = await ask({ ...subject, ref: option.ref }, 'Accessible', 'GetState')
    const isChosen = !isCombo && hasState(statesOf(words), State.selected)
    if (isChosen || (await shows(subject, name))) return { ...native, seen: true }
  }
  return undefined
}

/**
 * Selects the option's neighbour through the box, and the option by an arrow key from there: of that the program hears.
 * Undefined where options do not say themselves that they are chosen, or the key does not lead there.
 */
async function stepTo(
  subject: Subject,
  option: LiveElement,
  listed: readonly LiveElement[],
): Promise<Performed | undefined> {
  const { optionsNeedInput, optionsSayChosen } = subject.access.toolkit
  const isBox = subject.facts.role === Role.comboBox
  if (!isBox || !optionsNeedInput || !optionsSayChosen || subject.input.missing !== undefined) return undefined
  const at = listed.indexOf(option)
  const from = listed[at - 1] ?? listed[at + 1]
  if (from?.parent === undefined || !(await grabFocus(subject))) return undefined
  await ask({ ...subject, ref: from.parent.ref }, 'Selection', 'SelectChild', 'i', [from.index])
  const arrow = at > 0 ? 'ArrowDown' : 'ArrowUp'
  await inFront(subject, ({ keyboard }, x) => keyboard.keys(arrow, focusedRecipient(subject, x), subject.signal))
  const isChosen = async () => {
    const [words] = await ask({ ...subject, ref: option.ref }, 'Accessible', 'GetState')
    return hasState(statesOf(words), State.selected)
  }
  return (await soon(subject, shownMs, isChosen)) === true ? { ...byKeys, seen: true } : undefined
}

/** Opens the list and presses the entry. Closes it again on failure. */
async function fromOpened(subject: Subject, value: string, what: string): Promise<Performed> {
  const { access, input } = subject
  if (access.toolkit.optionsNeedInput && input.missing !== undefined)
    throw unsupported(`${what} takes an option by pointer or keys only, which cannot be used: ${input.missing.why}`)
  if (!(await openList(subject))) {
    const walked = await walkToOption(subject, value)
    if (walked !== undefined) return walked
    throw unsupported(`${what} has no list to open.`)
  }
  try {
    const found = await soon(subject, openMs, async () => {
      const all = await liveElementsIn(subject, subject.ref)
      const listed = optionsOf(all).filter((one) => hasState(one, State.visible))
      return listed.length > 0 && !isClosedRow(subject, listed) && { all, listed }
    })
    if (found === undefined) {
      await closeList(subject)
      const walked = await walkToOption(subject, value)
      if (walked !== undefined) return walked
      const hint = 'Press keys on it: ArrowDown and ArrowUp, then Enter.'
      throw unsupported(`${what} opened, but its entries have no names.`, hint)
    }
    const { all, listed } = found
    const option = pick(listed, value, { where: what, each: 'option', names: (one) => [nameOf(one, all)] })
    const done = await pressEntry(subject, option)
    return (await comesToShow(subject, nameOf(option, all))) ? { ...done, seen: true } : done
  } catch (error) {
    await closeList(subject)
    throw error
  }
}
