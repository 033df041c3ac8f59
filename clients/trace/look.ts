/** One snapshot of a target for a trace: its outline, the positions of elements, and a picture if there is one. */
import type { Result } from '../../api-schema/methods.ts'
import { answerText } from '../../api-schema/text/answer.ts'
import type { TraceLook } from '../../api-schema/trace.ts'
import { tokens } from '../../daemon/view/fit/tokens.ts'
import { CallError, type CallOptions, call } from '../reach/call.ts'
import { everyPlace } from '../view/places.ts'

/** Small enough to send to somebody; in a format that needs no sharp. */
const imageOptions = { tab: { format: 'webp', maxWidth: 1280 }, application: { format: 'png', maxWidth: 1280 } }

/** `undefined` if the target is gone or does not answer. */
export async function lookAt(target: string, options: CallOptions): Promise<TraceLook | undefined> {
  try {
    const { tabs } = (await call('tabs', { action: 'list' }, options)) as Result<'tabs'>
    const kind = tabs.some(({ tab }) => tab === target) ? 'tab' : 'application'
    const where = kind === 'tab' ? { tab: target } : { bundleId: target }
    const read = (await call('explore', { ...where, format: 'outline' }, options)) as Result<'explore'>
    const { elements = [] } = (await call('explore', { ...where, ...everyPlace }, options)) as Result<'explore'>
    const outline = answerText('explore', read)
    const facts = { outline, tokens: tokens(outline), matched: read.matched ?? 0, elements }
    const picture = await pictureOf(where, imageOptions[kind], options)
    return { target, kind, at: new Date().toISOString(), ...facts, ...(picture !== undefined && { picture }) }
  } catch (error) {
    if (error instanceof CallError) return undefined
    throw error
  }
}

async function pictureOf(where: object, imageOptions: object, options: CallOptions): Promise<TraceLook['picture']> {
  try {
    const asked = { ...where, inline: true, expectation: { imageOptions } }
    const { data, format, width, height, scale } = (await call('screenshot', asked, options)) as Result<'screenshot'>
    return data === undefined ? undefined : { data, format, width, height, ...(scale !== undefined && { scale }) }
  } catch (error) {
    // A recording has no pixels.
    if (error instanceof CallError) return undefined
    throw error
  }
}
