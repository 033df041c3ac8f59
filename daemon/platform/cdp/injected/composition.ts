/** Whether a page of custom components is still assembling itself. Runs in the daemon's isolated world. */
import { sent } from './sent.ts'

/** The number of elements, including those of open shadow trees, plus the length of their class names. */
function extentOf(root: Document | ShadowRoot): number {
  let extent = 0
  for (const element of root.querySelectorAll('*')) {
    extent += 1 + (element.getAttribute('class')?.length ?? 0)
    if (element.shadowRoot) extent += extentOf(element.shadowRoot)
  }
  return extent
}

/** Resolves once it is composed, or its document is three seconds old. */
async function composed(): Promise<void> {
  const [longestMs, definedMs, stepMs, enough] = [3000, 1500, 80, 5]
  // A background tab's clock ticks once a second.
  const isOld = () => performance.now() > longestMs || document.hidden
  const isPart = ({ localName }: Element) => localName.includes('-')
  if (isOld() || ![...document.querySelectorAll('*')].some(isPart)) return
  const isDefined = () => performance.now() > definedMs || !document.querySelector(':not(:defined)')
  let before = -1
  for (let still = 0; still < enough && !isOld(); ) {
    // Parts of components are fetched when they are first needed.
    const now = extentOf(document) + performance.getEntriesByType('resource').length
    still = now === before && document.readyState === 'complete' && isDefined() ? still + 1 : 0
    before = now
    await new Promise((resolve) => setTimeout(resolve, stepMs))
  }
}

export const composedScript = sent(composed, extentOf)
