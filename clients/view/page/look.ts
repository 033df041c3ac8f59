/** One look at the target: the outline as an agent gets it, where its elements are, and a picture. */
import type { Frame } from '../../../api-schema/element.ts'
import { imageFormats } from '../../../api-schema/expectation.ts'
import type { Result } from '../../../api-schema/methods.ts'
import { answerText } from '../../../api-schema/text/answer.ts'
import { linesApart } from '../../../api-schema/text/shared-lines.ts'
import { tokens } from '../../../daemon/view/fit/tokens.ts'
import { areaOf, around, type Box, boxesIn, everyPlace } from '../places.ts'
import { CallFailed, call, type Failure, type Params } from './daemon.ts'

export interface Line {
  readonly text: string
  readonly level: number
  /** Id of an element that can be chosen. */
  readonly id: string | undefined
}

export interface Outline {
  readonly lines: readonly Line[]
  readonly tail: string
  readonly tokens: number
  readonly matched: number
  readonly revision: number | undefined
}

export interface Picture {
  readonly url: string | undefined
  /** What part of the page or screen it shows. */
  readonly area: Frame
}

export async function outline(where: Params, signal: AbortSignal): Promise<Outline> {
  const answer = await call('explore', { ...where, format: 'outline' }, signal)
  const body = answer.outline ?? ''
  const text = answerText('explore', answer)
  const tail = body !== '' && text.startsWith(body) ? text.slice(body.length).trim() : text
  return {
    lines: body === '' ? [] : linesApart(body).map(lineOf),
    tail,
    tokens: tokens(text),
    matched: answer.matched ?? 0,
    revision: answer.revision,
  }
}

export function lineOf(text: string): Line {
  const [, blanks = '', id] = /^( *)(?:\[(\d+)\])?/.exec(text)!
  return { text: text.trimStart(), level: blanks.length + 1, id }
}

export async function boxes(where: Params, signal: AbortSignal): Promise<readonly Box[]> {
  const { elements = [] } = await call('explore', { ...where, ...everyPlace }, signal)
  return elements.flatMap(boxesIn)
}

/** Without pixels, as in a recording, only the boxes show where things are. */
export async function picture(
  where: Params,
  all: readonly Box[],
  signal: AbortSignal,
): Promise<Picture & { readonly failure?: Failure }> {
  try {
    const taken = await call('screenshot', { ...subjectOf(where), inline: true }, signal)
    const { data = '', format, width, height, scale = 1 } = taken as Result<'screenshot'>
    const url = urlOf(data, format)
    const size = { width: width * scale, height: height * scale }
    return { url, area: areaOf(where.tab !== undefined, size, all) }
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error
    return { url: undefined, area: around(all), failure: error.failure }
  }
}

/** The caller revokes it. A picture in a trace may claim any format. */
export function urlOf(data: string, format: string): string {
  const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0))
  return URL.createObjectURL(
    new Blob([bytes], { type: `image/${imageFormats.find((one) => one === format) ?? 'png'}` }),
  )
}

function subjectOf({ tab, bundleId }: Params): Params {
  return tab === undefined ? { bundleId } : { tab }
}
