/** Distinguishes elements that look the same by where they are. */
import { cutAt } from '../../../api-schema/cut.ts'
import { Flag } from '../../platform/element/flags.ts'
import type { Key } from '../../platform/element/row.ts'
import { holdsWords, isLongerForm } from '../../tree/index/words.ts'
import { Kind, kindOf } from '../../tree/model/context.ts'
import { type Node, nameOf } from '../../tree/model/node.ts'
import type { Tree } from '../../tree/naming/labels.ts'
import { isRow } from '../../tree/naming/parts.ts'
import { countsOf, placesOf, type Whereabouts } from '../../tree/naming/places.ts'
import type { Shown } from '../fold/shown.ts'

const longest = 40
/** Cut lengths, in characters, tried before the full text; cuts end at a word. */
const shorter = [12, 20, 30]

/**
 * Locations of look-alikes: for each the nearest that no other has, or else the one that the fewest have. Empty if they
 * do not differ. An unfiltered view shows headings anyway.
 */
export function whereabouts(
  tree: Tree,
  alike: readonly Node[],
  { isFiltered = true } = {},
): ReadonlyMap<Key, Whereabouts> {
  const countOf = countsOf(tree, alike)
  const all = alike.map((node) => {
    const places = [...fullOf(node), ...placesOf(tree, node, countOf)].filter(
      ({ how }) => isFiltered || how !== 'under',
    )
    return { key: node.key, places: places.map(({ how, text }) => ({ how, text: cutAt(text.trim(), longest) })) }
  })
  const times = new Map<string, number>()
  for (const { places } of all)
    for (const said of new Set(places.map(saying))) times.set(said, (times.get(said) ?? 0) + 1)
  const timesOf = (place: Whereabouts) => times.get(saying(place))!
  const found = new Map<Key, Whereabouts>()
  for (const { key, places } of all) {
    const [best] = places.toSorted((a, b) => timesOf(a) - timesOf(b))
    if (best !== undefined && timesOf(best) < alike.length) found.set(key, best)
  }
  return briefly(found)
}

function saying({ how, text }: Whereabouts): string {
  return `${how} ${text}`
}

/** The full description, which a view omits if it is only a longer form of the name. */
function fullOf({ title, description }: Node): readonly Whereabouts[] {
  const isLeftOut = title !== undefined && description !== undefined && isLongerForm(description, title)
  return isLeftOut ? [{ how: '', text: description }] : []
}

/** Shortens the texts as long as they still differ. */
function briefly(places: ReadonlyMap<Key, Whereabouts>): ReadonlyMap<Key, Whereabouts> {
  const all = [...places]
  const count = differencesIn(all)
  for (const most of shorter) {
    const cut = all.map(
      ([key, place]) =>
        [key, place.how === 'near' ? { ...place, text: cutAfterWord(place.text, most) } : place] as const,
    )
    if (differencesIn(cut) === count) return new Map(cut)
  }
  return places
}

/** At least `most` characters, unless the text is shorter. */
function cutAfterWord(text: string, most: number): string {
  if (text.length <= most) return text
  const end = /\s/.exec(text.slice(most))
  return cutAt(text, end === null ? text.length : most + end.index)
}

function differencesIn(places: readonly (readonly [Key, Whereabouts])[]): number {
  return new Set(places.map(([, place]) => saying(place))).size
}

/** Cached by view, which is the same object while the tree does not change. */
const known = new WeakMap<readonly Shown[], ReadonlyMap<Key, Whereabouts>>()

/** Locations of the shown elements that nothing else distinguishes from their neighbours. */
export function whereOfAlike(
  tree: Tree,
  shown: readonly Shown[],
  isFiltered: boolean,
): (node: Node) => Whereabouts | undefined {
  const places = known.get(shown) ?? allPlaces(tree, shown, isFiltered)
  known.set(shown, places)
  return ({ key }) => places.get(key)
}

function allPlaces(tree: Tree, shown: readonly Shown[], isFiltered: boolean): ReadonlyMap<Key, Whereabouts> {
  const places = new Map<Key, Whereabouts>()
  const place = (groups: ReadonlyMap<string, Node[]>) => {
    for (const alike of groups.values()) {
      const usual = usualPlace(alike)
      if (alike.length === 1 || alike.every(({ url }) => url !== undefined && url === usual)) continue
      const found = whereabouts(tree, alike, { isFiltered })
      for (const { key, url } of alike)
        if (found.has(key) && (usual === undefined || url !== usual)) places.set(key, found.get(key)!)
    }
  }
  const look = (siblings: readonly Shown[]) => {
    let groups = new Map<string, Node[]>()
    const add = ({ node, text }: Shown) => {
      const line = lineOf(node, text)
      const group = groups.get(line)
      if (group === undefined) groups.set(line, [node])
      else group.push(node)
    }
    for (const one of siblings) {
      const { node, context, children } = one
      look(children)
      // A shown heading already separates the elements below it from those below the next.
      if (kindOf(node) === Kind.heading) {
        place(groups)
        groups = new Map()
      }
      if (!context) add(one)
      // A row's line does not always say what the row is called.
      else if (isRow(node)) for (const inner of children) if ((inner.node.flags & Flag.checkable) !== 0) add(inner)
    }
    place(groups)
  }
  look(shown)
  return places
}

function lineOf(node: Node, text: string | undefined): string {
  const { role, value, description = '' } = node
  const name = text ?? nameOf(node)
  const isShown = description !== '' && !holdsWords(name, description) && !isLongerForm(description, name)
  return [role, name, value, isShown ? description : ''].join('\n')
}

/** If more than half of several links lead to one address, that address: which of these is used makes no difference. */
function usualPlace(links: readonly { readonly url?: string | undefined }[]): string | undefined {
  const counts = new Map<string, number>()
  for (const { url } of links) if (url !== undefined) counts.set(url, (counts.get(url) ?? 0) + 1)
  return [...counts].find(([, count]) => count > links.length / 2)?.[0]
}
