/** Finds an element by a CSS selector: in the page, then in its frames, each including shadow roots of both kinds. */
import { Problem } from '../../../problem.ts'
import type { Key } from '../../element/row.ts'
import type { Found } from '../../tab/page.ts'
import { findInRootScript, findScript } from '../injected/selectors.ts'
import { rememberSecure } from '../read/secure-memory.ts'
import type { Place, TabAccess } from '../wire/access.ts'
import type { Session } from '../wire/connection.ts'
import { askIn, contextOf, innerContextsOf, unlessGone, withNode } from '../wire/world.ts'

/** How many closed shadow roots to search. */
const mostClosed = 100

/** A found element and what stands for it in the tree. Throws invalid_params for an invalid selector. */
export async function query(
  access: TabAccess,
  selector: string,
  signal: AbortSignal,
): Promise<QueryResult | undefined> {
  await rememberSecure(access, signal)
  const first = await firstIn(access, selector, signal)
  if (first === undefined) return undefined
  return { ...first, key: access.key(first.place), inTree: await inTree(access, first.place, signal) }
}

type First = Pick<QueryResult, 'place' | 'matches'>

export interface QueryResult extends Found {
  readonly place: Place
}

async function firstIn(access: TabAccess, selector: string, signal: AbortSignal): Promise<First | undefined> {
  for (const session of access.sessions) {
    const own = inSession(access, session, selector, signal)
    // The page itself decides: any other frame may go away while it is searched.
    const found = await (session === access.session ? own : own.catch(unlessGone))
    if (found !== undefined) return found
  }
  return undefined
}

async function inSession(
  access: TabAccess,
  session: Session,
  selector: string,
  signal: AbortSignal,
): Promise<First | undefined> {
  const root = await contextOf(access, session, signal)
  const own = await inContext(access, session, root, selector, signal)
  if (own !== undefined) return own
  const closed = await inClosedRoots(access, session, selector, signal)
  if (closed !== undefined) return closed
  for (const context of await innerContextsOf(access, session, signal)) {
    const found = await inContext(access, session, context, selector, signal).catch(unlessGone)
    if (found !== undefined) return found
  }
  return undefined
}

async function inContext(
  access: TabAccess,
  session: Session,
  contextId: number,
  selector: string,
  signal: AbortSignal,
): Promise<First | undefined> {
  const found = await askIn<First | false | undefined>(access, session, contextId, findScript, signal, [selector])
  if (found === false) throw notASelector(selector)
  return found
}

async function inClosedRoots(
  access: TabAccess,
  session: Session,
  selector: string,
  signal: AbortSignal,
): Promise<First | undefined> {
  const roots = access.closedRoots(session).slice(0, mostClosed)
  const all = roots.map((backendNodeId) =>
    withNode(access, { session, backendNodeId }, signal, (held) =>
      held.ask<First | undefined>(findInRootScript, [selector], signal),
    ),
  )
  const found = await Promise.all(all.map((one) => one.catch(unlessGone)))
  return found.find((first) => first !== undefined)
}

/** The element if the tree has it; else, for a plain wrapper, the outermost elements inside. */
async function inTree(access: TabAccess, { session, backendNodeId }: Place, signal: AbortSignal): Promise<Key[]> {
  const own = access.key({ session, backendNodeId })
  if (access.row(own) !== undefined) return [own]
  const { nodes } = await access.send(session, 'Accessibility.queryAXTree', { backendNodeId }, signal)
  const keys = nodes.flatMap(({ backendDOMNodeId }) =>
    backendDOMNodeId === undefined ? [] : [access.key({ session, backendNodeId: backendDOMNodeId })],
  )
  const known = keys.filter((key) => access.row(key) !== undefined)
  const inner = new Set(known.flatMap((key) => access.row(key)!.children))
  return known.filter((key) => !inner.has(key))
}

function notASelector(selector: string): Problem {
  const shown = selector.length > 100 ? `${selector.slice(0, 99)}…` : selector
  return new Problem('invalid_params', {
    message: `${JSON.stringify(shown)} is not a CSS selector.`,
    hint: 'Pass one that querySelector takes, such as ".results" or "#main > ul"; {expand} lists selectors of an element.',
  })
}
