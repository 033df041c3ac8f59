/** What is near some words: never an element in another row than theirs, otherwise what a person would call near. */
import type { Frame } from '../../../api-schema/element.ts'
import type { Key } from '../../platform/element/row.ts'
import { fold } from '../../tree/index/fold.ts'
import { isSameName } from '../../tree/index/same-text.ts'
import { Kind, kindOf } from '../../tree/model/context.ts'
import type { Node } from '../../tree/model/node.ts'
import { headOf, isRow, partOf, Rank } from '../../tree/naming/parts.ts'
import type { Candidate } from '../look/miss.ts'
import { look } from '../look/view.ts'
import { wholeOptions } from '../look/view-options.ts'
import type { Place } from '../where/scope.ts'
import { matches, saysSo } from './said.ts'

export interface Asked<One extends Candidate> {
  readonly found: readonly One[]
  readonly near: string
  /** Where the words are. */
  readonly words: readonly Candidate[]
  readonly places: readonly Place[]
  readonly signal: AbortSignal
}

const everything = { ...wholeOptions, includeNonInteractable: true, includeDisabled: true }

/**
 * The elements that say the words. An element that is named by its contents, and holds some of those found, says the
 * words of all of them: it is replaced by its outermost parts that say them and hold none of those found.
 */
export function saying(near: string, found: readonly Candidate[], places: readonly Place[]): readonly Candidate[] {
  return places.flatMap(({ warm, ...place }) => {
    const { tree } = warm
    const view = look({ warm, ...place }, { ...everything, filter: { anyFieldContains: near } })
    const named = matches(view).map(({ node }) => node)
    const holding = new Set(found.flatMap((one) => (one.warm === warm ? [...tree.ancestors(one.node)] : [])))
    const having = tree.candidates(fold(near))
    const parts = (node: Node): readonly Node[] =>
      node.children.flatMap((key) => {
        const child = tree.node(key)
        if (child === undefined) return []
        return having.has(key) && !holding.has(child) ? [child] : parts(child)
      })
    const outer = named.flatMap((node) => {
      const inner = holding.has(node) ? parts(node) : []
      return inner.length > 0 ? inner : [node]
    })
    // A number or a name inside another one belongs to something else.
    const filter = { anyFieldContains: near }
    return [...new Set(outer)].map((node) => ({ warm, node })).filter((one) => saysSo(one, { filter }))
  })
}

/** Drops those in other rows or items than the words. */
export function inNoOther<One extends Candidate>(found: readonly One[], words: readonly Candidate[]): readonly One[] {
  const isOwn = (one: One, said: Candidate) => !isOfAnother(one, said) && !isLoose(one, said)
  return found.filter((one) => words.length === 0 || words.some((said) => isOwn(one, said)))
}

/** Whether each is in a row of its own, below this part. Then words outside the rows are near all of them or none. */
export function areInRows(found: readonly Candidate[], top: Key): boolean {
  const rows = found.map((one) => rowBelow(one, top))
  return rows.every((row) => row !== undefined) && new Set(rows).size > 1
}

function rowBelow({ warm: { tree }, node }: Candidate, top: Key): Node | undefined {
  const line = [node, ...tree.ancestors(node)]
  const at = line.findIndex(({ key }) => key === top)
  return line.slice(0, at < 0 ? undefined : at).find(isRow)
}

/** In a row, or a part with words of its own, only those and the part's heading are near: no others of the page. */
function isLoose(one: Candidate, said: Candidate): boolean {
  const parts = apart(one, said)
  const { around, own } = parts
  if (around === undefined || own === undefined || own === one.node || around === said.node) return false
  const { tree } = one.warm
  const hasWords = () => partOf(tree, own, one.node.key).says.some(({ rank }) => rank !== Rank.control)
  if (rowBelow(one, around.key) === undefined && !hasWords()) return false
  const isHead = kindOf(said.node) === Kind.heading || said.node.subrole === 'AXColumnHeader'
  return !isHead && !isTogether(one, parts)
}

/** Whether the words are in another row, or another part built alike. A table's head is about all its rows. */
function isOfAnother(one: Candidate, said: Candidate): boolean {
  const { tree } = one.warm
  const { own, other } = apart(one, said)
  if (own === undefined || other === undefined) return false
  const built = ({ children }: Node) => children.slice(0, mostBuilt).map((key) => tree.node(key)?.role)
  const isAlike = own.children.length > 1 && built(own).join() === built(other).join()
  if (!(isRow(own) && isRow(other)) && !isAlike) return false
  const isHead = other.children.some((key) => tree.node(key)?.subrole === 'AXColumnHeader')
  return !isHead && partOf(tree, own, one.node.key).says.length > 0
}

const mostBuilt = 4

/** The innermost part around both, and the parts of it that each is in; undefined if one holds the other. */
function apart(one: Candidate, said: Candidate) {
  if (one.warm !== said.warm) return {}
  const [line, others] = [one, said].map(({ warm, node }) => [node, ...warm.tree.ancestors(node)])
  const at = line!.findIndex((node) => others!.includes(node))
  const around = line![at]
  return { around, own: line![at - 1], other: around && others![others!.indexOf(around) - 1] }
}

/** Largest distance, in pixels, and most texts within a part that is one thing. */
const mostAcross = 200
const mostDown = 60
const mostSaid = 8
const mostMeasured = 50

/** Those in one row or small part with the words, in the column with that name, or drawn next to the words. */
export async function standing<One extends Candidate>(asked: Asked<One>): Promise<readonly One[]> {
  const { found, near, places, signal } = asked
  const words = asked.words.filter(({ node }) => !isPage(node))
  const those = words.length === 0 ? [] : inNoOther(found, words)
  const close = those.filter(
    (one) =>
      isSameName(headOf(one.warm.tree, one.node) ?? '', near) ||
      words.some((said) => isTogether(one, apart(one, said))),
  )
  if (close.length > 0 || those.length === 0) return close
  const frames = new Map<Key, { readonly frame: Frame }>()
  for (const { warm } of places) {
    const keys = [...those, ...words].flatMap((one) => (one.warm === warm ? [one.node.key] : []))
    for (const [key, place] of await warm.source.frames(keys.slice(0, mostMeasured), signal)) frames.set(key, place)
  }
  const heads = new Map(places.map(({ warm }) => [warm, headingsIn(warm.tree)] as const))
  const isBeside = (one: Candidate, said: Candidate) => {
    const [own, other] = [one, said].map(({ node }) => frames.get(node.key)?.frame)
    const [under, saidUnder] = [one, said].map(({ warm, node }) => heads.get(warm)?.get(node.key))
    if (under !== saidUnder || isOfAnother(one, said)) return false
    // A heading is near everything under it.
    if (saidUnder === said.node.key) return true
    if (own === undefined || other === undefined) return false
    const [across, down] = [gap(own.x, own.width, other.x, other.width), gap(own.y, own.height, other.y, other.height)]
    return across <= mostAcross && down <= mostDown
  }
  return those.filter((one) => words.some((said) => said.warm === one.warm && isBeside(one, said)))
}

/** For each element, the heading that it stands under, or is. */
function headingsIn(tree: Place['warm']['tree']): ReadonlyMap<Key, Key | undefined> {
  let last: Key | undefined
  return new Map(
    [...tree.walk()].map((node) => {
      if (kindOf(node) === Kind.heading) last = node.key
      return [node.key, last]
    }),
  )
}

function isTogether({ warm: { tree }, node }: Candidate, { around, own, other }: ReturnType<typeof apart>): boolean {
  if (around === undefined) return false
  if (own === undefined || other === undefined) return !isPage(around)
  const { says, isWhole } = partOf(tree, around, node.key)
  const isOne = isWhole && says.length <= mostSaid && !isPage(around)
  return isOne || [around, ...tree.ancestors(around)].some(isRow)
}

function isPage(node: Node): boolean {
  const kind = kindOf(node)
  return kind === Kind.page || kind === Kind.window || node.role === 'AXApplication'
}

function gap(one: number, length: number, other: number, otherLength: number): number {
  return Math.max(0, Math.max(one, other) - Math.min(one + length, other + otherLength))
}
