/** `record`: records a target's current state, or its changes until stopped. */
import type { Result } from '../../api-schema/methods.ts'
import type { Recording } from '../../api-schema/recording.ts'
import { elementsOf } from '../../api-schema/recording.ts'
import { frontTarget } from '../answers/where/scope.ts'
import type { Call, Handler, World } from '../dispatch.ts'
import { Problem } from '../problem.ts'
import { type Frames, snapshot } from '../tree/record/recorder.ts'
import type { Warm } from '../tree/warm/sync.ts'

/** Larger recordings contain only frames that came with the rows. */
const maxFrames = 5000

export const record: Handler<'record'> = async ({ action, bundleId, tab }, call, world) => {
  if (action === 'stop') return stop(tab ?? bundleId, call, world)
  const warm = await warmOf(tab, bundleId, call, world)
  await warm.freshen({ freshness: 'fresh', signal: call.signal, deadline: call.deadline })
  const frames = await framesOf(warm, call.signal)
  if (action === 'snapshot') return answer(snapshot(warm, frames))
  world.recorder.start(warm, frames)
  return { elements: warm.tree.size, changes: 0 }
}

async function stop(
  asked: string | undefined,
  { signal }: Call,
  { recorder, trees }: World,
): Promise<Result<'record'>> {
  const { targets } = recorder
  const id = asked === undefined && targets.length === 1 ? targets[0] : targets.find((target) => target === asked)
  // An application may have been named by something other than its id.
  const named = id ?? (asked === undefined ? undefined : (await trees.app(asked, signal)).id)
  const recording = named === undefined ? undefined : recorder.stop(named)
  if (recording !== undefined) return answer(recording)
  const found = targets.length === 0 ? 'nothing is being recorded' : `being recorded: ${targets.join(', ')}`
  throw new Problem('not_found', {
    message: `There is no recording${asked === undefined ? '' : ` of ${asked}`} to stop; ${found}.`,
    hint: 'Call {record} with action "start" first, and stop it with the same bundleId or tab.',
  })
}

async function warmOf(tab: string | undefined, bundleId: string | undefined, call: Call, world: World): Promise<Warm> {
  const { trees } = world
  const { signal } = call
  if (tab !== undefined) return trees.warm(await trees.tab(tab, signal), signal)
  if (bundleId !== undefined) return trees.warm(await trees.app(bundleId, signal), signal)
  return trees.warm(await frontTarget(call, world), signal)
}

async function framesOf(warm: Warm, signal: AbortSignal): Promise<Frames> {
  const lacking: number[] = []
  for (const node of warm.tree.walk()) if (node.frame === undefined) lacking.push(node.key)
  if (lacking.length === 0 || lacking.length > maxFrames) return new Map()
  const found = await warm.source.frames(lacking, signal)
  return new Map([...found].map(([key, { frame }]) => [key, frame]))
}

function answer(recording: Recording): Result<'record'> {
  let elements = 0
  for (const _ of elementsOf(recording.root)) elements++
  return { recording: { ...recording }, elements, changes: recording.steps?.length ?? 0 }
}
