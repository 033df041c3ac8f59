/** Which elements match. */
import { Flag } from '../../platform/element/flags.ts'
import { holdsWords } from '../../tree/index/words.ts'
import { isNamedByContents, isWrapper, Kind, kindOf } from '../../tree/model/context.ts'
import { isInteractable, type Node } from '../../tree/model/node.ts'
import type { Tree } from '../../tree/naming/labels.ts'
import { ownText } from '../../tree/naming/texts.ts'
import type { Frames } from '../fold/folding.ts'
import { isOfOther } from '../name/wrapping.ts'
import type { Query } from './query.ts'

/** `frames` are the path to it. */
export function isMatch(tree: Tree, query: Query, node: Node, frames: Frames): boolean {
  if (isLeftOut(query, node)) return false
  if (query.includeNonInteractable) {
    if (!query.filtered && isWrapper(node)) return false
  } else if (!isInteractable(node) || (!query.filtered && isOfOther(tree, node, frames.inner))) return false
  if (query.candidates !== undefined && !query.candidates.has(node.key)) return false
  return hasTerms(query, node) && !(query.includeNonInteractable && isRepeated(query, node, frames))
}

/** It would match if disabled elements were asked for. */
export function isDisabledMatch(query: Query, node: Node): boolean {
  return isLeftOut(query, node) && isInteractable(node) && hasTerms(query, node)
}

function isLeftOut({ includeDisabled }: Query, { flags }: Node): boolean {
  return !includeDisabled && (flags & Flag.disabled) !== 0
}

function hasTerms({ terms }: Query, node: Node): boolean {
  for (const term of terms) if (!term(node)) return false
  return true
}

/** A static text in a match that already says it is part of that match. */
function isRepeated({ filtered }: Query, node: Node, frames: Frames): boolean {
  const frame = frames.inner
  if (kindOf(node) !== Kind.text) return false
  const text = ownText(node)
  if (text === undefined) return !filtered
  if (frame?.isMatch !== true || !isNamedByContents(frame.node)) return false
  const shown = frame.node.title ?? frame.node.description ?? frames.label(frame)
  return shown !== undefined && holdsWords(shown, text)
}
