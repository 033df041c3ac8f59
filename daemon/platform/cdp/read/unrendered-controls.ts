/**
 * Controls that Chromium's accessibility tree omits: their rows are made from the DOM. Those that are not rendered are
 * shown only on request; they explain why something cannot be found or pressed. Those that a person can use all the
 * same are treated like any other.
 */
import { Flag } from '../../element/flags.ts'
import { type Row, row, sameTexts } from '../../element/row.ts'
import type { Secrets } from './computed-names.ts'
import { type Concealed, concealedRow } from './concealed.ts'
import type { Control, DomFacts, DomMirror } from './dom-mirror.ts'
import { nameWritten } from './names.ts'
import { axRole } from './roles.ts'

/** What the accessibility tree knows about a backend id. */
interface Rendering {
  rendered(id: number): boolean
  isOut(id: number): boolean
  key(id: number): number
}

/** A Map, since types and tags are the page's words: `constructor` must not find an inherited property. */
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

export class OmittedControls {
  readonly #dom: DomMirror
  readonly #ax: Rendering
  readonly #secrets: Secrets
  #found: ReadonlyMap<number, Concealed> = new Map()
  /** Those of them that are in reach. */
  #concealed: ReadonlyMap<number, Concealed> = new Map()
  /** By backend id. */
  rows: ReadonlyMap<number, Row> = new Map()
  /** Backend ids by that of the nearest rendered ancestor, in document order. */
  #below: ReadonlyMap<number, readonly number[]> = new Map()

  constructor(dom: DomMirror, ax: Rendering, secrets: Secrets) {
    this.#dom = dom
    this.#ax = ax
    this.#secrets = secrets
  }

  /** Determines them again. Returns the backend ids of the elements whose omitted controls differ. */
  update(found = this.#found): Set<number> {
    const before = { rows: this.rows, below: this.#below }
    const concealed = new Map([...found].filter(([id]) => !this.#ax.isOut(id)))
    this.#found = found
    this.#concealed = concealed
    const [rows, below, dom] = [new Map<number, Row>(), new Map<number, number[]>(), this.#dom]
    const put = (id: number, nodeId: number, make: () => Row) => {
      if (this.#ax.rendered(id)) return
      const parent = around(dom, this.#ax, nodeId)
      if (parent === undefined) return
      rows.set(id, this.#secrets.outOf(make()))
      const list = below.get(parent)
      if (list) list.push(id)
      else below.set(parent, [id])
    }
    for (const [id, control] of dom.controls)
      put(id, control.nodeId, () => rowOf(this.#ax.key(id), control, dom.facts(id), concealed.get(id)))
    for (const [id, one] of concealed)
      if (!dom.controls.has(id) && dom.backendOf(one.nodeId) === id)
        put(id, one.nodeId, () => concealedRow(this.#ax.key(id), dom, id, one))
    // Into document order: a parent's node id precedes its children's.
    for (const list of below.values()) list.sort((a, b) => a - b)
    this.rows = rows
    this.#below = below
    return changedParents(before, { rows, below })
  }

  get hasConcealed(): boolean {
    return this.#concealed.size > 0
  }

  /** The row of an omitted control that a person can use all the same. */
  concealed(id: number): Row | undefined {
    return this.#concealed.has(id) ? this.rows.get(id) : undefined
  }

  /** An element's children and its omitted controls: usable ones in place, unrendered ones last. By backend id. */
  among(id: number, children: readonly number[]): readonly number[] {
    const here = this.#below.get(id)
    if (here === undefined) return children
    const concealed = here.filter((one) => this.#concealed.has(one))
    const unrendered = here.filter((one) => !this.#concealed.has(one))
    const all = concealed.length === 0 ? [...children] : this.#placed(children, concealed)
    all.push(...unrendered)
    return all
  }

  #placed(children: readonly number[], concealed: readonly number[]): number[] {
    const all = [...children]
    const places = this.#dom.nodeIdsOf(new Set([...concealed, ...children]))
    for (const one of concealed) {
      const place = places.get(one) ?? 0
      const next = all.findIndex((child) => (places.get(child) ?? 0) > place)
      all.splice(next < 0 ? all.length : next, 0, one)
    }
    return all
  }
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

function rowOf(
  key: number,
  { tag, text }: Control,
  facts: DomFacts | undefined,
  concealed: Concealed | undefined,
): Row {
  const attributes = facts?.attributes
  const type = facts?.type ?? 'text'
  const { role, subrole } = axRole(
    attributes?.role ?? (tag === 'input' ? (inputRoles.get(type) ?? 'textbox') : (tagRoles.get(tag) ?? 'button')),
  )
  const { id, placeholder, readonly, disabled, ...rest } = attributes ?? {}
  const isText = settable.has(role)
  return row({
    key,
    role: tag === 'textarea' ? 'AXTextArea' : role === 'AXComboBox' ? 'AXPopUpButton' : role,
    subrole: type === 'password' ? 'AXSecureTextField' : subrole,
    // A text area's text is its content.
    title: concealed?.words || nameWritten(facts, facts?.secure ? undefined : text),
    value: concealed?.value,
    identifier: id,
    placeholder,
    attributes: Object.keys(rest).length > 0 ? rest : undefined,
    flags:
      (concealed === undefined ? Flag.hidden : Flag.focusable) |
      (concealed?.checked === undefined ? 0 : Flag.checkable | (concealed.checked ? Flag.checked : 0)) |
      (concealed?.isDisabled || disabled !== undefined ? Flag.disabled : 0) |
      (facts?.secure ? Flag.secure : 0) |
      (!isText ? Flag.clickable : readonly === undefined ? Flag.editable : Flag.readonly),
  })
}

interface Hidden {
  readonly rows: ReadonlyMap<number, Row>
  readonly below: ReadonlyMap<number, readonly number[]>
}

/** Backend ids of the elements whose controls differ between the two. */
function changedParents(before: Hidden, after: Hidden): Set<number> {
  const changed = new Set<number>()
  for (const [id, list] of before.below) if (!sameIds(list, after.below.get(id))) changed.add(id)
  for (const [id, list] of after.below) {
    const isSame = (one: number) => {
      const [was, now] = [before.rows.get(one), after.rows.get(one)!]
      return was !== undefined && was.flags === now.flags && sameTexts(now, was)
    }
    if (!sameIds(list, before.below.get(id)) || !list.every(isSame)) changed.add(id)
  }
  return changed
}

function sameIds(a: readonly number[], b: readonly number[] | undefined): boolean {
  return b !== undefined && a.length === b.length && a.every((id, index) => id === b[index])
}
