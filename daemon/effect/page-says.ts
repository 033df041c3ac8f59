/** What only a page can say of an effect; elsewhere it stays unknown. */
import { Flag } from '../platform/element/flags.ts'
import type { Key } from '../platform/element/row.ts'
import type { Act } from '../platform/platform.ts'
import { isInteractable, type Node } from '../tree/model/node.ts'
import { type Changes, visibilityChanges } from '../tree/warm/history.ts'
import { actions } from './actions.ts'
import { isOff, isUncovered } from './besides.ts'
import { askedOf } from './cause.ts'
import type { Evidence } from './evidence.ts'
import { asksForFiles, unseen } from './goals.ts'
import type { Inquiry, Reading } from './inquiry.ts'
import { withNews } from './news.ts'
import { alignedSince, undefinedIfFailed } from './read.ts'
import { doubtOf } from './verdict.ts'
import { watchOn } from './watch.ts'

const mostAsked = 20

export const caused: Inquiry = {
  why: 'what goes back to the event was caused by it, and what goes back to something else was not',
  isFor: ({ act, hasStrayed }, doubt) => hasStrayed || doubt === unseen || actions[act.action].goal === 'anything',
  find: originsIn,
}

/** Of what has come, it or what it came in. */
export async function originsIn(evidence: Evidence, { warm: { source }, options: { signal } }: Reading) {
  const { difference } = evidence
  const keys = outermostFirst(askedOf(withNews(evidence)), difference).slice(0, mostAsked)
  if (source.page === undefined || difference === undefined || keys.length === 0) return undefined
  const come = new Map(difference.added.map((node) => [node.key, node.parent]))
  const around = (key: Key): Key[] => (come.has(key) ? [key, ...around(come.get(key)!)] : [])
  const asked = new Set([...keys, ...keys.flatMap(around)])
  const { came, went } = visibilityChanges(difference)
  // A page may mark what is selected by its looks alone.
  const turned = difference.changed.filter(({ was, now }) => ((was.flags ^ now.flags) & Flag.selected) !== 0)
  const marked = turned.map(({ now }) => now)
  const others = new Set(
    [...difference.added, ...difference.removed, ...came, ...went, ...marked].map(({ key }) => key),
  )
  const origins = await undefinedIfFailed(source.page.origins([...asked], others, signal), signal)
  if (origins === undefined) return undefined
  const { caused, foreign, still } = origins
  const drawn = marked.flatMap(({ key }) => (still.has(key) ? key : []))
  return {
    caused: new Set([...caused, ...keys.filter((key) => around(key).some((at) => caused.has(at)))]),
    foreign: new Set([...foreign, ...drawn]),
  }
}

export const besides: Inquiry = {
  why: 'what any press would have brought proves nothing; what goes back to this one is none of it',
  isFor: ({ act, was }, doubt) => (doubt === undefined || doubt === unseen) && isPress(act, was),
  find: async (known, reading) => {
    const { was, difference } = known
    const { warm, options } = reading
    const { page } = warm.source
    if (page === undefined || difference === undefined || !isInteractable(was)) return undefined
    const come = new Map(difference.added.map(({ key, parent }) => [key, parent]))
    const others = new Set(difference.changed.map(({ now }) => now.key))
    const isOpen = (key: Key) => (come.has(key) || others.has(key)) && known.caused?.has(key) !== true
    const keys = askedOf(withNews(known)).slice(0, mostAsked).filter(isOpen)
    const redrawn = difference.redrawn.flatMap(({ key }) => (known.caused?.has(key) ? key : []))
    const isAsked = (pair: Changes['changed'][number]) => isOff(pair) || isUncovered(pair)
    const off = difference.changed.flatMap((pair) => (isAsked(pair) ? pair.now.key : [])).slice(0, mostAsked)
    const outermost = [...come.keys()].filter((key) => !come.has(come.get(key)!))
    const asked = { target: was.key, keys, off, come: outermost.slice(0, mostAsked), redrawn }
    const found = await undefinedIfFailed(page.besides(asked, options.signal), options.signal)
    if (found === undefined) return undefined
    // A whole page comes back at once: then the rest is as those that were asked.
    const isRest = asked.come.every((key) => found.loose.has(key) || known.foreign?.has(key))
    const isBack = (key: Key): boolean => {
      const parent = come.get(key)!
      return come.has(parent) ? isBack(parent) : found.loose.has(key) || (isRest && !asked.come.includes(key))
    }
    return { ...found, loose: new Set([...found.loose, ...[...come.keys()].filter(isBack)]) }
  },
}

/** What came or went in something else that did goes back to what that does. */
function outermostFirst(keys: readonly Key[], difference: Changes | undefined): readonly Key[] {
  const turned = new Map([...(difference?.added ?? []), ...(difference?.removed ?? [])].map((one) => [one.key, one]))
  const isInner = (key: Key) => {
    const one = turned.get(key)
    return one !== undefined && turned.has(one.parent)
  }
  return [...keys.filter((key) => !isInner(key)), ...keys.filter(isInner)]
}

/** By the pointer, or by the keys that press a control. */
export function isPress({ action, keys }: Act, { flags }: Node): boolean {
  const { goal, points, isForPointer } = actions[action]
  if (action === 'key') return /^(?:Enter|Space)$/.test(keys ?? '') && (flags & Flag.editable) === 0
  return goal === 'anything' && points === true && isForPointer !== true
}

export const files: Inquiry = {
  why: 'a chooser of files is shown to nobody, so all that a press has done is to ask for them',
  isFor: ({ act, was }) => isPress(act, was),
  find: async (_, { warm: { source } }) => {
    const asked = source.page?.asksForFiles
    return asked && { doubt: asksForFiles[asked] }
  },
}

export const brought: Inquiry = {
  why: 'a drag may have brought what no element tells',
  isFor: ({ act }, doubt) => doubt !== undefined && actions[act.action].asks === 'brought',
  find: async (_, { warm: { source }, options: { signal } }) => ({
    brought: await undefinedIfFailed(source.page?.brought(signal), signal),
  }),
}

export const leftByDrag: Inquiry = {
  why: 'what goes only after it was let go was taken',
  isFor: ({ act, now }, doubt) => doubt !== undefined && now === undefined && actions[act.action].asks === 'brought',
  find: leftSince,
}

/** Watches on where that is what a verdict lacks. */
export async function leftSince(known: Evidence, { warm, options }: Pick<Reading, 'warm' | 'options'>) {
  const hasLeft = await undefinedIfFailed(warm.source.page?.leftByDrag(options.signal), options.signal)
  if (doubtOf({ ...known, hasLeft }) === unseen) await watchOn(warm, options)
  return { hasLeft }
}

export const marked: Inquiry = {
  why: 'a press may draw something otherwise, or mark one of several, by its looks alone, and so may the pointer',
  isFor: ({ act }, doubt) => doubt !== undefined && actions[act.action].asks === 'marked',
  find: async ({ was }, { warm: { source }, options: { signal } }) => ({
    marked: await undefinedIfFailed(source.page?.marked(was.key, signal), signal),
  }),
}

export const opened: Inquiry = {
  why: 'the pointer that a click needs may have opened its menu before',
  isFor: ({ act }, doubt) => doubt !== undefined && act.action === 'click',
  find: async (_, { warm: { source, tree }, approached, options: { signal } }) => {
    const since = alignedSince(tree, approached)
    const come = since === undefined ? [] : [...since.added, ...visibilityChanges(since).came]
    const keys = come.flatMap((node) => (isInteractable(node) ? node.key : [])).slice(0, mostAsked)
    const isOpen = keys.length > 0 && (await undefinedIfFailed(source.page?.opened(keys, signal), signal))
    return isOpen ? { marked: true } : undefined
  },
}
