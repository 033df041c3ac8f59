/** Which accessibility nodes stand for the elements that listeners and pointer cursors show to be usable. */
import type { Row } from '../../element/row.ts'
import { countBelow, type Entries, type Entry, numbers } from './ax-entries.ts'
import type { AxNode } from './ax-row.ts'
import type { DomMirror } from './dom-mirror.ts'
import type { Pressables } from './pressables.ts'
import { textsIn } from './reach.ts'

/** An element with more descendants than this counts as a container that listens for its contents. */
const delegates = 50

/**
 * Pressed as a whole: inside, what only a pointer cursor shows is part of its looks. In an HTML `button`, which cannot
 * contain controls, so is what listens.
 */
const wholes: ReadonlySet<string> = new Set(['AXButton', 'AXCheckBox', 'AXRadioButton'])

/** How many levels to look up from a part for such a control. */
const mostLevels = 10

/** By backend id, see `pressables`. A listener on the whole page or a large part of it does not make that a control. */
export function usesOf(
  { uses: candidates, byPointer }: Pressables,
  entries: Entries,
  dom: DomMirror,
): Map<number, number> {
  const isPart = (id: number, isShownByPointer: boolean) => {
    let at = entries.get(id)!.parent
    for (let level = 0; level < mostLevels; level++) {
      const around = entries.get(at)
      if (around === undefined) return false
      if (wholes.has(around.row?.role ?? '')) return isShownByPointer || dom.controls.get(at)?.tag === 'button'
      at = around.parent
    }
    return false
  }
  const uses = new Map<number, number>()
  const absent = new Set<number>()
  for (const [id, use] of candidates) {
    const entry = entries.get(id)
    if (entry === undefined) absent.add(id)
    else if (
      (entry.bare || entry.row !== undefined) &&
      !dom.isPageWide(id) &&
      entry.row?.role !== 'AXStaticText' &&
      !isPart(id, byPointer.has(id)) &&
      countBelow(entries, id, delegates) <= delegates
    )
      uses.set(id, use)
  }
  if (absent.size === 0) return uses
  // Chromium leaves out most inline elements: the texts inside stand for them.
  for (const [text, id] of textsIn(dom, absent, (one) => entries.get(one)?.row !== undefined))
    if (!isPart(text, byPointer.has(id))) uses.set(text, candidates.get(id)!)
  return uses
}

/** Adds elements that need a row only because they look like dialogs, with use 0. `before`: those added before. */
export function withDialogs(
  uses: ReadonlyMap<number, number>,
  dialogs: ReadonlySet<number>,
  entries: Entries,
  before?: ReadonlySet<number>,
): ReadonlyMap<number, number> {
  if (!before?.size && dialogs.size === 0) return uses
  const own = new Map([...uses].filter(([, use]) => use !== 0))
  for (const id of dialogs) if (entries.get(id)?.bare && !own.has(id)) own.set(id, 0)
  return own
}

/** Ids whose use has changed or ended. */
export function differing(before: ReadonlyMap<number, number>, after: ReadonlyMap<number, number>): Set<number> {
  if (before === after) return new Set()
  const ids = new Set([...before.keys(), ...after.keys()])
  return new Set([...ids].filter((id) => before.get(id) !== after.get(id)))
}

/** Reasons to ignore a node that is rendered: it says nothing to a screen reader, or is declared decoration. */
const drawn: ReadonlySet<string> = new Set(['uninteresting', 'presentationalRole'])

/** Is it ignored though it is rendered? */
export function isDrawn({ ignoredReasons = [] }: AxNode): boolean {
  return ignoredReasons.length > 0 && ignoredReasons.every(({ name }) => drawn.has(name))
}

/** The entry of a node that Chromium ignores; it has a row only if it is rendered and can be used. */
export function ignoredEntry(
  node: AxNode,
  before: Entry | undefined,
  use: number | undefined,
  make: (use: number) => Row,
): Entry {
  const entry = { parent: Number(node.parentId ?? 0), childIds: numbers(node.childIds) }
  if (!isDrawn(node)) return { ...entry, row: undefined, delivered: false }
  if (use === undefined) return { ...entry, row: undefined, bare: true, delivered: false }
  return { ...entry, row: before?.row ?? make(use), bare: true, delivered: before?.delivered === true }
}
