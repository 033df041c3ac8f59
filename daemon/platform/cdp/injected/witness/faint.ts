/**
 * What is drawn as good as transparent until the pointer comes, in the daemon's isolated world: the accessibility tree has it
 * all along, and only its look tells that it is shown.
 */
import { chainOf } from '../elements.ts'
import { elementIn, hoverParts, hoverRulesOf } from '../hovering.ts'
import { memory } from '../memory.ts'
import { sent } from '../sent.ts'
import type { Drawn } from './drawn-by.ts'
import { stayOf } from './marked.ts'

/** An element, or what a style draws before or after it. */
export interface Part {
  readonly element: Element
  readonly pseudo: string | null
}

interface Kept {
  /** As the pointer came. */
  faint?: readonly Part[]
  observing?: { readonly roots: readonly ShadowRoot[] }
  witness?: {
    readonly restyled: WeakSet<Node>
    readonly earlier: { readonly restyled: WeakSet<Node> }
    readonly later: ReadonlyMap<number, { readonly restyled: WeakSet<Node> }>
  }
}

/** As it will be where it is still on its way there. */
export function opacityOf({ element, pseudo }: Part): number {
  const ends = element.getAnimations({ subtree: pseudo !== null }).flatMap((animation) => {
    const effect = animation.effect as KeyframeEffect
    const isOfOpacity = (animation as CSSTransition).transitionProperty === 'opacity'
    const isOfPart = effect.target === element && effect.pseudoElement === pseudo
    return isOfOpacity && isOfPart ? Number(effect.getKeyframes().at(-1)?.opacity) : []
  })
  return ends.at(-1) ?? parseFloat(getComputedStyle(element, pseudo).opacity)
}

/** Those that a selector means: an element, or what is drawn before or after it. */
function pseudosOf(root: ParentNode, selector: string): Part[] {
  const own = elementIn(selector)
  const name = selector.slice(own.length).replaceAll(':', '')
  return name === '' ? [] : [...root.querySelectorAll(own)].map((element) => ({ element, pseudo: `::${name}` }))
}

export function noteFaint(): void {
  const most = 3000
  const faintest = 0.1
  const kept = memory<Kept>()
  const roots = [document, ...(kept.observing?.roots ?? [])]
  const drawn = roots.flatMap((root) => hoverRulesOf(root, 'reached').rules.flatMap(({ to }) => pseudosOf(root, to)))
  const all = roots.flatMap((root) => [...root.querySelectorAll('*')])
  const parts = [...drawn, ...all.map((element) => ({ element, pseudo: null }))]
  kept.faint = parts.slice(0, most).filter((one) => opacityOf(one) < faintest)
}

/** By what something faint is shown since the pointer has come, and stays so. What nothing has marked, a style for what is hovered shows. */
async function shownByPointer(this: Node): Promise<Drawn> {
  const leastSeen = 0.5
  const { faint = [], witness } = memory<Kept>()
  const isShown = (part: Part) => {
    const { element, pseudo } = part
    const { width, height } = element.getBoundingClientRect()
    const isSeen = element.checkVisibility({ visibilityProperty: true })
    const around = pseudo === null ? element.parentElement : element
    const isIn = around?.checkVisibility({ opacityProperty: true, visibilityProperty: true }) !== false
    if (!element.isConnected || !isSeen || !isIn || opacityOf(part) < leastSeen) return false
    if (pseudo !== null) return /\p{L}|\p{N}/u.test(getComputedStyle(element, pseudo).content)
    const things = 'img, svg, button, input'
    const isEmpty = element.textContent?.trim() === '' && !element.querySelector(things) && !element.matches(things)
    return width * height > 1 && !isEmpty
  }
  const isHovered = ({ element, pseudo }: Part, chain: readonly Element[]) =>
    hoverRulesOf(element.getRootNode() as Document, 'reached').rules.some(({ to, over }) => {
      const own = elementIn(to)
      const isOfPart = (own === to) === (pseudo === null) && element.matches(own)
      return isOfPart && chain.some((one) => one.matches(':hover') && one.matches(over))
    })
  const drawn = (): Drawn => {
    const shown = faint.filter(isShown)
    const chains = shown.map(({ element }) => chainOf(element as HTMLElement).filter((at) => !at.matches('html, body')))
    const isIn = ({ restyled }: { readonly restyled: WeakSet<Node> }) => chains.flat().some((one) => restyled.has(one))
    if (witness !== undefined && isIn(witness)) return 'act'
    const later = [...(witness?.later ?? [])].flatMap(([number, one]) => (isIn(one) ? number : []))
    const isMarked = later.length > 0 || (witness !== undefined && isIn(witness.earlier))
    return !isMarked && shown.some((part, at) => isHovered(part, chains[at]!)) ? 'act' : later
  }
  if (drawn().length === 0) return []
  await new Promise((resolve) => setTimeout(resolve, stayOf()))
  return drawn()
}

export const faintParts = [noteFaint, pseudosOf, opacityOf, ...hoverParts] as const
export const shownByPointerScript = sent(shownByPointer, opacityOf, stayOf, ...hoverParts)
