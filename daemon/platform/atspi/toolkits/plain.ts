/** A toolkit that needs no rule of its own; the others say where they differ. */
import type { Silence, Traits } from './toolkit.ts'

export const plain: Traits = Object.freeze({
  bulkRead: false,
  ownSocket: false,
  likeEntries: false,
  pressMs: 0,
  goesOn: false,
  reticent: false,
  silence: undefined,
  sizesTellRoom: false,
  actionsAnywhere: false,
  tagsControls: false,
  withholdsChanges: false,
  silentAfterActs: false,
  leavesOutComings: false,
  hidesPagesSilently: false,
  namesStandForMore: false,
  fillsTabsSilently: false,
  showingAddsChildren: false,
  titlesMayStayShut: false,
  cellsTakeKeys: false,
  clicksItself: false,
  actionsFallShort: false,
  pressesBySpace: false,
  nestsMenuButtons: false,
  leavesMenusOpen: false,
  barsDeselect: false,
  menusMayHideEntries: false,
  optionsNeedInput: false,
  optionsSayChosen: false,
  managesAnything: false,
  hidesRowsOutside: false,
  countsUtf16: false,
  stepsByTenth: false,
  hidesSelection: false,
  drawsItems: false,
  roomlessEntries: false,
  popoversInside: false,
})

export function silent(names: readonly number[], counts: readonly number[]): Silence {
  return { names: new Set(names), counts: new Set(counts) }
}
