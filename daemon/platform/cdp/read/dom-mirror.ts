/**
 * What the tree needs of a session's DOM: node ids, parents, searchable attributes, secure fields, frame owners. Filled
 * by one bulk read, kept up to date by DOM events. Independent of accessibility.
 */
import type { Protocol } from 'devtools-protocol'
import { keptText } from '../../element/kept-text.ts'
import { holdsSecureMarkup, isSecureField, keptOfSecure, mayBeSecure } from '../injected/secure-fields.ts'
import { eachNodeRange } from '../wire/json-items.ts'
import { controlRoles, controlTags, formatting, isKept, shapeTags } from './markup.ts'

type DomNode = Protocol.DOM.Node

/** Attributes of one element that are searched or shown; `undefined` fields take no space. */
export interface DomFacts {
  readonly tag: string
  readonly type: string | undefined
  readonly secure: boolean
  readonly attributes: { readonly [name: string]: string } | undefined
}

/** A usable element, rendered or not, with its own text. */
export interface Control {
  readonly nodeId: number
  readonly tag: string
  text: string | undefined
  /** Backend id of the text. */
  textNode: number
}

/** Roles of elements that are there only for their looks. */
const unspoken: ReadonlySet<string> = new Set(['presentation', 'none'])
/** How many levels to look up from a node for the label around it. */
const mostInLabel = 10

export class DomMirror {
  #backend = new Int32Array(1024)
  #parent = new Int32Array(1024)
  /** 1 if a node has a child that could be hidden or shown without a DOM event. */
  #holds = new Uint8Array(1024)
  readonly #facts = new Map<number, DomFacts>()
  readonly #secure = new Set<number>()
  /** Documents, html and body elements. */
  readonly #pageWide = new Set<number>()
  /** Frame id by the backend id of the element that shows it, and vice versa. */
  readonly frameOf = new Map<number, string>()
  readonly ownerOf = new Map<string, number>()
  /** By backend id. */
  readonly controls = new Map<number, Control>()
  /** Node ids of labels. */
  readonly #labels = new Set<number>()
  /** User-agent shadow roots: the parts of a video, of a date field. */
  readonly #builtIn = new Set<number>()
  /** All shadow roots. */
  readonly #roots = new Set<number>()
  /** Backend ids of closed shadow roots, which scripts cannot see into; some may be gone. */
  readonly closedRoots = new Set<number>()
  hasOpenRoots = false
  #hasTextFields = false
  /** Elements have come, gone or changed their looks since fields were last examined. */
  #fieldsStale = true
  /** First text by parent, during a bulk reply, which lists children before their parents. */
  #texts: Map<number, DomNode> | undefined
  documentNodeId = 0
  elements = 0

  /** An empty mirror of the same document: a field once secure stays so for its life. */
  successor(): DomMirror {
    const made = new DomMirror()
    for (const backendNodeId of this.#secure) made.#secure.add(backendNodeId)
    return made
  }

  /** Reads the reply of DOM.getFlattenedDocument, as bytes; once, into an empty mirror. */
  async load(reply: Buffer): Promise<void> {
    this.#texts = new Map()
    await eachNodeRange(reply, (start, end) => {
      this.add(JSON.parse(reply.toString('utf8', start, end)) as DomNode, undefined)
    })
    this.#texts = undefined
  }

  /** Adds a node with its inline contents: shadow roots, frame documents, pseudo elements, children. */
  add(node: DomNode, parent: number | undefined): void {
    const above = parent ?? node.parentId ?? 0
    this.#link(node.nodeId, node.backendNodeId, above)
    if (node.shadowRootType === 'user-agent') this.#builtIn.add(node.nodeId)
    if (node.shadowRootType === 'closed') this.closedRoots.add(node.backendNodeId)
    if (node.shadowRootType === 'open') this.hasOpenRoots = true
    if (node.shadowRootType !== undefined) this.#roots.add(node.nodeId)
    if (node.nodeType === 3) this.#addText(node, above)
    if (node.nodeType === 9 && parent === undefined && node.parentId === undefined) this.documentNodeId = node.nodeId
    if (node.nodeType === 9 || node.localName === 'html' || node.localName === 'body')
      this.#pageWide.add(node.backendNodeId)
    if (node.nodeType === 1) this.#addElement(node)
    for (const root of node.shadowRoots ?? []) this.add(root, node.nodeId)
    for (const pseudo of node.pseudoElements ?? []) this.add(pseudo, node.nodeId)
    if (node.contentDocument) this.add(node.contentDocument, node.nodeId)
    for (const child of node.children ?? []) this.add(child, node.nodeId)
  }

  backendOf(nodeId: number): number | undefined {
    return this.#backend[nodeId] || undefined
  }

  /** The element that it inherits CSS from; slots are ignored. */
  elementAbove(nodeId: number): number | undefined {
    const above = this.parentOf(nodeId)
    return above !== undefined && this.#roots.has(above) ? this.parentOf(above) : above
  }

  parentOf(nodeId: number): number | undefined {
    return this.#parent[nodeId] || undefined
  }

  /** Backend ids of nodes whose children could be hidden or shown without a DOM event. */
  holders(): Set<number> {
    const found = new Set<number>()
    for (let nodeId = 1; nodeId < this.#holds.length; nodeId++)
      if (this.#holds[nodeId]) found.add(this.#backend[nodeId]!)
    return found
  }

  facts(backendNodeId: number): DomFacts | undefined {
    return this.#facts.get(backendNodeId)
  }

  /** Visits each node with its backend id and its parent's node id, which is visited earlier. */
  each(visit: (nodeId: number, backendNodeId: number, parent: number) => void): void {
    for (let nodeId = 1; nodeId < this.#backend.length; nodeId++)
      if (this.#backend[nodeId] !== 0) visit(nodeId, this.#backend[nodeId]!, this.#parent[nodeId]!)
  }

  /** By backend id; in document order, except that later additions come last. */
  nodeIdsOf(backendNodeIds: ReadonlySet<number>): Map<number, number> {
    const found = new Map<number, number>()
    this.each((nodeId, id) => backendNodeIds.has(id) && found.set(id, nodeId))
    return found
  }

  /** Hidden from screen readers: by its own attribute, by an ancestor's, or as mere decoration. */
  isConcealed(backendNodeId: number, nodeId: number): boolean {
    if (unspoken.has(this.#facts.get(backendNodeId)?.attributes?.role ?? '')) return true
    for (let at: number | undefined = nodeId; at !== undefined; at = this.parentOf(at))
      if (this.#facts.get(this.#backend[at]!)?.attributes?.['aria-hidden'] === 'true') return true
    return false
  }

  /**
   * Backend ids of the controls in the label around the node, and of the one that the label is for. Chromium may not
   * report that they have a new name, nor that a control drawn as its label was switched on or off.
   */
  controlsLabelledBy(nodeId: number): number[] {
    if (this.#labels.size === 0) return []
    const label = this.#around(nodeId, (at) => this.#labels.has(at))
    if (label === undefined) return []
    const target = this.#facts.get(this.#backend[label]!)?.attributes?.for
    const isIn = (control: Control) => this.#around(control.nodeId, (at) => at === label) !== undefined
    const isMeant = (id: number) => target !== undefined && this.#facts.get(id)?.attributes?.id === target
    return [...this.controls].flatMap(([id, control]) => (isMeant(id) || isIn(control) ? [id] : []))
  }

  #around(nodeId: number, isIt: (at: number) => boolean): number | undefined {
    let at: number | undefined = nodeId
    for (let up = 0; at !== undefined && up <= mostInLabel; up++, at = this.parentOf(at)) if (isIt(at)) return at
    return undefined
  }

  isBuiltIn(nodeId: number): boolean {
    return this.#builtIn.has(nodeId)
  }

  isPageWide(backendNodeId: number): boolean {
    return this.#pageWide.has(backendNodeId)
  }

  /** True, once, after anything that may have made a field secure without its markup saying so. */
  takeFieldsStale(): boolean {
    const isStale = this.#fieldsStale && this.#hasTextFields
    this.#fieldsStale = false
    return isStale
  }

  /** For fields that are secure without their markup saying so; false if it was known. */
  makeSecure(backendNodeId: number): boolean {
    if (this.#secure.has(backendNodeId)) return false
    this.#secure.add(backendNodeId)
    const { tag = '', attributes = {} } = this.#facts.get(backendNodeId) ?? {}
    this.#keep(backendNodeId, tag, Object.entries(attributes).flat())
    return true
  }

  /** Names and ids of the secure fields. */
  get secureNames(): string[] {
    const attributes = [...this.#secure].map((backendNodeId) => this.#facts.get(backendNodeId)?.attributes)
    return attributes.flatMap((one) => [one?.name ?? [], one?.id ?? []].flat())
  }

  /** Backend ids of fields that were secure, though the markup no longer shows it. */
  get formerlySecure(): number[] {
    return [...this.#secure].filter((backendNodeId) => {
      const { tag = '', type, attributes } = this.#facts.get(backendNodeId) ?? {}
      return mayBeSecure(tag) && !isSecureField(tag, type, attributes?.autocomplete, attributes?.role)
    })
  }

  /** A control's first own text is kept: it names the control when unrendered. */
  setText(nodeId: number, text: string): void {
    const parent = this.parentOf(nodeId)
    const control = parent === undefined ? undefined : this.#controlAt(parent)
    const backend = this.backendOf(nodeId) ?? 0
    if (control === undefined || (control.text !== undefined && control.textNode !== backend)) return
    control.text = ownText(text)
    control.textNode = backend
  }

  isControl(nodeId: number): boolean {
    return this.#controlAt(nodeId) !== undefined
  }

  #controlAt(nodeId: number): Control | undefined {
    return this.controls.get(this.backendOf(nodeId) ?? 0)
  }

  setAttribute(nodeId: number, name: string, value: string | undefined): void {
    const backend = this.backendOf(nodeId)
    if (name === 'contenteditable') this.#hasTextFields = true
    if (name === 'class' || name === 'style' || name === 'hidden') this.#fieldsStale = true
    if (backend === undefined || !isKept(name)) return
    const before = this.#facts.get(backend)
    const { [name]: _, ...rest } = before?.attributes ?? {}
    const flat = Object.entries(value === undefined ? rest : { ...rest, [name]: value }).flat()
    this.#keep(backend, before?.tag ?? '', flat)
  }

  /** Rechecks whether an element is a control; `node` is described with its children. */
  recheck(nodeId: number, node: DomNode): void {
    const { backendNodeId } = node
    if (this.backendOf(nodeId) !== backendNodeId) return
    this.#keep(backendNodeId, node.localName, node.attributes ?? [])
    if (!this.#isControl(node)) {
      this.controls.delete(backendNodeId)
      return
    }
    const text = node.children?.find((child) => child.nodeType === 3 && child.nodeValue.trim() !== '')
    const { localName: tag } = node
    this.controls.set(backendNodeId, {
      nodeId,
      tag,
      text: ownText(text?.nodeValue),
      textNode: text?.backendNodeId ?? 0,
    })
  }

  remove(nodeId: number): void {
    const backend = this.backendOf(nodeId)
    if (backend === undefined) return
    this.#fieldsStale = true
    this.setText(nodeId, '')
    const frame = this.frameOf.get(backend)
    if (frame !== undefined) {
      this.frameOf.delete(backend)
      this.ownerOf.delete(frame)
    }
    this.#facts.delete(backend)
    this.controls.delete(backend)
    this.#labels.delete(nodeId)
    this.#backend[nodeId] = 0
  }

  #link(nodeId: number, backendNodeId: number, parent: number): void {
    if (nodeId >= this.#backend.length) {
      const size = Math.max(nodeId + 1, this.#backend.length * 2)
      this.#backend = grown(this.#backend, size)
      this.#parent = grown(this.#parent, size)
      const holds = new Uint8Array(size)
      holds.set(this.#holds)
      this.#holds = holds
    }
    this.#backend[nodeId] = backendNodeId
    this.#parent[nodeId] = parent
  }

  #addElement(node: DomNode): void {
    this.elements++
    if (!formatting.has(node.localName)) this.#holds[this.#parent[node.nodeId]!] = 1
    if (node.frameId !== undefined) {
      this.frameOf.set(node.backendNodeId, node.frameId)
      this.ownerOf.set(node.frameId, node.backendNodeId)
    }
    this.#keep(node.backendNodeId, node.localName, node.attributes ?? [])
    if (node.localName === 'label') this.#labels.add(node.nodeId)
    if (node.localName === 'input' || node.localName === 'textarea' || node.attributes?.includes('contenteditable'))
      this.#hasTextFields = true
    this.#fieldsStale = true
    if (this.#isControl(node)) {
      const { nodeId, localName: tag, backendNodeId } = node
      const text = this.#texts?.get(nodeId)
      const own = { text: ownText(text?.nodeValue), textNode: text?.backendNodeId ?? 0 }
      this.controls.set(backendNodeId, { nodeId, tag, ...own })
    }
  }

  #addText(node: DomNode, parent: number): void {
    if (this.#texts === undefined) this.setText(node.nodeId, node.nodeValue)
    else if (node.nodeValue.trim() !== '' && !this.#texts.has(parent)) this.#texts.set(parent, node)
  }

  #isControl({ localName, backendNodeId }: DomNode): boolean {
    const facts = this.#facts.get(backendNodeId)
    if (controlRoles.has(facts?.attributes?.role ?? '')) return true
    if (localName === 'a') return facts?.attributes?.href !== undefined
    return controlTags.has(localName) && facts?.type !== 'hidden'
  }

  #keep(backend: number, tag: string, flat: readonly string[]): void {
    let attributes: { [name: string]: string } | undefined
    for (let i = 0; i + 1 < flat.length; i += 2) {
      const name = flat[i]!
      const value =
        name === 'readonly' || name === 'disabled'
          ? name
          : name === 'contenteditable'
            ? flat[i + 1] || name
            : flat[i + 1]!
      if (!isKept(name) || value === '' || holdsSecureMarkup(value)) continue
      attributes ??= {}
      attributes[name] = keptText(value)
    }
    const type = attributes?.type?.toLowerCase()
    // Once secure, always secure: revealing a password by changing the type does not make it public.
    if (isSecureField(tag, type, attributes?.autocomplete, attributes?.role)) this.#secure.add(backend)
    const secure = this.#secure.has(backend)
    if (secure) for (const name of Object.keys(attributes ?? {})) if (!keptOfSecure.has(name)) delete attributes![name]
    if (attributes !== undefined || secure || mayBeSecure(tag) || tag === 'object' || shapeTags.has(tag))
      this.#facts.set(backend, { tag, type, secure, attributes })
    else this.#facts.delete(backend)
  }
}

const ownText = (text = '') => keptText(text.trim() || undefined)

function grown(array: Int32Array, size: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(size)
  larger.set(array)
  return larger
}
