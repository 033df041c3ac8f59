/** The field that an element is, or contains: as a spin button or a combo box does. */
import { Flag } from '../../../element/flags.ts'
import type { Key, Row } from '../../../element/row.ts'
import { Role } from '../../read/roles.ts'
import { isEntry } from '../../read/states.ts'
import { isOfQuick } from '../subject/quick.ts'
import { isOn, now, type Subject, subjectOf } from '../subject/subject.ts'
import { textIn } from './selection.ts'

/** How many children of each element are examined. */
const mostParts = 5

/** Undefined if nothing in it can be edited. */
export async function fieldOf(subject: Subject, { flags }: Row): Promise<Key | undefined> {
  const { access, key, facts, signal } = subject
  const isEditable = (flags & Flag.editable) !== 0
  const isCombo = facts.role === Role.comboBox
  // The keys must go to the part that is typed into.
  if (isEditable) return isCombo ? (entryIn(subject) ?? key) : key
  // Its field is reported as editable all the same.
  if (isCombo && isOfQuick(subject)) return undefined
  for (const part of partsOf(subject)) {
    const row = await access.reread(part, signal)
    if (row !== undefined && isOn(row, 'editable')) return part
  }
  return undefined
}

/** What a combo box shows as chosen. */
export async function shownIn(subject: Subject): Promise<string | undefined> {
  const entry = entryIn(subject)
  const { value, title } = await now(subject)
  return entry === undefined ? (value ?? title) : await textIn(subjectOf(subject, entry))
}

function entryIn(subject: Subject): Key | undefined {
  return partsOf(subject).find((part) => isEntry(subject.access.facts(part)?.role ?? 0))
}

function partsOf({ access, key }: Subject): Key[] {
  const inside = (at: Key) => (access.row(at)?.children ?? []).slice(0, mostParts)
  return inside(key).flatMap((part) => [part, ...inside(part)])
}
