/** Rows that an application has not built yet: it builds those that are requested, which may take a while each. */

import type { Key } from '../../element/row.ts'
import type { FurtherRows } from '../../platform.ts'
import { timeToRead } from '../wire/instance.ts'
import { Mirror } from './mirror.ts'
import { refOf, type Session } from './session.ts'

type Ask = <T>(signal: AbortSignal, work: (session: Session) => Promise<T>) => Promise<T>

/** `current`: the session that has the copy, if any. */
export function furtherRows(ask: Ask, current: () => Session | undefined): FurtherRows {
  return {
    read: async (list, from, count, { signal, deadline }) =>
      await ask(signal, (session) => readRows(session, list, { from, count }, signal, timeToRead(deadline))),
    keep: (list, rows) => {
      const session = current()
      const ref = session?.mirror.refOf(list)
      if (session !== undefined && ref !== undefined) session.keep(ref, rows)
    },
  }
}

async function readRows(
  session: Session,
  list: Key,
  range: { readonly from: number; readonly count: number },
  signal: AbortSignal,
  ms: number,
) {
  const ref = refOf(session, list)
  const raw = session.mirror.raw(ref)!
  const until = performance.now() + ms
  const tables = await session.call('range', { ref, attribute: 'AXRows', ...range }, signal, ms)
  const { refs, total } =
    tables.total > 0 ? tables : await session.call('range', { ref, attribute: 'AXChildren', ...range }, signal, ms)
  const left = Math.max(50, until - performance.now())
  const { elements, result } = await session.fetch({ refs, part: 'whole' }, signal, left)
  const { rows: _, ...itself } = raw
  const mirror = new Mirror(session.opened.slot.generation, ref)
  mirror.take([{ ...itself, children: refs }, ...elements], true)
  // The rows last, since whoever searches them may keep some.
  session.leave([...new Set([...elements.map((element) => element.ref).reverse(), ...refs])])
  const { complete } = result
  return { rows: mirror.rows(), whole: true, root: list, complete, ...(!complete && { reason: 'deadline' }), total }
}
