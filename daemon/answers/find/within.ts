/**
 * A part of a page that listens on behalf of its contents is named by all the texts in it: which of those was meant.
 */

import { Flag } from '../../platform/flags.ts'
import { isSameName } from '../../tree/index/same-text.ts'
import { holdsWords } from '../../tree/index/words.ts'
import { Kind, kindOf } from '../../tree/model/context.ts'
import { isControl } from '../../tree/model/node.ts'
import { below, isCalledByText } from '../../tree/naming/labels.ts'
import { ownText } from '../../tree/naming/texts.ts'
import type { Candidate } from '../look/miss.ts'

/** The texts in it that say the words, if it has others too; none if it has a name of its own, or is a control. */
export function saidIn({ warm, node }: Candidate, [wanted, other]: readonly string[]): readonly Candidate[] {
  const { tree } = warm
  const asRead = { ...node, flags: node.flags & ~Flag.clickable }
  if (wanted === undefined || other !== undefined || isControl(asRead) || !isCalledByText(node)) return []
  const texts = [...below(tree, node, isControl)].filter((one) => kindOf(one) === Kind.text).reverse()
  if (texts.length < 2) return []
  const said = texts.filter((one) => holdsWords(ownText(one) ?? '', wanted))
  const whole = said.filter((one) => isSameName(ownText(one) ?? '', wanted))
  return (whole.length > 0 ? whole : said).map((one) => ({ warm, node: one }))
}
