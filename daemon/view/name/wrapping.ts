/** Pressable wrappers around a single control, such as its label: the control stands for them in a view. */
import { Flag } from '../../platform/flags.ts'
import { holdsWords } from '../../tree/index/words.ts'
import { isWrapper, Kind, kindOf } from '../../tree/model/context.ts'
import { isControl, isHidden, isInteractable, type Node } from '../../tree/model/node.ts'
import { isNameless, labelWords, type Tree } from '../../tree/naming/labels.ts'
import { ownText } from '../../tree/naming/texts.ts'

/** Enough for a control with its label and ornaments, such as nine cells of a table that draw its edge. */
const mostNodes = 40

const pointed = Flag.clickable | Flag.reactive

/** A wrapper except that it has a pointer cursor or listeners. */
function isPointed(node: Node): boolean {
  if ((node.flags & pointed) === 0 || !isNameless(node)) return false
  return node.subrole === 'AXListItem' || isWrapper({ ...node, flags: node.flags & ~pointed })
}

/** True if it holds one control, and no words beyond that control's. */
export function wrapsControl(tree: Pick<Tree, 'node'>, node: Node): boolean {
  if (!isPointed(node)) return false
  let control: Node | undefined
  const texts: string[] = []
  const stack = [...node.children]
  for (let left = mostNodes; stack.length > 0; left--) {
    const inner = tree.node(stack.pop()!)
    if (left === 0) return false
    if (inner === undefined || isHidden(inner)) continue
    if (isInteractable(inner) && !isPointed(inner)) {
      if (control !== undefined || !isControl(inner)) return false
      control = inner
    } else if (kindOf(inner) === Kind.text || inner.attributes?.alt !== undefined) texts.push(ownText(inner) ?? '')
    else stack.push(...inner.children)
  }
  if (control === undefined) return false
  const said = [ownText(control), labelWords(tree, control), control.value].map((one) => one ?? '')
  return texts.every((text) => text.trim() === '' || said.some((one) => holdsWords(one, text)))
}
