/** Which text was meant in a part of a page that listens for its contents, and is named by all of them. */

import { Flag } from '../../platform/element/flags.ts'
import { isSameName } from '../../tree/index/same-text.ts'
import { holdsWords } from '../../tree/index/words.ts'
import { Kind, kindOf } from '../../tree/model/context.ts'
import { isControl, type Node } from '../../tree/model/node.ts'
import { below, isCalledByText } from '../../tree/naming/labels.ts'
import { ownText } from '../../tree/naming/texts.ts'
import type { Candidate } from '../look/miss.ts'

/**
 * The texts in it that say the words, if it has others too, and the parts with a name of their own, such as a picture or
 * what a title names; none if it has a name of its own itself, or is a control.
 */
export function saidIn({ warm, node }: Candidate, [wanted, other]: readonly string[]): readonly Candidate[] {
  const { tree } = warm
  const asRead = { ...node, flags: node.flags & ~Flag.clickable }
  if (wanted === undefined || other !== undefined || isControl(asRead) || !isCalledByText(node)) return []
  const inner = [...below(tree, node, isControl)].reverse()
  if (inner.filter(isText).length < 2) return []
  const parts = inner.filter((one) => isText(one) || (!isCalledByText(one) && !isControl(one)))
  const said = parts.filter((one) => holdsWords(ownText(one) ?? '', wanted))
  const whole = said.filter((one) => isSameName(ownText(one) ?? '', wanted))
  const meant = whole.length > 0 ? whole : said
  const around = new Set(meant.flatMap((one) => tree.ancestors(one)))
  return meant.filter((one) => !around.has(one)).map((one) => ({ warm, node: one }))
}

function isText(node: Node): boolean {
  return kindOf(node) === Kind.text
}
