/** Remarks to agents that write scripts: a method that says the same for less, or a function to define once. */
import type { Agent } from './session.ts'

/** A script as hashes of the runs of words in it: enough to tell that another one is nearly the same. */
type Fingerprint = ReadonlySet<number>

interface History {
  /** The last scripts, oldest first. */
  readonly recent: Fingerprint[]
  /** Of the last script, in ms. */
  at: number
}

export interface Scripted {
  readonly tab: string
  readonly script: string
  readonly elementId?: string | undefined
}

const recentMost = 20
const agentsMost = 1000
/** An agent that comes back after so long begins a new session. */
const sessionMs = 30 * 60_000
const likeness = 0.8
/** Words in a run. */
const run = 3
const tipsMost = 2

export class Nudges {
  readonly #histories = new Map<string, History>()
  readonly #now: () => number

  /** `now` is monotonic, in ms. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** Remarks on a script, one a line. It is remembered by its hashes alone. */
  tipsFor(agent: Agent, scripted: Scripted): string[] {
    const { history, isFirst } = this.#historyOf(agent)
    const print = fingerprintOf(scripted.script)
    const alike = history.recent.filter((other) => similarity(print, other) > likeness).length
    history.recent.push(print)
    if (history.recent.length > recentMost) history.recent.shift()
    if (isFirst) return betterMethods(scripted)
    return alike === 0 ? [] : [repeated(alike + 1, scripted.tab)]
  }

  #historyOf(agent: Agent): { readonly history: History; readonly isFirst: boolean } {
    const now = this.#now()
    const known = this.#histories.get(agent.name)
    const isFirst = known === undefined || now - known.at > sessionMs
    const history = isFirst ? { recent: [], at: now } : known
    history.at = now
    this.#histories.delete(agent.name)
    this.#histories.set(agent.name, history)
    for (const oldest of this.#histories.keys()) {
      if (this.#histories.size <= agentsMost) break
      this.#histories.delete(oldest)
    }
    return { history, isFirst }
  }
}

function repeated(times: number, tab: string): string {
  const call = `eval_call_function {"tab":"${tab}","name":"mine","argsJson":"[1]"}`
  return `You've run a similar script ×${times}: define it once with eval_define_function {"tab":"${tab}","name":"mine","source":"(arg) => arg"}, then ${call}`
}

const words =
  /\/\/[^\n]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|[\p{L}_$][\p{L}\p{N}_$]*|\d[\w.]*|\S/gsu

/** Texts and numbers count by their kind: a script that differs in a selector alone is the same script. */
export function fingerprintOf(script: string): Fingerprint {
  const found = script.match(words) ?? []
  const kinds = found.filter((word) => !word.startsWith('//')).map(kindOf)
  const hashes = new Set<number>()
  for (let i = 0; i === 0 || i <= kinds.length - run; i++) hashes.add(hashOf(kinds.slice(i, i + run).join(' ')))
  return hashes
}

function kindOf(word: string): string {
  if (word.length > 1 && /^["'`]/.test(word)) return '""'
  return /^\d/.test(word) ? '0' : word
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash >>> 0
}

/** What both have, as a part of the larger one: 0 to 1. */
export function similarity(a: Fingerprint, b: Fingerprint): number {
  let both = 0
  for (const hash of a) if (b.has(hash)) both++
  return both / Math.max(a.size, b.size)
}

/** Methods that answer what a script asks, and what in it speaks for each; the narrower question first. */
const methods: readonly { readonly fits: (script: string) => boolean; readonly tip: (scripted: Scripted) => string }[] =
  [
    {
      fits: comparesPlaces,
      tip: () => 'How two elements lie to each other: alignment {"elementId":"12","otherId":"15"}',
    },
    {
      fits: (script) => /querySelectorAll|getElementsBy|\.(forms|links|images)\b/.test(script),
      tip: ({ tab, script }) =>
        `Elements, with ids to act on: explore {"scope":"tab","tab":"${tab}",${kindsIn(script)}}`,
    },
    {
      fits: (script) => /innerText|textContent/.test(script),
      tip: ({ tab, script, elementId }) => `What it says: text ${readingOf(tab, script, elementId)}`,
    },
    {
      fits: (script) => seeing.test(script) && !comparesPlaces(script),
      tip: ({ elementId = '12' }) => `Whether it can be seen, and why not: visibility {"elementId":"${elementId}"}`,
    },
  ]

const seeing =
  /offsetParent|offset(Width|Height)|checkVisibility|elementFromPoint|getBoundingClientRect|getComputedStyle.*\b(display|visibility|opacity)\b/s

function comparesPlaces(script: string): boolean {
  return (script.match(/getBoundingClientRect|offset(?:Left|Top)\b/g)?.length ?? 0) > 1
}

function selectorIn(script: string): string | undefined {
  return /querySelector\(\s*(["'`])([^"'`]{1,80})\1/.exec(script)?.[2]
}

function readingOf(tab: string, script: string, elementId: string | undefined): string {
  if (elementId !== undefined) return JSON.stringify({ elementId })
  const selector = selectorIn(script)
  return JSON.stringify({ tab, ...(selector !== undefined && { selector }) })
}

const kinds: readonly (readonly [word: RegExp, type: string])[] = [
  [/["'` ,>]a\b|href|\.links/, 'link'],
  [/button/, 'button'],
  [/input|textarea/, 'textfield'],
  [/select\b|option/, 'dropdown'],
]

function kindsIn(script: string): string {
  const type = kinds.find(([word]) => word.test(script))?.[1]
  return type === undefined ? '"filter":{"anyFieldContains":"Save"}' : `"elementTypes":["${type}"]`
}

function betterMethods(scripted: Scripted): string[] {
  const fitting = methods.filter(({ fits }) => fits(scripted.script)).map(({ tip }) => tip(scripted))
  if (fitting.length > 0) return fitting.slice(0, tipsMost)
  return [
    `Often no script is needed, for fewer tokens: explore, visibility, alignment, or text {"tab":"${scripted.tab}"}`,
  ]
}
