/** `alignment`: how two elements are positioned relative to each other. */

import { alignmentOf } from '../answers/alignment.ts'
import { elementAt } from '../answers/scope.ts'
import type { Handler } from '../dispatch.ts'
import { Problem } from '../problem.ts'

export const alignment: Handler<'alignment'> = async ({ elementId, otherId, tolerance }, call, world) => {
  const place = await elementAt(elementId, call, world)
  const other = await elementAt(otherId, call, world)
  const { warm } = place
  if (other.warm !== warm)
    throw new Problem('invalid_params', {
      message: `params.otherId: ${otherId} is in ${other.warm.target.id}, and ${elementId} in ${warm.target.id}.`,
      hint: 'Name two elements of one tab or application.',
      data: { path: 'params.otherId' },
    })
  const keys = [place.key, other.key] as const
  const frames = await warm.source.frames(keys, call.signal)
  const frameOf = (key: (typeof keys)[number], id: string) => {
    const found = frames.get(key)
    const frame = found?.pageFrame ?? found?.frame ?? warm.tree.node(key)?.frame
    if (frame !== undefined) return frame
    throw new Problem('element_changed', {
      message: `The element ${id} has no position: it is not rendered.`,
      hint: `Call {visibility} {"elementId":"${id}"} to find out why.`,
      data: { reason: 'hidden', elementId: id },
    })
  }
  const frame = frameOf(keys[0], elementId)
  const otherFrame = frameOf(keys[1], otherId)
  return { ...alignmentOf(frame, otherFrame, tolerance), frame, otherFrame }
}
