/** Menu bar items by path. Closed menus can be read and pressed; those that fill on opening are opened first. */
import { Problem } from '../../../problem.ts'
import { menuSteps, pick } from '../../acting/choosing.ts'
import { unsupported } from '../../acting/problems.ts'
import type { Performed } from '../../platform.ts'
import { tried } from '../input/attempt.ts'
import type { AppAccess } from '../read/access.ts'
import type { RawElement, Ref } from '../wire/raw-element.ts'
import { nameText, truthOf } from '../wire/values.ts'

export interface Entry {
  readonly ref: Ref
  readonly title: string
  readonly enabled: boolean
}

export async function chooseFromMenu(app: AppAccess, path: string, signal: AbortSignal): Promise<Performed> {
  const names = menuSteps(path)
  const { values } = await app.call('attributes', { ref: app.mirror.root, names: ['AXMenuBar'] }, signal)
  const bar = values.AXMenuBar
  const start = typeof bar === 'object' && bar.kind === 'element' ? bar.ref : barOf(app)
  if (start === undefined) throw unsupported(`${app.name} has no menu bar that can be read.`)
  let at = start
  for (const [index, name] of names.entries()) {
    try {
      at = (await findIn(app, at, name, names.slice(0, index), signal)).ref
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

function barOf(app: AppAccess): Ref | undefined {
  return app.mirror.children(app.mirror.root).find((ref) => app.mirror.roleOf(ref) === 'AXMenuBar')
}

async function findIn(
  app: AppAccess,
  ref: Ref,
  name: string,
  above: readonly string[],
  signal: AbortSignal,
): Promise<Entry> {
  const find = async () =>
    pick(await entriesOf(app, ref, signal), name, {
      where: above.length === 0 ? 'The menu bar' : `The menu ${above.join(' > ')}`,
      each: 'entry',
      names: ({ title }) => [title],
      isDisabled: ({ enabled }) => !enabled,
    })
  return await find().catch(async (error) => {
    if (above.length === 0 || !(error instanceof Problem) || error.name !== 'not_found') throw error
    // For menus that fill when opened. The press may block while the menu is open.
    if ((await tried(app, ref, 'AXPress', signal)) === undefined) throw error
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
