/** Rows and items that a page calls selected by a class alone, and shows so, in the daemon's isolated world. */
import { memory } from '../memory.ts'
import { ofPress } from './looks.ts'

interface Kept {
  /** When the last act began. */
  witnessedAt?: number
  /** Since when each is marked, by its document or shadow root. */
  marked?: WeakMap<ParentNode, ReadonlyMap<Element, number>>
  /** Those that a class calls selected and nothing shows. */
  plain?: WeakMap<ParentNode, ReadonlySet<Element>>
}

/** A mark that goes again sooner, in ms, only shows that something was pressed. */
export function stayOf(): number {
  return 400
}

/** Classes by which a page marks an element. */
function marksOf(element: Element): string[] {
  return [...element.classList].filter((mark) => !ofPress().test(mark))
}

/** With what is directly in it: rows are drawn by their cells, and those by what is alone in them. */
export function lookOf(element: Element): string {
  const mostCells = 4
  const mostLevels = 3
  const drawn = [element]
  for (let cells = [...element.children].slice(0, mostCells), level = 0; level < mostLevels; level++) {
    drawn.push(...cells)
    cells = cells.flatMap((cell) => (cell.childElementCount === 1 ? [...cell.children] : []))
  }
  return drawn.map(ownLookOf).join('; ')
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

/** Or what is in its place in those of what is around it alone. */
function siblingsOf(element: Element): Element[] {
  const mostSiblings = 60
  const alike = ({ parentElement, localName }: Element) =>
    [...(parentElement?.children ?? [])].filter((one) => one.localName === localName)
  const around = element.parentElement
  const all =
    around?.childElementCount === 1
      ? alike(around).flatMap((one) => [...one.children].filter((inner) => inner.localName === element.localName))
      : alike(element)
  return all.filter((one) => one !== element).slice(0, mostSiblings)
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
  const kept = memory<Kept>()
  kept.plain ??= new WeakMap()
  kept.marked ??= new WeakMap()
  const [wasPlain, before] = [kept.plain.get(root), kept.marked.get(root)]
  const plain = new Set<Element>()
  kept.plain.set(root, plain)
  const found: Element[] = []
  const candidates = [...root.querySelectorAll(names.map((name) => `[class*="${name}" i]`).join())]
  for (const element of candidates.filter((one) => marksOf(one).some(isNamed)).slice(0, most)) {
    const own = marksOf(element).filter(isNamed)
    const siblings = siblingsOf(element)
    if (siblings.length === 0 || [element, ...siblings].some((one) => one.matches(stated))) continue
    const isRare = (mark: string) => siblings.filter((one) => one.classList.contains(mark)).length * 2 < siblings.length
    const rare = own.filter(isRare)
    const others = siblings.filter((one) => !rare.some((mark) => one.classList.contains(mark)))
    if (rare.length === 0) continue
    // Under the pointer, and with the focus, either may look otherwise.
    const isPointed = (one: Element) => one.matches(':hover, :focus-within')
    const still = others.filter((one) => !isPointed(one))
    const isUnsure = still.length === 0 || isPointed(element)
    const [inner, another] = element.querySelectorAll('a[href], button, [role=button], [role=link]')
    const item = !inner || another ? element : inner
    // Then it is as it was.
    const wasShown = isUnsure && before?.has(item)
    const isSame = !wasShown && still.some((one) => lookOf(one) === lookOf(element))
    if ((isUnsure && wasPlain?.has(element)) || isSame) plain.add(element)
    else if (item === element || !item.matches(stated)) found.push(item)
  }
  const now = performance.now()
  // What is new and came with no act has come to stay.
  const youngMs = 1000
  const isOfAct = before !== undefined && now - (kept.witnessedAt ?? -youngMs) < youngMs
  const since = (one: Element) => before?.get(one) ?? (isOfAct ? now : -stayOf())
  kept.marked.set(root, new Map(found.map((one) => [one, since(one)])))
  const left = (one: Element) => Math.max(0, since(one) + stayOf() - now)
  return { selected: found.filter((one) => left(one) === 0), ms: Math.max(0, ...found.map(left)) }
}

export const ownLookParts = [lookOf, ownLookOf] as const
export const markParts = [selectedIn, memory, stayOf, marksOf, ofPress, siblingsOf, ...ownLookParts] as const
