/**
 * Controls of a page that are not rendered: Chromium's accessibility tree leaves them out, so their rows are made from
 * the DOM. They are shown only on request, and tell an agent why something cannot be found or pressed.
 */
import { Flag } from '../flags.ts'
import { type Row, row, sameTexts } from '../platform.ts'
import type { AxMirror } from './ax-mirror.ts'
import type { Control, DomFacts, DomMirror } from './dom-mirror.ts'
import { axRole } from './roles.ts'

export interface Hidden {
  /** Rows by backend id. */
  readonly rows: ReadonlyMap<number, Row>
  /** Backend ids by that of the nearest rendered element around, in document order. */
  readonly below: ReadonlyMap<number, readonly number[]>
}

/** Types and tags are the page's words: `constructor` must not find what every object has. */
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

export function hiddenControls(dom: DomMirror, ax: AxMirror): Hidden {
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
  // Document order, whatever order the nodes were told in: a parent's node id comes before its children's.
  for (const list of below.values()) list.sort((a, b) => a - b)
  return { rows, below }
}

/** Undefined where the element is no longer in the document, in a frame that is not rendered, or made by the browser. */
function around(dom: DomMirror, ax: AxMirror, nodeId: number): number | undefined {
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
  const { id, placeholder, ...rest } = attributes ?? {}
  const isText = role === 'AXTextField'
  return row({
    key,
    role: tag === 'textarea' ? 'AXTextArea' : role === 'AXComboBox' ? 'AXPopUpButton' : role,
    subrole: type === 'password' ? 'AXSecureTextField' : subrole,
    title: attributes?.['aria-label'] ?? text ?? attributes?.alt ?? attributes?.title,
    identifier: id,
    placeholder,
    attributes: Object.keys(rest).length > 0 ? rest : undefined,
    flags: Flag.hidden | (facts?.secure ? Flag.secure : 0) | (isText ? Flag.editable : Flag.clickable),
  })
}

/** Backend ids of the elements that show other hidden controls than before, or the same ones otherwise. */
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
