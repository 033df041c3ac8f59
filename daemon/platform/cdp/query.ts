/** Finds an element by a CSS selector: in the page, then in its frames; shadow roots of both kinds count as part of each. */
import { Problem } from '../../problem.ts'
import type { Found } from '../page.ts'
import type { Key } from '../platform.ts'
import type { Place, TabAccess } from './access.ts'
import type { Session } from './connection.ts'
import { contextOf, hold, innerContextsOf, isGone } from './world.ts'

/** Closed shadow roots that are looked into. */
const mostClosed = 100

/** The first match in a root, then in the open shadow roots within it. */
const within = `
  const within = (root, selector) => {
    const found = root.querySelector(selector)
    if (found) return found
    for (const element of root.querySelectorAll('*')) {
      const inner = element.shadowRoot && within(element.shadowRoot, selector)
      if (inner) return inner
    }
    return null
  }`

const ofDocument = (selector: string) => `((selector) => {${within}
  try {
    document.createDocumentFragment().querySelector(selector)
  } catch {
    return false
  }
  return within(document, selector)
})(${JSON.stringify(selector)})`

const ofRoot = `function (selector) {${within}
  return this.isConnected ? within(this, selector) : null
}`

/** A found element and what the tree has of it. Throws invalid_params for what is no selector. */
export async function query(
  access: TabAccess,
  selector: string,
  signal: AbortSignal,
): Promise<QueryResult | undefined> {
  const place = await placeIn(access, selector, signal)
  if (place === undefined) return undefined
  return { key: access.key(place), place, inTree: await inTree(access, place, signal) }
}

export interface QueryResult extends Found {
  readonly place: Place
}

async function placeIn(access: TabAccess, selector: string, signal: AbortSignal): Promise<Place | undefined> {
  for (const session of access.sessions) {
    // The page itself decides; a frame may go while it is looked into.
    const isPage = session === access.session
    const own = (async () => await inSession(access, session, selector, signal))()
    const found = isPage ? await own : await own.catch((error) => unlessGone(error))
    if (found !== undefined) return found
  }
  return undefined
}

async function inSession(
  access: TabAccess,
  session: Session,
  selector: string,
  signal: AbortSignal,
): Promise<Place | undefined> {
  const root = await contextOf(access, session, signal)
  const own = await inContext(access, session, root, selector, signal)
  if (own !== undefined) return own
  const closed = await inClosedRoots(access, session, selector, signal)
  if (closed !== undefined) return closed
  for (const context of await innerContextsOf(access, session, signal)) {
    const found = await inContext(access, session, context, selector, signal).catch((error) => unlessGone(error))
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
): Promise<Place | undefined> {
  const expression = ofDocument(selector)
  const { result } = await access.send(session, 'Runtime.evaluate', { expression, contextId }, signal)
  if (result.value === false) throw notASelector(selector)
  const { objectId } = result
  if (objectId === undefined) return undefined
  try {
    const { node } = await access.send(session, 'DOM.describeNode', { objectId }, signal)
    return { session, backendNodeId: node.backendNodeId }
  } finally {
    session.send('Runtime.releaseObject', { objectId }).catch(() => undefined)
  }
}

async function inClosedRoots(
  access: TabAccess,
  session: Session,
  selector: string,
  signal: AbortSignal,
): Promise<Place | undefined> {
  const roots = access.closedRoots(session).slice(0, mostClosed)
  const all = roots.map(async (backendNodeId) => {
    const held = await hold(access, { session, backendNodeId }, signal)
    try {
      return await (await held.callForNode(ofRoot, [selector], signal))?.place(signal)
    } finally {
      held.release()
    }
  })
  const found = await Promise.all(all.map((one) => one.catch((error) => unlessGone(error))))
  return found.find((place) => place !== undefined)
}

/** The element where the tree has it; else, of a plain wrapper, the outermost elements in it. */
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
    hint: 'Pass one that querySelector takes, such as ".results" or "#main > ul"; expand lists selectors of an element.',
  })
}

function unlessGone(error: unknown): undefined {
  if (!isGone(error)) throw error
}
