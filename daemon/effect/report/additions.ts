/** What was added, as explore would show it, without what was there before. */
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

/** What has come since: as a new element, or by being shown. */
export interface News {
  readonly added: ReadonlySet<Key>
  readonly came: ReadonlySet<Key>
}

/** Additions as explore would show them, without the wrappers around them, and without what such a wrapper was put around. */
export function viewOf(
  tree: Tree,
  node: Node,
  news: News,
): { readonly shown: readonly Shown[]; readonly unlisted: number } {
  const fresh = newIn(tree, node, news)
  const answer = walk(tree, {
    from: node.key,
    terms: [],
    filtered: false,
    includeHidden: false,
    includeDisabled: true,
    includeNonInteractable: true,
    maxDepth: 1000,
    limit: mostAdded,
    // What it was put around takes no room of what is new.
    ...(fresh !== undefined && { candidates: fresh }),
  })
  const own = fresh === undefined ? answer.shown : onlyThe((one) => fresh.has(one.key), answer.shown)
  const shown = own.flatMap((one) =>
    one.context && wordsOf(one.node) === undefined && one.text === undefined ? one.children : [one],
  )
  return {
    shown: withoutWrappers(tree, withoutLabels(shown)),
    unlisted: answer.cut === undefined ? 0 : answer.matched - answer.count,
  }
}

/**
 * What was there and seen before is no addition, in whatever it is now; what is new in it is one of its own. Undefined
 * where all of it is new.
 */
function newIn(tree: Tree, top: Node, { added, came }: News): ReadonlySet<Key> | undefined {
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

function onlyThe(isWanted: (node: Node) => boolean, shown: readonly Shown[]): Shown[] {
  return shown
    .filter(({ node }) => isWanted(node))
    .map((one) => ({ ...one, children: onlyThe(isWanted, one.children) }))
}

/** Drops texts that only label the control next to them, or another beside them that is called by them. */
function withoutLabels(list: readonly Shown[]): Shown[] {
  const called = new Set(list.map(({ text }) => text))
  return list
    .filter((one, at) => {
      if (one.node.role !== 'AXStaticText' || one.children.length > 0) return true
      const words = wordsOf(one.node)
      if (words === undefined) return true
      const isNext = [list[at - 1], list[at + 1]].some((beside) => isCalled(beside, words))
      return !isNext && !called.has(beingNear(words))
    })
    .map((one) => (one.children.length === 0 ? one : { ...one, children: withoutLabels(one.children) }))
}

/** What wraps a single element and has no words of its own that are told is left out. */
function withoutWrappers(tree: Tree, list: readonly Shown[]): Shown[] {
  return list.map((one) => {
    const [only, ...more] = withoutWrappers(tree, one.children)
    const isWordless = one.rest === '' || (wordsOf(one.node) === undefined && one.text === undefined)
    const isWrapper = isWordless && (!isInteractable(one.node) || wrapsControl(tree, one.node))
    if (isWrapper && only !== undefined && more.length === 0 && one.more === undefined) return only
    return only === undefined ? one : { ...one, children: [only, ...more] }
  })
}

/** Cells that have come and hold nothing: those beside them tell the row. */
export function withoutBlankCells(list: readonly Shown[]): Shown[] {
  return list
    .map((one) => (one.children.length === 0 ? one : { ...one, children: withoutBlankCells(one.children) }))
    .filter(({ node, children, text, more }) => {
      const isTold =
        children.length > 0 || more !== undefined || (text ?? wordsOf(node) ?? shownValue(node)) !== undefined
      return node.role !== 'AXCell' || isTold || abnormalStates(node).length > 0
    })
}

function isCalled(one: Shown | undefined, words: string): boolean {
  if (one === undefined || !isInteractable(one.node)) return false
  const name = wordsOf(one.node) ?? one.text
  return name !== undefined && holdsWords(name, words)
}
