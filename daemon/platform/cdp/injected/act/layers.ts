/**
 * What is laid over a page, in the daemon's isolated world: layers that a press anywhere else closes, and tips that come with
 * the pointer or the focus. Neither shows that what was pressed does anything.
 */
import { chainOf, elementOf, elementParts, frameOf, parentOf, styleOf, viewOf } from '../elements.ts'
import { isOnTop } from '../geometry/clip.ts'
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
  }
}

/** Is it laid over the page: out of its flow, and above the rest or outside what it is in? */
function isLayer(element: Element): boolean {
  if (isOnTop(element)) return true
  const { position, zIndex } = styleOf(element)
  if (position === 'fixed') return true
  if (position !== 'absolute') return false
  const parent = element.parentElement
  if (Number(zIndex) > 0 || !parent) return true
  const [box, around] = [element.getBoundingClientRect(), parent.getBoundingClientRect()]
  return box.right <= around.left || box.left >= around.right || box.top >= around.bottom || box.bottom <= around.top
}

function controls(): string {
  return 'a[href], button, input, select, textarea, [tabindex], [contenteditable], [role^=menu], [role=option]'
}

/** Is it a control, or holds one? */
export function isOfUse(node: Node): boolean {
  const element = node as Element
  return node.nodeType === 1 && (element.matches(controls()) || element.querySelector(controls()) !== null)
}

function isOpen(element: Element): boolean {
  const isDrawn = element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  const isFilled = (slot: HTMLSlotElement) => slot.assignedElements({ flatten: true }).length > 0
  return (
    isDrawn &&
    (/\S/.test((element as HTMLElement).innerText) ||
      element.querySelector('button, input, svg, img') !== null ||
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

/**
 * Those in front of a page that is dimmed and lies out of reach beneath, as a person sees a dialog, whatever it is called: of what
 * is drawn above what dims it, the part that is met at the most of some points spread over the page. `placed`: what is out of
 * the flow. What says itself that it is a dialog the accessibility tree reports.
 */
export function dialogsOver(placed: readonly Element[]): Element[] {
  const said = 'dialog, [role=dialog], [role=alertdialog], [aria-modal=true]'
  const spots = [0.02, 0.25, 0.5, 0.75, 0.98]
  const mostBeside = 5
  const covers = (element: Element) => {
    const { width, height } = element.getBoundingClientRect()
    const { clientWidth, clientHeight } = element.ownerDocument.documentElement
    return width >= clientWidth * 0.95 && height >= clientHeight * 0.8
  }
  const dims = (element: Element) => {
    const { backgroundColor, backdropFilter, opacity } = styleOf(element)
    const solidity = Number(/(?:^rgba.*,|\/) *([\d.]+)\)$/.exec(backgroundColor)?.[1] ?? 1) * Number(opacity)
    return (solidity > 0.05 && solidity < 0.99) || (backdropFilter || 'none') !== 'none'
  }
  return placed
    .filter((element) => element.isConnected && covers(element) && dims(element))
    .flatMap((dimmer) => {
      const root = dimmer.getRootNode() as Document
      const { clientWidth, clientHeight } = dimmer.ownerDocument.documentElement
      const met = spots.flatMap((y) => spots.map((x) => root.elementFromPoint(x * clientWidth, y * clientHeight)))
      const parts = new Map<Element, number>()
      let beside = 0
      for (const hit of met) {
        if (hit === dimmer) continue
        let part: Element | undefined
        for (let at = hit; at && at !== dimmer && !at.contains(dimmer); at = at.parentElement)
          if (!covers(at)) part = at
        const isAbove = part && (dimmer.contains(part) || isLayer(part) || dimmer.parentElement === part.parentElement)
        if (part && isAbove) parts.set(part, (parts.get(part) ?? 0) + 1)
        else if (!hit || !dimmer.contains(hit)) beside++
      }
      const [front] = [...parts].filter(([part]) => isOfUse(part)).sort(([, one], [, other]) => other - one)
      if (!front || beside > mostBeside || front[0].closest(said) || front[0].querySelector(said)) return []
      return [front[0]]
    })
}

export const dialogParts = [dialogsOver, isLayer, isOfUse, controls] as const

export const layerParts = [
  layersIn,
  memory,
  isLayer,
  isOfUse,
  controls,
  isOpen,
  isOnTop,
  chainOf,
  parentOf,
  frameOf,
  styleOf,
  viewOf,
] as const

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
  const isIn = (nodes: WeakSet<Node>) => nodes.has(this) || path.some((at) => nodes.has(at))
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
export const hasShutScript = sent(hasShut, memory, isOpen, isInLayer, ...elementParts)
export const isAsideScript = sent(
  isAside,
  memory,
  isLayer,
  isInLayer,
  isOfUse,
  controls,
  isOnTop,
  isNear,
  ...elementParts,
)
export const isAtPointerScript = sent(isAtPointer, memory, isLayer, isOnTop, isNear, ...elementParts)
