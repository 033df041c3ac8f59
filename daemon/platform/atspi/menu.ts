/** Menus: an element's own, and entries by their path, opened step by step as a person would, and put away when an entry is missing. */
import { Problem } from '../../problem.ts'
import { Flag } from '../flags.ts'
import type { Key, Performed } from '../platform.ts'
import { canBePicked, nameOf, pick, plainWords, type Twig, twigsOf } from './branch.ts'
import type { Ref } from './facts.ts'
import { windowOf } from './geometry.ts'
import { holderOf, isOpen } from './menu-button.ts'
import { openList, pressTwig, putAway } from './pop-ups.ts'
import { click, rightClick } from './press.ts'
import { Role } from './roles.ts'
import { hasState, isHidden, State } from './states.ts'
import {
  actionIndex,
  changed,
  doAction,
  isOn,
  native,
  noop,
  now,
  type Subject,
  subjectOf,
  unsupported,
} from './subject.ts'

/** The element's own menu; else what a press of the right button opens. */
export async function showMenu(subject: Subject): Promise<Performed> {
  const row = await now(subject)
  const opensByPress = isOn(row, 'hasMenu') || subject.facts.role === Role.comboBox
  if (opensByPress && (await isOpen(subject))) return noop
  const own = await actionIndex(subject, 'AXShowMenu')
  if (own !== undefined && (await doAction(subject, own))) return native
  if (opensByPress && (await openList(subject))) return native
  if (opensByPress) return await click(subject)
  return await rightClick(subject)
}

/** A menu may be filled when it is opened, */
const openMs = 1500
/** and is as it will be a little after the first of its entries came. */
const filledMs = 250

export async function menu(subject: Subject): Promise<Performed> {
  const steps = stepsOf(subject)
  const { opener, left } = await begin(subject, steps)
  let opened = 1
  try {
    let within: Ref = opener
    for (const [index, step] of left.entries()) {
      const isLast = index === left.length - 1
      const { entry, name } = await find(subject, within, opener, step)
      if (!hasState(entry, State.sensitive) && !hasState(entry, State.enabled))
        throw changed('disabled', `The entry ${JSON.stringify(name)} of the menu is disabled.`)
      const done = await pressTwig(subject, entry)
      if (isLast) return done
      opened++
      within = entry.ref
    }
    return { route: 'native' }
  } catch (error) {
    await putAway(subject, opened)
    throw error
  }
}

function stepsOf({ act }: Subject): readonly string[] {
  const steps = (act.path ?? act.value ?? '')
    .split('>')
    .map((step) => step.trim())
    .filter(Boolean)
  if (steps.length > 0) return steps
  throw new Problem('invalid_params', {
    message: 'menu needs a path.',
    hint: 'Pass a path, such as "File > Save As".',
    data: { path: 'path' },
  })
}

/** Opens the menu that the path begins with: of the element itself, else of its window's menu bar. */
async function begin(
  subject: Subject,
  steps: readonly string[],
): Promise<{ readonly opener: Ref; readonly left: readonly string[] }> {
  const { access, key, facts } = subject
  const row = await now(subject)
  const isOpener = facts.role !== Role.menuBar && (isOn(row, 'hasMenu') || openers.has(facts.role))
  if (isOpener) {
    if (!(await isOpen(subject))) await open(subject)
    return { opener: holderOf(subject).ref, left: steps }
  }
  const bar = facts.role === Role.menuBar ? key : menuBarOf(subject)
  const entries = (bar === undefined ? menuButtonsOf(subject) : (access.row(bar)?.children ?? [])).flatMap((one) =>
    namesOf(subject, one).map((name) => ({ key: one, name })),
  )
  const keys = new Set(entries.map((one) => one.key))
  if (keys.size === 0) {
    throw unsupported(
      'Its window has no menu bar, and nothing that opens a menu.',
      'Use show_menu on the element, or click what opens the menu.',
    )
  }
  // The one menu that there is need not be named.
  const [only, ...more] = bar === undefined ? keys : [undefined, undefined]
  const isNamed = entries.some(({ name }) => plainWords(name) === plainWords(steps[0]!))
  const isOnly = only !== undefined && more.length === 0 && !isNamed
  const what = bar === undefined ? 'The window' : 'The menu bar'
  const entry = isOnly ? only : pick(entries, steps[0]!, ({ name }) => name, what).key
  const at = subjectOf(subject, entry)
  if (!(await isOpen(at))) await open(at)
  return { opener: holderOf(at).ref, left: isOnly ? steps : steps.slice(1) }
}

/** What an entry is called; a button that opens a menu also by the group that is made for it. */
function namesOf(subject: Subject, key: Key): string[] {
  const { access } = subject
  const row = access.row(key)
  const holder = holderOf(subjectOf(subject, key)).key
  const around = access.row(holder)
  const own = row?.title ?? row?.description
  const other = holder === key ? undefined : (around?.title ?? around?.description)
  return own === undefined && other === undefined ? [''] : [own, other].filter((name) => name !== undefined)
}

const openers: ReadonlySet<number> = new Set<number>([Role.menu, Role.pushButtonMenu, Role.comboBox])

async function open(subject: Subject): Promise<void> {
  const row = await now(subject)
  if (isOn(row, 'disabled')) throw changed('disabled', `The menu ${JSON.stringify(row.title ?? '')} is disabled.`)
  const own = await actionIndex(subject, 'AXShowMenu')
  if (own !== undefined && (await doAction(subject, own))) return
  // Bars of GTK 4 are opened by a press alone.
  await click(subject)
}

function menuBarOf(subject: Subject): Key | undefined {
  return inWindow(subject, (key) => subject.access.facts(key)?.role === Role.menuBar)[0]
}

/** Where there is no menu bar: buttons that open one. */
function menuButtonsOf(subject: Subject): readonly Key[] {
  return inWindow(subject, (key) => {
    const { role } = subject.access.facts(key) ?? {}
    const flags = subject.access.row(key)?.flags ?? 0
    return role === Role.pushButtonMenu || ((flags & Flag.hasMenu) !== 0 && (flags & Flag.clickable) !== 0)
  })
}

function inWindow({ access, key }: Subject, fits: (key: Key) => boolean): Key[] {
  const found: Key[] = []
  const stack = [windowOf(access, key) ?? access.windows[0] ?? access.root]
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    const row = access.row(at)
    if (row === undefined || (row.flags & Flag.hidden) !== 0) continue
    if (fits(at)) found.push(at)
    stack.push(...[...row.children].reverse())
  }
  return found
}

/** In the menu that was opened last; GTK 4 shows a submenu in place of the menu that it is of. */
async function find(subject: Subject, within: Ref, opener: Ref, step: string): Promise<{ entry: Twig; name: string }> {
  let until = performance.now() + openMs
  let isFilled = false
  for (;;) {
    const isLate = performance.now() > until
    for (const ref of new Set([within, opener])) {
      const all = await twigsOf(subject, ref, (twig) => twig.role === Role.menu || isShown(subject, twig))
      const entries = all.filter((twig) => isEntry(twig) && isShown(subject, twig) && isNearest(twig))
      if (entries.length === 0) continue
      if (!isFilled) until = Math.min(until, performance.now() + filledMs)
      isFilled = true
      const name = (twig: Twig) => nameOf(twig, all)
      try {
        const entry = pick(entries, step, name, 'The menu')
        return { entry, name: name(entry) }
      } catch (error) {
        const isMissing = error instanceof Problem && error.name === 'not_found'
        if (!isMissing || (isLate && (ref === opener || within === opener))) throw error
      }
    }
    if (isLate) throw unsupported('The menu was opened, and shows no entries.')
    await new Promise((done) => setTimeout(done, 20))
  }
}

function isShown({ access }: Subject, twig: Twig): boolean {
  return !isHidden(twig, access.toolkit)
}

/** A menu without a name is the list of entries itself. */
function isEntry(twig: Twig): boolean {
  return canBePicked(twig) && !(twig.role === Role.menu && twig.name === '')
}

/** Not an entry of a menu that opens within this one. */
function isNearest(twig: Twig): boolean {
  for (let at = twig.parent; at !== undefined; at = at.parent) if (canBePicked(at) && at.name !== '') return false
  return true
}
