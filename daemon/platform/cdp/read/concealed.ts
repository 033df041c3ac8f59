/**
 * Elements that are kept from screen readers, mostly icons: Chromium's accessibility tree omits them, and people press
 * them all the same.
 */
import { Flag } from '../../flags.ts'
import { type Key, type Row, row } from '../../row.ts'
import { concealedScript } from '../injected/concealed.ts'
import type { Session } from '../wire/connection.ts'
import { contextOf, plainly } from '../wire/world.ts'
import { bareRow } from './ax-row.ts'
import type { DomMirror } from './dom-mirror.ts'

export interface Concealed {
  readonly nodeId: number
  /** What is written in it. */
  readonly words: string
  readonly use: number
}

/** Each is asked after, whenever the page changes. */
const most = 2000

/**
 * By backend id: those that a person can see and press, in no larger part of the page that is hidden as a whole. `uses` is
 * what `pressables` found, `listening` who of these has a listener of its own.
 */
export async function concealedIn(
  session: Session,
  dom: DomMirror,
  uses: ReadonlyMap<number, number>,
  listening: ReadonlySet<number>,
  signal: AbortSignal,
): Promise<Map<number, Concealed>> {
  const found = new Map<number, Concealed>()
  const places = dom.nodeIdsOf(new Set([...uses.keys(), ...dom.controls.keys()]))
  const ids = [...places].flatMap(([id, nodeId]) => (dom.isConcealed(id, nodeId) ? [id] : [])).slice(0, most)
  if (ids.length === 0) return found
  const words = await wordsOf(session, ids, (id) => listening.has(id), signal).catch(() => new Map<number, string>())
  for (const [id, said] of words)
    found.set(id, { nodeId: places.get(id)!, words: said, use: uses.get(id) ?? Flag.clickable })
  return found
}

async function wordsOf(
  session: Session,
  ids: readonly number[],
  isListening: (id: number) => boolean,
  signal: AbortSignal,
): Promise<Map<number, string>> {
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
    if (first === undefined) return new Map()
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
    const words = result.value as readonly (string | null)[]
    return new Map(held.flatMap(({ id }, at) => (words[at] == null ? [] : [[id, words[at]] as const])))
  } finally {
    void session.send('Runtime.releaseObjectGroup', { objectGroup }).catch(() => {})
  }
}

/** Of one that is no control: as Chromium makes it as soon as it has the focus. */
export function concealedRow(key: Key, dom: DomMirror, id: number, { words, use }: Concealed): Row {
  const facts = dom.facts(id)
  const made = bareRow(key, facts, use, words)
  const { 'aria-hidden': _, ...attributes } = made.attributes ?? {}
  const isPicture = facts?.tag === 'svg' || facts?.tag === 'img'
  return row({
    ...made,
    role: isPicture ? 'AXImage' : made.role,
    flags: use | (facts?.attributes?.tabindex === undefined ? 0 : Flag.focusable),
    attributes,
  })
}
