/** Menu bar items by path. Closed menus can be read and pressed; those that fill on opening are opened first. */
import { Problem } from '../../../problem.ts'
import { menuSteps, pick } from '../../acting/choosing.ts'
import { unsupported } from '../../acting/problems.ts'
import type { Performed } from '../../platform.ts'
import { tried } from '../input/attempt.ts'
import type { AppAccess } from '../read/access.ts'
import { elementIn, valuesOf } from '../read/visit.ts'
import type { RawElement, Ref } from '../wire/raw-element.ts'
import { nameText, truthOf } from '../wire/values.ts'

export interface Entry {
  readonly ref: Ref
  readonly title: string
  readonly enabled: boolean
}

export async function chooseFromMenu(app: AppAccess, path: string, signal: AbortSignal): Promise<Performed> {
  const names = menuSteps(path)
  const bars = await barsOf(app, signal)
  if (bars.length === 0) throw unsupported(`${app.name} has no menu bar that can be read.`)
  let within: readonly Ref[] = bars
  let at = app.mirror.root
  for (const [index, name] of names.entries()) {
    try {
      at = (await findIn(app, within, name, names.slice(0, index), signal)).ref
      within = [at]
    } catch (error) {
      if (index > 0) await tried(app, at, 'AXCancel', signal)
      throw error
    }
  }
  const done = (await tried(app, at, 'AXPress', signal)) ?? (await tried(app, at, 'AXPick', signal))
  if (done === undefined) throw unsupported(`${names.at(-1)} cannot be pressed.`)
  app.markAll('a menu entry was chosen')
  return done
}

/** Of its menus, and of its status items. */
async function barsOf(app: AppAccess, signal: AbortSignal): Promise<readonly Ref[]> {
  const { mirror } = app
  const { AXMenuBar, AXExtrasMenuBar } = await valuesOf(app, mirror.root, ['AXMenuBar', 'AXExtrasMenuBar'], signal)
  const own = [elementIn(AXMenuBar), elementIn(AXExtrasMenuBar)].filter((ref) => ref !== undefined)
  return own.length > 0 ? own : mirror.children(mirror.root).filter((ref) => mirror.roleOf(ref) === 'AXMenuBar')
}

async function findIn(
  app: AppAccess,
  within: readonly Ref[],
  name: string,
  above: readonly string[],
  signal: AbortSignal,
): Promise<Entry> {
  const find = async () =>
    pick((await Promise.all(within.map((ref) => entriesOf(app, ref, signal)))).flat(), name, {
      where: above.length === 0 ? 'The menu bar' : `The menu ${above.join(' > ')}`,
      each: 'entry',
      names: ({ title }) => [title],
      isDisabled: ({ enabled }) => !enabled,
    })
  return await find().catch(async (error) => {
    if (above.length === 0 || !(error instanceof Problem) || error.name !== 'not_found') throw error
    // For menus that fill when opened. The press may block while the menu is open.
    if ((await tried(app, within[0]!, 'AXPress', signal)) === undefined) throw error
    return await find()
  })
}

/** Of a menu bar, or of the menu inside one of its items. */
export async function entriesOf(app: AppAccess, ref: Ref, signal: AbortSignal): Promise<Entry[]> {
  const found = await app.readUnder(ref, { depth: 2, menus: true }, signal)
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
