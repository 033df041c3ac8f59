/**
 * Lines of an outline that several elements share, taken apart: `links: [12 Home][13 Contact]` into one line each, and
 * `abbrev: [14 Operators]` into the term and what is under it.
 */

/** Signs of a difference and blanks; what the line begins with; its links. */
const shared = /^((?:[+~-] )?\s*)((?:"(?:[^"\\]|\\.)*"…?|[^\s["])(?:[^["]|"(?:[^"\\]|\\.)*"…?)*?|): (\[.*\])$/s
const link = /\[(\w+|"(?:[^"\\]|\\.)*")((?:[^\]"]|"(?:[^"\\]|\\.)*")*)\]/gs
const isUnnamed = /^(?:$|#| (?:=|\([a-z\d]|@-?\d|\{|""))/

export function isShared(line: string): boolean {
  return shared.test(line)
}

export function apart(line: string): string[] {
  const [, blanks = '', head = '', links] = shared.exec(line) ?? []
  if (links === undefined) return [line]
  const isTerm = head !== 'links'
  const inner = isTerm ? `${blanks}  ` : blanks
  const lines = [...links.matchAll(link)].map(
    ([, id, rest = '']) => `${inner}[${id}] link${isUnnamed.test(rest) ? rest.replace(/^ ""/, '') : `:${rest}`}`,
  )
  return isTerm ? [`${blanks}${head}`, ...lines] : lines
}
