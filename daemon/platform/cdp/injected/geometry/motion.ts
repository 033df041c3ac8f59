/** Motion by which a page shows, hides or moves something, in the daemon's isolated world. */
import { oneFrame } from '../frames.ts'
import { sent } from '../sent.ts'

/** Does it hold anything to read or use, or cover the page? A control's decoration does not. */
export function tells(target: Element): boolean {
  const { width, height } = target.getBoundingClientRect()
  if (2 * width * height >= innerWidth * innerHeight) return true
  return target.textContent?.trim() !== '' || target.querySelector('input, button, [role]') !== null
}

/** Ms until all motion has ended; 0 if there is none. Endless motion and changes of colour do not count. */
export function motionLeft(): number {
  const most = 1000
  const moving =
    /^(all|display|visibility|opacity|transform|translate|scale|clip-?path|(m(ax|in)-?)?(height|width)|(block|inline)-?size|top|left|right|bottom|(inset|margin|grid-?template).*)$/i
  let last = 0
  // In a hidden page all motion stands still.
  for (const animation of document.hidden ? [] : document.getAnimations().slice(0, most)) {
    const { effect, playState, currentTime } = animation
    if (playState !== 'running' || !(effect instanceof KeyframeEffect) || effect.target === null) continue
    const left = Number(effect.getComputedTiming().endTime) - Number(currentTime ?? 0)
    if (!(left > last && left < Number.POSITIVE_INFINITY) || effect.pseudoElement) continue
    const named =
      animation instanceof CSSTransition
        ? [animation.transitionProperty]
        : effect.getKeyframes().flatMap((frame) => Object.keys(frame))
    if (named.some((name) => moving.test(name)) && tells(effect.target)) last = left
  }
  return last
}

async function oneFrameOfMotion(): Promise<number> {
  await oneFrame()
  return motionLeft()
}

async function secondFrameOfMotion(): Promise<number> {
  await oneFrame()
  return await oneFrameOfMotion()
}

/** The same, from one frame later. */
export const secondFrameOfMotionScript = sent(secondFrameOfMotion, oneFrameOfMotion, oneFrame, motionLeft, tells)

/** Waits for one drawn frame and the tasks it caused; answers for how many more ms the page will move. */
export const oneFrameOfMotionScript = sent(oneFrameOfMotion, oneFrame, motionLeft, tells)
