/** One look at the target: the outline as an agent gets it, where its elements are, and a picture. */
import type { Element, Frame } from '../../../api-schema/element.ts'
import type { Result } from '../../../api-schema/methods.ts'
import { answerText } from '../../../api-schema/text/answer.ts'
import { tokens } from '../../../daemon/shape/tokens.ts'
import { CallFailed, call, type Failure, type Params } from './daemon.ts'

export interface Line {
  readonly text: string
  readonly level: number
  /** Of an element that can be chosen. */
  readonly id: string | undefined
}

export interface Outline {
  readonly lines: readonly Line[]
  readonly tail: string
  readonly tokens: number
  readonly matched: number
  readonly revision: number | undefined
}

export interface Box extends Frame {
  readonly id: string
  readonly label: string
  /** What a person would read in it; not of those that hold others. */
  readonly words: string
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
    lines: body === '' ? [] : body.split('\n').map(lineOf),
    tail,
    tokens: tokens(text),
    matched: answer.matched ?? 0,
    revision: answer.revision,
  }
}

function lineOf(text: string): Line {
  const [, blanks = '', id] = /^( *)(?:\[(\d+)\])?/.exec(text)!
  return { text: text.trimStart(), level: blanks.length / 2 + 1, id }
}

/** Outermost first, so that what lies inside is drawn above what it lies in. */
export async function boxes(where: Params, signal: AbortSignal): Promise<readonly Box[]> {
  const whole = { format: 'json', showCoordinates: true, limit: 10_000, maxTokens: 100_000, maxDepth: 1000 }
  const { elements = [] } = await call('explore', { ...where, ...whole }, signal)
  return elements.flatMap(boxesIn)
}

function boxesIn(element: Element): Box[] {
  const { id, role, name, title, value, description, frame, pageFrame, children = [] } = element
  const place = pageFrame ?? frame
  const label = [role.replace(/^AX/, ''), name ?? title ?? description].filter(Boolean).join(': ')
  const words = children.length > 0 ? '' : (value ?? name ?? title ?? '')
  const own = place === undefined || place.width <= 0 || place.height <= 0 ? [] : [{ ...place, id, label, words }]
  return [...own, ...children.flatMap(boxesIn)]
}

/** Where there are no pixels, as in a recording, the boxes alone show where things are. */
export async function picture(
  where: Params,
  all: readonly Box[],
  signal: AbortSignal,
): Promise<Picture & { readonly failure?: Failure }> {
  try {
    const taken = await call('screenshot', { ...subjectOf(where), inline: true }, signal)
    const { data = '', format, width, height, scale = 1 } = taken as Result<'screenshot'>
    const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0))
    const url = URL.createObjectURL(new Blob([bytes], { type: `image/${format}` }))
    const size = { width: width * scale, height: height * scale }
    return { url, area: { ...cornerOf(where, all, size), ...size } }
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error
    return { url: undefined, area: around(all), failure: error.failure }
  }
}

function subjectOf({ tab, bundleId }: Params): Params {
  return tab === undefined ? { bundleId } : { tab }
}

type Size = Pick<Frame, 'width' | 'height'>

/** A tab's pixels begin with its page; a window's where the window is. */
function cornerOf({ tab }: Params, all: readonly Box[], { width, height }: Size): Pick<Frame, 'x' | 'y'> {
  if (tab !== undefined) return { x: 0, y: 0 }
  const off = (box: Frame) => Math.abs(box.width - width) + Math.abs(box.height - height)
  const [window] = [...all].sort((a, b) => off(a) - off(b))
  return window === undefined ? { x: 0, y: 0 } : { x: window.x, y: window.y }
}

function around(all: readonly Box[]): Frame {
  if (all.length === 0) return { x: 0, y: 0, width: 640, height: 400 }
  const x = Math.min(...all.map((box) => box.x))
  const y = Math.min(...all.map((box) => box.y))
  const right = Math.max(...all.map((box) => box.x + box.width))
  const bottom = Math.max(...all.map((box) => box.y + box.height))
  return { x, y, width: right - x, height: bottom - y }
}
