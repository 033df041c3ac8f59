/** The mouse, for what no action of the element's own does. It moves the person's pointer. */
import { Problem } from '../../problem.ts'
import { Flag } from '../flags.ts'
import type { Act, Performed } from '../platform.ts'
import type { AppAccess } from './access.ts'
import { isGone, isLack } from './faults.ts'
import type { MouseStep } from './messages.ts'
import type { Ref } from './raw-element.ts'

interface Point {
  readonly x: number
  readonly y: number
}

const done: Performed = { route: 'pointer' }
/** A wheel's step, in pixels. */
const line = 10
/** Drags with fewer steps are taken for clicks by some applications. */
const dragSteps = 8

/** The middle of it, where it is now, scrolled into view. Throws element_changed when it has no place. */
export async function middleOf(app: AppAccess, ref: Ref, signal: AbortSignal): Promise<Point> {
  await app.call('perform', { ref, action: 'AXScrollToVisible' }, signal).catch((error) => {
    if (isGone(error)) throw error
  })
  const { frames } = await app.call('frames', { refs: [ref] }, signal)
  const frame = frames[0]?.[1]
  if (frame === undefined || frame.width * frame.height === 0)
    throw new Problem('element_changed', {
      message: 'The element has no place on the screen. Nothing was done.',
      data: { reason: 'hidden' },
    })
  return { x: frame.x + frame.width / 2, y: frame.y + frame.height / 2 }
}

export async function click(
  app: AppAccess,
  ref: Ref,
  how: { readonly button?: 'left' | 'right'; readonly times?: 1 | 2 },
  signal: AbortSignal,
): Promise<Performed> {
  const at = await middleOf(app, ref, signal)
  const { button = 'left', times = 1 } = how
  const steps: MouseStep[] = [{ type: 'move', ...at }]
  for (let clicks = 1; clicks <= times; clicks++)
    steps.push({ type: 'down', ...at, button, clicks }, { type: 'up', ...at, button, clicks })
  await front(app, signal)
  await app.call('mouse', { steps }, signal)
  return done
}

export async function hover(app: AppAccess, ref: Ref, signal: AbortSignal): Promise<Performed> {
  const at = await middleOf(app, ref, signal)
  await app.call('mouse', { steps: [{ type: 'move', ...at }] }, signal)
  return done
}

export async function drag(app: AppAccess, ref: Ref, { to }: Act, signal: AbortSignal): Promise<Performed> {
  const target = to?.key === undefined ? undefined : app.mirror.refOf(to.key)
  if (to?.key !== undefined && target === undefined) throw new Problem('element_gone')
  const from = await middleOf(app, ref, signal)
  const end = target === undefined ? { x: to?.x ?? from.x, y: to?.y ?? from.y } : await middleOf(app, target, signal)
  const steps: MouseStep[] = [
    { type: 'move', ...from },
    { type: 'down', ...from, button: 'left', clicks: 1 },
  ]
  for (let step = 1; step <= dragSteps; step++) {
    const part = step / dragSteps
    const at = { x: from.x + (end.x - from.x) * part, y: from.y + (end.y - from.y) * part }
    steps.push({ type: 'drag', ...at, button: 'left' })
  }
  steps.push({ type: 'up', ...end, button: 'left', clicks: 1 })
  await front(app, signal)
  await app.call('mouse', { steps }, signal)
  return done
}

/** To an element: until that is in view. By pixels: as a wheel does; without a wheel, by the scroll bar. */
export async function scroll(app: AppAccess, ref: Ref, { to }: Act, signal: AbortSignal): Promise<Performed> {
  const target = to?.key === undefined ? undefined : app.mirror.refOf(to.key)
  if (to?.key !== undefined && target === undefined) throw new Problem('element_gone')
  const dx = to?.x ?? 0
  const dy = to?.y ?? 0
  if (target !== undefined || (dx === 0 && dy === 0)) {
    await app.call('perform', { ref: target ?? ref, action: 'AXScrollToVisible' }, signal)
    return { route: 'native' }
  }
  if (await byBar(app, ref, dx, dy, signal)) return { route: 'native' }
  const at = await middleOf(app, ref, signal)
  await app.call('scroll', { ...at, dx: Math.round(dx / line), dy: Math.round(dy / line) }, signal)
  return done
}

/** Bars have no pixels but a value from 0 to 1 and steps: they are used where a bar takes a step. */
async function byBar(app: AppAccess, ref: Ref, dx: number, dy: number, signal: AbortSignal): Promise<boolean> {
  const { mirror } = app
  const area = [ref, ...mirror.ancestors(ref)].find((one) => mirror.roleOf(one) === 'AXScrollArea')
  if (area === undefined) return false
  const name = dy === 0 ? 'AXHorizontalScrollBar' : 'AXVerticalScrollBar'
  const { values } = await app.call('attributes', { ref: area, names: [name] }, signal)
  const bar = values[name]
  if (typeof bar !== 'object' || bar.kind !== 'element') return false
  const amount = dy === 0 ? dx : dy
  const steps = Math.min(100, Math.max(1, Math.round(Math.abs(amount) / line)))
  try {
    for (let step = 0; step < steps; step++)
      await app.call('perform', { ref: bar.ref, action: amount > 0 ? 'AXIncrement' : 'AXDecrement' }, signal)
  } catch (error) {
    if (isLack(error)) return false
    throw error
  }
  app.mark(area, 'subtree')
  return true
}

/** The pointer and the keyboard reach what is in front. */
export async function front(app: AppAccess, signal: AbortSignal): Promise<void> {
  const { root } = app.mirror
  if ((app.mirror.row(root)?.flags ?? 0) & Flag.focused) return
  await app.call('set', { ref: root, attribute: 'AXFrontmost', value: true }, signal).catch((error) => {
    if (isGone(error)) throw error
  })
}
