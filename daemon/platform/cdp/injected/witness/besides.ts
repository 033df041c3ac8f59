/**
 * What is laid over a page, in the daemon's isolated world: layers that a press anywhere else closes, and tips that come with
 * the pointer or the focus. Neither shows that what was pressed does anything.
 */
import { chainOf, elementOf, elementParts, frameOf, parentOf, viewOf } from '../elements.ts'
import { controls, isLayer, isOfUse, layerParts } from '../geometry/layer.ts'
import { memory } from '../memory.ts'
import { sent } from '../sent.ts'

/** A layer with what is around it, outermost last, while it was open. */
export interface Layer {
  readonly element: Element
  readonly around: readonly Element[]
}

interface Kept {
  placed?: readonly Element[]
  witness?: {
    readonly pressed?: Element | undefined
    readonly layers: readonly Layer[]
    readonly own: readonly Node[]
    readonly focused: WeakSet<Node>
    readonly renamed: WeakSet<Node>
    readonly added: WeakSet<Node>
    readonly later: ReadonlyMap<number, { readonly added: WeakSet<Node> }>
    readonly left: WeakSet<Node>
  }
}

function isOpen(element: Element): boolean {
  const isDrawn = (one: Element) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  const isFilled = (slot: HTMLSlotElement) => slot.assignedElements({ flatten: true }).some(isDrawn)
  return (
    isDrawn(element) &&
    // What is in it may be gone, though it is there.
    (/\S/.test((element as HTMLElement).innerText) ||
      [...element.querySelectorAll(`${controls()}, svg, img`)].some(isDrawn) ||
      [...element.querySelectorAll('slot')].some(isFilled))
  )
}

/** Is it in the layer, as it is drawn? */
function isInLayer(node: Node, layer: Element): boolean {
  return layer.contains(node) || (chainOf(elementOf(node)) as Element[]).includes(layer)
}

/** Those that are open: of what was placed out of the flow when the page was last looked through. */
export function layersIn(root: Document): Layer[] {
  const most = 5000
  const { placed } = memory<Kept>()
  const asked = placed ?? [...root.getElementsByTagName('*')].slice(0, most)
  return asked
    .filter((element) => element.isConnected && isLayer(element) && isOpen(element))
    .map((element) => ({ element, around: chainOf(element as HTMLElement).slice(1) }))
}

export const openLayerParts = [layersIn, memory, isOpen, chainOf, parentOf, frameOf, viewOf, ...layerParts] as const

/**
 * Has a layer gone that the target is not in, though no listener of the target's or around it, short of the whole page, had a
 * hand in it, and the target does not name it?
 */
function hasShut(this: Node): boolean {
  const { witness } = memory<Kept>()
  const path = chainOf(elementOf(this))
  const named = path.slice(0, 4).flatMap((at) => {
    const ids = ['aria-controls', 'aria-owns', 'popovertarget', 'commandfor'].map((name) => at.getAttribute(name))
    return ids.join(' ').match(/\S+/g) ?? []
  })
  return (witness?.layers ?? []).some(({ element, around }) => {
    if (isInLayer(this, element) || (element.isConnected && isOpen(element))) return false
    if (named.some((id) => element.id === id || element.querySelector(`#${CSS.escape(id)}`))) return false
    return !witness!.own.some(
      (node) => isInLayer(node, element) || around.includes(node as Element) || node.contains(element),
    )
  })
}

/**
 * Of what does not go back to the press: did the focus alone change it, or is it in a tip: a layer of mere text that has come at
 * the target?
 */
function isAside(this: Node): boolean {
  const { witness } = memory<Kept>()
  if (!witness) return false
  const path: Node[] = chainOf(elementOf(this))
  // What has come to the page as a whole is known by itself.
  const isPage = (at: Node) => at.nodeName === 'BODY' || at.nodeName === 'HTML'
  const isIn = (nodes: WeakSet<Node>) => nodes.has(this) || path.some((at) => nodes.has(at) && !isPage(at))
  if (isIn(witness.left)) return true
  if (isIn(witness.focused)) return witness.renamed.has(path[0]!) || !(path[0] as Element).matches(controls())
  const tip = (path as Element[]).find((at) => at.matches('[role=tooltip]') || isLayer(at))
  if (!tip || witness.layers.some(({ element }) => isInLayer(tip, element)) || isOfUse(tip)) return false
  if (tip.matches('[role=tooltip]')) return true
  return witness.pressed !== undefined && !isInLayer(witness.pressed, tip) && isNear(tip, witness.pressed)
}

function isNear(one: Element, other: Element): boolean {
  const farthest = 24
  const [box, at] = [one.getBoundingClientRect(), other.getBoundingClientRect()]
  const across = Math.max(box.left - at.right, at.left - box.right)
  const down = Math.max(box.top - at.bottom, at.top - box.bottom)
  return Math.max(across, down) <= farthest
}

/**
 * Was this not changed by any listener of an element, but at most by those of the whole page, which hear any press? `come`:
 * was it there before, behind a layer? `redrawn`: what a listener promises for later is its effect.
 */
function isLoose(this: Node, how: 'turned' | 'come' | 'redrawn'): boolean {
  const { witness } = memory<Kept>()
  if (!witness) return false
  // A text may have come by itself.
  const path: Node[] = [this, ...chainOf(elementOf(this))]
  const isAdded = ({ added }: { readonly added: WeakSet<Node> }) => path.some((at) => added.has(at))
  const isOwn = witness.own.some((node) => path.includes(node) || this.contains(node))
  if (how === 'come') return !isOwn && ![witness, ...witness.later.values()].some(isAdded)
  if (how === 'redrawn' && !isAdded(witness)) return false
  return !isOwn
}

/** Of what does not go back to the press: did it come or change at the target? A pointer that has come there may have brought it. */
function isAtPointer(this: Node): boolean {
  const { pressed } = memory<Kept>().witness ?? {}
  if (!pressed) return false
  const path = (chainOf(elementOf(this)) as Element[]).filter((at) => !at.matches('html, body'))
  return [...path.slice(0, 2), path.find(isLayer)].some((at) => at && isNear(at, pressed))
}

/** Is it in another layer that was open when the press began than what was pressed? */
function isBeside(this: Node): boolean {
  const { layers = [], pressed } = memory<Kept>().witness ?? {}
  const own = layers.some(({ element }) => pressed && isInLayer(pressed, element) && !isInLayer(this, element))
  return own && layers.some(({ element }) => isInLayer(this, element) && !isInLayer(pressed!, element))
}

export const isBesideScript = sent(isBeside, memory, isInLayer, ...elementParts)
export const isLooseScript = sent(isLoose, memory, ...elementParts)
export const hasShutScript = sent(hasShut, memory, isOpen, isInLayer, controls, ...elementParts)
export const isAsideScript = sent(isAside, memory, isInLayer, isNear, ...layerParts, ...elementParts)
export const isAtPointerScript = sent(isAtPointer, memory, isNear, ...layerParts, ...elementParts)
