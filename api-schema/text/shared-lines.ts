/**
 * Splits outline lines that several elements share: `links: [12 Home][13 Contact]` into a line each, `links: [12,13
 * Home]` into two of the same name, `groups: [12–40 class “hour”]` into 29, and `abbrev: [14 Operators]` into the term
 * and what is under it.
 */

/** Elements that share lines, with the word at the start of such a line. */
export const sharedWords: ReadonlyMap<string, string> = new Map([
  ['link', 'links'],
  ['radio', 'radios'],
  ['option', 'options'],
  ['tab', 'tabs'],
  ['button', 'buttons'],
  ['checkbox', 'checkboxes'],
  ['group', 'groups'],
  ['cell', 'cells'],
  ['row', 'rows'],
])
const roles = new Map([...sharedWords].map(([role, word]) => [word, role]))

/** A difference's sign and blanks; the start of the line; its links. */
const shared = /^((?:[+~-] )?\s*)((?:"(?:[^"\\]|\\.)*"…?|[^\s["])(?:[^["]|"(?:[^"\\]|\\.)*"…?)*?|): (\[.*\])$/s
const id = /\w+|"(?:[^"\\]|\\.)*"/.source
const link = new RegExp(String.raw`\[((?:${id})(?:[,–](?:${id}))*)((?:[^\]"]|"(?:[^"\\]|\\.)*")*)\]`, 'gs')
const each = new RegExp(`(\\d+)–(\\d+)|${id}`, 'gs')
/** More than any view shows at once. */
const mostIds = 100_000
const isUnnamed = /^(?:$|#| (?:=|\([a-z\d]|@-?\d|\{|""))/

export function isShared(line: string): boolean {
  return shared.test(line)
}

export function apart(line: string): string[] {
  const [, blanks = '', head = '', links] = shared.exec(line) ?? []
  if (links === undefined) return [line]
  const role = roles.get(head)
  const inner = role === undefined ? `${blanks} ` : blanks
  const lines = [...links.matchAll(link)].flatMap(([, ids = '', rest = '']) => {
    const words = isUnnamed.test(rest) ? rest.replace(/^ ""/, '') : `:${rest}`
    return [...ids.matchAll(each)].flatMap(idsOf).map((id) => `${inner}[${id}] ${role ?? 'link'}${words}`)
  })
  return role === undefined ? [`${blanks}${head}`, ...lines] : lines
}

/** The lines of an outline, with one line per element. */
export function linesApart(outline: string): string[] {
  return outline.split('\n').flatMap(apart)
}

function idsOf([id, from, to]: RegExpExecArray): readonly string[] {
  if (from === undefined) return [id]
  return Array.from({ length: Math.min(Number(to) - Number(from) + 1, mostIds) }, (_, at) => String(Number(from) + at))
}
