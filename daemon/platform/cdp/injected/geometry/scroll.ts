/** Scrolls, in the daemon's isolated world. */
import { elementOf } from '../elements.ts'
import { sent } from '../sent.ts'

type Scrolled = 'moved' | 'still' | 'wheel'

function scroll(this: Node, x: number | null, y: number | null, where: string | null): Scrolled {
  const element = elementOf(this)
  const document = element.ownerDocument
  const view = document.defaultView!
  const page = document.scrollingElement || document.documentElement
  const parentOf = (at: Element) => at.assignedSlot || at.parentElement || (at.getRootNode() as ShadowRoot).host
  const canScroll = (at: Element) => {
    if (at === page || at === document.documentElement || at === document.body) return false
    const { overflowX, overflowY } = view.getComputedStyle(at)
    // What is hidden beyond its edge only scripts scroll.
    const scrolls = (overflow: string) => overflow === 'auto' || overflow === 'scroll'
    return (
      (at.scrollHeight > at.clientHeight && scrolls(overflowY)) ||
      (at.scrollWidth > at.clientWidth && scrolls(overflowX))
    )
  }
  const nearest = () => {
    for (let at: Element | undefined = element; at; at = parentOf(at)) if (canScroll(at)) return at
    return page
  }
  if (x === null && !where) {
    const before = element.getBoundingClientRect()
    element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' })
    const after = element.getBoundingClientRect()
    if (before.x !== after.x || before.y !== after.y) {
      element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' })
      return 'moved'
    }
    const isPage = element === page || element === document.body || element === document.documentElement
    if (!canScroll(element) && !isPage) return 'still'
  }
  const target = nearest()
  const { clientWidth: width, clientHeight: height, scrollLeft, scrollTop } = target
  const far = 1e7
  const ways: { readonly [where: string]: readonly [number, number] } = {
    up: [0, -0.9 * height],
    left: [-0.9 * width, 0],
    right: [0.9 * width, 0],
    top: [0, -far],
    bottom: [0, far],
  }
  const [left, top] = x !== null ? [x, y!] : (ways[where ?? 'down'] ?? [0, 0.9 * height])
  target.scrollBy({ left, top, behavior: 'instant' })
  if (target.scrollLeft !== scrollLeft || target.scrollTop !== scrollTop) return 'moved'
  return target.scrollHeight > height + 1 || target.scrollWidth > width + 1 ? 'still' : 'wheel'
}

/**
 * By pixels, to an edge, by a page, or into view. If `x` and `y` are null, as `where` says; if that is null too, into
 * view if it is outside, else by one page. Returns `moved`, `still`, or `wheel` if nothing there can be scrolled.
 */
export const scrollScript = sent(scroll, elementOf)

function intoView(this: Node): void {
  elementOf(this).scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
}

export const scrollIntoViewScript = sent(intoView, elementOf)
