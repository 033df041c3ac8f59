/**
 * The script that runs inside KWin: it reports KWin's windows and does with them what it is asked to. Plain text: KWin's
 * engine is not ours.
 */

/** A window as the script reports it. Places: x, y, width, height. */
export interface KwinRow {
  readonly id: string
  readonly pid: number
  readonly title: string
  readonly called: string
  readonly order: number
  readonly outer: readonly number[]
  readonly buffer: readonly number[]
  readonly client?: readonly number[]
  readonly active: boolean
  readonly minimized: boolean
  readonly shown: boolean
  readonly maximized: boolean
  readonly modal: boolean
  /** Is it an open menu, a list or a tooltip? */
  readonly popup: boolean
  /** Is it a panel, the background, or something above all windows? */
  readonly special: boolean
  readonly owner?: string
}

export type Order =
  | { readonly do: 'list' }
  | { readonly do: 'activate' | 'close' | 'minimize'; readonly id: string }
  | { readonly do: 'maximize'; readonly id: string; readonly wanted: boolean }
  | { readonly do: 'place'; readonly id: string; readonly place: readonly number[] }

/**
 * `name`: whom the script calls. Versions 5 and 6 of KWin have different names for things. A failed call gets no
 * answer: without the daemon the script falls silent.
 */
export function scriptFor(name: string, path: string, of: string): string {
  return `
const to = ${JSON.stringify([name, path, of])}
const all = () => workspace.stackingOrder || (workspace.windowList ? workspace.windowList() : workspace.clientList())
const numbers = (r) => r && [r.x, r.y, r.width, r.height]
const isShown = (w) => w.onAllDesktops || (w.desktops ? w.desktops.indexOf(workspace.currentDesktop) >= 0 : w.desktop === workspace.currentDesktop)
const fills = (w) => {
  const room = workspace.clientArea(KWin.MaximizeArea, w), f = w.frameGeometry
  return Math.abs(room.width - f.width) < 1 && Math.abs(room.height - f.height) < 1
}
const rowOf = (w, at) => ({
  id: String(w.internalId), pid: w.pid, title: String(w.caption), called: String(w.desktopFileName || w.resourceClass),
  order: workspace.stackingOrder ? at : w.stackingOrder, outer: numbers(w.frameGeometry), buffer: numbers(w.bufferGeometry),
  client: numbers(w.clientGeometry), active: w.active, minimized: w.minimized, shown: isShown(w), modal: w.modal,
  maximized: w.fullScreen || fills(w),
  popup: w.popupWindow || w.popupMenu || w.dropdownMenu || w.comboBox || w.tooltip,
  special: w.desktopWindow || w.dock || w.onScreenDisplay || w.notification || w.dndIcon,
  owner: w.transientFor ? String(w.transientFor.internalId) : undefined,
})
const find = (id) => all().filter((w) => String(w.internalId) === id)[0]
const orders = {
  list: () => all().filter((w) => !w.deleted).map(rowOf),
  activate: (w) => {
    w.minimized = false
    if (workspace.activeWindow === undefined) workspace.activeClient = w
    else workspace.activeWindow = w
    if (workspace.raiseWindow) workspace.raiseWindow(w)
  },
  minimize: (w) => { w.minimized = true },
  maximize: (w, order) => { if (w.fullScreen && !order.wanted) w.fullScreen = false; w.setMaximize(order.wanted, order.wanted) },
  place: (w, order) => { w.frameGeometry = { x: order.place[0], y: order.place[1], width: order.place[2], height: order.place[3] } },
  close: (w) => { w.closeWindow() },
}
const obey = (order) => {
  try {
    const w = order.id === undefined ? undefined : find(order.id)
    if (order.id !== undefined && w === undefined) return { gone: true }
    return { value: orders[order.do](w, order) }
  } catch (error) { return { failed: String(error) } }
}
let isTelling = false
const changed = () => {
  if (isTelling) return
  isTelling = true
  callDBus(to[0], to[1], to[2], 'changed', '', () => { isTelling = false })
}
const next = (answers) => callDBus(to[0], to[1], to[2], 'next', JSON.stringify(answers), (text) => {
  isTelling = false
  next(JSON.parse(text).map(obey))
})
const followed = ['frameGeometryChanged', 'captionChanged', 'minimizedChanged', 'activeChanged', 'fullScreenChanged', 'desktopsChanged', 'desktopChanged']
const follow = (w) => { for (const one of followed) if (w[one]) w[one].connect(changed) }
for (const w of all()) follow(w)
for (const one of ['windowAdded', 'clientAdded']) if (workspace[one]) workspace[one].connect((w) => { follow(w); changed() })
for (const one of ['windowRemoved', 'clientRemoved', 'windowActivated', 'clientActivated', 'currentDesktopChanged'])
  if (workspace[one]) workspace[one].connect(changed)
next([])
`
}
