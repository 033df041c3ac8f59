/**
 * Elements that Chromium's accessibility tree omits though people use them: icons hidden from screen readers, shapes of
 * a drawing, controls represented by their visible label, and what is not rendered until it is scrolled to.
 */
import { Flag } from '../../element/flags.ts'
import { type Key, type Row, row } from '../../element/row.ts'
import { areSetOtherwiseScript, concealedScript, type Reached } from '../injected/concealed.ts'
import type { Session } from '../wire/connection.ts'
import { contextOf, evaluate, plainly } from '../wire/world.ts'
import { bareRow } from './ax-row.ts'
import type { DomMirror } from './dom-mirror.ts'
import { shapeTags } from './markup.ts'
import type { OutOfReach } from './reach.ts'

export interface Concealed extends Reached {
  readonly nodeId: number
  readonly use: number
  /** For what is only there to be read. */
  readonly role?: string
  readonly level?: number
}

/** Input types for which pressing their label does the same. */
const labelled: ReadonlySet<string> = new Set(['checkbox', 'radio', 'file'])
/** How many to ask: each is, whenever the page changes. */
const most = 2000
/** In a chart with thousands of shapes, each with its own listener, the first stand for the others. */
const mostShapes = 150

/**
 * By backend id: those that a person can see and press, unless a larger part of the page around them is hidden as a
 * whole. `uses` is what `pressables` found, `listening` those of them with a listener of their own, `unseen` what
 * `holdersOfUnseen` found.
 */
export async function concealedIn(
  session: Session,
  dom: DomMirror,
  uses: ReadonlyMap<number, number>,
  listening: ReadonlySet<number>,
  unseen: Promise<ReadonlySet<number>>,
  signal: AbortSignal,
): Promise<Map<number, Concealed>> {
  const skipping = await unseen
  const found = new Map<number, Concealed>()
  const places = dom.nodeIdsOf(new Set([...uses.keys(), ...dom.controls.keys()]))
  const isSkipped = (nodeId: number) => {
    for (let at: number | undefined = nodeId; at !== undefined; at = dom.parentOf(at)) if (skipping.has(at)) return true
    return false
  }
  let shapes = 0
  const isShape = (id: number) => shapeTags.has(dom.facts(id)?.tag ?? '') && ++shapes <= mostShapes
  const isAsked = (id: number, nodeId: number) =>
    isShape(id) ||
    dom.isConcealed(id, nodeId) ||
    labelled.has(dom.facts(id)?.type ?? '') ||
    (skipping.size > 0 && isSkipped(nodeId))
  const ids = [...places].flatMap(([id, nodeId]) => (isAsked(id, nodeId) ? [id] : [])).slice(0, most)
  if (ids.length === 0) return found
  const reached = await reachedOf(session, ids, (id) => listening.has(id), signal).catch(() => [])
  for (const [id, one] of reached)
    found.set(id, { ...one, nodeId: places.get(id)!, use: uses.get(id) ?? Flag.clickable })
  return found
}

/** Whether one of them has another state or value since: no event tells of what is not rendered. */
export function areSetOtherwise(session: Session, signal: AbortSignal): Promise<boolean> {
  return evaluate(plainly, session, areSetOtherwiseScript, signal).catch(() => false)
}

/** The same for text in parts that are rendered only once scrolled to. */
export function writtenIn(dom: DomMirror, written: OutOfReach['written']): Map<number, Concealed> {
  if (written.length === 0) return new Map()
  const places = dom.nodeIdsOf(new Set(written.map(({ node }) => node.backendNodeId)))
  const found = written.flatMap(({ node: { backendNodeId: id }, words, level }) => {
    const nodeId = places.get(id)
    const text = dom.facts(id)?.tag === 'img' ? 'AXImage' : 'AXStaticText'
    const role = level === undefined ? text : 'AXHeading'
    return nodeId === undefined ? [] : [[id, { nodeId, use: 0, words, role, ...(level && { level }) }] as const]
  })
  return new Map(found)
}

/** Node ids of parts rendered only near the viewport, and of parts that hovering may show. */
export async function holdersOfUnseen(
  session: Session,
  dom: DomMirror,
  signal: AbortSignal,
): Promise<ReadonlySet<number>> {
  if (dom.documentNodeId === 0) return new Set()
  const computedStyles = [
    { name: 'content-visibility', value: 'auto' },
    { name: 'visibility', value: 'hidden' },
    { name: 'display', value: 'none' },
  ]
  const asked = { nodeId: dom.documentNodeId, computedStyles, pierce: true }
  const { nodeIds } = await session.send('DOM.getNodesForSubtreeByStyle', asked, signal).catch(() => ({ nodeIds: [] }))
  return new Set(nodeIds)
}

async function reachedOf(
  session: Session,
  ids: readonly number[],
  isListening: (id: number) => boolean,
  signal: AbortSignal,
): Promise<(readonly [id: number, reached: Reached])[]> {
  const executionContextId = await contextOf(plainly, session, signal)
  const objectGroup = 'ix-concealed'
  try {
    const held = await Promise.all(
      ids.map(async (backendNodeId) => {
        const asked = { backendNodeId, objectGroup, executionContextId }
        const { object } = await session.send('DOM.resolveNode', asked, signal).catch(() => ({ object: undefined }))
        return object?.objectId === undefined ? [] : [{ id: backendNodeId, objectId: object.objectId }]
      }),
    ).then((all) => all.flat())
    const [first, ...others] = held
    if (first === undefined) return []
    const listens = held.map(({ id }) => (isListening(id) ? '1' : '0')).join('')
    const { result } = await session.send(
      'Runtime.callFunctionOn',
      {
        objectId: first.objectId,
        functionDeclaration: concealedScript,
        arguments: [{ value: listens }, ...others.map(({ objectId }) => ({ objectId }))],
        returnByValue: true,
      },
      signal,
    )
    const reached = result.value as readonly (Reached | null)[]
    return held.flatMap(({ id }, at) => (reached[at] == null ? [] : [[id, reached[at]] as const]))
  } finally {
    void session.send('Runtime.releaseObjectGroup', { objectGroup }).catch(() => {})
  }
}

/** The row of an element that is no control: as Chromium makes it once it has the focus. */
export function concealedRow(key: Key, dom: DomMirror, id: number, { words, use, role, level }: Concealed): Row {
  const facts = dom.facts(id)
  const made = bareRow(key, facts, use, words)
  const { 'aria-hidden': _, ...attributes } = made.attributes ?? {}
  if (role !== undefined)
    return row({ ...made, role, attributes: level ? { ...made.attributes, level: `${level}` } : made.attributes })
  const isPicture = facts?.tag === 'svg' || facts?.tag === 'img'
  return row({
    ...made,
    role: isPicture ? 'AXImage' : made.role,
    flags: use | (facts?.attributes?.tabindex === undefined ? 0 : Flag.focusable),
    attributes,
  })
}
