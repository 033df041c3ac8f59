/** Calls on a node from the daemon's own isolated world, which no script of the page can see or alter. */
import type { Protocol } from 'devtools-protocol'
import { Problem } from '../../../problem.ts'
import { getOrCreate } from '../../basics/get-or-create.ts'
import type { Sent } from '../injected/sent.ts'
import type { Place, TabAccess } from './access.ts'
import { watchOf } from './activity.ts'
import { CommandError, type Session } from './connection.ts'
import { documentsOf } from './documents.ts'
import { type How, placed, withPlaces } from './placed.ts'

export const worldName = 'interface-explorer'

/** The worlds of a session's root document and the frames below it; forgotten when a document is replaced. */
interface Worlds {
  root: Promise<number> | undefined
  inner: Promise<readonly number[]> | undefined
}

const kept = new WeakMap<Session, Worlds>()

function worldsOf(session: Session): Worlds {
  return getOrCreate(kept, session, () => {
    const fresh: Worlds = { root: undefined, inner: undefined }
    // Context ids are counted per process: after a navigation the same number may be another world.
    for (const event of ['Page.frameNavigated', 'Runtime.executionContextsCleared'] as const)
      session.on(event, () => forgetContexts(session))
    return fresh
  })
}

/** For reading a page, which is ended from outside when a dialog opens. */
export const plainly: Pick<TabAccess, 'send'> = {
  send: (session, method, params, signal) => session.send(method, params, signal),
}

/** The isolated context of the session's root document, which also reaches into same-origin frames. */
export async function contextOf(
  access: Pick<TabAccess, 'send'>,
  session: Session,
  signal: AbortSignal,
): Promise<number> {
  const worlds = worldsOf(session)
  const known = await worlds.root?.catch(() => undefined)
  if (known !== undefined) return known
  worlds.root = makeContexts(access, session, (tree) => [tree.frame.id], signal).then(([root]) => root!)
  worlds.root.catch(() => undefined)
  return await worlds.root
}

/** Contexts of the frames below: the only access to nodes in same-process frames of another origin. */
export async function innerContextsOf(
  access: TabAccess,
  session: Session,
  signal: AbortSignal,
): Promise<readonly number[]> {
  const worlds = worldsOf(session)
  const known = await worlds.inner?.catch(() => undefined)
  if (known !== undefined) return known
  worlds.inner = makeContexts(access, session, (tree) => idsBelow(tree).slice(0, mostFrames), signal)
  worlds.inner.catch(() => undefined)
  return await worlds.inner
}

const mostFrames = 50

function idsBelow({ childFrames = [] }: Protocol.Page.FrameTree): string[] {
  return childFrames.flatMap((child) => [child.frame.id, ...idsBelow(child)])
}

async function makeContexts(
  access: Pick<TabAccess, 'send'>,
  session: Session,
  framesOf: (tree: Protocol.Page.FrameTree) => string[],
  signal: AbortSignal,
): Promise<number[]> {
  const { frameTree } = await access.send(session, 'Page.getFrameTree', undefined, signal)
  watchOf(session).rootFrame = frameTree.frame.id
  const documents = documentsOf(session)
  // The protocol's own spelling. Under a law a world reaches no further than its document's own scripts do.
  const how = { worldName, grantUniveralAccess: documents?.law === undefined }
  const made = framesOf(frameTree)
    .filter((frameId) => documents?.mayKnow(frameId) !== false)
    .map((frameId) => access.send(session, 'Page.createIsolatedWorld', { frameId, ...how }, signal))
  return (await Promise.all(made)).map(({ executionContextId }) => executionContextId)
}

function forgetContexts(session: Session): void {
  Object.assign(worldsOf(session), { root: undefined, inner: undefined })
}

/** Is this the protocol's way to say that a node, or its world, no longer exists? */
export function isGone(error: unknown): boolean {
  if (error instanceof Problem) return error.name === 'element_gone'
  return (
    error instanceof CommandError &&
    /No node|not find node|does not belong|context was destroyed|find context|Promise was collected|navigated or closed|object with given id/i.test(
      error.message,
    )
  )
}

export function isDialog(error: unknown): boolean {
  return error instanceof Problem && error.name === 'dialog_open'
}

export type Argument =
  | string
  | number
  | boolean
  | null
  | Held
  | readonly string[]
  | { readonly [name: string]: unknown }

let groups = 0

/** A node held in the page by reference, until `release()`. */
export class Held {
  readonly access: TabAccess
  readonly session: Session
  readonly objectId: string
  /** The world it is held in. */
  readonly context: number
  readonly #group: string

  constructor(access: TabAccess, session: Session, objectId: string, group: string, context: number) {
    this.access = access
    this.session = session
    this.objectId = objectId
    this.#group = group
    this.context = context
  }

  /** Calls a function with the node as `this`; returns by value, awaiting promises. */
  async call<T>(source: Sent<T>, args: readonly Argument[], signal: AbortSignal): Promise<T> {
    return (await this.#run(source, args, { returnByValue: true }, signal)).value as T
  }

  /** The same, for a function whose answer contains nodes: `T` has a `Place` for each. */
  async ask<T>(source: Sent<unknown>, args: readonly Argument[], signal: AbortSignal): Promise<T> {
    const { deepSerializedValue } = await this.#run(source, args, withPlaces, signal)
    return placed(this.session, deepSerializedValue) as T
  }

  /** The same, for a function that returns a node: held in the same group. */
  async callForNode(source: Sent<unknown>, args: readonly Argument[], signal: AbortSignal): Promise<Held | undefined> {
    const { objectId } = await this.#run(source, args, {}, signal)
    return objectId === undefined ? undefined : new Held(this.access, this.session, objectId, this.#group, this.context)
  }

  /** The node in the protocol's terms. */
  async place(signal: AbortSignal): Promise<Place> {
    const { node } = await this.access.send(this.session, 'DOM.describeNode', { objectId: this.objectId }, signal)
    return { session: this.session, backendNodeId: node.backendNodeId }
  }

  /** Releases it and every node obtained through it. Never throws, waits for nothing. */
  release(): void {
    this.session.send('Runtime.releaseObjectGroup', { objectGroup: this.#group }).catch(() => undefined)
  }

  async #run(source: Sent<unknown>, args: readonly Argument[], how: How, signal: AbortSignal) {
    const { result, exceptionDetails } = await this.access.send(
      this.session,
      'Runtime.callFunctionOn',
      {
        objectId: this.objectId,
        functionDeclaration: source,
        arguments: args.map((value) => (value instanceof Held ? { objectId: value.objectId } : { value })),
        ...how,
        awaitPromise: true,
        userGesture: true,
        objectGroup: this.#group,
      },
      signal,
    )
    if (exceptionDetails !== undefined) {
      // Only the kind of error: its text may contain the page's.
      const kind = exceptionDetails.exception?.className ?? 'Error'
      throw new Problem('internal_error', { message: `A call into the page ended with a ${kind}.` })
    }
    return result
  }
}

/** To its user an element that shows a page is that page. Throws not_allowed. */
export async function requireKnown(access: TabAccess, place: Place, signal: AbortSignal): Promise<void> {
  const frameId = await frameIn(access, place, signal)
  if (frameId !== undefined) access.documents.require(frameId)
}

export async function isKnown(access: TabAccess, place: Place, signal: AbortSignal): Promise<boolean> {
  const frameId = await frameIn(access, place, signal)
  return frameId === undefined || access.documents.mayKnow(frameId)
}

async function frameIn(access: TabAccess, { session, backendNodeId }: Place, signal: AbortSignal) {
  return (await access.send(session, 'DOM.describeNode', { backendNodeId, depth: 0 }, signal)).node.frameId
}

/**
 * Holds a node, which the caller must release. Throws element_gone; not_allowed for a frame of a forbidden page. `only`
 * names the one world to use: nodes of two worlds cannot be in one call.
 */
export async function hold(access: TabAccess, place: Place, signal: AbortSignal, only?: number): Promise<Held> {
  const { session, backendNodeId } = place
  if (access.documents.law !== undefined) await requireKnown(access, place, signal)
  const objectGroup = `ix-${++groups}`
  const resolve = async (executionContextId: number) => {
    const asked = { backendNodeId, objectGroup, executionContextId }
    const { object } = await access.send(session, 'DOM.resolveNode', asked, signal)
    if (object.objectId === undefined) throw new Problem('element_gone')
    return new Held(access, session, object.objectId, objectGroup, executionContextId)
  }
  if (only !== undefined) return await resolve(only)
  const root = contextOf(access, session, signal).then(resolve)
  const found = await root.catch((error) => unlessGone(error))
  if (found !== undefined) return found
  const inner = await holdWithin(access, session, resolve, signal)
  if (inner !== undefined) return inner
  // Perhaps it was the world that is gone.
  forgetContexts(session)
  const again = await contextOf(access, session, signal)
    .then(resolve)
    .catch((error) => unlessGone(error))
  const last = again ?? (await holdWithin(access, session, resolve, signal))
  if (last === undefined) throw new Problem('element_gone')
  return last
}

async function holdWithin(
  access: TabAccess,
  session: Session,
  resolve: (context: number) => Promise<Held>,
  signal: AbortSignal,
): Promise<Held | undefined> {
  const contexts = await innerContextsOf(access, session, signal).catch((error) => unlessGone(error) ?? [])
  const tried = await Promise.all(contexts.map((context) => resolve(context).catch((error) => unlessGone(error))))
  return tried.find((held) => held !== undefined)
}

export function unlessGone(error: unknown): undefined {
  if (!isGone(error)) throw error
}

/** Holds a node for the duration of `use`. */
export async function withNode<T>(
  access: TabAccess,
  place: Place,
  signal: AbortSignal,
  use: (held: Held) => Promise<T>,
): Promise<T> {
  const held = await hold(access, place, signal)
  try {
    return await use(held)
  } finally {
    held.release()
  }
}

/** Calls a function once that awaits nothing. Commands are answered in order: the node is released without waiting. */
export async function callOn<T>(
  access: TabAccess,
  place: Place,
  source: Sent<T>,
  args: readonly Argument[],
  signal: AbortSignal,
): Promise<T> {
  const held = await hold(access, place, signal)
  const answer = held.call(source, args, signal)
  held.release()
  return await answer
}

/** Calls a function in the isolated world of a session's root document. */
export async function evaluate<T>(
  access: Pick<TabAccess, 'send'>,
  session: Session,
  source: Sent<T>,
  signal: AbortSignal,
  args: readonly number[] = [],
): Promise<T> {
  return await evaluateIn(access, session, await contextOf(access, session, signal), source, signal, args)
}

/** The same in the frames below; leaves out those that go away meanwhile. */
export async function evaluateInFrames<T>(
  access: TabAccess,
  session: Session,
  source: Sent<T>,
  signal: AbortSignal,
): Promise<T[]> {
  const contexts = await innerContextsOf(access, session, signal)
  const all = contexts.map((context) => evaluateIn(access, session, context, source, signal))
  return (await Promise.allSettled(all)).flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
}

/** Like `Held.ask`, in a world. */
export async function askIn<T>(
  access: Pick<TabAccess, 'send'>,
  session: Session,
  contextId: number,
  source: Sent<unknown>,
  signal: AbortSignal,
  args: readonly (string | boolean)[] = [],
): Promise<T> {
  const objectGroup = `ix-${++groups}`
  const expression = `(${source})(${args.map((one) => JSON.stringify(one)).join()})`
  const asked = { expression, contextId, objectGroup, awaitPromise: true, ...withPlaces }
  const release = () => void session.send('Runtime.releaseObjectGroup', { objectGroup }).catch(() => undefined)
  const { result } = await access.send(session, 'Runtime.evaluate', asked, signal).finally(release)
  return placed(session, result.deepSerializedValue) as T
}

export async function evaluateIn<T>(
  access: Pick<TabAccess, 'send'>,
  session: Session,
  contextId: number,
  source: Sent<T>,
  signal: AbortSignal,
  args: readonly (number | string)[] = [],
): Promise<T> {
  const asked = {
    expression: `(${source})(${args.map((one) => JSON.stringify(one)).join()})`,
    contextId,
    returnByValue: true,
    awaitPromise: true,
  }
  return (await access.send(session, 'Runtime.evaluate', asked, signal)).result.value as T
}

/** The place of a key, or element_gone. */
export function placeOf(access: TabAccess, key: number): Place {
  const place = access.place(key)
  if (place === undefined) throw new Problem('element_gone')
  return place
}
