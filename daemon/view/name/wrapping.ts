/** Pressable wrappers around a single control, such as its label: a view shows the control instead. */
import { Flag } from '../../platform/element/flags.ts'
import { holdsWords } from '../../tree/index/words.ts'
import { isWrapper, Kind, kindOf } from '../../tree/model/context.ts'
import { isHidden, isInteractable, isOfType, type Node, type Nodes } from '../../tree/model/node.ts'
import { isNameless, labelWords } from '../../tree/naming/labels.ts'
import { ownText, textIn } from '../../tree/naming/texts.ts'

/** Enough for a control with its label and ornaments, such as nine table cells that draw its border. */
const mostNodes = 40

const pointed = Flag.clickable | Flag.reactive

/** A wrapper except that it has a pointer cursor or listeners. */
function isPointed(node: Node): boolean {
  if ((node.flags & pointed) === 0 || !isNameless(node)) return false
  return node.subrole === 'AXListItem' || isWrapper({ ...node, flags: node.flags & ~pointed })
}

/** Pressing any part presses the whole. A button may hold another, as for a chip; a tab of GTK 3 holds its page. */
function isSwitch(node: Node): boolean {
  return isOfType(node, 'checkbox') || isOfType(node, 'radio')
}

/** Whether a view shows another instead: the control that it wraps, or the switch it is drawn on without words. */
export function isOfOther(
  tree: Nodes,
  node: Node,
  around?: { readonly node: Node; readonly isMatch: boolean },
): boolean {
  const isOnSwitch = around?.isMatch === true && isSwitch(around.node)
  // What takes the keyboard for itself is no part of the switch: a box of Qt that switches the fields in it.
  const isPart = (node.flags & Flag.focusable) === 0 && isPointed(node)
  return isOnSwitch ? isPart && textIn(tree, node) === undefined : wrapsControl(tree, node)
}

/** Whether it holds just one usable element (with words, a control, or such a box), and no words but that one's. */
export function wrapsControl(tree: Nodes, node: Node): boolean {
  if (!isPointed(node)) return false
  const [only, other] = node.children.map((key) => tree.node(key)).filter((one) => one !== undefined && !isHidden(one))
  if (only !== undefined && other === undefined && isPointed(only)) return true
  let inside: Node | undefined
  const texts: string[] = []
  const stack = [...node.children]
  for (let left = mostNodes; stack.length > 0; left--) {
    const inner = tree.node(stack.pop()!)
    if (left === 0) return false
    if (inner === undefined || isHidden(inner)) continue
    if (isInteractable(inner) && (!isPointed(inner) || textIn(tree, inner) !== undefined)) {
      if (inside !== undefined) return false
      inside = inner
    } else if (kindOf(inner) === Kind.text || inner.attributes?.alt !== undefined) texts.push(ownText(inner) ?? '')
    else stack.push(...inner.children)
  }
  if (inside === undefined) return false
  const said = [ownText(inside), labelWords(tree, inside), inside.value].map((one) => one ?? '')
  return texts.every((text) => text.trim() === '' || said.some((one) => holdsWords(one, text)))
}
