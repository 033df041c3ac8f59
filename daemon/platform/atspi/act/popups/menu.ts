/**
 * Menus: an element's own, and entries by path, opened step by step as a person would and closed again when an entry is
 * missing.
 */
import { quoted } from '../../../../../api-schema/quoted.ts'
import { Problem } from '../../../../problem.ts'
import { menuSteps, pick, plainWords } from '../../../acting/choosing.ts'
import { native, noop } from '../../../acting/performed.ts'
import { changed, unsupported } from '../../../acting/problems.ts'
import { Flag } from '../../../element/flags.ts'
import type { Key } from '../../../element/row.ts'
import type { Performed } from '../../../platform.ts'
import { extentsAt, mainWindow, windowOf } from '../../geometry/extents.ts'
import { actionWords } from '../../read/actions.ts'
import { readActionNames } from '../../read/extras.ts'
import { Role, roles } from '../../read/roles.ts'
import { hasState, isHidden, State } from '../../read/states.ts'
import { ask, property } from '../../wire/access.ts'
import { refOf, statesOf } from '../../wire/cache-items.ts'
import type { Ref } from '../../wire/facts.ts'
import { click, rightClick } from '../press/press.ts'
import { bringToFront } from '../reach/reach.ts'
import { canBePicked, type LiveElement, liveElementsIn, nameOf } from '../subject/live-elements.ts'
import { holderOf, isOpen, menusBeside } from '../subject/menu-button.ts'
import { does, has, isOn, now, type Subject, soon, subjectOf } from '../subject/subject.ts'
import { isNextSaid, pressByKeys } from './entry-walk.ts'
import { openList, pressEntry, putAway } from './pop-ups.ts'

/** Opens the element's own menu; otherwise whatever a right click opens. */
export async function showMenu(subject: Subject): Promise<Performed> {
  const row = await now(subject)
  const opensByPress = isOn(row, 'hasMenu') || subject.facts.role === Role.comboBox
  if (opensByPress && (await isOpen(subject))) return noop
  if (await does(subject, 'AXShowMenu')) return native
  if (opensByPress && (await openList(subject))) return native
  if (opensByPress) return await click(subject)
  return await rightClick(subject)
}

/** A menu may only be filled when it opens. */
const openMs = 1500
/** A menu is complete this long after its first entries appear. */
const filledMs = 250

const pressed = roles('pushButton checkBox')

/** A checkable entry reports its state a little after it was pressed. */
const turnedMs = 300

export async function menu(subject: Subject): Promise<Performed> {
  const { at, left, beside } = await begin(subject, menuSteps(subject.act.path!))
  const unlisted = beside === undefined ? await unlistedMenu(at) : undefined
  const opener = beside ?? unlisted ?? holderOf(at).ref
  const fits = fitting(beside)
  try {
    let within: Ref = opener
    let after: string | undefined
    for (const [index, step] of left.entries()) {
      const isLast = index === left.length - 1
      const entry = await find(subject, within, opener, { name: step, isLast, after, fits })
      if (!isLast && (await isCommand(subject, entry)))
        throw new Problem('not_found', { message: `${quoted(entry.name)} is no menu: pressing it does something.` })
      const done = unlisted === undefined ? await pressEntry(subject, entry) : await pressByKeys(at, entry, entry)
      if (isLast) return (await isTurned(subject, entry)) ? { ...done, seen: true } : done
      within = entry.ref
      after = entry.name
    }
    return native
  } catch (error) {
    // For an application as a whole no window is known, but for the menu that was opened one is.
    await putAway(at, () => openIn(at, opener, fits))
    throw error
  } finally {
    if (subject.input.missing !== undefined || subject.access.toolkit.leavesMenusOpen) await shut(at)
  }
}

function fitting(beside: Ref | undefined): Step['fits'] {
  return (one) => isEntry(one) || (beside !== undefined && pressed.has(one.role))
}

/**
 * Pressing it would do something that was not asked for. What leads further is a menu, contains one, or says that it
 * opens one.
 */
async function isCommand(subject: Subject, { ref, role, states, moreStates }: LiveElement): Promise<boolean> {
  if (role !== Role.menuItem || !subject.access.toolkit.menusInEntries) return false
  if (hasState({ states, moreStates }, State.hasPopup)) return false
  return (await property({ ...subject, ref }, 'Accessible', 'ChildCount')) === 0
}

/**
 * Has an entry that can be checked been pressed? If only the check mark reveals that it can be checked, this is known
 * once its menu has closed.
 */
async function isTurned(subject: Subject, { ref, role, ...before }: LiveElement): Promise<boolean> {
  const { toolkit } = subject.access
  const saysSo = role === Role.checkMenuItem || role === Role.radioMenuItem
  if (!saysSo && !toolkit.marksAnyEntry) return false
  const wanted = !hasState(before, State.checked)
  // One of several that was chosen already: its mark says nothing of the press.
  if (!wanted && role === Role.radioMenuItem) return false
  const look = async () => {
    const [words] = await ask({ ...subject, ref }, 'Accessible', 'GetState')
    if (words === undefined) return 'gone'
    const states = statesOf(words)
    if (hasState(states, State.checked) === wanted) return 'turned'
    return !saysSo && isHidden({ role, ...states }, toolkit) && 'shut'
  }
  return (await soon(subject, turnedMs, look)) === 'turned'
}

/** How many entries are shown; if none reports that, 1 if the menu is open all the same. */
async function openIn(at: Subject, opener: Ref, fits: Step['fits']): Promise<number> {
  const all = await liveElementsIn(at, opener, (one) => one.role === Role.menu || isShown(at, one))
  return all.filter((one) => fits(one) && isShown(at, one)).length || Number(await isOpen(at))
}

/** Closes what stayed open, as entries pressed without keys and pointer may leave it. Never throws. */
async function shut(at: Subject): Promise<void> {
  const { access, key } = at
  try {
    const bar = access.parent(key)
    if (access.toolkit.barsDeselect && bar !== undefined) await ask(subjectOf(at, bar), 'Selection', 'ClearSelection')
    else if ((await liveElementsIn(at, holderOf(at).ref)).some((one) => isEntry(one) && isShown(at, one)))
      await open(at)
  } catch {
    at.signal.throwIfAborted()
  }
}

/** Opens the path's first menu: the element's own, or one in its window's menu bar. */
async function begin(
  subject: Subject,
  steps: readonly string[],
): Promise<{ readonly at: Subject; readonly left: readonly string[]; readonly beside?: Ref | undefined }> {
  const { access, key, facts } = subject
  const row = await now(subject)
  const menus = await menusBeside(subject)
  const isOpener =
    facts.role !== Role.menuBar &&
    (isOn(row, 'hasMenu') || openers.has(facts.role) || menus.has(key) || (await mayOpen(subject)))
  if (isOpener) {
    if (!(await isOpen(subject))) await open(subject)
    return { at: subject, left: steps, beside: menus.get(key) }
  }
  const bar = facts.role === Role.menuBar ? key : menuBarOf(subject)
  const entries = bar === undefined ? await menuButtonsOf(subject, menus) : (access.row(bar)?.children ?? [])
  if (entries.length === 0) {
    throw unsupported(
      'Its window has no menu bar and no button that opens a menu.',
      'Use show_menu on the element, or click what opens the menu.',
    )
  }
  // The path need not name a menu that is the only one.
  const only = bar === undefined && entries.length === 1 ? entries[0] : undefined
  const names = (entry: Key) => namesOf(subject, entry)
  const isOnly = only !== undefined && !names(only).some((name) => plainWords(name) === plainWords(steps[0]!))
  const where = bar === undefined ? 'The window' : 'The menu bar'
  try {
    const entry = isOnly ? only : pick(entries, steps[0]!, { where, each: 'entry', names })
    const at = subjectOf(subject, entry)
    if (!(await isOpen(at))) await open(at)
    return { at, left: isOnly ? steps : steps.slice(1), beside: menus.get(entry) }
  } catch (error) {
    const nameless = bar === undefined && isMissing(error) ? entries.filter((one) => names(one).length === 0) : []
    for (const entry of nameless) {
      const [at, beside] = [subjectOf(subject, entry), menus.get(entry)]
      if (await holds(at, beside, steps)) return { at, left: steps, beside }
    }
    throw error
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Problem && (error.name === 'not_found' || error.name === 'unsupported_here')
}

/** A menu button without a name is known by its menu, which stays open if it has the path's first entry. */
async function holds(at: Subject, beside: Ref | undefined, [name, ...more]: readonly string[]): Promise<boolean> {
  const opener = beside ?? holderOf(at).ref
  const fits = fitting(beside)
  try {
    if (!(await isOpen(at))) await open(at)
    const step = { name: name!, isLast: more.length === 0, after: undefined, fits }
    await find(at, opener, opener, step)
    return true
  } catch (error) {
    await putAway(at, () => openIn(at, opener, fits))
    if (!isMissing(error)) throw error
    return false
  }
}

/** The names of an entry; a menu button has those of its permanent group as well as its own. */
function namesOf(subject: Subject, key: Key): string[] {
  const keys = new Set([holderOf(subjectOf(subject, key)).key, key])
  return [...keys].flatMap((one) => subject.access.row(one)?.title ?? subject.access.row(one)?.description ?? [])
}

const openers = roles('menu pushButtonMenu comboBox')

async function open(subject: Subject): Promise<void> {
  const row = await now(subject)
  if (isOn(row, 'disabled')) throw changed('disabled', `The menu ${JSON.stringify(row.title ?? '')} is disabled.`)
  await comeForward(subject)
  const isUnsaid = await mayOpen(subject)
  const before = isUnsaid ? await popupsOf(subject) : 0
  const hasCome = async () => !isUnsaid || (await isOpen(subject)) || (await popupsOf(subject)) > before
  // A button of Qt may report success and open nothing.
  if ((await does(subject, 'AXShowMenu')) && (await soon(subject, filledMs, hasCome))) return
  // Menu bars in GTK 4 only open by a press.
  await click(subject)
}

/** Where nobody tells where menus are, the window beneath an entry is all that is known there: it has to be its own. */
async function comeForward(subject: Subject): Promise<void> {
  const { access, windows, input, signal } = subject
  const isPressed = access.toolkit.actionsFallShort === true && input.missing === undefined
  if (!isPressed || windows.popupsMissing === undefined) return
  // Not every compositor lets a program do that.
  await bringToFront(subject).catch(() => signal.throwIfAborted())
}

function menuBarOf(subject: Subject): Key | undefined {
  return inWindow(subject, (key) => subject.access.facts(key)?.role === Role.menuBar)[0]
}

async function popupsOf({ access, windows, signal }: Subject): Promise<number> {
  return windows.missing === undefined ? (await windows.popupsOf(access.owner, signal)).length : 0
}

/** Only its actions say that a button of Qt opens a menu. */
async function mayOpen(subject: Subject): Promise<boolean> {
  if (!subject.access.toolkit.pressedWhileOpen || subject.facts.role !== Role.pushButton) return false
  return has(subject, 'Action') && actionWords(await readActionNames(subject), false).includes('AXShowMenu')
}

/**
 * The open menu of a button that does not have it among its children: the arrow key moves to the first entry, which is
 * announced.
 */
async function unlistedMenu(at: Subject): Promise<Ref | undefined> {
  const { access, input } = at
  if (input.missing !== undefined || !(await mayOpen(at))) return undefined
  if ((await liveElementsIn(at, at.ref)).some((one) => isEntry(one) && isShown(at, one))) return undefined
  const entry = (await isNextSaid(at, openMs)) ? access.lastFocused : undefined
  return entry && refOf(await property({ ...at, ref: entry }, 'Accessible', 'Parent'), entry.bus)
}

/** The buttons that open a menu, for windows without a menu bar. */
async function menuButtonsOf(subject: Subject, menus: ReadonlyMap<Key, Ref>): Promise<readonly Key[]> {
  const roleOf = (key: Key) => subject.access.facts(key)?.role
  const saysSo = (key: Key) => menus.has(key) || roleOf(key) === Role.pushButtonMenu || hasMenu(subject, key)
  const all = inWindow(subject, (key) => saysSo(key) || roleOf(key) === Role.pushButton)
  const open = await Promise.all(all.map(async (key) => saysSo(key) || (await mayOpen(subjectOf(subject, key)))))
  return all.filter((_, at) => open[at])
}

function hasMenu({ access }: Subject, key: Key): boolean {
  const flags = access.row(key)?.flags ?? 0
  return (flags & Flag.hasMenu) !== 0 && (flags & Flag.clickable) !== 0
}

function inWindow({ access, key }: Subject, fits: (key: Key) => boolean): Key[] {
  const found: Key[] = []
  const stack = [windowOf(access, key) ?? mainWindow(access) ?? access.root]
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    const row = access.row(at)
    if (row === undefined || (row.flags & Flag.hidden) !== 0) continue
    if (fits(at)) found.push(at)
    stack.push(...[...row.children].reverse())
  }
  return found
}

interface Step {
  readonly name: string
  /** This entry is the one to press. */
  readonly isLast: boolean
  /** The entry that was pressed to get here: if it did not open a menu, it has done something. */
  readonly after: string | undefined
  readonly fits: (element: LiveElement) => boolean
}

/** Searches the menu opened last; GTK 4 shows a submenu in place of its parent menu. */
async function find(subject: Subject, within: Ref, opener: Ref, step: Step): Promise<LiveElement> {
  const mayStayShut = performance.now() + filledMs
  let filledAt: number | undefined
  let missing: unknown
  const found = await soon(subject, openMs, async () => {
    const isLate = filledAt !== undefined && performance.now() > filledAt + filledMs
    missing = undefined
    for (const ref of new Set([within, opener])) {
      const all = await liveElementsIn(
        subject,
        ref,
        (element) => element.role === Role.menu || isShown(subject, element),
      )
      const nearest = all.filter((element) => step.fits(element) && isNearest(element))
      const shown = nearest.filter((element) => isShown(subject, element))
      const entries = shown.length === 0 && performance.now() > mayStayShut ? await unsaidIn(subject, nearest) : shown
      if (entries.length === 0) continue
      filledAt ??= performance.now()
      try {
        const names = (element: LiveElement) => [nameOf(element, all)]
        // “Table” must not open “Table of contents”.
        const needsWholeName = ({ role }: LiveElement) => step.isLast && role === Role.menu
        return pick(entries, step.name, { where: 'The menu', each: 'entry', names, isDisabled, needsWholeName })
      } catch (error) {
        if (!(error instanceof Problem) || error.name !== 'not_found') throw error
        missing ??= error
      }
    }
    if (isLate && missing !== undefined) throw missing
    return undefined
  })
  if (found !== undefined) return found
  if (missing !== undefined) throw missing
  if (step.after === undefined) throw unsupported('The menu opened but shows no entries.')
  throw new Problem('unknown_outcome', { message: `${quoted(step.after)} was pressed, and opened no menu.` })
}

/** Entries that can be pressed although they are not reported as shown. */
async function unsaidIn(subject: Subject, entries: readonly LiveElement[]): Promise<readonly LiveElement[]> {
  const { access, input, signal } = subject
  if (!access.toolkit.menusMayHideEntries) return []
  const visible = entries.filter((element) => hasState(element, State.visible))
  if (input.missing !== undefined) return visible
  const frames = await Promise.all(visible.map(({ ref }) => extentsAt(access, ref, signal)))
  return visible.filter((_, at) => frames[at] !== undefined)
}

function isDisabled(element: LiveElement): boolean {
  return !hasState(element, State.sensitive) && !hasState(element, State.enabled)
}

function isShown({ access }: Subject, element: LiveElement): boolean {
  return !isHidden(element, access.toolkit)
}

/** A menu without a name is the list of entries itself. */
function isEntry(element: LiveElement): boolean {
  return canBePicked(element) && !(element.role === Role.menu && element.name === '')
}

/** Not an entry of a submenu. */
function isNearest(element: LiveElement): boolean {
  for (let at = element.parent; at !== undefined; at = at.parent) if (canBePicked(at) && at.name !== '') return false
  return true
}
