/**
 * Events that show calls to observers: what was requested and the outcome, never typed text. Refused calls are reported
 * too; they may hold anything, so their size is bounded.
 */
import type { CallEvent } from '../../api-schema/call-event.ts'
import { cut } from '../../api-schema/cut.ts'
import { effectOf, type Method } from '../../api-schema/method.ts'
import { methods } from '../../api-schema/methods.ts'
import { answerText, failureText } from '../../api-schema/text/answer.ts'
import type { CallMade } from '../dispatch.ts'
import { isObject } from '../json.ts'
import { Problem } from '../problem.ts'
import { tokens } from '../view/fit/tokens.ts'

type Fields = { readonly [name: string]: unknown }

/** Parameters shown in full: where, what kind, and search terms. For others not even the length, since it may be a password. */
const shown = new Set(
  `action scope tab bundleId elementId otherId x y find filter role titleContains valueContains descriptionContains
   identifierContains anyFieldContains elementTypes includeHidden includeDisabled includeNonInteractable showCoordinates
   showActions maxDepth limit since steps to path until state fullPage screen marks selector context waitFor levels id
   name ttl accept format maxTokens timeoutMs direction near nth state count not`.split(/\s+/),
)
/** Parameters whose text ends up on the screen. */
const typed = ['value', 'keys', 'text']
/** Actions whose value is a choice already visible on the screen. */
const choosing = ['toggle', 'select']
/** Keys that write nothing: they have names of their own, or Control or its like is held. */
const named =
  /^(?:(?:Control|Ctrl|Alt|Meta|Cmd)\+)+(?:Shift\+)?.$|^(?:(?:Control|Ctrl|Alt|Meta|Cmd|Shift)\+)*(?:Enter|Tab|Escape|Backspace|Delete|Insert|Home|End|Page(?:Up|Down)|Arrow(?:Left|Up|Right|Down)|F\d\d?)$/i
const longestText = 120
const mostLines = 12
const longestLine = 200
const mostSteps = 20
const longestName = 60
const mostNames = 40
/** Characters of all parameters together. */
const longestParams = 16_384

/** `targetOf`: the tab or application that an element belongs to. */
export function callEvent(made: CallMade, number: number, targetOf: (id: string) => string | undefined): CallEvent {
  const { agent, session, method, outcome, ms } = made
  const params = fieldsOf(made.params)
  const result = !(outcome instanceof Problem) && isObject(outcome) ? outcome : {}
  const record = recordOf(method)
  const acts = record !== undefined && effectOf(record, params) === 'acts'
  const target = targetIn(params, result, targetOf)
  const changed = acts ? changedLines(result, typedIn(params)) : []
  return {
    call: number,
    agent: agent.name,
    session: session.id,
    ...(session.name !== undefined && { name: session.name }),
    method: cut(method, longestName),
    params: boundedParams(params, record?.params.properties),
    ...(target !== undefined && { target }),
    acts,
    outcome: outcome instanceof Problem ? outcome.name : 'ok',
    ...(typeof result.effect === 'string' && { effect: result.effect }),
    ...(changed.length > 0 && { changed }),
    tokens: tokens(textOf(method, outcome)),
    ms: Math.round(ms),
    at: new Date().toISOString(),
  }
}

function recordOf(name: string): Method | undefined {
  return Object.hasOwn(methods, name) ? (methods as { readonly [name: string]: Method })[name] : undefined
}

/** Without picture data, which would count as text. */
function textOf(method: string, outcome: unknown): string {
  if (outcome instanceof Problem) return failureText(outcome)
  return answerText(method, isObject(outcome) ? { ...outcome, data: undefined } : outcome)
}

function targetIn(params: Fields, result: Fields, targetOf: (id: string) => string | undefined): string | undefined {
  const find = fieldsOf(params.find)
  const [step] = Array.isArray(params.steps) && isObject(params.steps[0]) ? [params.steps[0]] : []
  const inStep = fieldsOf(step?.find)
  for (const { tab, bundleId } of [params, find, inStep, result]) {
    if (typeof tab === 'string') return cut(tab, longestText)
    if (typeof bundleId === 'string') return cut(bundleId, longestText)
  }
  const asked = [params, find, step ?? {}].map(({ elementId }) => elementId).find((one) => typeof one === 'string')
  const id = asked ?? firstIdIn(result)
  return id === undefined ? undefined : targetOf(String(id))
}

/** If the parameters name no target, the result shows what the call was about. */
function firstIdIn({ outline, elements }: Fields): unknown {
  if (typeof outline === 'string') return /\[(\d+)[\] #]/.exec(outline)?.[1]
  return Array.isArray(elements) ? fieldsOf(elements[0]).id : undefined
}

function boundedParams(params: Fields, schemas: Fields = {}): Fields {
  const all = shownParams(params, schemas)
  if (JSON.stringify(all).length <= longestParams) return all
  return Object.fromEntries(Object.keys(all).map((name) => [name, hidden(params[name])]))
}

/** Omits parameters that equal their default. */
function shownParams(params: Fields, schemas: Fields = {}): Fields {
  const asked = Object.entries(params).filter(([name, value]) => {
    const { default: usual } = fieldsOf(schemas[name])
    return value !== undefined && JSON.stringify(usual) !== JSON.stringify(value)
  })
  const shown = asked.slice(0, mostNames).map(([name, value]) => {
    const isShown = isChoice(name, params) && typeof value === 'string'
    return [cut(name, longestName), isShown ? cut(value, longestText) : shownValue(name, value, schemas[name])]
  })
  return Object.fromEntries(shown)
}

function isChoice(name: string, { action, [name]: value }: Fields): boolean {
  if (name === 'keys')
    return (
      typeof value === 'string' &&
      value
        .trim()
        .split(/\s+/)
        .every((chord) => named.test(chord))
    )
  return name === 'value' && choosing.some((one) => one === action)
}

function shownValue(name: string, value: unknown, schema: unknown): unknown {
  if (name === 'url') return typeof value === 'string' ? cut(value.replace(/[?#].*$/s, ''), longestText) : hidden(value)
  if (!shown.has(name)) return hidden(value)
  if (typeof value === 'string') return cut(value, longestText)
  const { items, properties } = fieldsOf(schema)
  if (Array.isArray(value)) return value.slice(0, mostSteps).map((one) => shownValue(name, one, items))
  return isObject(value) ? shownParams(value, fieldsOf(properties)) : value
}

function fieldsOf(value: unknown): Fields {
  return isObject(value) ? value : {}
}

function hidden(value: unknown): string {
  return typeof value === 'string' ? '‹text›' : '‹…›'
}

function typedIn(params: Fields): readonly string[] {
  const steps = Array.isArray(params.steps) ? params.steps.filter(isObject) : []
  return [params, ...steps].flatMap((one) =>
    typed.flatMap((name) => (typeof one[name] === 'string' && !isChoice(name, one) ? [one[name] as string] : [])),
  )
}

/** Lines of an outline; only the number of entries of lists. */
function changedLines(result: Fields, secrets: readonly string[]): string[] {
  const { changed } = result
  const inner = fieldsOf(changed)
  const text = typeof inner.outline === 'string' ? inner.outline : result.outline
  if (typeof text !== 'string') return counted(inner)
  const lines = text.split('\n').filter((line) => /^[~+-] /.test(line))
  const more = lines.length - mostLines
  const written = lines.slice(0, mostLines).map((line) => cut(without(line, secrets), longestLine))
  return more > 0 ? [...written, `… ${more} more`] : written
}

function counted(changed: Fields): string[] {
  return ['added', 'changed', 'removed'].flatMap((kind) => {
    const list = changed[kind]
    return Array.isArray(list) && list.length > 0 ? [`${list.length} ${kind}`] : []
  })
}

/** Typed text may come back as a value, in any form the application gives it, and as a name. */
function without(line: string, secrets: readonly string[]): string {
  if (secrets.length === 0) return line
  const bare = line.replace(/ =.*$/s, ' =…').replace(/: [^(]* → .*$/s, ': …')
  return secrets.filter(({ length }) => length > 1).reduce((rest, secret) => rest.replaceAll(secret, '…'), bare)
}
