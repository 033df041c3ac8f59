/** An entry of a list, a tab, a radio button itself; or, with a value, the entry of that name in a list. */
import type { Performed } from '../platform.ts'
import { canBePicked, nameOf, pick, plainWords, type Twig, twigsOf } from './branch.ts'
import { refOf } from './cache-items.ts'
import { choose } from './choose.ts'
import { closeList, openList, pressTwig } from './pop-ups.ts'
import { click, needsPointer } from './press.ts'
import { Role } from './roles.ts'
import { hasState, isHidden, State } from './states.ts'
import { ask, has, isOn, native, noop, now, property, type Subject, subjectOf, unsupported } from './subject.ts'

/** Lists are filled when they are opened. */
const openMs = 1000
const shownMs = 400

export async function select(subject: Subject): Promise<Performed> {
  if (subject.act.value !== undefined) return await selectOption(subject, subject.act.value)
  const row = await now(subject)
  if (isOn(row, 'selected') || (subject.facts.role === Role.radioButton && isOn(row, 'checked'))) return noop
  return await selectIt(subject)
}

async function selectIt(subject: Subject): Promise<Performed> {
  return (needsPointer(subject) ? undefined : await choose(subject)) ?? (await click(subject))
}

export async function selectOption(subject: Subject, value: string): Promise<Performed> {
  if (await shows(subject, value)) return noop
  const what = subject.facts.role === Role.comboBox ? 'The combo box' : 'It'
  const all = await twigsOf(subject, subject.ref)
  const listed = optionsOf(all)
  if (listed.length > 0) {
    const option = pick(listed, value, (one) => nameOf(one, all), what)
    const done = await take(subject, option, nameOf(option, all))
    if (done !== undefined) return done
    const key = subject.access.key(option.ref)
    if (key !== undefined && subject.facts.role !== Role.comboBox && !isHidden(option, subject.access.toolkit))
      return await selectIt(subjectOf(subject, key))
  }
  return await fromOpened(subject, value, what)
}

/** Entries that can be chosen, not what only leads to others. */
function optionsOf(all: readonly Twig[]): Twig[] {
  return all.filter((one) => canBePicked(one) && nameOf(one, all) !== '' && one.role !== Role.menu)
}

/** The entry that is chosen now, by the name that the element itself shows, or a button that it is made of. */
async function shows(subject: Subject, value: string): Promise<boolean> {
  const { title, value: text } = await now(subject)
  const shown = [title, text].filter((one) => one !== undefined)
  if (has(subject, 'Selection')) shown.push(...(await chosenIn(subject)))
  if (shown.length === 0) shown.push(...(await buttonIn(subject)))
  return shown.some((one) => plainWords(one) === plainWords(value))
}

/** It may come a little after the press: GTK 4 shows a button pressed first. */
async function comesToShow(subject: Subject, name: string): Promise<boolean> {
  for (const until = performance.now() + shownMs; performance.now() < until; ) {
    if (await shows(subject, name)) return true
    await new Promise((done) => setTimeout(done, 20))
  }
  return false
}

async function buttonIn(subject: Subject): Promise<string[]> {
  const [button] = subject.access.row(subject.key)?.children ?? []
  const ref = button === undefined ? undefined : subject.access.ref(button)
  if (ref === undefined || !opener.has(subject.access.facts(button!)?.role ?? 0)) return []
  const labels = await twigsOf(subject, ref)
  return labels.filter(({ role, name }) => name !== '' && role === Role.label).map(({ name }) => name)
}

const opener: ReadonlySet<number> = new Set<number>([Role.pushButton, Role.toggleButton])

async function chosenIn(subject: Subject): Promise<string[]> {
  const [first] = await ask(subject, 'Selection', 'GetSelectedChild', 'i', [0])
  const ref = refOf(first, subject.ref.bus)
  const name = ref && (await property({ ...subject, ref }, 'Accessible', 'Name'))
  return typeof name === 'string' ? [name] : []
}

/** By what holds it, seen to have come; undefined where that does nothing. */
async function take(subject: Subject, option: Twig, name: string): Promise<Performed | undefined> {
  // What a combo box lists as selected is chosen only when it shows it; those of pages show it nowhere else.
  const isCombo = subject.facts.role === Role.comboBox && subject.access.toolkit !== 'gecko'
  if (!isCombo && hasState(option, State.selected)) return noop
  const holders = [...(has(subject, 'Selection') ? [subject.ref] : []), ...(option.parent ? [option.parent.ref] : [])]
  for (const ref of holders) {
    const [done] = await ask({ ...subject, ref }, 'Selection', 'SelectChild', 'i', [option.index])
    if (done !== true) continue
    const [words] = await ask({ ...subject, ref: option.ref }, 'Accessible', 'GetState')
    const isChosen = !isCombo && Array.isArray(words) && ((Number(words[0]) >>> State.selected) & 1) === 1
    if (isChosen || (await shows(subject, name))) return { ...native, seen: true }
  }
  return undefined
}

/** Opens the list, and presses the entry in it. What was opened in vain is closed. */
async function fromOpened(subject: Subject, value: string, what: string): Promise<Performed> {
  if (!(await openList(subject))) throw unsupported(`${what} has no list that could be opened.`)
  try {
    const until = performance.now() + openMs
    for (;;) {
      const all = await twigsOf(subject, subject.ref)
      const listed = optionsOf(all).filter((one) => hasState(one, State.visible))
      if (listed.length === 0 && performance.now() > until) {
        const hint = 'Press keys on it: ArrowDown and ArrowUp, then Enter.'
        throw unsupported(`${what} has been opened, and tells no names of its entries.`, hint)
      }
      if (listed.length > 0) {
        const option = pick(listed, value, (one) => nameOf(one, all), what)
        const done = await pressTwig(subject, option)
        return (await comesToShow(subject, nameOf(option, all))) ? { ...done, seen: true } : done
      }
      await new Promise((done) => setTimeout(done, 20))
    }
  } catch (error) {
    await closeList(subject)
    throw error
  }
}
