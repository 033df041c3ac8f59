/** Counts what a view of controls leaves out: plain text, and tables without controls. */
import { isPlain, Kind, kindOf } from '../../tree/model/context.ts'
import { isControl, type Node } from '../../tree/model/node.ts'
import type { Shown } from '../fold/shown.ts'

export interface Skipped {
  /** Length of texts outside controls and headings. */
  readonly characters: number
  readonly tables?: number
  /** Rows of those tables. */
  readonly rows?: number
}

/** Not worth mentioning below this: a sentence on a page; the labels of an application's menus and fields. */
const fewCharacters = { page: 40, other: 200 } as const

interface Level {
  /** Inside a control or heading, whose name includes its texts. */
  readonly isSaid: boolean
  readonly isTable: boolean
  /** The counts when the walk entered it. */
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

  /** Undefined if too little was skipped. */
  get found(): Skipped | undefined {
    if (this.#characters < this.#few && this.#tables === 0) return undefined
    const characters = this.#characters
    return this.#tables === 0 ? { characters } : { characters, tables: this.#tables, rows: this.#tableRows }
  }

  /** Subtracts text that is shown after all. */
  tell(characters: number): void {
    this.#characters -= characters
  }

  /** A row that is shown with its words. */
  tellRow(row: Pick<Shown, 'rest' | 'text'> | undefined): void {
    this.tell((row?.rest ?? row?.text ?? '').length)
  }

  meet(node: Node): void {
    const { role } = node
    if (role === 'AXRow') this.#rows++
    else if (role === 'AXStaticText' && !this.#levels.at(-1)!.isSaid)
      this.#characters += (node.value ?? node.title)?.length ?? 0
  }

  /** The walk enters the node's children. `matched` is the number of matches so far. */
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
