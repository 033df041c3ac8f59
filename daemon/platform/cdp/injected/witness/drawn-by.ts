/**
 * Whether a press has brought what no element shows, in the daemon's isolated world: something drawn otherwise, or what the
 * browser was asked for.
 */
import { memory } from '../memory.ts'
import { sent } from '../sent.ts'
import { type Asked, hasAsked } from './asked.ts'
import { drawnOtherwise, type Looks, lookParts } from './looks.ts'
import { lookOf, ownLookParts, stayOf } from './marked.ts'
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

export const notingParts = [notePressed, memory, partsOf, partLookOf, modesOf, ...ownLookParts] as const

/** By the last press itself, or by what has changed since under these numbers of the witness. */
export type Drawn = 'act' | readonly number[]

/**
 * By what the last press has brought it, if it stays: something is drawn otherwise by a listener of an element, or at what was
 * pressed; the page has other colours, or what the control names; the page has the screen or the pointer to itself; the
 * browser was asked for something; or a listener of an element has filled what a form sends unseen.
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

export const drawnByScript = sent(drawnBy, hasAsked, stayOf, ...lookParts, ...notingParts)
