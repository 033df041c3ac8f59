/** What an element adds to its shown contents: nothing is said twice. */
import { holdsWords } from '../../tree/index/words.ts'
import { isNamed, isNamedByContents, Kind, kindOf } from '../../tree/model/context.ts'
import type { Tree } from '../../tree/naming/labels.ts'
import { textIn } from '../../tree/naming/texts.ts'
import { wordsOfRow } from './plain-rows.ts'
import { restOf } from './rest.ts'
import type { Item } from './shown.ts'

const hasWords = /[\p{L}\p{N}]/u

export function nameIn(item: Item): string | undefined {
  return item.node.title ?? item.node.description ?? item.text
}

/**
 * A named container is replaced by its only child if that says the same. So is a row that holds only links, which
 * explain themselves; a button in a row, or data next to the links, needs the row's texts. A landmark groups more than
 * one element.
 */
export function isIdle(tree: Tree, kind: Kind, item: Item): boolean {
  if (kind === Kind.row) return !tellsRow(tree, item)
  if (kind === Kind.landmark) return item.children.length === 1
  if (kind !== Kind.container && kind !== Kind.page) return false
  return saysTheSame(item, nameIn(item)) || saysTheSame(item, restIn(item)) || restIn(item) === ''
}

/** Whether the row's words are needed to understand its contents. Looks them up only now. */
function tellsRow(tree: Tree, item: Item): boolean {
  const said = wordsOfRow(tree, item)
  const isOfLinks = item.children.every(({ node }) => node.role === 'AXLink' || node.role === 'AXHeading')
  if (isOfLinks && said?.isData !== true) return false
  if (isNamed(item.node)) {
    const name = nameIn(item)!
    if (said?.texts.every((text) => holdsWords(name, text)) === true) item.rest = said.texts.join(' ')
    return true
  }
  const text = said?.texts.join(' ') ?? textIn(tree, item.node)
  if (text === undefined || !hasWords.test(text)) return false
  item.text = text
  return true
}

/** The part of its name that its shown children do not repeat, if shorter. */
export function restIn(item: Item): string | undefined {
  const name = nameIn(item)?.trim()
  if (name === undefined || !isNamedByContents(item.node)) return undefined
  const rest = restOf(
    name,
    item.children.flatMap((child) => nameIn(child)?.trim() ?? []),
  )
  return rest === name ? undefined : rest
}

/** A control named by its texts drops the words that its shown children repeat. Does not apply to wrappers. */
export function tellOnce(item: Item): void {
  if (!saysItsTexts(item)) return
  if (item.children.some(({ node }) => node.role === 'AXGroup' && node.subrole === undefined)) return
  const rest = restIn(item)
  if (rest !== undefined) item.rest = rest
}

function saysItsTexts({ node, text }: Item): boolean {
  const kind = kindOf(node)
  return (
    kind === Kind.row ||
    kind === Kind.heading ||
    node.role === 'AXCell' ||
    (node.role === 'AXGroup' && text !== undefined)
  )
}

/** A landmark around everything shown adds nothing. */
export function dissolveAlone({ children }: Item): void {
  const only = children[0]
  if (children.length !== 1 || only!.more !== undefined || !only!.context || kindOf(only!.node) !== Kind.landmark)
    return
  children.splice(0, 1, ...only!.children)
}

function saysTheSame(item: Item, name: string | undefined): boolean {
  const only = item.children[0]!
  if (item.children.length > 1 || only.more !== undefined) return false
  const inner = nameIn(only)
  return name !== undefined && inner !== undefined && holdsWords(inner, name)
}
