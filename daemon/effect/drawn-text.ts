/**
 * Whether a text arrived in an editor, judged by the lines that it draws, since the field that takes the keys may hold
 * anything.
 */
import { count } from '../tree/index/same-text.ts'

/** The lines drawn next to a field, before and after an action. */
export interface Drawn {
  readonly was: string
  readonly now: string
}

/** Unchanged lines that are not the requested text are the label of a field. */
export function isText(drawn: Drawn | undefined, wanted = ''): drawn is Drawn {
  return drawn !== undefined && (drawn.now !== drawn.was || isOnlyDrawn(drawn, wanted))
}

export function isOnlyDrawn({ now }: Drawn, wanted = ''): boolean {
  return !hasTab(wanted) && readings.some((read) => isWhole(read(now), wanted))
}

/** Whether it occurs more often than before. */
export function isNewlyDrawn({ was, now }: Drawn, typed: string): boolean {
  return !hasTab(typed) && readings.some((read) => timesIn(read(now), typed) > timesIn(read(was), typed))
}

/** A drawn tab looks like the spaces that some editors insert for it. */
const hasTab = (text: string) => text.includes('\t')

const readings = [(text: string) => text, unnumbered]

/** Removes line numbers. Of a wrapped line only the first part has one. */
function unnumbered(text: string): string {
  let next = Number(/^\s*(\d+)/.exec(text)?.[1])
  const lines = text.split('\n').map((line) => {
    const [before = '', number] = /^\s*(\d+)\s?/.exec(line) ?? []
    if (Number(number) !== next) return line
    next++
    return line.slice(before.length)
  })
  return lines.join('\n')
}

function isWhole(drawn: string, wanted: string): boolean {
  const [lines, parts] = [linesOf(drawn), linesOf(wanted)]
  if (parts.length === 1) return unspaced(drawn) === unspaced(wanted)
  const end = endOf(lines, parts)
  return end !== undefined && unspaced(lines[0]!).startsWith(unspaced(parts[0]!)) && end === unspaced(drawn).length
}

function timesIn(drawn: string, wanted: string): number {
  const [lines, parts] = [linesOf(drawn), linesOf(wanted)]
  if (parts.length === 1) return count(unspaced(drawn), unspaced(wanted))
  return lines.filter((_, at) => endOf(lines.slice(at), parts) !== undefined).length
}

/**
 * Up to which character the parts fill these lines: from somewhere in the first line to somewhere in the last. A part may
 * be wrapped over several lines, and blank lines are not drawn. All lines must be indented by the same amount.
 */
function endOf(lines: readonly string[], parts: readonly string[]): number | undefined {
  let at = 0
  let end = 0
  let indented: number | undefined
  for (const [index, part] of parts.entries()) {
    const wanted = unspaced(part)
    while (index > 0 && lines[at] !== undefined && unspaced(lines[at]!) === '') at++
    if (wanted === '') continue
    const first = lines[at] ?? ''
    let drawn = ''
    while (at < lines.length && drawn.length < wanted.length) drawn += unspaced(lines[at++]!)
    const isFirst = index === 0
    const isLast = index === parts.length - 1
    if (isFirst ? !drawn.endsWith(wanted) : isLast ? !drawn.startsWith(wanted) : drawn !== wanted) return undefined
    end += isLast ? wanted.length : drawn.length
    if (isFirst) continue
    const more = indentOf(first) - indentOf(part)
    indented ??= more
    if (more !== indented) return undefined
  }
  return end
}

const linesOf = (text: string) => text.replace(/\r\n?/g, '\n').split('\n')

const indentOf = (line: string) => line.length - line.trimStart().length

/** Drawn words are separated by spaces that the text does not have. */
function unspaced(text: string): string {
  return text.normalize().replace(/\s+/g, '')
}
