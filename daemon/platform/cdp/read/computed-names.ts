/**
 * Names the browser computes from other elements: a field's value becomes part of what `aria-labelledby` names, and of
 * a label, cell or heading around it. A secure field's is removed again.
 */
import { redacted } from '../../element/flags.ts'
import type { Row } from '../../element/row.ts'
import type { Entries } from './ax-entries.ts'
import type { AxNode } from './ax-row.ts'
import type { DomMirror } from './dom-mirror.ts'

/** Shorter values occur in text by chance, and are only looked for in names known to be computed. */
const shortestInText = 3
/**
 * What the browser answers for each letter of a password. A single one may be a separator: it is removed only once a
 * field's value was exactly that.
 */
const mask = '•'
const maskOnly = /^•+$/
/** How many values to remember: typing letter by letter produces one per letter. */
const most = 100

/** What a page's secure fields contain or contained. Never revealed. */
export class Secrets {
  /** Longest first, since one may contain another. */
  #texts: readonly string[] = []
  readonly #known = new Set<string>()
  /** Matches runs of any length, so that no name shows how long a password is or was. */
  #masks: RegExp | undefined

  /** A name may have arrived before the field it includes: returns the ids of entries that were cleaned. */
  learn(nodes: readonly AxNode[], dom: DomMirror, entries: Entries = new Map()): Set<number> {
    const secure = nodes.filter(({ nodeId }) => dom.facts(Number(nodeId))?.secure)
    const isNew = secure.filter(({ value }) => this.#add(String(value?.value ?? ''))).length > 0
    return isNew ? this.#outOfAll(entries) : new Set()
  }

  /** True if it is new. */
  #add(value: string): boolean {
    const text = value.trim()
    if (text === '' || this.#known.has(text)) return false
    if (maskOnly.test(text)) return this.#addMask(text === mask)
    this.#known.add(text)
    const [oldest] = this.#known
    if (this.#known.size > most) this.#known.delete(oldest!)
    this.#texts = [...this.#known].sort((a, b) => b.length - a.length)
    return true
  }

  #addMask(isAlone: boolean): boolean {
    const masks = isAlone ? /•+/g : (this.#masks ?? /•{2,}/g)
    if (masks.source === this.#masks?.source) return false
    this.#masks = masks
    return true
  }

  /** The same row if it contains none of them. */
  outOf(row: Row): Row {
    // A text's name is the text itself, never computed.
    const masks = this.#masks
    if ((this.#texts.length === 0 && masks === undefined) || row.role === 'AXStaticText') return row
    const { title, description, value, attributes } = row
    const isMade = attributes?.['aria-labelledby'] !== undefined || attributes?.['aria-describedby'] !== undefined
    const shortest = isMade ? 1 : shortestInText
    const clean = (whole: string | undefined) => {
      const text = masks === undefined ? whole : whole?.replace(masks, redacted)
      const found = this.#texts.filter((secret) => secret.length >= shortest && text?.includes(secret))
      return found.reduce((left, secret) => left?.replaceAll(secret, () => redacted), text)
    }
    const made = {
      title: clean(title),
      description: clean(description),
      value: value === redacted ? value : clean(value),
    }
    const isSame = made.title === title && made.description === description && made.value === value
    return isSame ? row : { ...row, ...made }
  }

  #outOfAll(entries: Entries): Set<number> {
    const changed = new Set<number>()
    for (const [id, entry] of entries) {
      const row = entry.row && this.outOf(entry.row)
      if (row === entry.row) continue
      entry.row = row
      changed.add(id)
    }
    return changed
  }
}
