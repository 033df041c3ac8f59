/** What a press on one element does to another, in the daemon's isolated world. */
import { chainOf, elementParts, holdsSlotted, labelsOf } from '../elements.ts'

/** 2: pressing it presses the element; 1: inside the element but a control of its own; 0: something else. */
export type Rank = 0 | 1 | 2

export function rankerOf(element: HTMLElement): (hit: HTMLElement) => Rank {
  const controls =
    'a[href], button, input, select, textarea, summary, label, option, [onclick], [role=button], [role=link], [role=checkbox], [role=switch], [role=radio], [role=tab], [role=option], [role=menuitem], [role=menuitemcheckbox], [role=menuitemradio], [role=treeitem]'
  const controlOf = (chain: readonly Element[]) => chain.find((at) => at.matches(controls))
  const own = chainOf(element)
  const labels = labelsOf(element)
  return (hit) => {
    const chain = chainOf(hit)
    const within = chain.indexOf(element)
    if (within >= 0) return chain.slice(0, within).some((at) => at.matches(controls) && !at.matches('label')) ? 1 : 2
    const label = chain.findIndex((at) => labels.includes(at))
    if (label >= 0) return chain.slice(0, label).some((at) => at.matches(controls)) ? 0 : 2
    if (holdsSlotted(element, hit, chain)) return 2
    const control = controlOf(own)
    return control && control !== element && control === controlOf(chain) ? 2 : 0
  }
}

/** Send along with any code that calls it. */
export const rankParts = [rankerOf, ...elementParts] as const
