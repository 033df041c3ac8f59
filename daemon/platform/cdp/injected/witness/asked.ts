/**
 * What an act's listeners have made the browser do, where no element shows it, in the daemon's isolated world: the focus is
 * sent to something else, a part is scrolled, the page is to be printed.
 */
import { listenEverywhere } from '../listening.ts'

export interface Asked {
  /** Where a listener of an element has sent the focus, in the task of the act. */
  focus: Element | undefined
  isPrinted: boolean
  /** When each part scrolled first and last, in ms. */
  readonly scrolled: ReadonlyMap<EventTarget, { readonly first: number; last: number }>
  end(): void
}

/** `isInListener`: is a listener of an element running now that hears the act? */
export function askedByAct(isInListener: () => boolean): Asked {
  const scrolled = new Map<EventTarget, { readonly first: number; last: number }>()
  const stop = listenEverywhere(['focusin', 'beforeprint', 'scroll'], (event) => {
    if (event.type === 'scroll') {
      const now = performance.now()
      const known = scrolled.get(event.target!)
      if (known) known.last = now
      else scrolled.set(event.target!, { first: now, last: now })
    } else if (!isInListener()) return
    else if (event.type === 'focusin') asked.focus = event.composedPath()[0] as Element
    else asked.isPrinted = true
  })
  const asked: Asked = { focus: undefined, isPrinted: false, scrolled, end: stop }
  return asked
}

/**
 * Whether something of it is there. `actedAt`: when the last event of the act came, in ms. `isOver`: it has had time to end; what
 * goes on scrolling may have begun before.
 */
export function hasAsked(
  { focus, isPrinted, scrolled }: Asked,
  pressed: Element,
  actedAt: number,
  isOver: boolean,
): boolean {
  const soonMs = 150
  const stillMs = 100
  const now = performance.now()
  const isOfAct = ({ first, last }: { readonly first: number; readonly last: number }) =>
    first >= actedAt && first - actedAt <= soonMs && (!isOver || now - last > stillMs)
  const isFocused = focus?.matches(':focus') === true
  const isElsewhere = isFocused && !focus.contains(pressed) && !pressed.contains(focus)
  return isPrinted || isElsewhere || [...scrolled.values()].some(isOfAct)
}
