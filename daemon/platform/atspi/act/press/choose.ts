/** Selects a list entry, tab or table row through its container, and verifies the selection. */
import { native } from '../../../acting/performed.ts'
import type { Performed } from '../../../platform.ts'
import { ask, property } from '../../wire/access.ts'
import { Has } from '../../wire/facts.ts'
import { isOn, now, type Subject, soon, subjectOf } from '../subject/subject.ts'

/** The selection may appear a little after the toolkit has reported success. */
const chosenMs = 400

/** Selects it alone. Undefined if that is impossible or has no effect. */
export async function choose(subject: Subject): Promise<Performed | undefined> {
  const { key, signal } = subject
  if (!isOn(await now(subject), 'selectable')) return undefined
  if (!(await chooseChild(subject)) && !(await chooseRow(subject))) return undefined
  if (await becomes(subject, 'selected', true)) return { ...native, seen: true }
  // Choosing it may have replaced it: LibreOffice moves tabs to the front row.
  return (await subject.access.reread(key, signal)) === undefined ? native : undefined
}

async function chooseChild(subject: Subject): Promise<boolean> {
  const { access, key } = subject
  const parent = access.parent(key)
  if (parent === undefined || ((access.facts(parent)?.interfaces ?? 0) & Has.Selection) === 0) return false
  const [index] = await ask(subject, 'Accessible', 'GetIndexInParent')
  if (typeof index !== 'number' || index < 0) return false
  const at = subjectOf(subject, parent)
  const [done] = await ask(at, 'Selection', 'SelectChild', 'i', [index])
  // Where several can be selected, it may only have been added to the others.
  const count = done === true ? await property(at, 'Selection', 'NSelectedChildren') : undefined
  if (typeof count !== 'number' || count < 2) return done === true
  await ask(at, 'Selection', 'ClearSelection')
  const [again] = await ask(at, 'Selection', 'SelectChild', 'i', [index])
  return again === true
}

/** GTK 3 selects whole table rows, as a press would: here this row alone. */
async function chooseRow(subject: Subject): Promise<boolean> {
  const { access, key } = subject
  const table = access.parent(key)
  if (table === undefined || ((access.facts(table)?.interfaces ?? 0) & Has.Table) === 0) return false
  const at = subjectOf(subject, table)
  // A cell knows its index in every row but the first.
  const [index] = await ask(subject, 'Accessible', 'GetIndexInParent')
  const [row] = typeof index === 'number' && index >= 0 ? await ask(at, 'Table', 'GetRowAtIndex', 'i', [index]) : []
  if (typeof row !== 'number' || row < 0) return false
  const [done] = await ask(at, 'Table', 'AddRowSelection', 'i', [row])
  if (done === true) await leaveOthers(at, row)
  return done === true
}

async function leaveOthers(at: Subject, row: number): Promise<void> {
  const [chosen] = await ask(at, 'Table', 'GetSelectedRows')
  for (const other of Array.isArray(chosen) ? chosen.slice(0, 1000) : [])
    if (other !== row) await ask(at, 'Table', 'RemoveRowSelection', 'i', [other])
}

/** Does the state change within a short time? */
export async function becomes(subject: Subject, flag: Parameters<typeof isOn>[1], wanted: boolean): Promise<boolean> {
  const isSo = async () => {
    const row = await subject.access.reread(subject.key, subject.signal)
    return row !== undefined && isOn(row, flag) === wanted
  }
  return (await soon(subject, chosenMs, isSo)) === true
}
