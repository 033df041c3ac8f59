/** Distinguishes elements that look the same by where they are. */
import { cutAt } from '../../../api-schema/cut.ts'
import type { Key } from '../../platform/row.ts'
import { fold } from '../../tree/index/fold.ts'
import { holdsWords, isLongerForm } from '../../tree/index/words.ts'
import { isNamed, isNamedByContents, Kind, kindOf } from '../../tree/model/context.ts'
import { type Node, nameOf, shortRole } from '../../tree/model/node.ts'
import { ownText, type Tree, textBeside, textIn } from '../../tree/naming/labels.ts'
import type { Shown } from '../fold/shown.ts'

/** `in row “INV-1001”`. The text is the screen's and not yet quoted. */
export interface Whereabouts {
  /** Empty if the text is the element's own rather than a location. */
  readonly how: string
  readonly text: string
}

const longest = 40
/** Cut lengths, in characters, tried before the full text; cuts end at a word. */
const shorter = [12, 20, 30]
const mostLevels = 8
const mostSiblings = 200
const nodesLooked = 30

const hasWords = /[\p{L}\p{N}]/u

type Way = (tree: Tree, node: Node, below?: Key) => Whereabouts | undefined

/** The container: a row by its first text, or by all of them if the first texts are equal. */
const containers: readonly Way[] = [
  (tree, node, below) => container(tree, node, below, ([first]) => first),
  (tree, node, below) => container(tree, node, below, (texts) => texts.join(' ')),
]
/** The full description, which a view omits if it is only a longer form of the name. */
const full: Way = (_, node) => {
  const { title, description } = node
  const isLeftOut = title !== undefined && description !== undefined && isLongerForm(description, title)
  return isLeftOut ? said('', description) : undefined
}
const near: Way = (tree, node) => said('near', textBeside(tree, node))
const under: Way = (tree, node) => said('under', headingBefore(tree, node))

/**
 * Locations of look-alikes, by the first kind of location in which most differ; empty if they differ in none. All are
 * in `below`. In an unfiltered view headings are shown anyway.
 */
export function whereabouts(
  tree: Tree,
  alike: readonly Node[],
  { below, isFiltered = true }: { readonly below?: Key | undefined; readonly isFiltered?: boolean } = {},
): ReadonlyMap<Key, Whereabouts> {
  const found = (isFiltered ? [full, ...containers, near, under] : [full, ...containers, near]).map((way) =>
    alike.flatMap((node) => {
      const place = way(tree, node, below)
      return place === undefined ? [] : [[node.key, place] as const]
    }),
  )
  const differences = found.map((places) => differencesIn(places, alike.length))
  const best = differences.indexOf(Math.max(...differences))
  if (differences[best]! <= 1) return new Map()
  // Elements without the best kind of location get another kind.
  return briefly(new Map([...found.toReversed().flat(), ...found[best]!]))
}

/** Shortens the texts as far as they still differ. */
function briefly(places: ReadonlyMap<Key, Whereabouts>): ReadonlyMap<Key, Whereabouts> {
  const all = [...places]
  const count = differencesIn(all, all.length)
  for (const most of shorter) {
    const cut = all.map(
      ([key, place]) =>
        [key, place.how === 'near' ? { ...place, text: cutAfterWord(place.text, most) } : place] as const,
    )
    if (differencesIn(cut, cut.length) === count) return new Map(cut)
  }
  return places
}

/** At least `most` characters, unless the text is shorter. */
function cutAfterWord(text: string, most: number): string {
  if (text.length <= most) return text
  const end = /\s/.exec(text.slice(most))
  return cutAt(text, end === null ? text.length : most + end.index)
}

function differencesIn(places: readonly (readonly [Key, Whereabouts])[], count: number): number {
  const texts = new Set(places.map(([, { how, text }]) => `${how} ${text}`))
  return texts.size + (places.length < count ? 1 : 0)
}

/** Cached by view, which is the same object while the tree does not change. */
const known = new WeakMap<readonly Shown[], ReadonlyMap<Key, Whereabouts>>()

/** Locations of the shown elements that nothing else distinguishes from their neighbours. */
export function whereOfAlike(
  tree: Tree,
  shown: readonly Shown[],
  isFiltered: boolean,
): (node: Node) => Whereabouts | undefined {
  const places = known.get(shown) ?? placesOf(tree, shown, isFiltered)
  known.set(shown, places)
  return ({ key }) => places.get(key)
}

function placesOf(tree: Tree, shown: readonly Shown[], isFiltered: boolean): ReadonlyMap<Key, Whereabouts> {
  const places = new Map<Key, Whereabouts>()
  const place = (groups: ReadonlyMap<string, Node[]>, below: Key | undefined) => {
    for (const alike of groups.values()) {
      const usual = usualPlace(alike)
      if (alike.length === 1 || alike.every(({ url }) => url !== undefined && url === usual)) continue
      const found = whereabouts(tree, alike, { below, isFiltered })
      for (const { key, url } of alike)
        if (found.has(key) && (usual === undefined || url !== usual)) places.set(key, found.get(key)!)
    }
  }
  const look = (siblings: readonly Shown[], below: Key | undefined) => {
    let groups = new Map<string, Node[]>()
    for (const { node, text, context, children } of siblings) {
      look(children, node.key)
      // A shown heading already separates the elements below it from those below the next.
      if (kindOf(node) === Kind.heading) {
        place(groups, below)
        groups = new Map()
      }
      if (context) continue
      const { role, value, description = '' } = node
      const name = text ?? nameOf(node)
      const isShown = description !== '' && !holdsWords(name, description) && !isLongerForm(description, name)
      const line = [role, name, value, isShown ? description : ''].join('\n')
      const group = groups.get(line)
      if (group === undefined) groups.set(line, [node])
      else group.push(node)
    }
    place(groups, below)
  }
  look(shown, undefined)
  return places
}

/** If more than half of several links lead to one address, that address: which of these is used makes no difference. */
function usualPlace(links: readonly { readonly url?: string | undefined }[]): string | undefined {
  const counts = new Map<string, number>()
  for (const { url } of links) if (url !== undefined) counts.set(url, (counts.get(url) ?? 0) + 1)
  return [...counts].find(([, count]) => count > links.length / 2)?.[0]
}

/** The nearest distinguishing container: a named one, or a row with its texts. */
function container(
  tree: Tree,
  node: Node,
  below: Key | undefined,
  ofTexts: (texts: readonly string[]) => string | undefined,
): Whereabouts | undefined {
  const own = fold(nameOf(node)).trim()
  let at = tree.node(node.parent)
  for (let level = 0; at !== undefined && at.key !== tree.root && at.key !== below && level < mostLevels; level += 1) {
    const isRow = kindOf(at) === Kind.row || at.subrole === 'AXListItem'
    const ofRow = isRow ? (ofTexts(textsIn(tree, at, own)) ?? nameOf(at)) : ''
    const name = isRow ? ofRow : isNamed(at) && !isNamedByContents(at) ? nameOf(at) : ''
    const folded = fold(name).trim()
    if (folded !== '' && folded !== own) return said(`in ${shortRole(at.role, at.subrole)}`, name)
    at = tree.node(at.parent)
  }
  return undefined
}

/** A row's texts besides the element itself, from its first few elements, controls included. */
function textsIn(tree: Tree, row: Node, own: string): string[] {
  const texts: string[] = []
  const stack = [row]
  for (let left = nodesLooked; stack.length > 0 && left > 0; left -= 1) {
    const node = stack.pop()!
    const text = node === row ? undefined : ownText(node)
    if (text !== undefined && fold(text).trim() !== own && !texts.includes(text)) texts.push(text)
    // The cell's contents, which follow, say the same.
    if (text !== undefined && isNamedByContents(node)) continue
    for (const key of node.children.slice(0, nodesLooked).toReversed()) {
      const child = tree.node(key)
      if (child !== undefined) stack.push(child)
    }
  }
  return texts
}

/** The last heading before it, as a reader would meet it. */
function headingBefore(tree: Tree, node: Node): string | undefined {
  let at: Node | undefined = node
  for (let level = 0; at !== undefined && level < mostLevels; level += 1) {
    const siblings: readonly Key[] = tree.node(at.parent)?.children ?? []
    const end = siblings.indexOf(at.key)
    for (let i = end - 1; i >= 0 && i >= end - mostSiblings; i -= 1) {
      const before = tree.node(siblings[i]!)
      if (before !== undefined && kindOf(before) === Kind.heading) return ownText(before) ?? textIn(tree, before)
    }
    at = tree.node(at.parent)
  }
  return undefined
}

function said(how: string, text: string | undefined): Whereabouts | undefined {
  return text === undefined || !hasWords.test(text) ? undefined : { how, text: cutAt(text.trim(), longest) }
}
