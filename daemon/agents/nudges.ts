/** Tips for agents that write scripts: a method that gives the same answer for fewer tokens, or a function to define once. */
import { type Advice, advise, type Has, hasAll, isFor, verbatim } from '../../api-schema/advice.ts'

/** A script as hashes of its word runs: enough to recognize a near duplicate. */
type Fingerprint = ReadonlySet<number>

export interface Scripted {
  readonly tab: string
  readonly script: string
  readonly elementId?: string | undefined
}

const recentMost = 20
/** An agent that returns after this long has forgotten what it wrote. */
const forgottenMs = 30 * 60_000
const likeness = 0.8
/** Words per run. */
const run = 3
const tipsMost = 2

export class Nudges {
  readonly #now: () => number
  /** Scripts of one session, oldest first. */
  #recent: Fingerprint[] = []
  #at = Number.NEGATIVE_INFINITY

  /** `now` is monotonic, in ms. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** Tips on a script, one per line. Only its hashes are kept. */
  tipsFor(scripted: Scripted, has: Has = hasAll): string[] {
    const print = fingerprintOf(scripted.script)
    const now = this.#now()
    const isFirst = now - this.#at >= forgottenMs
    this.#at = now
    if (isFirst) {
      this.#recent = [print]
      return betterMethods(scripted, has).map((tip) => advise(tip, has))
    }
    const alike = this.#recent.filter((other) => similarity(print, other) > likeness).length
    this.#recent.push(print)
    if (this.#recent.length > recentMost) this.#recent.shift()
    return alike === 0 ? [] : [advise(repeated(alike + 1, scripted), has)]
  }
}

function repeated(times: number, { tab, script, elementId }: Scripted): string {
  const source = sourceOf(script, elementId !== undefined)
  const named = { tab, name: 'mine' }
  const definition = `{eval_define_function} ${verbatim(JSON.stringify({ ...named, ...(source !== undefined && { source }) }))}`
  const how = source === undefined ? `${definition} with its body as source, returning the value` : definition
  const call = `{eval_call_function} ${JSON.stringify({ ...named, ...(elementId !== undefined && { elementId }) })}`
  return `You've run a similar script ×${times}: define it once, with what differs as argsJson: ${how}, then ${call}`
}

/** A longer source would not be a shorter way to say it. */
const longestSource = 300
const isFunction = /^(?:async\b\s*)?(?:function\b|(?:\([^()]*\)|[\w$]+)\s*=>)/

/** The script as a function; undefined if it has statements, since a function would not return their last value. */
function sourceOf(script: string, hasElement: boolean): string | undefined {
  const text = script.trim().replace(/(?<![\s;])[\s;]+$/, '')
  if (text === '' || text.length > longestSource) return undefined
  if (isFunction.test(text)) return text
  if (/[;\n]|^(?:const|let|var|if|for|while|do|switch|try|throw|return|class|\/\/)\b/.test(text)) return undefined
  const head = `${/\bawait\b/.test(text) ? 'async ' : ''}(${hasElement ? 'element' : ''}) =>`
  return `${head} ${text.startsWith('{') ? `(${text})` : text}`
}

const words =
  /\/\/[^\n]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|[\p{L}_$][\p{L}\p{N}_$]*|\d[\w.]*|\S/gsu

/** Strings and numbers count by kind, so scripts that differ only in a selector match. */
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

/** Shared runs relative to the larger script, 0 to 1. */
export function similarity(a: Fingerprint, b: Fingerprint): number {
  let both = 0
  for (const hash of a) if (b.has(hash)) both++
  return both / Math.max(a.size, b.size)
}

/** Methods that replace a script, and how to recognize it; narrower questions first. */
const methods: readonly { readonly fits: (script: string) => boolean; readonly tip: (scripted: Scripted) => string }[] =
  [
    {
      fits: comparesPlaces,
      tip: () => 'How two elements are positioned: {alignment} {"elementId":"12","otherId":"15"}',
    },
    {
      fits: (script) => /querySelectorAll|getElementsBy|\.(forms|links|images)\b/.test(script),
      tip: ({ tab, script }) =>
        `Elements, with ids to act on: {explore} {"scope":"tab","tab":"${tab}",${kindsIn(script)}}`,
    },
    {
      fits: (script) => /innerText|textContent/.test(script),
      tip: ({ tab, script, elementId }) => `Its text: {text} ${verbatim(readingOf(tab, script, elementId))}`,
    },
    {
      fits: (script) => seeing.test(script) && !comparesPlaces(script),
      tip: ({ elementId = '12' }) => `Whether it can be seen, and why not: {visibility} {"elementId":"${elementId}"}`,
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

function betterMethods(scripted: Scripted, has: Has): Advice[] {
  const tips = methods.filter(({ fits }) => fits(scripted.script)).map(({ tip }) => tip(scripted))
  const fitting = tips.filter((tip) => isFor(tip, has))
  if (fitting.length > 0) return fitting.slice(0, tipsMost)
  const often = 'Often no script is needed, and fewer tokens:'
  const text = `or {text} {"tab":"${scripted.tab}"}`
  return [[`${often} {explore}, {visibility}, {alignment}, ${text}`, `${often} {explore} ${text}`]]
}
