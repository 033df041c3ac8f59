/** Which accessibility nodes stand for the elements that listeners and pointer cursors show to be usable. */
import type { Row } from '../../row.ts'
import { countBelow, type Entries, type Entry, numbers } from './ax-entries.ts'
import type { AxNode } from './ax-row.ts'
import type { DomMirror } from './dom-mirror.ts'
import type { Pressables } from './pressables.ts'
import { textsIn } from './reach.ts'

/** An element with more descendants than this is taken for a container that listens for its contents. */
const delegates = 50

/**
 * Pressed as a whole: what only the pointer shows within is a part of its looks; in a `button` of HTML, which can have
 * no controls in it, so is what listens.
 */
const wholes: ReadonlySet<string> = new Set(['AXButton', 'AXCheckBox', 'AXRadioButton'])

/** Between such a control and a part of it. */
const mostLevels = 10

/** By backend id, see `pressables`. A listener on a whole page or a large part of it does not make that a control. */
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
  // Chromium leaves out most inline elements: the texts in one stand for it.
  for (const [text, id] of textsIn(dom, absent, (one) => entries.get(one)?.row !== undefined))
    if (!isPart(text, byPointer.has(id))) uses.set(text, candidates.get(id)!)
  return uses
}

/** With those that only have to have a row, for being dialogs by their looks: their use is 0. `before`: those that had been. */
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

/** Ids of those whose use is another one, or none. */
export function differing(before: ReadonlyMap<number, number>, after: ReadonlyMap<number, number>): Set<number> {
  if (before === after) return new Set()
  const ids = new Set([...before.keys(), ...after.keys()])
  return new Set([...ids].filter((id) => before.get(id) !== after.get(id)))
}

/** Of what is rendered for all that: it says nothing to a screen reader, or is said to be there for its looks. */
const drawn: ReadonlySet<string> = new Set(['uninteresting', 'presentationalRole'])

/** Is it ignored, and rendered for all that? */
export function isDrawn({ ignoredReasons = [] }: AxNode): boolean {
  return ignoredReasons.length > 0 && ignoredReasons.every(({ name }) => drawn.has(name))
}

/** Of a node that Chromium ignores; it has a row only if it is rendered and can be used. */
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
