/** What a view of the elements that can be used leaves out: plain text, and tables with nothing to use in them. */
import { isPlain, Kind, kindOf } from '../../tree/model/context.ts'
import { isControl, type Node } from '../../tree/model/node.ts'

export interface Skipped {
  /** Of texts that are no part of a control or heading. */
  readonly characters: number
  readonly tables?: number
  /** In those tables. */
  readonly rows?: number
}

/** Less than this is not worth a word: a sentence on a page, and the labels of an application's menus and fields. */
const fewCharacters = { page: 40, other: 200 } as const

interface Level {
  /** A control or heading, or in one: its texts name it. */
  readonly isSaid: boolean
  readonly isTable: boolean
  /** Counts when the walk came here. */
  readonly matched: number
  readonly rows: number
}

const top: Level = { isSaid: false, isTable: false, matched: 0, rows: 0 }

/** Follows a walk down and up a tree. */
export class SkippedCount {
  #characters = 0
  #tables = 0
  #tableRows = 0
  /** All rows so far. */
  #rows = 0
  readonly #levels: Level[] = [top]
  readonly #few: number

  constructor(isPage: boolean) {
    this.#few = isPage ? fewCharacters.page : fewCharacters.other
  }

  /** Undefined where there is nothing to speak of. */
  get found(): Skipped | undefined {
    if (this.#characters < this.#few && this.#tables === 0) return undefined
    const characters = this.#characters
    return this.#tables === 0 ? { characters } : { characters, tables: this.#tables, rows: this.#tableRows }
  }

  /** So many of the characters are shown after all. */
  tell(characters: number): void {
    this.#characters -= characters
  }

  meet(node: Node): void {
    const { role } = node
    if (role === 'AXRow') this.#rows++
    else if (role === 'AXStaticText' && !this.#levels.at(-1)!.isSaid)
      this.#characters += (node.value ?? node.title)?.length ?? 0
  }

  /** The walk goes on with the node's children; `matched` is the number of matches so far. */
  down(node: Node, matched: number): void {
    const around = this.#levels.at(-1)!
    const isSaid = around.isSaid || (!isPlain(node) && (isControl(node) || kindOf(node) === Kind.heading))
    this.#levels.push({ isSaid, isTable: node.role === 'AXTable', matched, rows: this.#rows })
  }

  up(matched: number): void {
    const left = this.#levels.pop()!
    if (!left.isTable || left.matched !== matched || this.#rows === left.rows) return
    this.#tables++
    this.#tableRows += this.#rows - left.rows
  }
}
