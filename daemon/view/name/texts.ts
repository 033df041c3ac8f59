/** A tree's texts in reading order, for targets without a page. */
import { Flag } from '../../platform/element/flags.ts'
import type { Key } from '../../platform/element/row.ts'
import { holdsWords } from '../../tree/index/words.ts'
import { isNamedByContents, Kind, kindOf } from '../../tree/model/context.ts'
import { isHidden, type Node } from '../../tree/model/node.ts'
import type { WarmTree } from '../../tree/warm/warm-tree.ts'

/** A line for each element, name and value, without what is hidden, secure, or said by the name around it. */
export function textOf(tree: WarmTree, from: Key = tree.root): string {
  const lines: string[] = []
  const stack: { readonly key: Key; readonly around: string }[] = [{ key: from, around: '' }]
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { around } = next
    const node = tree.node(next.key)
    if (node === undefined || isHidden(node)) continue
    const line = lineOf(node)
    const isSaid = line !== undefined && around !== '' && holdsWords(around, line)
    if (line !== undefined && !isSaid) lines.push(line)
    const name = isSaid ? around : isNamedByContents(node) ? (line ?? around) : ''
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
