/** What an earlier act brought for a while, such as a toast or "Copied!", goes by itself, and is no effect of the next one. */
import { Flag } from '../platform/flags.ts'
import type { Key } from '../platform/row.ts'
import { isMessage } from '../tree/model/context.ts'
import { isHidden, isInside, isWithin, type Node } from '../tree/model/node.ts'
import type { Warm } from '../tree/warm/sync.ts'
import { isText, type Things } from '../tree/warm/things.ts'
import type { Evidence } from './evidence.ts'

/** So long after an act what it brought may still go. */
const lapseMs = 10_000

interface Done {
  readonly key: Key
  readonly before: number
  /** Its document. */
  readonly epoch: number
  readonly at: number
}

const recent = new WeakMap<Warm, Done[]>()

/** `before`: the revision before it. */
export function noteDone(warm: Warm, key: Key, before: number): void {
  const at = performance.now()
  const done = recent.get(warm) ?? []
  recent.set(warm, [...done.filter((one) => at - one.at < lapseMs), { key, before, epoch: warm.epoch, at }])
}

/** The revision before the first of the acts whose effects may lapse by now: on others than this, which may itself take them back. */
export function beforeOthers(warm: Warm, key: Key): number | undefined {
  const now = performance.now()
  const done = recent.get(warm) ?? []
  const since = done.findLastIndex((one) => one.key === key) + 1
  return done.slice(since).find(({ at, epoch }) => epoch === warm.epoch && now - at < lapseMs)?.before
}

/** Names, texts and messages that are as they were before, outside the target. `whole`: the changes since then. */
export function lapsedIn({ was: target, difference, nodeOf }: Evidence, whole: Things | undefined): Set<Key> {
  if (difference === undefined || whole === undefined) return new Set()
  const gone = new Map([...whole.removed, ...difference.removed].map((node) => [node.key, node]))
  const before = (key: Key) => gone.get(key) ?? nodeOf(key)
  const isSaid = (node: Node) =>
    (isText(node) || isMessage(node) || isInside(node, isMessage, before)) && !isWithin(node, target.key, before)
  const stayed = new Set(whole.removed.map(({ key }) => key))
  const came = new Set(whole.added.map(({ key }) => key))
  const pairs = new Map(whole.changed.map(({ was, now }) => [now.key, was]))
  const isAsBefore = (now: Node) => {
    const { title, value } = pairs.get(now.key) ?? now
    return !came.has(now.key) && title === now.title && value === now.value
  }
  const isOfWords = (was: Node, now: Node) =>
    ((was.flags ^ now.flags) & ~Flag.focused) === 0 && (was.title !== now.title || isText(now))
  return new Set(
    [
      ...difference.removed.filter((node) => isSaid(node) && !stayed.has(node.key)),
      ...difference.changed.flatMap(({ was, now }) =>
        isAsBefore(now) && !isWithin(now, target.key, nodeOf) && (isOfWords(was, now) || (isHidden(now) && isSaid(now)))
          ? [now]
          : [],
      ),
    ].map(({ key }) => key),
  )
}
