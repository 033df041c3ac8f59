/** Solves a task as an agent does that knows what it wants: step by step, each found, done and learned from its answer. */
import { tokensOf } from '../encoding.ts'
import { lineFor } from '../peers/lines.ts'
import { type Exchange, exchangesOf, type Peer, type Task as Step } from '../peers/peer.ts'
import { pause } from '../times.ts'
import type { AgentTask } from './page-tasks.ts'

/** Between an answer and the next call its reader thinks for so long, at least; it is not counted. */
const restMs = 500
/** Looks in the end, where no answer has told the outcome. */
const mostLooks = 2

export interface Solved {
  readonly calls: number
  readonly tokens: number
  readonly ms: number
  /** An answer told the outcome. */
  readonly isLearned: boolean
  /** What stood in the way. */
  readonly trouble: readonly string[]
  readonly log: readonly Exchange[]
}

export async function solve(peer: Peer, { steps, learns }: Pick<AgentTask, 'steps' | 'learns'>): Promise<Solved> {
  const trouble: string[] = []
  let isLearned = false
  const log = await exchangesOf(peer, async () => {
    let last = peer.log.length
    for (const [at, step] of steps.entries()) {
      if (at > 0) await pause(restMs)
      last = peer.log.length
      const why = await take(peer, { ...step, shows: learns })
      if (why !== undefined) trouble.push(why)
    }
    const tells = () => peer.log.slice(last).some(({ answer, isRefused }) => !isRefused && learns.test(answer))
    for (let looks = 0; looks < mostLooks && !tells(); looks++) await peer.view()
    isLearned = tells()
  })
  const sum = (of: (call: Exchange) => number) => log.reduce((all, call) => all + of(call), 0)
  return {
    calls: log.length,
    tokens: sum(({ asked, answer }) => tokensOf(asked) + tokensOf(answer)),
    ms: sum(({ ms }) => ms),
    ...{ isLearned, trouble, log },
  }
}

/** The lean way; where that does not do, by an id out of what was answered, out of a search, or out of a whole view. */
async function take(peer: Peer, step: Step): Promise<string | undefined> {
  const before = peer.log.length
  const reason = await peer
    .lean(step)
    .catch((error: unknown) => (error instanceof Error ? error.message : String(error)))
  const refused = peer.log.slice(before).find(({ isRefused }) => isRefused)
  if (reason === undefined && refused === undefined) return undefined
  const why = `“${step.text}”: ${(refused?.answer ?? reason ?? '').split('\n', 1)[0]?.slice(0, 120)}`
  const found =
    (refused && peer.named?.(refused.answer, step)) ??
    (peer.search && lineFor(step, peer.lines(await peer.search(step)))?.ref) ??
    lineFor(step, peer.lines(await peer.view()))?.ref
  if (found !== undefined) await peer.act(found, step)
  return why
}
