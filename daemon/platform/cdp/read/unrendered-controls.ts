/**
 * Unrendered controls of a page: Chromium's accessibility tree omits them, so their rows are made from the DOM. Shown
 * only on request; they explain why something cannot be found or pressed.
 */
import { Flag } from '../../flags.ts'
import { type Row, row, sameTexts } from '../../row.ts'
import type { Control, DomFacts, DomMirror } from './dom-mirror.ts'
import { axRole } from './roles.ts'

/** What the accessibility tree knows about a backend id. */
interface Rendering {
  rendered(id: number): boolean
  key(id: number): number
}

export interface Hidden {
  /** Rows by backend id. */
  readonly rows: ReadonlyMap<number, Row>
  /** Backend ids by that of the nearest rendered ancestor, in document order. */
  readonly below: ReadonlyMap<number, readonly number[]>
}

/** A Map, since types and tags are the page's words: `constructor` must not find what every object has. */
const inputRoles: ReadonlyMap<string, string> = new Map(
  Object.entries({
    checkbox: 'checkbox',
    radio: 'radio',
    range: 'slider',
    number: 'spinbutton',
    search: 'searchbox',
    button: 'button',
    submit: 'button',
    reset: 'button',
    image: 'button',
    file: 'button',
    color: 'ColorWell',
    date: 'Date',
    'datetime-local': 'DateTime',
    month: 'DateTime',
    week: 'DateTime',
    time: 'InputTime',
  }),
)
const tagRoles: ReadonlyMap<string, string> = new Map(
  Object.entries({
    a: 'link',
    button: 'button',
    select: 'combobox',
    textarea: 'textbox',
    summary: 'DisclosureTriangle',
  }),
)

const settable = new Set(['AXTextField', 'AXDateField', 'AXTimeField', 'AXColorWell', 'AXIncrementor'])

export function hiddenControls(dom: DomMirror, ax: Rendering): Hidden {
  const rows = new Map<number, Row>()
  const below = new Map<number, number[]>()
  for (const [id, control] of dom.controls) {
    if (ax.rendered(id)) continue
    const parent = around(dom, ax, control.nodeId)
    if (parent === undefined) continue
    rows.set(id, rowOf(ax.key(id), control, dom.facts(id)))
    const list = below.get(parent)
    if (list) list.push(id)
    else below.set(parent, [id])
  }
  // Into document order: a parent's node id precedes its children's.
  for (const list of below.values()) list.sort((a, b) => a - b)
  return { rows, below }
}

/** Undefined if the element has left the document, is in an unrendered frame, or was made by the browser. */
function around(dom: DomMirror, ax: Rendering, nodeId: number): number | undefined {
  let found: number | undefined
  for (let at = dom.parentOf(nodeId); at !== undefined; at = dom.parentOf(at)) {
    const backend = dom.backendOf(at)
    if (backend === undefined || dom.isBuiltIn(at)) return undefined
    if (found === undefined && ax.rendered(backend)) found = backend
    if (at === dom.documentNodeId) return found
  }
  return undefined
}

function rowOf(key: number, { tag, text }: Control, facts: DomFacts | undefined): Row {
  const attributes = facts?.attributes
  const type = facts?.type ?? 'text'
  const { role, subrole } = axRole(
    attributes?.role ?? (tag === 'input' ? (inputRoles.get(type) ?? 'textbox') : (tagRoles.get(tag) ?? 'button')),
  )
  const { id, placeholder, readonly, ...rest } = attributes ?? {}
  const isText = settable.has(role)
  return row({
    key,
    role: tag === 'textarea' ? 'AXTextArea' : role === 'AXComboBox' ? 'AXPopUpButton' : role,
    subrole: type === 'password' ? 'AXSecureTextField' : subrole,
    // A text area's text is its content.
    title: attributes?.['aria-label'] ?? (facts?.secure ? undefined : text) ?? attributes?.alt ?? attributes?.title,
    identifier: id,
    placeholder,
    attributes: Object.keys(rest).length > 0 ? rest : undefined,
    flags:
      Flag.hidden |
      (facts?.secure ? Flag.secure : 0) |
      (!isText ? Flag.clickable : readonly === undefined ? Flag.editable : Flag.readonly),
  })
}

/** Backend ids of the elements whose hidden controls differ between the two. */
export function changedParents(before: Hidden, after: Hidden): Set<number> {
  const changed = new Set<number>()
  for (const [id, list] of before.below) if (!sameIds(list, after.below.get(id))) changed.add(id)
  for (const [id, list] of after.below) {
    const isSame = (one: number) => before.rows.has(one) && sameTexts(after.rows.get(one)!, before.rows.get(one)!)
    if (!sameIds(list, before.below.get(id)) || !list.every(isSame)) changed.add(id)
  }
  return changed
}

function sameIds(a: readonly number[], b: readonly number[] | undefined): boolean {
  return b !== undefined && a.length === b.length && a.every((id, index) => id === b[index])
}
