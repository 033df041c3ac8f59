/** How long a page itself takes for an act: until nothing moves any more, or the next page is loaded. */
import type { OpenPage } from './stands/stand.ts'
import { pause } from './times.ts'

/** A page without a change for this long is at rest; not counted. */
const restMs = 300
const mostMs = 5000

/** Acts by a script in the page, with no other program watching. */
export async function ownTime(open: OpenPage, selector: string, value: string | undefined): Promise<number> {
  const before = Date.now()
  const moved = `(${acted})(${JSON.stringify([selector, value ?? null, restMs, mostMs])})`
  try {
    return await open.run<number>(moved)
  } catch (error) {
    if (!/navigated|destroyed|context/i.test(String(error))) throw error
  }
  for (let tries = 0; tries < 100; tries++) {
    const loaded = await open.run<number>(loadedAt).catch(() => 0)
    if (loaded > before) return loaded - before
    await pause(50)
  }
  return Number.NaN
}

const loadedAt = `(() => {
  const [{ loadEventEnd = 0 } = {}] = performance.getEntriesByType('navigation')
  return loadEventEnd === 0 ? 0 : performance.timeOrigin + loadEventEnd
})()`

const acted = `([selector, value, restMs, mostMs]) => new Promise((done) => {
  const element = document.querySelector(selector)
  const start = performance.now()
  let last = start
  const mark = () => { last = performance.now() }
  new MutationObserver(mark).observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
  for (const type of ['transitionend', 'animationend']) addEventListener(type, mark, true)
  const ends = (animation) => Number.isFinite(animation.effect?.getComputedTiming().endTime)
  const look = () => {
    if (document.getAnimations().some((one) => one.playState === 'running' && ends(one))) mark()
    const now = performance.now()
    if (now - last > restMs || now - start > mostMs) done(last - start)
    else setTimeout(look, 5)
  }
  if (value === null) element.click()
  else {
    element.value = value
    element.dispatchEvent(new Event('input', { bubbles: true }))
    element.dispatchEvent(new Event('change', { bubbles: true }))
  }
  look()
})`
