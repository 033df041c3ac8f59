/** What the browser itself shows a while after the pointer or the keyboard has reached its invoker. */
import { sent } from '../sent.ts'

type Invoker = Element & { readonly interestForElement?: Element | null }

function invokerAt(element: Element): Invoker | undefined {
  let at: Element | null | undefined = element
  while (at && !(at as Invoker).interestForElement) at = at.parentElement ?? (at.getRootNode() as ShadowRoot).host
  return at ?? undefined
}

/** Whether it will be shown when the element is hovered or focused. */
function awaitsInterest(this: Element): boolean {
  return invokerAt(this)?.matches(':not(:interest-source)') === true
}

/**
 * Waits for it. True if the browser has shown a popover by then; whether anything else appeared, only the page knows.
 */
async function interestComes(this: Element): Promise<boolean> {
  const [longestMs, standardMs, spareMs] = [3000, 500, 300]
  const invoker = invokerAt(this)
  if (!invoker) return false
  const delay = getComputedStyle(invoker).getPropertyValue('interest-delay-start')
  const ms = /^[\d.]+s$/.test(delay) ? Number.parseFloat(delay) * 1000 : standardMs
  const end = performance.now() + Math.min(ms, longestMs) + spareMs
  while (!invoker.matches(':interest-source')) {
    if (performance.now() >= end) return false
    await new Promise((done) => setTimeout(done, 20))
  }
  return invoker.interestForElement?.matches(':popover-open') === true
}

export const awaitsInterestScript = sent(awaitsInterest, invokerAt)
export const interestComesScript = sent(interestComes, invokerAt)
