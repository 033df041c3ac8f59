/** What a trace did, as acts on named elements, and what was read back after each: the single source of all scripts. */
import type { CallEvent } from '../../api-schema/call-event.ts'
import type { Element } from '../../api-schema/element.ts'
import { isCalled } from '../../api-schema/step.ts'
import type { Trace, TraceLook } from '../../api-schema/trace.ts'

/** An element as a script finds it again. */
export interface Named {
  readonly name: string
  /** AX words, if it was seen. */
  readonly role?: string
  readonly subrole?: string | undefined
  /** Its number, from 1, among those of its role and name. */
  readonly nth?: number
  readonly near?: string
}

export interface Act {
  readonly action: string
  readonly on?: Named | undefined
  /** `undefined` if nobody may know what was typed. */
  readonly value?: string | undefined
  readonly keys?: string | undefined
  readonly url?: string | undefined
  readonly path?: string | undefined
  readonly to?: { readonly on?: Named | undefined; readonly x?: number; readonly y?: number } | undefined
  readonly isUnknown: boolean
}

export type Check =
  | { readonly what: 'text'; readonly text: string }
  | { readonly what: 'url'; readonly url: string }
  | { readonly what: 'value'; readonly on: Named; readonly value: string }
  | { readonly what: 'state'; readonly on: Named; readonly state: string }

interface Done {
  readonly act: Act
  readonly checks: Check[]
}

/** Acts one after another in one tab or application. */
export interface Part {
  readonly target: string
  readonly kind: TraceLook['kind']
  readonly done: Done[]
}

type Fields = { readonly [name: string]: unknown }
type Seen = ReadonlyMap<string, Element>

/** Replaces typed text. */
const hidden = '‹text›'
const nothing: Seen = new Map()
const lasting = ['checked', 'unchecked', 'selected', 'expanded', 'collapsed']
const longestText = 80

export function partsOf({ entries }: Trace): readonly Part[] {
  const parts: Part[] = []
  const seen = new Map<string, Seen>()
  for (const [at, entry] of entries.entries()) {
    if ('look' in entry) {
      seen.set(entry.look.target, flat(entry.look.elements))
      continue
    }
    const { call } = entry
    if (!call.acts || call.outcome !== 'ok' || call.effect === 'refused' || call.target === undefined) continue
    const look = lookAfter(entries, at, call.target)
    const after = look === undefined ? nothing : flat(look.elements)
    const before = seen.get(call.target) ?? sameIn(seen, call.params, after) ?? nothing
    const acts = stepsOf(call).flatMap((step) => actOf(step, before, after) ?? [])
    const last = acts.at(-1)
    if (last === undefined) continue
    if (parts.at(-1)?.target !== call.target)
      parts.push({
        target: call.target,
        kind: look?.kind ?? (/^t\d+$/.test(call.target) ? 'tab' : 'application'),
        done: [],
      })
    const { done } = parts.at(-1)!
    if (done.length === 0 && last.action !== 'goto' && urlIn(before) !== undefined)
      done.push({ act: { action: 'goto', url: urlIn(before), isUnknown: false }, checks: [] })
    done.push(...acts.map((act) => ({ act, checks: look === undefined ? [] : ownChecks(act, before, after) })))
    if (look !== undefined) done.at(-1)!.checks.push(...otherChecks(last, before, after))
  }
  return parts
}

/**
 * What was seen of the same application, which may be named by its id or its name: whatever shares elements with it.
 */
function sameIn(seen: ReadonlyMap<string, Seen>, { elementId }: Fields, after: Seen): Seen | undefined {
  const ids = [String(elementId), ...after.keys()]
  return [...seen.values()].find((one) => ids.some((id) => one.has(id)))
}

/** What was seen once the call had ended. None if the next act had begun by then, since the look may show either. */
function lookAfter(entries: Trace['entries'], at: number, target: string): TraceLook | undefined {
  for (const [after, one] of entries.slice(at + 1).entries()) {
    if ('call' in one && one.call.acts) return undefined
    if (!('look' in one) || one.look.target !== target) continue
    const next = entries.slice(at + 2 + after).find((later) => 'call' in later && later.call.acts)
    return next !== undefined && 'call' in next && startOf(next.call) < Date.parse(one.look.at) ? undefined : one.look
  }
  return undefined
}

function startOf({ at, ms }: CallEvent): number {
  return Date.parse(at) - ms
}

function flat(elements: readonly Element[], into = new Map<string, Element>()): Map<string, Element> {
  for (const element of elements) {
    into.set(element.id, element)
    flat(element.children ?? [], into)
  }
  return into
}

function stepsOf({ method, params }: CallEvent): readonly Fields[] {
  if (method === 'navigate') return [{ ...params, action: params.action ?? 'goto' }]
  if (method === 'dialog') return [{ action: params.accept === true ? 'accept' : 'dismiss' }]
  if (method !== 'interact') return []
  return Array.isArray(params.steps) ? (params.steps as readonly Fields[]) : [params]
}

function actOf(step: Fields, before: Seen, after: Seen): Act | undefined {
  const action = String(step.action)
  const moves = ['goto', 'back', 'forward', 'reload'].includes(action)
  if (isCalled(action) && !moves) return undefined
  const on = namedBy(step, before)
  const isNamed = step.elementId !== undefined || (step.find !== undefined && !moves)
  const { to, value, keys, path } = step
  const aim = typeof to === 'object' && to !== null ? (to as Fields) : undefined
  const read = value === hidden ? readBack(step, on, after) : (value as string | undefined)
  return {
    action,
    on,
    value: read,
    keys: keys === hidden ? undefined : (keys as string | undefined),
    path: path as string | undefined,
    url: action === 'goto' ? (urlIn(after) ?? String(step.url)) : undefined,
    to: aim && { on: namedBy(aim, before), ...(aim.x !== undefined && { x: Number(aim.x), y: Number(aim.y) }) },
    isUnknown: (isNamed && on === undefined) || keys === hidden || step.files !== undefined,
  }
}

/** The value of a field whose text may be read. */
function readBack(step: Fields, on: Named | undefined, after: Seen): string | undefined {
  const element = after.get(String(step.elementId)) ?? (on && [...after.values()].find((one) => isCalledSo(one, on)))
  return element?.subrole === 'AXSecureTextField' ? undefined : element?.value
}

function namedBy({ elementId, find }: Fields, seen: Seen): Named | undefined {
  const own = seen.get(String(elementId))
  if (own !== undefined) return named(own, seen)
  if (typeof find !== 'object' || find === null) return undefined
  const { filter, near, nth } = find as Fields
  const { anyFieldContains, titleContains } = (filter ?? {}) as Fields
  const name = anyFieldContains ?? titleContains
  if (typeof name !== 'string') return undefined
  const same = [...seen.values()].filter((one) => nameOf(one)?.toLowerCase() === name.toLowerCase())
  const [first] = same
  if (first !== undefined && same.length === 1) return named(first, seen)
  const isOneKind =
    first !== undefined && same.every(({ role, subrole }) => role === first.role && subrole === first.subrole)
  const { role, subrole } = first ?? {}
  return {
    name,
    ...(isOneKind && { role: role!, subrole }),
    ...(typeof near === 'string' && { near }),
    ...(typeof nth === 'number' && { nth }),
  }
}

function named(element: Element, seen: Seen): Named | undefined {
  const { role, subrole } = element
  const name = nameOf(element)
  if (name === undefined) return undefined
  const same = [...seen.values()].filter((one) => one.role === role && nameOf(one) === name)
  return { name, role, subrole, ...(same.length > 1 && { nth: same.indexOf(element) + 1 }) }
}

function isCalledSo(element: Element, { name, role }: Named): boolean {
  return nameOf(element) === name && (role === undefined || role === element.role)
}

function nameOf({ name, title, description }: Element): string | undefined {
  const words = (name ?? title ?? description)?.replace(/\s+/g, ' ').trim()
  return words === '' ? undefined : words
}

function urlIn(seen: Seen): string | undefined {
  return [...seen.values()].find(({ role }) => role === 'AXWebArea')?.url
}

/** Checks of the element itself: its value and its lasting states. */
function ownChecks({ on, action, value }: Act, before: Seen, after: Seen): Check[] {
  const now = on && [...after.values()].find((one) => isCalledSo(one, on))
  if (on === undefined || now === undefined) return []
  if (action === 'set_value' || action === 'type')
    return value === undefined ? [] : [{ what: 'value', on, value: now.value ?? value }]
  const was = before.get(now.id)?.state ?? []
  const state = now.state?.find((one) => lasting.includes(one) && !was.includes(one))
  return state === undefined ? [] : [{ what: 'state', on, state }]
}

/** Checks of the page: its address, and the first text that appeared. */
function otherChecks({ action, on }: Act, before: Seen, after: Seen): Check[] {
  const url = urlIn(after)
  const moved: Check[] = url !== undefined && url !== urlIn(before) && action !== 'goto' ? [{ what: 'url', url }] : []
  if (before.size === 0) return moved
  const known = new Set([...before.values()].flatMap((one) => [nameOf(one), one.value]))
  for (const one of after.values()) {
    const text = one.role === 'AXWebArea' ? undefined : (nameOf(one) ?? one.value)
    if (text === undefined || known.has(text) || text === on?.name || text.length > longestText) continue
    return [...moved, { what: 'text', text }]
  }
  return moved
}
