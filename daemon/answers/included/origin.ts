/** Says where an answer comes from, in one place for all methods: from a recording, or from a tab that the call did not name. */
import type { MethodName } from '../../../api-schema/methods.ts'
import type { AnyHandlers, Call, Handlers, World } from '../../dispatch.ts'
import { type Name, type Naming, namesIn } from '../where/subject.ts'

type Given = Naming & { readonly cursor?: string }

/** Methods about the daemon itself, recordings, or the rest of an earlier answer. */
const ofNoTarget: ReadonlySet<MethodName> = new Set([
  'session',
  'status',
  'rpc.discover',
  'clipboard',
  'confirm',
  'agents',
  'lease',
  'questions',
  'record',
])

export function withOrigin(handlers: Handlers): Handlers {
  const entries = Object.entries(handlers as AnyHandlers).map(([name, handle]) => {
    const withItsOrigin: typeof handle = async (params: never, call, world) => {
      const result = (await handle(params, call, world)) as object
      const { tab } = call.rest
      const isRecorded = !ofNoTarget.has(name as MethodName) && isOfRecording(params, call, world)
      return {
        ...result,
        ...(tab !== undefined && !('tab' in result) && { tab }),
        ...(isRecorded && { recorded: true }),
      }
    }
    return [name, withItsOrigin]
  })
  return Object.fromEntries(entries) as Handlers
}

/** True if the daemon only plays recordings. Next to live targets, a call must name a recording. */
function isOfRecording(params: Given, { session }: Call, { platforms, sessions, ids, trees }: World): boolean {
  const players = platforms.filter(({ recorded }) => recorded)
  if (players.length === 0 || players.length === platforms.length) return players.length > 0
  const { params: first = params } =
    params.cursor === undefined ? {} : (sessions.cursor(session, params.cursor) as { readonly params?: Naming })
  const recorded = trees.open.filter(({ target }) => players.some(({ name }) => name === target.platform))
  const isRecording = ({ elementId, tab, bundleId }: Name) =>
    elementId === undefined
      ? recorded.some(({ target }) => target.id === (tab ?? bundleId))
      : recorded.some((warm) => warm === homeOf(elementId, ids))
  return namesIn(first).some(isRecording)
}

/** Undefined if it vanished with its tab or application; recordings never do. */
function homeOf(elementId: string, ids: World['ids']) {
  try {
    return ids.home(elementId).warm
  } catch {
    return undefined
  }
}
