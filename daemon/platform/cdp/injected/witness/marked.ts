/**
 * What only looks show, in the daemon's isolated world: rows and items that a class calls selected, by how they differ from
 * their siblings, and whether a press has drawn anything otherwise.
 */
import { memory } from '../memory.ts'
import { sent } from '../sent.ts'
import { type Asked, hasAsked } from './asked.ts'
import { drawnOtherwise, type Looks, lookParts, ofPress } from './looks.ts'
import type { Marks } from './observed.ts'

interface Kept {
  /** The page as a whole, and what the pressed control names, each with its look. */
  pressedParts?: ReadonlyMap<Element, string>
  pressedModes?: readonly (Element | null)[]
  witness?: Marks & {
    readonly own: readonly Node[]
    readonly later: ReadonlyMap<number, Marks>
    readonly looks: Looks
    readonly asked: Asked
    readonly actedAt: number
  }
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

/** By which a page marks an element: its classes, and its own style as one of them. */
function marksOf(element: Element): string[] {
  const style = element.getAttribute('style') ?? ''
  return [...element.classList, ...(style === '' ? [] : [`style ${style}`])].filter((mark) => !ofPress().test(mark))
}

/** With what is directly in it: rows are drawn by their cells, and those by what is alone in them. */
function lookOf(element: Element): string {
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

/** To be called as a press begins. */
export function notePressed(event: Event): void {
  const kept = memory<Kept>()
  const path = (event.composedPath() as Element[]).filter((one) => one.nodeType === 1)
  kept.pressedParts = new Map(partsOf(path).map((element) => [element, partLookOf(element, path[0]!)]))
  kept.pressedModes = modesOf()
}

/** What has the screen, the pointer or a window of its own; a page gets them for a person's act alone. */
function modesOf(): readonly (Element | null)[] {
  return [document.fullscreenElement, document.pointerLockElement, document.pictureInPictureElement]
}

/** What a press may draw otherwise wherever it is: a theme the page, an invoker what it is for. */
function partsOf(path: readonly Element[]): Element[] {
  const mostLevels = 4
  const named = path.slice(0, mostLevels).flatMap((element) => {
    const ids = element.getAttribute('aria-controls')?.match(/\S+/g) ?? []
    const root = element.getRootNode() as Document
    const { commandForElement } = element as { readonly commandForElement?: Element | null }
    return [commandForElement, ...ids.map((id) => root.getElementById(id))]
  })
  // The document, its body, and what in that is the page.
  return [...path.slice(-3), ...named].filter((one) => one != null)
}

/** Of what is around it only the colours: what has the focus may draw that otherwise, too. */
function partLookOf(element: Element, pressed: Node): string {
  const { width, height } = element.getBoundingClientRect()
  const style = element.ownerDocument.defaultView!.getComputedStyle(element)
  return element.contains(pressed)
    ? `${style.backgroundColor} ${style.backgroundImage} ${style.color}`
    : `${lookOf(element)} ${width} ${height} ${style.transform} ${style.opacity} ${style.filter}`
}

export const markParts = [selectedIn, memory, stayOf, marksOf, ofPress, lookOf, ownLookOf, siblingsOf] as const
export const notingParts = [notePressed, partsOf, partLookOf, modesOf, ...markParts] as const

/** By the last press itself, or by what has changed since under these numbers of the witness. */
export type Drawn = 'act' | readonly number[]

/**
 * By what something is drawn otherwise since the last press, and stays so: by a listener of an element, or at what was pressed;
 * the page has other colours, or what the control names; or it has the screen or the pointer to itself, or the browser was asked for what no
 * element shows. Or a listener of an element
 * has filled what a form sends unseen.
 */
async function drawnBy(this: Node): Promise<Drawn> {
  const { pressedParts, pressedModes, witness } = memory<Kept>()
  if (!witness) return []
  const pressed = this.nodeType === 1 ? (this as Element) : this.parentElement!
  const isOther = ([element, look]: readonly [Element, string]) =>
    element.isConnected && partLookOf(element, this) !== look
  const isAt = ({ parentElement: around }: Element) =>
    around?.contains(pressed) === true && !/^(?:html|body)$/.test(around.localName)
  const isOwn = (element: Element) =>
    isAt(element) || witness.own.some((node) => node === element || element.parentNode === node)
  // What is chosen may have been drawn so as the pointer came: only what a form will send tells of the press.
  const isHidden = (node: Node) => (node as HTMLInputElement).type === 'hidden' && node.nodeName === 'INPUT'
  const isFilled = witness.own.some((node) => isHidden(node) && node.isConnected && witness.touched.has(node))
  const found = (isOver: boolean): { readonly by: Drawn; readonly isInside: boolean } => {
    const isOfMode = pressedModes && modesOf().some((one, at) => one !== pressedModes[at])
    if (isOfMode || hasAsked(witness.asked, pressed, witness.actedAt, isOver)) return { by: 'act', isInside: false }
    const parts = [...(pressedParts ?? [])]
    // What shows a theme may be within what is marked with it.
    const themed = parts.some(isOther) ? parts.map(([element]) => element) : []
    const drawn = drawnOtherwise(witness.looks, pressed)
    const isInside = themed.length === 0 && !isFilled && drawn.every((one) => pressed.contains(one))
    const isIn = ({ added, restyled }: Marks, elements: readonly Element[]) =>
      elements.some((one) => restyled.has(one) || added.has(one))
    if (isIn(witness, [...themed, ...drawn.filter(isOwn)]) || isFilled) return { by: 'act', isInside }
    return {
      by: [...witness.later].flatMap(([number, one]) => (isIn(one, [...themed, ...drawn]) ? number : [])),
      isInside,
    }
  }
  const { by, isInside } = found(false)
  if (by.length === 0) return []
  // A control may show for a while that it was pressed.
  const shownMs = 1200
  await new Promise((resolve) => setTimeout(resolve, isInside ? shownMs : stayOf()))
  return found(true).by
}

export const drawnByScript = sent(drawnBy, hasAsked, ...lookParts, ...notingParts)
