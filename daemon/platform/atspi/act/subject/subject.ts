/** The target of an action with everything the action needs, and the queries most actions share. */
import { Problem } from '../../../../problem.ts'
import { until } from '../../../acting/polling.ts'
import { Flag } from '../../../element/flags.ts'
import type { Key, Row } from '../../../element/row.ts'
import type { Act } from '../../../platform.ts'
import type { Desktop } from '../../desktop/desktop.ts'
import type { Geometry } from '../../geometry/frames.ts'
import { type ActionWord, actionWord } from '../../read/actions.ts'
import { readActionNames } from '../../read/extras.ts'
import { isEntry } from '../../read/states.ts'
import type { AppAccess } from '../../wire/access.ts'
import { type Facts, Has, type Ref } from '../../wire/facts.ts'

/** The window-system tools that actions use. */
export interface Tools extends Pick<Desktop, 'windows' | 'manager' | 'input' | 'pictures'> {
  readonly geometry: Geometry
}

export interface Subject extends Tools {
  readonly access: AppAccess
  readonly key: Key
  readonly ref: Ref
  readonly facts: Facts
  readonly act: Act
  readonly signal: AbortSignal
  /** Awaited when the pointer has come to where it is about to press. */
  readonly arrived: () => Promise<void>
  /**
   * `front`: a window had to be brought to the front for the action. `pressed`: the element was pressed for the focus.
   */
  readonly brought: { front: boolean; pressed?: boolean }
}

/** The same action's subject for another element. Throws element_gone. */
export function subjectOf(subject: Omit<Subject, 'key' | 'ref' | 'facts'>, key: Key): Subject {
  const ref = subject.access.ref(key)
  const facts = subject.access.facts(key)
  if (ref === undefined || facts === undefined) throw new Problem('element_gone')
  return { ...subject, key, ref, facts }
}

export function has({ facts }: Pick<Subject, 'facts'>, of: keyof typeof Has): boolean {
  return (facts.interfaces & Has[of]) !== 0
}

/** The element's current state. Throws element_gone. */
export async function now({ access, key, signal }: Subject): Promise<Row> {
  const row = await access.reread(key, signal)
  if (row === undefined) throw new Problem('element_gone')
  return row
}

/** What `look` finds within this many milliseconds. */
export async function soon<T>(
  { access, signal }: Pick<Subject, 'access' | 'signal'>,
  ms: number,
  look: () => Promise<T | undefined | false>,
): Promise<T | undefined> {
  return await until(look, { ms, signal, subscribe: (listener) => access.onEvent(listener) })
}

export function isOn(row: Row, flag: keyof typeof Flag): boolean {
  return (row.flags & Flag[flag]) !== 0
}

/**
 * Performs the action with this meaning, found by name, since positions mean nothing. False if the element has none or
 * the application refuses. An action that opens a dialog is done once the application carries on.
 */
export async function does(subject: Subject, word: ActionWord, name = /^/): Promise<boolean> {
  if (!has(subject, 'Action')) return false
  const field = isEntry(subject.facts.role)
  const names = await readActionNames(subject)
  const index = names.findIndex((one) => actionWord(one, field) === word && name.test(one))
  if (index === -1) return false
  const { access, ref, signal } = subject
  try {
    const [done] = await access.call(ref, 'Action', 'DoAction', 'i', [index], signal)
    return done !== false
  } catch (error) {
    // The action itself removed the element, or ended its application before that could answer.
    if (error instanceof Problem && (error.name === 'element_gone' || error.name === 'app_not_found')) return true
    throw error
  }
}
