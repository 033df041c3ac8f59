/** Calls on a node from the daemon's own isolated world, which no script of the page can see or alter. */
import type { Protocol } from 'devtools-protocol'
import { Problem } from '../../problem.ts'
import type { Place, TabAccess } from './access.ts'
import { CommandError, type Session } from './connection.ts'
import { watchOf } from './watch.ts'

const worldName = 'interface-explorer'

/** The worlds of a session's root document and of the frames below it; forgotten when a document is replaced. */
interface Worlds {
  root: Promise<number> | undefined
  inner: Promise<readonly number[]> | undefined
}

const kept = new WeakMap<Session, Worlds>()

function worldsOf(session: Session): Worlds {
  let worlds = kept.get(session)
  if (worlds === undefined) {
    const fresh: Worlds = { root: undefined, inner: undefined }
    // Context ids are counted per process: after a navigation the same number may be another world.
    const forget = () => Object.assign(fresh, { root: undefined, inner: undefined })
    session.on('Page.frameNavigated', forget)
    session.on('Runtime.executionContextsCleared', forget)
    kept.set(session, fresh)
    worlds = fresh
  }
  return worlds
}

/** The isolated context of the session's root document, which reaches into frames of the same origin too. */
export async function contextOf(access: TabAccess, session: Session, signal: AbortSignal): Promise<number> {
  const worlds = worldsOf(session)
  const known = await worlds.root?.catch(() => undefined)
  if (known !== undefined) return known
  worlds.root = makeContexts(access, session, (tree) => [tree.frame.id], signal).then(([root]) => root!)
  worlds.root.catch(() => undefined)
  return await worlds.root
}

/** Those of frames below it: only there can nodes of frames of another origin in the same process be had. */
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
  access: TabAccess,
  session: Session,
  framesOf: (tree: Protocol.Page.FrameTree) => string[],
  signal: AbortSignal,
): Promise<number[]> {
  const { frameTree } = await access.send(session, 'Page.getFrameTree', undefined, signal)
  watchOf(session).rootFrame = frameTree.frame.id
  // The protocol's own spelling.
  const made = framesOf(frameTree).map((frameId) =>
    access.send(session, 'Page.createIsolatedWorld', { frameId, worldName, grantUniveralAccess: true }, signal),
  )
  return (await Promise.all(made)).map(({ executionContextId }) => executionContextId)
}

function forgetContexts(session: Session): void {
  Object.assign(worldsOf(session), { root: undefined, inner: undefined })
}

/** Is it the protocol's way to say that a node, or the world it lived in, is no more? */
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
  /** The world that it is held in. */
  readonly context: number
  readonly #group: string

  constructor(access: TabAccess, session: Session, objectId: string, group: string, context: number) {
    this.access = access
    this.session = session
    this.objectId = objectId
    this.#group = group
    this.context = context
  }

  /** Calls a function, given as source text, with the node as `this`; answers by value, promises awaited. */
  async call<T>(source: string, args: readonly Argument[], signal: AbortSignal): Promise<T> {
    return (await this.#run(source, args, true, signal)).value as T
  }

  /** The same, for a function that returns a node: held in the same group. */
  async callForNode(source: string, args: readonly Argument[], signal: AbortSignal): Promise<Held | undefined> {
    const { objectId } = await this.#run(source, args, false, signal)
    return objectId === undefined ? undefined : new Held(this.access, this.session, objectId, this.#group, this.context)
  }

  /** The same, for a function that returns a list: a value as JSON, then nodes, `null` where there is none. */
  async callForNodes<T>(
    source: string,
    args: readonly Argument[],
    signal: AbortSignal,
  ): Promise<{ readonly value: T; readonly nodes: readonly (Held | undefined)[] }> {
    const { objectId } = await this.#run(source, args, false, signal)
    const asked = { objectId: objectId!, ownProperties: true }
    const { result } = await this.access.send(this.session, 'Runtime.getProperties', asked, signal)
    const [json, ...items] = result.filter(({ name }) => /^\d+$/.test(name)).map(({ value }) => value)
    const nodes = items.map((item) =>
      item?.objectId === undefined
        ? undefined
        : new Held(this.access, this.session, item.objectId, this.#group, this.context),
    )
    return { value: JSON.parse(String(json?.value)) as T, nodes }
  }

  /** The node as the protocol names it. */
  async place(signal: AbortSignal): Promise<Place> {
    const { node } = await this.access.send(this.session, 'DOM.describeNode', { objectId: this.objectId }, signal)
    return { session: this.session, backendNodeId: node.backendNodeId }
  }

  /** Lets go of it and of every node got through it. Never throws, waits for nothing. */
  release(): void {
    this.session.send('Runtime.releaseObjectGroup', { objectGroup: this.#group }).catch(() => undefined)
  }

  async #run(source: string, args: readonly Argument[], byValue: boolean, signal: AbortSignal) {
    const { result, exceptionDetails } = await this.access.send(
      this.session,
      'Runtime.callFunctionOn',
      {
        objectId: this.objectId,
        functionDeclaration: source,
        arguments: args.map((value) => (value instanceof Held ? { objectId: value.objectId } : { value })),
        returnByValue: byValue,
        awaitPromise: true,
        userGesture: true,
        objectGroup: this.#group,
      },
      signal,
    )
    if (exceptionDetails !== undefined) {
      // Only the kind of the error: its text may hold text of the page.
      const kind = exceptionDetails.exception?.className ?? 'Error'
      throw new Problem('internal_error', { message: `A call into the page ended with a ${kind}.` })
    }
    return result
  }
}

/**
 * Holds a node. Throws element_gone. The caller releases. `only` names the one world in which it is wanted: nodes of
 * two worlds cannot meet in one call.
 */
export async function hold(access: TabAccess, place: Place, signal: AbortSignal, only?: number): Promise<Held> {
  const { session, backendNodeId } = place
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
  // It may have been the world that is no more.
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

function unlessGone(error: unknown): undefined {
  if (!isGone(error)) throw error
}

/** Holds a node for the time of `use`. */
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

/** Evaluates an expression in the isolated world of a session's root document. */
export async function evaluate<T>(
  access: TabAccess,
  session: Session,
  expression: string,
  signal: AbortSignal,
): Promise<T> {
  return await evaluateIn<T>(access, session, await contextOf(access, session, signal), expression, signal)
}

/** The same in the frames below it; those that go meanwhile are left out. */
export async function evaluateInFrames<T>(
  access: TabAccess,
  session: Session,
  expression: string,
  signal: AbortSignal,
): Promise<T[]> {
  const contexts = await innerContextsOf(access, session, signal)
  const all = contexts.map((context) => evaluateIn<T>(access, session, context, expression, signal))
  return (await Promise.allSettled(all)).flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
}

async function evaluateIn<T>(
  access: TabAccess,
  session: Session,
  contextId: number,
  expression: string,
  signal: AbortSignal,
): Promise<T> {
  const asked = { expression, contextId, returnByValue: true, awaitPromise: true }
  return (await access.send(session, 'Runtime.evaluate', asked, signal)).result.value as T
}

/** The place of a key, or element_gone. */
export function placeOf(access: TabAccess, key: number): Place {
  const place = access.place(key)
  if (place === undefined) throw new Problem('element_gone')
  return place
}
