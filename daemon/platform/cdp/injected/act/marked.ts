/**
 * Rows and items that a page marks by their looks alone, in the daemon's isolated world: known by what a press does to one of
 * several, and where a mark is named for it, by how it differs from its siblings.
 */
import { memory } from '../memory.ts'
import { sent } from '../sent.ts'

/** One of several alike around what is pressed, as it was when the press began and the pointer was on it. */
interface Item {
  readonly element: Element
  readonly marks: readonly string[]
  readonly look: string
}

interface Kept {
  pressedItems?: readonly Item[] | undefined
  witness?: { readonly restyled: WeakSet<Node> } | undefined
  /** Since when each is marked, by its document or shadow root. */
  marked?: WeakMap<ParentNode, ReadonlyMap<Element, number>>
}

/** A mark that goes again sooner, in ms, only shows that something was pressed. */
export function stayOf(): number {
  return 400
}

/** By which a page marks an element: its classes, and its own style as one of them. Not those of the focus and the pointer. */
function marksOf(element: Element): string[] {
  const ofPress = /focus|hover|press|ripple|touch|animat|active-state/i
  const style = element.getAttribute('style') ?? ''
  return [...element.classList, ...(style === '' ? [] : [`style ${style}`])].filter((mark) => !ofPress.test(mark))
}

/** With what is directly in it: rows are drawn by their cells. */
function lookOf(element: Element): string {
  const mostCells = 4
  return [element, ...[...element.children].slice(0, mostCells)].map(ownLookOf).join('; ')
}

/** As it will be where it is still on its way there: it may be turning into how it looks under the pointer. */
function ownLookOf(element: Element): string {
  const style = element.ownerDocument.defaultView!.getComputedStyle(element)
  const ends = new Map<string, unknown>()
  for (const animation of element.getAnimations()) {
    const { transitionProperty: name } = animation as CSSTransition
    const camel = name?.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())
    if (name) ends.set(name, (animation.effect as KeyframeEffect).getKeyframes().at(-1)?.[camel])
  }
  const sides = ['background-color', 'background-image', 'color', 'box-shadow', 'font-weight', 'text-decoration-line']
  const edges = ['border-top-color', 'border-left-color', 'border-top-width', 'border-left-width', 'outline-style']
  return [...sides, ...edges].map((name) => ends.get(name) ?? style.getPropertyValue(name)).join(' ')
}

function siblingsOf({ parentElement, localName }: Element, own: Element): Element[] {
  const mostSiblings = 60
  const all = [...(parentElement?.children ?? [])].filter((one) => one !== own && one.localName === localName)
  return all.slice(0, mostSiblings)
}

/**
 * Those of a document that a class calls selected, that most of their siblings do not bear, and that shows. Of what
 * says its state itself the accessibility tree reports it. Where an item is around one link or button, that is what is selected.
 * `ms` is how long it takes until it is known of all that they stay marked.
 */
export function selectedIn(root: ParentNode): { readonly selected: readonly Element[]; readonly ms: number } {
  const most = 200
  const stated =
    '[aria-selected], [aria-checked], [aria-pressed], [aria-current], option, input, [role=tab], [role=option]'
  const names = ['selected', 'sel', 'active', 'current', 'chosen']
  const isNamed = (mark: string) => {
    const parts = mark
      .replace(/([a-z])([A-Z])/g, '$1-$2')
      .toLowerCase()
      .split(/[-_]+/)
    return parts.some((part) => names.includes(part)) && !parts.some((part) => /^(?:not?|non|un)$/.test(part))
  }
  const found: Element[] = []
  const candidates = [...root.querySelectorAll(names.map((name) => `[class*="${name}" i]`).join())]
  for (const element of candidates.filter((one) => marksOf(one).some(isNamed)).slice(0, most)) {
    const own = marksOf(element).filter(isNamed)
    const siblings = siblingsOf(element, element)
    if (siblings.length === 0 || [element, ...siblings].some((one) => one.matches(stated))) continue
    const isRare = (mark: string) => siblings.filter((one) => one.classList.contains(mark)).length * 2 < siblings.length
    const rare = own.filter(isRare)
    const others = siblings.filter((one) => !rare.some((mark) => one.classList.contains(mark)))
    if (rare.length === 0 || others.some((one) => lookOf(one) === lookOf(element))) continue
    const [inner, another] = element.querySelectorAll('a[href], button, [role=button], [role=link]')
    if (!inner || another) found.push(element)
    else if (!inner.matches(stated)) found.push(inner)
  }
  const kept = memory<Kept>()
  kept.marked ??= new WeakMap()
  const [now, before] = [performance.now(), kept.marked.get(root)]
  const since = (one: Element) => (before ? (before.get(one) ?? now) : -stayOf())
  kept.marked.set(root, new Map(found.map((one) => [one, since(one)])))
  const left = (one: Element) => Math.max(0, since(one) + stayOf() - now)
  return { selected: found.filter((one) => left(one) === 0), ms: Math.max(0, ...found.map(left)) }
}

/** To be called as a press begins. */
export function notePressed(event: Event): void {
  const mostLevels = 8
  const items: Item[] = []
  for (const element of event.composedPath().slice(0, mostLevels) as Element[]) {
    if (element.nodeType !== 1 || !element.parentElement || element === element.ownerDocument.body) continue
    if (siblingsOf(element, element).length < 2) continue
    items.push({ element, marks: marksOf(element), look: lookOf(element) })
  }
  memory<Kept>().pressedItems = items
}

export const markParts = [selectedIn, memory, stayOf, marksOf, lookOf, ownLookOf, siblingsOf] as const
export const notingParts = [notePressed, ...markParts] as const

/**
 * Whether the last press itself set a mark on one of several, or took it away: one that most of the others do not bear, that
 * shows, and that stays.
 */
async function isMarked(this: Node): Promise<boolean> {
  const { pressedItems, witness } = memory<Kept>()
  const isSet = ({ element, marks, look }: Item) => {
    if (!witness?.restyled.has(element) || !element.isConnected || lookOf(element) === look) return false
    const now = marksOf(element)
    const siblings = siblingsOf(element, element).map(marksOf)
    const isRare = (mark: string) => siblings.filter((one) => one.includes(mark)).length * 2 < siblings.length
    const turned = [...now.filter((mark) => !marks.includes(mark)), ...marks.filter((mark) => !now.includes(mark))]
    return turned.some(isRare)
  }
  const found = pressedItems?.filter((item) => item.element.contains(this) || this.contains(item.element)).filter(isSet)
  if (!found?.length) return false
  await new Promise((resolve) => setTimeout(resolve, stayOf()))
  return found.some(isSet)
}

export const isMarkedScript = sent(isMarked, ...notingParts)
