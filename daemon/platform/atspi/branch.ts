/**
 * What is in an element right now, asked for directly: menus and lists come when they are opened, before the next
 * reading knows of them.
 */
import { nearNames } from '../../../api-schema/near-names.ts'
import { Problem } from '../../problem.ts'
import { refOf, stateWords } from './cache-items.ts'
import type { Ref } from './facts.ts'
import { cleanName, trimText } from './names.ts'
import { Role } from './roles.ts'
import { hasState, State } from './states.ts'
import { ask, property, type Subject } from './subject.ts'

export interface Twig {
  readonly ref: Ref
  readonly name: string
  readonly role: number
  readonly states: number
  readonly moreStates: number
  /** Place among the children of its parent. */
  readonly index: number
  readonly parent: Twig | undefined
}

/** What can be picked from menus and lists. */
const picked: ReadonlySet<number> = new Set<number>([
  Role.menuItem,
  Role.checkMenuItem,
  Role.radioMenuItem,
  Role.tearOffMenuItem,
  Role.menu,
  Role.listItem,
  Role.tableCell,
  Role.treeItem,
  Role.pageTab,
  Role.radioButton,
])
/** More children than this are never listed: a sheet has a million. */
const mostChildren = 500
const mostTwigs = 2000
/** A menu of GTK 4 has its entries ten levels down. */
const deepest = 24

export function canBePicked({ role }: Twig): boolean {
  return picked.has(role)
}

/** All that is in the element, with what is in menus within it, in the order of the tree. */
export async function twigsOf(
  subject: Subject,
  ref: Ref,
  enter: (twig: Twig) => boolean = () => true,
): Promise<Twig[]> {
  const found: Twig[] = []
  const walk = async (of: Ref, parent: Twig | undefined, level: number): Promise<void> => {
    if (level > deepest || found.length > mostTwigs) return
    const twigs = await childrenOf(subject, of, parent)
    for (const twig of twigs) {
      found.push(twig)
      if (!hasState(twig, State.managesDescendants) && enter(twig)) await walk(twig.ref, twig, level + 1)
    }
  }
  await walk(ref, undefined, 0)
  return found
}

async function childrenOf(subject: Subject, ref: Ref, parent: Twig | undefined): Promise<Twig[]> {
  const at = { ...subject, ref }
  const count = await property(at, 'Accessible', 'ChildCount')
  if (count === 0 || (typeof count === 'number' && count > mostChildren)) return []
  const [list] = await ask(at, 'Accessible', 'GetChildren')
  const refs = (Array.isArray(list) ? list : []).map((one) => refOf(one, ref.bus)).filter((one) => one !== undefined)
  return await Promise.all(refs.map((one, index) => twigOf(subject, one, index, parent)))
}

async function twigOf(subject: Subject, ref: Ref, index: number, parent: Twig | undefined): Promise<Twig> {
  const at = { ...subject, ref }
  const [name, [role], [words]] = await Promise.all([
    property(at, 'Accessible', 'Name'),
    ask(at, 'Accessible', 'GetRole'),
    ask(at, 'Accessible', 'GetState'),
  ])
  const [states, moreStates] = stateWords(words)
  const text = typeof name === 'string' ? name : ''
  // What is said twice is said once: what its parts are called is not known here.
  const half = text.trim().slice(Math.floor(text.trim().length / 2) + 1)
  const clean = cleanName(text, subject.access.toolkit, false, [half])
  return { ref, name: clean ?? '', role: Number(role) || 0, states, moreStates, index, parent }
}

/** Names of labels within, for what has none of its own. */
export function nameOf(twig: Twig, all: readonly Twig[]): string {
  if (twig.name !== '') return twig.name
  const label = all.find(
    (one) => one.name !== '' && (one.role === Role.label || one.role === Role.static) && isIn(one, twig),
  )
  return label?.name ?? ''
}

function isIn(inner: Twig, outer: Twig): boolean {
  for (let at = inner.parent; at !== undefined; at = at.parent) if (at === outer) return true
  return false
}

/** Words as people compare them: without case, accents, shortcuts' underlines, dots at the end. */
export function plainWords(text: string): string {
  const folded = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return (trimText(folded) ?? '')
    .replace(/\s+/g, ' ')
    .replace(/\s*(…|\.\.\.)$/, '')
    .replace(/[_&](?=\S)/g, '')
}

/**
 * The one that is called so: to the letter, else by its beginning. Throws not_found with near names, element_ambiguous
 * with all that fit.
 */
export function pick<T>(list: readonly T[], asked: string, name: (one: T) => string, what: string): T {
  const wanted = plainWords(asked)
  const named = list.map((one) => ({ one, words: plainWords(name(one)) })).filter(({ words }) => words !== '')
  const fits = [
    named.filter(({ words }) => words === wanted),
    named.filter(({ words }) => wanted !== '' && words.startsWith(wanted)),
  ].find((some) => some.length > 0)
  if (fits?.length === 1) return fits[0]!.one
  const told = (some: readonly { readonly one: T }[]) => [...new Set(some.map(({ one }) => name(one)))].slice(0, 12)
  const quoted = JSON.stringify(asked.slice(0, 60))
  if (fits === undefined) {
    const names = named.map(({ one }) => name(one))
    const near = nearNames(asked, names)
    const hint =
      names.length === 0
        ? 'There are none.'
        : `There are: ${told(named)
            .map((one) => JSON.stringify(one))
            .join(', ')}.`
    throw new Problem('not_found', {
      message: `${what} has no entry ${quoted}.`,
      hint,
      data: { near: near.length > 0 ? [...new Set(near)] : told(named) },
    })
  }
  throw new Problem('element_ambiguous', {
    message: `${what} has ${fits.length} entries that fit ${quoted}.`,
    hint: 'Give the whole name, or act on one of them by its elementId.',
    data: { candidates: told(fits) },
  })
}
