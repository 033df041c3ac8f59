/**
 * Rights that an agent lacks and the person may give: once, which means for one call or until its session ends, or
 * permanently. What the owner took away by `--allow`, `--scope` or a word of `ask` is not offered: that is decided.
 */
import { dirname, isAbsolute } from 'node:path'
import type { ReplyWord } from '../../api-schema/question.ts'
import { quoted } from '../../api-schema/quoted.ts'
import { Problem } from '../problem.ts'
import { type Added, type Agent, type Agents, owner } from './agents.ts'
import { whoIs } from './limits.ts'
import type { Asked, Reply } from './questions.ts'
import type { Session } from './session.ts'

export interface Grant {
  /** What it wants to do, and with what: follows `wants to`. */
  readonly does: string
  readonly once: Added
  readonly always: Added
}

/** A refusal that the person may lift. */
class Lacks extends Problem {
  readonly grant: Grant

  constructor({ message, advice, data }: Problem, grant: Grant) {
    super('not_allowed', { message, hint: advice, data })
    this.grant = grant
  }
}

/** The caller, and what the person has given it so far. */
export interface Asking {
  readonly agent: Agent
  readonly session: Session
  /** Does work that may lack a right. If the person gives the right, the work is done again. */
  readonly permitted: <T>(work: () => T | Promise<T>) => Promise<T>
}

/** A longer text would not be shown whole, and its end may matter. */
const longest = 300
const kept = ['apps', 'sites', 'folders'] as const

/** The refusal alone if the person cannot be asked about exactly this. */
export function lacking(problem: Problem, grant: Grant): Problem {
  const named = [...listed(grant.once), ...listed(grant.always)]
  // A star in a name would be granted as a pattern for any text.
  const isExact = kept.every(
    (right) => right === 'folders' || grant.once[right]?.every((one) => !one.includes('*')) !== false,
  )
  return isExact && named.length > 0 && named.every((one) => one.length <= longest)
    ? new Lacks(problem, grant)
    : problem
}

export function siteGrant(url: string): Grant {
  const { hostname, port } = new URL(url)
  const site = `${hostname.replace(/\.$/, '')}${port === '' ? '' : `:${port}`}`
  const sites = { sites: [site] }
  return { does: `use the site ${quoted(site, longest)}, which is none of its sites`, once: sites, always: sites }
}

export function appGrant(name: string): Grant {
  const apps = { apps: [name] }
  return { does: `use the application ${quoted(name, longest)}, which is none of its own`, once: apps, always: apps }
}

/** Paths with links resolved. */
export function fileGrant(paths: readonly string[], verb: string): Grant | undefined {
  if (paths.length > 3 || !paths.every(isAbsolute)) return undefined
  const folders = [...new Set(paths.map((path) => dirname(path)))]
  const what = `${verb} ${paths.map((path) => quoted(path, longest)).join(', ')}`
  const does = `${what}, which ${paths.length === 1 ? 'is' : 'are'} in none of its folders`
  return { does, once: { folders: paths }, always: folders.includes('/') ? {} : { folders } }
}

export function widened(agent: Agent, ...added: readonly Added[]): Agent {
  const more = added.reduce(merged, {})
  return listed(more).length === 0 ? agent : { ...agent, ...merged(agent, more) }
}

interface Asker extends Pick<Asking, 'agent' | 'session'> {
  /** What the person has given it for this call and the calls within it. */
  added: Added
}

interface Person {
  /** If nobody can answer, a refusal is better than a call that waits. */
  canBeAsked(): boolean
  ask(asked: Asked): Promise<Reply>
}

export async function permittedBy<T>(
  work: () => T | Promise<T>,
  who: Asker,
  person: Person,
  agents: Pick<Agents, 'widen'>,
): Promise<T> {
  const asked = new Set<string>()
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Lacks) || asked.has(error.grant.does) || !person.canBeAsked()) throw error
      asked.add(error.grant.does)
      give(who, error.grant, await answerTo(error, who, person), agents)
    }
  }
}

async function answerTo(lacks: Lacks, { agent }: Asker, person: Person): Promise<ReplyWord> {
  try {
    return (await person.ask(questionFor(agent, lacks.grant))).answer
  } catch (error) {
    const reason = error instanceof Problem ? error.data.reason : undefined
    throw reason === 'refused' || reason === 'unanswered' ? notGiven(lacks, reason) : error
  }
}

function give(who: Asker, { once, always }: Grant, answer: ReplyWord, agents: Pick<Agents, 'widen'>): void {
  const { agent, session } = who
  who.added = merged(who.added, once)
  if (answer === 'always') {
    if (agent.name !== owner.name) agents.widen(agent.name, always)
    session.added = merged(session.added, always)
  } else if (!isOfCall(once)) session.added = merged(session.added, once)
}

/** Whether a yes covers only the call: a file is passed on once, while an agent stays at a site or application. */
function isOfCall(once: Added): boolean {
  return once.folders !== undefined
}

function questionFor(agent: Agent, { does, once, always }: Grant): Asked {
  const who = whoIs(agent)
  const folders = (always.folders ?? []).map((folder) => quoted(folder, longest)).join(', ')
  const whole = folders === '' ? '' : `all of ${folders}, `
  const howLong = agent.name === owner.name ? 'until its session ends' : 'for good'
  const hasAlways = listed(always).length > 0
  const answers = `Yes is ${isOfCall(once) ? 'this once' : 'until its session ends'}${hasAlways ? `, always is ${whole}${howLong}` : ''}.`
  return {
    kind: 'act',
    text: `${who.charAt(0).toUpperCase()}${who.slice(1)} wants to ${does}. ${answers}`,
    answers: hasAlways ? ['yes', 'always', 'no'] : ['yes', 'no'],
  }
}

function merged(one: Added, other: Added): Added {
  return Object.fromEntries(
    kept.flatMap((right) => {
      const items = [...(one[right] ?? []), ...(other[right] ?? [])]
      return items.length === 0 ? [] : [[right, [...new Set(items)]]]
    }),
  )
}

/** What the agent reads: never the question, which may name things that the agent may not know. */
function notGiven(lacks: Lacks, reason: 'refused' | 'unanswered'): Problem {
  const said = reason === 'refused' ? 'said no' : 'did not answer in time'
  return new Problem('not_allowed', {
    message: `${lacks.message} The person was asked and ${said}. Nothing was done.`,
    hint:
      reason === 'refused'
        ? 'Do not try it in another way; ask the person what they want instead.'
        : 'Tell the person that this waits for their yes, and try again when they are there.',
    retryable: reason === 'unanswered',
    data: { ...lacks.data, reason },
  })
}

function listed(added: Added): readonly string[] {
  return kept.flatMap((right) => added[right] ?? [])
}
