/** An entry of a list, a tab, a row of a table: chosen by what holds it, and seen to be. */
import type { Performed } from '../platform.ts'
import { refOf } from './cache-items.ts'
import { Has, type Ref } from './facts.ts'
import { ask, has, isOn, native, noop, now, property, type Subject, subjectOf } from './subject.ts'

/** It may come a little after the toolkit said yes. */
const chosenMs = 400

/** Undefined where that cannot be, or does nothing. */
export async function choose(subject: Subject): Promise<Performed | undefined> {
  const row = await now(subject)
  if (!isOn(row, 'selectable')) return undefined
  if (isOn(row, 'selected')) return noop
  if (!(await chooseChild(subject)) && !(await chooseRow(subject))) return undefined
  return (await becomes(subject, 'selected', true)) ? { ...native, seen: true } : undefined
}

async function chooseChild(subject: Subject): Promise<boolean> {
  const { access, key } = subject
  const parent = access.parent(key)
  if (parent === undefined || ((access.facts(parent)?.interfaces ?? 0) & Has.Selection) === 0) return false
  const [index] = await ask(subject, 'Accessible', 'GetIndexInParent')
  if (typeof index !== 'number' || index < 0) return false
  const [done] = await ask(subjectOf(subject, parent), 'Selection', 'SelectChild', 'i', [index])
  return done === true
}

/** GTK 3 chooses whole rows of its tables, as a press would: this one alone. */
async function chooseRow(subject: Subject): Promise<boolean> {
  if (!has(subject, 'TableCell')) return false
  const [place, table] = await Promise.all([
    property(subject, 'TableCell', 'Position'),
    property(subject, 'TableCell', 'Table'),
  ])
  const ref = refOf(table, subject.ref.bus)
  const row = Array.isArray(place) ? place[0] : undefined
  if (ref === undefined || typeof row !== 'number' || row < 0) return false
  const at = { ...subject, ref }
  const [done] = await ask(at, 'Table', 'AddRowSelection', 'i', [row])
  if (done === true) await leaveOthers(at, ref, row)
  return done === true
}

async function leaveOthers(subject: Subject, ref: Ref, row: number): Promise<void> {
  const at = { ...subject, ref }
  const [chosen] = await ask(at, 'Table', 'GetSelectedRows')
  for (const other of Array.isArray(chosen) ? chosen.slice(0, 1000) : [])
    if (other !== row) await ask(at, 'Table', 'RemoveRowSelection', 'i', [other])
}

/** Whether a state comes to be within a little time. */
export async function becomes(subject: Subject, flag: Parameters<typeof isOn>[1], wanted: boolean): Promise<boolean> {
  const until = performance.now() + chosenMs
  for (;;) {
    const row = await subject.access.reread(subject.key, subject.signal)
    if (row === undefined || isOn(row, flag) === wanted) return true
    if (performance.now() > until) return false
    await new Promise((done) => setTimeout(done, 10))
  }
}
