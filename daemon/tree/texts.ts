/** The texts of a tree in reading order, for targets that have no page of their own to ask. */
import { Flag } from '../platform/flags.ts'
import type { Key } from '../platform/platform.ts'
import { Kind, kindOf } from './context.ts'
import type { Node } from './node.ts'
import type { WarmTree } from './warm-tree.ts'
import { holdsWords } from './words.ts'

/**
 * One line an element: its name and its value. What is hidden is left out with all in it, the values of secure fields
 * are, and texts that say what the element around them is called already.
 */
export function textOf(tree: WarmTree, from: Key = tree.root): string {
  const lines: string[] = []
  const stack: { readonly key: Key; readonly around: string }[] = [{ key: from, around: '' }]
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { around } = next
    const node = tree.node(next.key)
    if (node === undefined || (node.flags & Flag.hidden) !== 0) continue
    const line = lineOf(node)
    const isSaid = line !== undefined && around !== '' && holdsWords(around, line)
    if (line !== undefined && !isSaid) lines.push(line)
    const name = isSaid ? around : (line ?? around)
    for (const key of [...node.children].reverse()) stack.push({ key, around: name })
  }
  return lines.join('\n')
}

function lineOf(node: Node): string | undefined {
  const name = node.title ?? node.description
  const value = (node.flags & Flag.secure) === 0 ? node.value : undefined
  if (kindOf(node) === Kind.text) return clean(value ?? name)
  if (name === undefined || value === undefined || name === value) return clean(name ?? value)
  return clean(`${name}: ${value}`)
}

function clean(text: string | undefined): string | undefined {
  const trimmed = text?.trim()
  return trimmed === '' ? undefined : trimmed
}
