/** Writes additions as explore would show them, without what was there before. */
import { holdsWords } from '../../tree/index/words.ts'
import { isInteractable, type Node } from '../../tree/model/node.ts'
import { beingNear } from '../../tree/naming/labels.ts'
import type { Shown } from '../../view/fold/shown.ts'
import { wrapsControl } from '../../view/name/wrapping.ts'
import { walk } from '../../view/select/walk.ts'
import { abnormalStates, shownValue } from '../../view/write/verbosity.ts'
import { wordsOf } from './changes.ts'

type Tree = Parameters<typeof walk>[0]
type Key = Node['key']

const mostAdded = 60

/** Elements that are new, or were hidden before. */
export interface Fresh {
  readonly added: ReadonlySet<Key>
  readonly came: ReadonlySet<Key>
}

/** Leaves out wrappers around additions, and existing elements that a new wrapper was put around. */
export function renderAdded(
  tree: Tree,
  node: Node,
  sources: Fresh,
): { readonly shown: readonly Shown[]; readonly unlisted: number } {
  const fresh = newIn(tree, node, sources)
  const answer = walk(tree, {
    from: node.key,
    terms: [],
    filtered: false,
    includeHidden: false,
    includeDisabled: true,
    includeNonInteractable: true,
    foldsLists: true,
    maxDepth: 1000,
    limit: mostAdded,
    // Existing elements in it must not use up the limit.
    ...(fresh !== undefined && { candidates: fresh }),
  })
  const own = fresh === undefined ? answer.shown : pick((one) => fresh.has(one.key), answer.shown)
  const shown = own.flatMap((one) =>
    one.context && wordsOf(one.node) === undefined && one.text === undefined ? one.children : [one],
  )
  return {
    shown: withoutWrappers(tree, withoutLabels(shown)),
    unlisted: answer.cut === undefined ? 0 : answer.matched - answer.count,
  }
}

/** Existing elements are not additions, even inside a new wrapper; their new contents are. Undefined if all of it is new. */
function newIn(tree: Tree, top: Node, { added, came }: Fresh): ReadonlySet<Key> | undefined {
  const found = new Set<Key>()
  let isWhole = true
  const left = [{ key: top.key, isShown: came.has(top.key) }]
  for (let one = left.pop(); one !== undefined; one = left.pop()) {
    found.add(one.key)
    for (const key of tree.node(one.key)?.children ?? []) {
      const isShown = one.isShown || came.has(key)
      if (isShown || added.has(key)) left.push({ key, isShown })
      else isWhole = false
    }
  }
  return isWhole ? undefined : found
}

function pick(isWanted: (node: Node) => boolean, shown: readonly Shown[]): Shown[] {
  return shown.filter(({ node }) => isWanted(node)).map((one) => ({ ...one, children: pick(isWanted, one.children) }))
}

/** Drops texts that only label the control next to them, or another addition that is named by them. */
function withoutLabels(list: readonly Shown[]): Shown[] {
  const called = new Set(list.map(({ text }) => text))
  return list
    .filter((one, at) => {
      if (one.node.role !== 'AXStaticText' || one.children.length > 0) return true
      const words = wordsOf(one.node)
      if (words === undefined) return true
      const isNext = [list[at - 1], list[at + 1]].some((next) => isCalled(next, words))
      return !isNext && !called.has(beingNear(words))
    })
    .map((one) => (one.children.length === 0 ? one : { ...one, children: withoutLabels(one.children) }))
}

/** Drops what adds no words: wrappers of a single element, what is drawn on a control, and texts that only repeat what is around them. */
function withoutWrappers(tree: Tree, list: readonly Shown[], around?: string, inside?: Node): Shown[] {
  return list.flatMap((one) => {
    const words = one.text ?? wordsOf(one.node)
    const isSaid = words !== undefined && around !== undefined && holdsWords(around, words)
    const isDrawnOn = one.node.role === 'AXImage' && inside !== undefined && isInteractable(inside)
    if (isDrawnOn ? words === undefined || isSaid : one.node.role === 'AXStaticText' && isSaid) return []
    const said = [around, words].filter(Boolean).join(' ') || undefined
    const children = withoutWrappers(tree, one.children, said, one.node)
    const isWordless = one.rest === '' || words === undefined
    const isWrapper = isWordless && (!isInteractable(one.node) || wrapsControl(tree, one.node))
    return isWrapper && children.length === 1 && one.more === undefined ? children : [{ ...one, children }]
  })
}

/** Drops cells and groups that say nothing: the others describe their row. */
export function withoutBlanks(list: readonly Shown[]): Shown[] {
  return list
    .map((one) => (one.children.length === 0 ? one : { ...one, children: withoutBlanks(one.children) }))
    .filter(({ node, children, text, more }) => {
      const isFilled =
        children.length > 0 || more !== undefined || (text ?? wordsOf(node) ?? shownValue(node)) !== undefined
      const mayBeBlank = node.role === 'AXCell' || node.role === 'AXGroup'
      return !mayBeBlank || isFilled || abnormalStates(node).length > 0
    })
}

function isCalled(one: Shown | undefined, words: string): boolean {
  if (one === undefined || !isInteractable(one.node)) return false
  const name = wordsOf(one.node) ?? one.text
  return name !== undefined && holdsWords(name, words)
}
