/** Rows and items that a page marks by their looks alone, in the daemon's isolated world: known by what a press does to one of several. */
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
}

/** By which a page marks an element: its classes, and its own style as one of them. Not those of the focus and the pointer. */
function marksOf(element: Element): string[] {
  const ofPress = /focus|hover|press|ripple|touch|animat|active-state/i
  const style = element.getAttribute('style') ?? ''
  return [...element.classList, ...(style === '' ? [] : [`style ${style}`])].filter((mark) => !ofPress.test(mark))
}

/** As it will be where it is still on its way there: it may be turning into how it looks under the pointer. */
function lookOf(element: Element): string {
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

export const notingParts = [notePressed, memory, marksOf, lookOf, siblingsOf] as const

/**
 * Whether the last press itself set a mark on one of several, or took it away: one that most of the others do not bear, that
 * shows, and that stays.
 */
async function isMarked(this: Node): Promise<boolean> {
  const stayMs = 400
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
  await new Promise((resolve) => setTimeout(resolve, stayMs))
  return found.some(isSet)
}

export const isMarkedScript = sent(isMarked, ...notingParts)
