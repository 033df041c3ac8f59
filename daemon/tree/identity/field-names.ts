/**
 * Names of fields and switches, and of their groups: pages reuse elements for the next step of a form, or for what
 * another tab shows. A button's name may change (*Play* becomes *Pause*), and one that steps through months is in a
 * group whose name changes, so for buttons only the tab panel counts.
 */
import { Flag } from '../../platform/element/flags.ts'
import type { Key } from '../../platform/element/row.ts'
import { fold } from '../index/fold.ts'
import { isNamedByPlaceholder, isOfType, type Node, type Nodes } from '../model/node.ts'

export interface FieldNames {
  readonly name: string | undefined
  /** For a switch, whose name may say its state. */
  readonly isOn: boolean
  readonly group: string | undefined
}

const longest = 200

/** Undefined if it has none of these names. */
export function fieldNamesOf(tree: Nodes, key: Key): FieldNames | undefined {
  const node = tree.node(key)
  if (node === undefined) return undefined
  const isSet = isSettable(node)
  let group: string | undefined
  for (let up = tree.node(node.parent); up !== undefined; up = tree.node(up.parent)) {
    if (up.role === 'AXWebArea') {
      const name = isSet ? ownName(node) : undefined
      return name === undefined && group === undefined ? undefined : { name, isOn: isOn(node), group }
    }
    if (up.subrole === 'AXTabPanel' || (isSet && groups.has(up.role))) group ??= up.title?.slice(0, longest)
  }
  return undefined
}

export function haveSameNames(was: FieldNames | undefined, now: FieldNames | undefined): boolean {
  if (was === undefined || now === undefined) return true
  return isSameName(was.group, now.group) && (was.isOn !== now.isOn || isSameName(was.name, now.name))
}

const groups = new Set(['AXGroup', 'AXRadioGroup'])
const settable = ['textfield', 'dropdown', 'slider', 'checkbox', 'radio'] as const

function isSettable(node: Node): boolean {
  return node.subrole !== 'AXToggle' && settable.some((type) => isOfType(node, type))
}

/** A placeholder may be one of several that rotate, and a box may be named by its chosen value. */
function ownName(node: Node): string | undefined {
  return node.title === node.value || isNamedByPlaceholder(node) ? undefined : node.title?.slice(0, longest)
}

function isOn({ flags }: Node): boolean {
  return (flags & (Flag.checked | Flag.mixed)) !== 0
}

/** Ignores additions and omissions, such as *required* or a count. */
function isSameName(was: string | undefined, now: string | undefined): boolean {
  if (was === undefined || now === undefined || was === now) return true
  const [before, after] = [wordsOf(was), wordsOf(now)]
  const [few, many] = before.length < after.length ? [before, after] : [after, before]
  return few.every((word) => many.some((other) => other.includes(word)))
}

function wordsOf(text: string): string[] {
  return fold(text).match(/\p{L}+/gu) ?? []
}
