/** How well an element matches the text of a filter: a match inside a word is poor, and never acted on. */
import { isSecure, textsOf } from '../index/field-index.ts'
import { fold } from '../index/fold.ts'
import { saidOnce } from '../index/same-text.ts'
import { holdsWords } from '../index/words.ts'
import type { Node } from '../model/node.ts'
import { ownWords, type Tree } from './labels.ts'

/** `kind`: whole words, but of a field that is not its name, such as its role or an address. */
export const Closeness = { exact: 0, words: 1, kind: 2, inner: 3 } as const
export type Closeness = (typeof Closeness)[keyof typeof Closeness]

/** For an element that matches; the worst of the requested texts counts. */
export function closenessOf(tree: Tree, node: Node, wanted: readonly string[]): Closeness {
  if (wanted.length === 0) return Closeness.exact
  const names = [node.title, node.description, node.placeholder, node.identifier, ownWords(tree, node)].filter(isText)
  if (node.value !== undefined && !isSecure(node)) names.push(node.value)
  const [said, all] = [[...names, node.help].filter(isText), textsOf(node)].map((texts) => texts.map(spaced))
  const closeness = (text: string): Closeness => {
    const folded = [fold(text).trim(), saidOnce(text)]
    if (names.some((name) => folded.includes(fold(name).trim()) || saidOnce(name) === folded[0])) return Closeness.exact
    const isIn = (texts: readonly string[] = []) => texts.some((one) => holdsWords(one, text))
    return isIn(said) ? Closeness.words : isIn(all) ? Closeness.kind : Closeness.inner
  }
  return Math.max(...wanted.map(closeness)) as Closeness
}

function isText(text: string | undefined): text is string {
  return text !== undefined
}

/** Splits identifiers at their capitals. */
function spaced(text: string): string {
  return text.includes(' ') ? text : text.replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
}
