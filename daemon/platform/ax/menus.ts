/** Entries of the menu bar by their path. Closed menus can be read and pressed; those that fill on opening are opened first. */
import { Problem } from '../../problem.ts'
import type { Performed } from '../platform.ts'
import type { AppAccess } from './access.ts'
import { tried } from './attempt.ts'
import type { RawElement, Ref } from './raw-element.ts'
import { nameText, truthOf } from './values.ts'

const listed = 12

export interface Entry {
  readonly ref: Ref
  readonly title: string
  readonly enabled: boolean
}

export async function chooseFromMenu(app: AppAccess, path: string, signal: AbortSignal): Promise<Performed> {
  const names = path
    .split(/\s*(?:>|›|→)\s*/)
    .map((name) => name.trim())
    .filter(Boolean)
  if (names.length === 0)
    throw new Problem('invalid_params', {
      message: 'path names no menu.',
      hint: 'Pass path such as "File > Save As…".',
      data: { path: 'path' },
    })
  const { values } = await app.call('attributes', { ref: app.mirror.root, names: ['AXMenuBar'] }, signal)
  const bar = values.AXMenuBar
  const start = typeof bar === 'object' && bar.kind === 'element' ? bar.ref : barOf(app)
  if (start === undefined)
    throw new Problem('unsupported_here', { message: `${app.name} has no menu bar that can be read.` })
  let at = start
  for (const [index, name] of names.entries()) {
    const isLast = index === names.length - 1
    const entry = await findIn(app, at, name, names.slice(0, index), index > 0, signal)
    if (!entry.enabled) {
      if (index > 0) await tried(app, at, 'AXCancel', signal)
      throw new Problem('element_changed', {
        message: `The menu entry ${names.slice(0, index + 1).join(' > ')} is disabled. Nothing was done.`,
        hint: 'Do first what enables it.',
        data: { reason: 'disabled' },
      })
    }
    at = entry.ref
    if (!isLast) continue
    const done = (await tried(app, at, 'AXPress', signal)) ?? (await tried(app, at, 'AXPick', signal))
    if (done === undefined) throw new Problem('unsupported_here', { message: `${name} cannot be pressed.` })
    app.markAll('a menu entry was chosen')
    return done
  }
  throw new Problem('internal_error')
}

function barOf(app: AppAccess): Ref | undefined {
  return app.mirror.children(app.mirror.root).find((ref) => app.mirror.roleOf(ref) === 'AXMenuBar')
}

async function findIn(
  app: AppAccess,
  ref: Ref,
  name: string,
  above: readonly string[],
  isMenu: boolean,
  signal: AbortSignal,
): Promise<Entry> {
  let entries = await entriesOf(app, ref, signal)
  let opened = false
  if (isMenu && matchIn(entries, name) === undefined) {
    // Menus that fill when they are opened. The press may block while the menu is open.
    opened = (await tried(app, ref, 'AXPress', signal)) !== undefined
    if (opened) entries = await entriesOf(app, ref, signal)
  }
  const found = matchIn(entries, name)
  if (found !== undefined) return found
  if (opened) await tried(app, ref, 'AXCancel', signal)
  const near = entries.map(({ title }) => title).slice(0, listed)
  const where = above.length === 0 ? 'The menu bar' : above.join(' > ')
  throw new Problem('not_found', {
    message: `${where} has no entry ${JSON.stringify(name.slice(0, 80))}. There ${near.length === 1 ? 'is' : 'are'} ${near.map((title) => JSON.stringify(title)).join(', ')}${entries.length > listed ? ', …' : ''}.`,
    hint: 'Take one of these.',
    data: { near },
  })
}

/** Of a bar, or of the menu in an item of it. */
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

/** The same words before words that begin so: `Save` is not `Save As…`. */
export function matchIn(entries: readonly Entry[], name: string): Entry | undefined {
  const wanted = plain(name)
  const exact = entries.filter(({ title }) => plain(title) === wanted)
  return exact.find(({ enabled }) => enabled) ?? exact[0]
}

/** Case, width and the dots at the end do not count. */
function plain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\s*(?:\.\.\.|…)$/, '')
    .trim()
}
