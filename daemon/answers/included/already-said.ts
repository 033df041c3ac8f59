/** What an answer has said so far, so that it repeats nothing that has not changed since. */
import { linesApart } from '../../../api-schema/text/shared-lines.ts'
import { wordsOf } from '../../effect/report/changes.ts'
import { isSaid as isMessage } from '../../effect/report/importance.ts'
import { holdsWords } from '../../tree/index/words.ts'
import { isInteractable, type Node } from '../../tree/model/node.ts'
import type { Warm } from '../../tree/warm/sync.ts'

interface Saying {
  readonly ids: ReadonlySet<string>
  readonly text: string
  /** The copies it was about, and their state then. */
  readonly seen: ReadonlyMap<Warm, { readonly epoch: number; readonly revision: number }>
}

/** What a step has shown, read or found. */
type Lines = Readonly<Record<'outline' | 'text' | 'why', string | undefined>>

const id = /^[+~ -]*\[(\d+)\]/
const ids = /\[[\d,–]+\]?/g
const hasWord = /\p{L}{2}/u

export class AlreadySaid {
  readonly #sayings: Saying[] = []

  /** Lines of a view, or a text that was read, from the present state. */
  add({ outline, text: read, why }: Partial<Lines>, of: Iterable<{ readonly warm: Warm }>): void {
    const said = [outline, read, why].filter(Boolean).join('\n')
    const seen = new Map([...of].map(({ warm }) => [warm, { epoch: warm.epoch, revision: warm.tree.revision }]))
    const text = said
      .replace(ids, '')
      .replace(/\\(["\\])/g, '$1')
      .replace(/\s+/g, ' ')
    this.#sayings.push({ ids: new Set(idsIn(said)), text, seen })
  }

  /**
   * Whether the answer has mentioned an element, which has not changed since: by its id, or by its words if it has
   * nothing else. A message is new each time.
   */
  of(warm: Warm, idOf: (node: Node) => string | undefined): (node: Node) => boolean {
    const sayings = this.#sayings.flatMap(({ seen, ...said }) => {
      const then = seen.get(warm)
      const later = then?.epoch === warm.epoch ? warm.tree.since(then.revision) : undefined
      if (later === undefined) return []
      const differing = new Set([...later.added, ...later.changed.map(({ now }) => now)].map(({ key }) => key))
      return [{ ...said, differing }]
    })
    return (node) => {
      const known = idOf(node) ?? ''
      const words = isInteractable(node) || isMessage(warm.tree, node) ? undefined : wordsOf(node)
      return sayings.some(({ ids, text, differing }) => {
        if (differing.has(node.key)) return false
        return ids.has(known) || (words !== undefined && hasWord.test(words) && holdsWords(text, words))
      })
    }
  }
}

/** Ids of elements with a line of their own, and of those that share one. */
export function idsIn(outline = ''): string[] {
  return linesApart(outline).flatMap((line) => id.exec(line)?.[1] ?? [])
}
