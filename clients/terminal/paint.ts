/** Outlines on a terminal: guides for the tree, colours for everything but screen text. */
import { isShared } from '../../api-schema/text/shared-lines.ts'

export interface Look {
  readonly colour: boolean
  readonly tree: boolean
}

/** Colours only on a terminal; respects NO_COLOR and TERM=dumb. */
export function lookOf(
  stream: { readonly isTTY?: boolean },
  env: { readonly [name: string]: string | undefined },
): Look {
  const terminal = stream.isTTY === true
  return { colour: terminal && !env.NO_COLOR && env.TERM !== 'dumb', tree: terminal }
}

const codes = { dim: 2, red: 31, green: 32, yellow: 33, cyan: 36 } as const
type Colour = keyof typeof codes

export function paint(text: string, { colour, tree }: Look): string {
  if (!colour && !tree) return text
  const lines = text.split('\n')
  const depths = lines.map((line) => line.length - line.trimStart().length)
  return lines
    .map((line, index) => {
      const guide = tree ? guideOf(depths, index) : line.slice(0, depths[index])
      const rest = line.trimStart()
      return colour ? dye('dim', guide) + coloured(rest) : guide + rest
    })
    .join('\n')
}

export function dye(colour: Colour, text: string): string {
  return text === '' ? '' : `\u001b[${codes[colour]}m${text}\u001b[0m`
}

const signs: { readonly [sign: string]: Colour } = { '+': 'green', '~': 'yellow', '-': 'red' }

/** `[id] role: name =value (states)`, after a sign in a difference; the last line in parentheses is ours. */
function coloured(line: string): string {
  if (line.startsWith('(') && line.endsWith(')')) return dye('dim', line)
  const [, sign = '', id, rest] = /^([+~-] )?(\[[^\]]*\])(.*)$/s.exec(line) ?? []
  if (id === undefined || rest === undefined) return isShared(line) ? withIds(line) : line
  const head = sign === '' ? '' : dye(signs[sign.trim()] ?? 'dim', sign)
  return head + dye('cyan', id) + rest.replace(/ \([a-z, ]+\)$/, (states) => dye('yellow', states))
}

/** `links: [12 Home][13 Contact]` */
function withIds(line: string): string {
  return line.replace(/"(?:[^"\\]|\\.)*"|(?<=\[)\w+/g, (found) => (found[0] === '"' ? found : dye('cyan', found)))
}

/** One space per level becomes a guide: a level is open while a later line is on it before a shallower one. */
function guideOf(depths: readonly number[], index: number): string {
  const depth = depths[index] ?? 0
  let guide = ''
  for (let level = 1; level <= depth; level++) {
    const open = continues(depths, index, level)
    if (level === depth) guide += open ? '├ ' : '└ '
    else guide += open ? '│ ' : '  '
  }
  return guide
}

function continues(depths: readonly number[], index: number, level: number): boolean {
  for (let next = index + 1; next < depths.length; next++) {
    const depth = depths[next] ?? 0
    if (depth < level) return false
    if (depth === level) return true
  }
  return false
}
