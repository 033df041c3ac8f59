/** Finds dialogs that no markup declares, by their looks, in the daemon's isolated world. */
import { styleOf } from '../elements.ts'
import { isLayer, isOfUse, layerParts } from './layer.ts'

/**
 * Dialogs as a person sees them: the page behind is dimmed and out of reach. Of what is drawn above the dimming, the
 * part that most of some points spread over the page hit. `placed`: elements out of the flow. Declared dialogs are left
 * to the accessibility tree.
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
      const depth = (element: Element) => Number(styleOf(element).zIndex) || 0
      const follows = (element: Element) => (dimmer.compareDocumentPosition(element) & 4) !== 0
      /** Covers all as well, above the dimming: what is in it is the front. */
      const isHolder = (at: Element) => {
        const above = depth(at) - depth(dimmer)
        return covers(at) && isLayer(at) && (above > 0 || (above === 0 && follows(at)))
      }
      const parts = new Map<Element, number>()
      let beside = 0
      for (const hit of met) {
        if (hit === dimmer || (hit && !hit.contains(dimmer) && isHolder(hit))) continue
        let part: Element | undefined
        let isHeld = false
        for (let at = hit; at && at !== dimmer && !at.contains(dimmer) && !isHeld; at = at.parentElement)
          if (!covers(at)) part = at
          else isHeld = isHolder(at)
        const isAbove = (one: Element) =>
          isHeld || dimmer.contains(one) || isLayer(one) || dimmer.parentElement === one.parentElement
        if (part && isAbove(part)) parts.set(part, (parts.get(part) ?? 0) + 1)
        else if (!hit || !dimmer.contains(hit)) beside++
      }
      const [front] = [...parts].filter(([part]) => isOfUse(part)).sort(([, one], [, other]) => other - one)
      if (!front || beside > mostBeside || front[0].closest(said) || front[0].querySelector(said)) return []
      return [front[0]]
    })
}

export const dialogParts = [dialogsOver, ...layerParts] as const
