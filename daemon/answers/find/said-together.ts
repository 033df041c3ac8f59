/** Words read as one though the page splits them: a sentence with a part in bold, a line of code. */
import type { Key } from '../../platform/element/row.ts'
import { fold } from '../../tree/index/fold.ts'
import { holdsWords, joinedAtSigns } from '../../tree/index/words.ts'
import { Kind, kindOf } from '../../tree/model/context.ts'
import { isHidden } from '../../tree/model/node.ts'
import { ownText } from '../../tree/naming/texts.ts'
import type { Candidate } from '../look/miss.ts'
import type { Place } from '../where/scope.ts'
import type { Find } from './said.ts'

/** Levels around a text: its markup, and the line. */
const mostLevels = 2
/** Markup within a line; any other element ends the line, as a paragraph or a cell does. */
const marks: ReadonlySet<string | undefined> = new Set(['AXEmphasis', 'AXStrong', 'AXCode', 'AXMark', 'AXTime'])
/** A longer text is a part of the page, not one line. */
const longest = 400

/** The texts in which these words begin. */
export function saidTogether(
  { warm }: Place,
  { filter, elementTypes }: Pick<Partial<Find>, 'filter' | 'elementTypes'>,
): readonly Candidate[] {
  const { anyFieldContains: wanted = '', ...others } = filter ?? {}
  const [first = '', second] = fold(wanted)
    .trim()
    .split(/(?<=\p{L}|\p{N})(?=[^\p{L}\p{N}])/u)
  const isKind = Object.keys(others).length > 0 || elementTypes?.includes('any') === false
  if (second === undefined || isKind) return []
  const { tree, source } = warm
  const childrenOf = (key: Key) => source.nested?.children(key) ?? tree.node(key)?.children ?? []
  const textAt = (key: Key): string => {
    const node = tree.node(key)
    if (node !== undefined && isHidden(node)) return ''
    if (node !== undefined && kindOf(node) === Kind.text) return ownText(node) ?? ''
    let text = ''
    for (const child of childrenOf(key)) if (text.length <= longest) text = `${text} ${textAt(child)}`.trim()
    return text
  }
  const isIn = (key: Key) => {
    let at = source.nested?.parent(key) ?? tree.node(key)?.parent
    for (let level = 0; level < mostLevels && at !== undefined; level++) {
      const text = textAt(at)
      if (text.length > longest) return false
      if (holdsWords(joinedAtSigns(text), joinedAtSigns(wanted))) return true
      const node = tree.node(at)
      if (node !== undefined && !marks.has(node.subrole)) return false
      at = source.nested?.parent(at) ?? tree.node(at)?.parent
    }
    return false
  }
  const begun = [...tree.candidates(first)].flatMap((key) => tree.node(key) ?? [])
  const texts = begun.filter((node) => kindOf(node) === Kind.text && !isHidden(node) && isIn(node.key))
  return texts.slice(0, 1).map((node) => ({ warm, node }))
}
