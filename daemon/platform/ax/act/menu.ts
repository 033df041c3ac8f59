/** Menu bar items by path. Closed menus can be read and pressed; those that fill on opening are opened first. */
import { quoted } from '../../../../api-schema/quoted.ts'
import { Problem } from '../../../problem.ts'
import { menuSteps, pick } from '../../acting/choosing.ts'
import { unsupported } from '../../acting/problems.ts'
import type { Performed } from '../../platform.ts'
import { canSet, tried } from '../input/attempt.ts'
import { bringToFront } from '../input/front.ts'
import { type AppAccess, attributeOf, windowOf } from '../read/access.ts'
import { elementIn, valuesOf } from '../read/visit.ts'
import type { RawElement, Ref } from '../wire/raw-element.ts'
import { nameText, truthOf } from '../wire/values.ts'

export interface Entry {
  readonly ref: Ref
  readonly title: string
  readonly enabled: boolean
}

/** A menu on the way to an entry. */
interface Step {
  readonly ref: Ref
  isOpen: boolean
}

/** `ref`: an element of the window that the entry applies to. */
export async function chooseFromMenu(app: AppAccess, ref: Ref, path: string): Promise<Performed> {
  const names = menuSteps(path)
  const bars = await barsOf(app)
  if (bars.length === 0) throw unsupported(`${app.name} has no menu bar that can be read.`)
  await makeMain(app, ref)
  const steps: Step[] = []
  let within: readonly Ref[] = bars
  let front = false
  try {
    for (const [index, name] of names.entries()) {
      const found = await findIn(app, { within, steps, name, above: names.slice(0, index) })
      steps.push({ ref: found.entry.ref, isOpen: false })
      within = [found.entry.ref]
      front ||= found.front
    }
    const entry = steps.at(-1)!.ref
    if (names.length > 1) refuseMenu(names.at(-1)!, await entriesOf(app, entry))
    const done = (await tried(app, entry, 'AXPress')) ?? (await tried(app, entry, 'AXPick'))
    if (done === undefined) throw unsupported(`${names.at(-1)} cannot be pressed.`)
    app.markAll('a menu entry was chosen')
    return { ...done, ...(front && { front }) }
  } catch (error) {
    const opened = steps.find(({ isOpen }) => isOpen)
    if (opened !== undefined) await tried(app, opened.ref, 'AXCancel')
    throw error
  }
}

/** An application's menus apply to its main window. */
async function makeMain(app: AppAccess, ref: Ref): Promise<void> {
  const window = windowOf(app, ref)
  if (window === undefined || truthOf(await attributeOf(app, window, 'AXMain')) !== false) return
  await canSet(app, window, 'AXMain', true)
}

/** Throws for a menu: a press would only open it. */
function refuseMenu(name: string, entries: readonly Entry[]): void {
  if (entries.length === 0) return
  const candidates = entries.map(({ title }) => title).slice(0, 12)
  throw new Problem('element_ambiguous', {
    message: `${quoted(name)} is a menu of its own. Nothing was chosen.`,
    hint: `Add one of its entries to the path: ${candidates.map((one) => quoted(one)).join(', ')}.`,
    data: { candidates },
  })
}

/** The menu bars: of its menus, and of its status items. */
async function barsOf(app: AppAccess): Promise<readonly Ref[]> {
  const { mirror } = app
  const { AXMenuBar, AXExtrasMenuBar } = await valuesOf(app, mirror.root, ['AXMenuBar', 'AXExtrasMenuBar'])
  const own = [elementIn(AXMenuBar), elementIn(AXExtrasMenuBar)].filter((ref) => ref !== undefined)
  return own.length > 0 ? own : mirror.children(mirror.root).filter((ref) => mirror.roleOf(ref) === 'AXMenuBar')
}

interface Search {
  readonly within: readonly Ref[]
  /** The menus that contain `name`, outermost first. */
  readonly steps: readonly Step[]
  readonly name: string
  readonly above: readonly string[]
}

/**
 * Some menus are filled when they open, and only then does the application report which entries can be chosen: a closed
 * menu reports what was true when it was last open. Some entries can be chosen only while the application is in front.
 */
async function findIn(app: AppAccess, search: Search): Promise<{ entry: Entry; front: boolean }> {
  const { within, steps, name, above } = search
  const find = async () =>
    pick((await Promise.all(within.map((ref) => entriesOf(app, ref)))).flat(), name, {
      where: above.length === 0 ? 'The menu bar' : `The menu ${above.join(' > ')}`,
      each: 'entry',
      names: ({ title }) => [title],
      isDisabled: ({ enabled }) => !enabled,
    })
  const open = async () => {
    for (const step of steps.filter(({ isOpen }) => !isOpen)) {
      // The press may block while the menu is open.
      if ((await tried(app, step.ref, 'AXPress')) !== undefined) step.isOpen = true
    }
    return await find()
  }
  try {
    return { entry: await find(), front: false }
  } catch (error) {
    if (steps.length === 0 || !(error instanceof Problem)) throw error
    if (error.name === 'not_found') return { entry: await open(), front: false }
    if (error.data.reason !== 'disabled') throw error
    const front = await bringToFront(app, undefined)
    return { entry: await open(), front }
  }
}

/** The entries of a menu bar, or of the menu inside one of its items. */
export async function entriesOf(app: AppAccess, ref: Ref): Promise<Entry[]> {
  const found = await app.readUnder(ref, { depth: 2, menus: true })
  const own = found.get(ref)
  const entries: Entry[] = []
  for (const child of own?.children ?? []) {
    const raw = found.get(child)
    if (raw === undefined) continue
    if (raw.facts.AXRole !== 'AXMenu') add(entries, raw)
    else for (const item of raw.children ?? []) add(entries, found.get(item))
  }
  return entries
}

function add(entries: Entry[], raw: RawElement | undefined): void {
  if (raw === undefined) return
  const title = nameText(raw.facts.AXTitle) ?? nameText(raw.facts.AXDescription)
  if (title !== undefined) entries.push({ ref: raw.ref, title, enabled: truthOf(raw.facts.AXEnabled) !== false })
}
