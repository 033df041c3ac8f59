/** From nodes to elements, and to their ancestors across shadow roots and same-origin frames. */

export function elementOf(node: Node): HTMLElement {
  // What CSS draws before, after or behind an element is not a node: newer browsers give it an object of its own.
  const { element } = node as Node & { readonly element?: HTMLElement }
  if (!node.nodeType && element) return element
  if (node.nodeType === 1) return node as HTMLElement
  if (node.nodeType === 9) return (node as Document).documentElement
  return node.parentElement || ((node.getRootNode() as ShadowRoot).host as HTMLElement)
}

export function frameOf(node: Node): HTMLElement | null {
  try {
    return node.ownerDocument!.defaultView!.frameElement as HTMLElement | null
  } catch {
    return null
  }
}

/** The parent in the flat tree. */
export function parentOf(node: Element): HTMLElement | null {
  return (
    node.assignedSlot ||
    node.parentElement ||
    ((node.getRootNode && (node.getRootNode() as ShadowRoot).host) as HTMLElement) ||
    frameOf(node)
  )
}

/** The element and its ancestors, innermost first. */
export function chainOf(node: HTMLElement): HTMLElement[] {
  const chain: HTMLElement[] = []
  for (let at: HTMLElement | null = node; at; at = parentOf(at)) chain.push(at)
  return chain
}

/**
 * Content slotted into a closed shadow root does not reveal its slot, but the slot reveals its content. For slotted
 * text browsers report a hit on the element in which it was written, which surrounds the one in which it is drawn.
 */
export function holdsSlotted(element: HTMLElement, hit: Node, chain: readonly Node[]): boolean {
  const isText = (node: Node) => node.nodeType === 3 && node.parentNode === hit && /\S/.test(node.nodeValue || '')
  const takesTexts = () => styleOf(element).pointerEvents !== 'none'
  return [...element.querySelectorAll('slot')].some((slot) =>
    slot
      .assignedNodes({ flatten: true })
      .some((node) => node === hit || chain.includes(node) || (isText(node) && takesTexts())),
  )
}

export function labelsOf(element: Element): HTMLElement[] {
  return [...((element as HTMLInputElement).labels || [])]
}

export function viewOf(element: Element): Window & typeof globalThis {
  return element.ownerDocument.defaultView!
}

export function styleOf(element: Element): CSSStyleDeclaration {
  return viewOf(element).getComputedStyle(element)
}

/** Does it show options when it is opened or typed into? */
export function listsOptions(element: Element): boolean {
  const popup = element.getAttribute('aria-haspopup')
  const isCompleted = /^(list|both)$/.test(element.getAttribute('aria-autocomplete') ?? '')
  const isBox = element.getAttribute('role') === 'combobox' && !/^(dialog|grid|false)$/.test(popup ?? '')
  return isBox || isCompleted || popup === 'listbox'
}

/** Is it rendered, in the window? */
export function isInSight(element: Element): boolean {
  if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false
  const { top, bottom, left, right } = element.getBoundingClientRect()
  const { innerWidth: width, innerHeight: height } = element.ownerDocument.defaultView!
  return top < height && bottom >= 0 && left < width && right >= 0
}

/** Send along with any code that calls these. */
export const elementParts = [
  elementOf,
  frameOf,
  parentOf,
  chainOf,
  holdsSlotted,
  labelsOf,
  viewOf,
  styleOf,
  listsOptions,
] as const
