/** What an action is done to, with what it needs; and the few questions that most actions ask of it. */
import { Problem } from '../../problem.ts'
import { Flag } from '../flags.ts'
import type { Act, Key, Performed, Row } from '../platform.ts'
import type { AppAccess, Interface } from './access.ts'
import { type ActionWord, actionWord } from './actions.ts'
import { type Facts, Has, type Ref } from './facts.ts'
import { absent, type Geometry } from './geometry.ts'
import type { Input } from './input.ts'
import { isEntry } from './states.ts'
import type { WindowManager } from './window-manager.ts'
import type { Windows } from './windows.ts'

/** What of the window system the actions use. */
export interface Tools {
  readonly geometry: Geometry
  readonly windows: Windows
  readonly manager: WindowManager
  readonly input: Input
}

export interface Subject extends Tools {
  readonly access: AppAccess
  readonly key: Key
  readonly ref: Ref
  readonly facts: Facts
  readonly act: Act
  readonly signal: AbortSignal
}

export const native: Performed = { route: 'native' }
export const byKeys: Performed = { route: 'keys' }
export const byPointer: Performed = { route: 'pointer' }
export const noop: Performed = { route: 'native', noop: true }

/** An element of the application, or another one. Throws element_gone. */
export function subjectOf(subject: Omit<Subject, 'key' | 'ref' | 'facts'>, key: Key): Subject {
  const ref = subject.access.ref(key)
  const facts = subject.access.facts(key)
  if (ref === undefined || facts === undefined) throw new Problem('element_gone')
  return { ...subject, key, ref, facts }
}

export function has({ facts }: Pick<Subject, 'facts'>, of: keyof typeof Has): boolean {
  return (facts.interfaces & Has[of]) !== 0
}

/** The values of a call's reply; none where the element lacks the interface or the method. */
export async function ask(
  { access, ref, signal }: Pick<Subject, 'access' | 'ref' | 'signal'>,
  of: Interface,
  member: string,
  signature = '',
  body: readonly unknown[] = [],
): Promise<readonly unknown[]> {
  return await access.call(ref, of, member, signature, body, signal).catch((error) => absent(error, signal))
}

export async function property(
  { access, ref, signal }: Pick<Subject, 'access' | 'ref' | 'signal'>,
  of: Interface,
  name: string,
): Promise<unknown> {
  return await access.get(ref, of, name, signal).catch((error) => absent(error, signal)[0])
}

/** The element as it is now. Throws element_gone. */
export async function now({ access, key, signal }: Subject): Promise<Row> {
  const row = await access.reread(key, signal)
  if (row === undefined) throw new Problem('element_gone')
  return row
}

export function isOn(row: Row, flag: keyof typeof Flag): boolean {
  return (row.flags & Flag[flag]) !== 0
}

const mostActions = 30

/** Place in the list of the action that the word means; by its name, since places mean nothing. */
export async function actionIndex(subject: Subject, word: ActionWord, name?: RegExp): Promise<number | undefined> {
  if (!has(subject, 'Action')) return undefined
  const count = Number(await property(subject, 'Action', 'NActions')) || 0
  const names = await Promise.all(
    Array.from({ length: Math.min(count, mostActions) }, (_, index) => ask(subject, 'Action', 'GetName', 'i', [index])),
  )
  const field = isEntry(subject.facts.role)
  const fits = ([one]: readonly unknown[]) =>
    typeof one === 'string' && actionWord(one, field) === word && (name === undefined || name.test(one))
  const index = names.findIndex(fits)
  return index === -1 ? undefined : index
}

/** False when the application says no. What opens a dialog is done when the application goes on with that. */
export async function doAction({ access, ref, signal }: Subject, index: number): Promise<boolean> {
  try {
    const [done] = await access.call(ref, 'Action', 'DoAction', 'i', [index], signal)
    return done !== false
  } catch (error) {
    // It went away by the action itself.
    if (error instanceof Problem && error.name === 'element_gone') return true
    throw error
  }
}

export function textOf({ act }: Pick<Subject, 'act'>): string {
  if (act.value !== undefined) return act.value
  throw new Problem('invalid_params', {
    message: `${act.action} needs a value.`,
    hint: 'Pass value.',
    data: { path: 'value' },
  })
}

export function unsupported(message: string, hint = 'Call expand to see what the element can do.'): Problem {
  return new Problem('unsupported_here', { message, hint })
}

export function changed(
  reason: 'disabled' | 'hidden' | 'covered' | 'outside' | 'readonly',
  message: string,
  by?: { readonly name: string; readonly key?: Key },
): Problem {
  return new Problem('element_changed', {
    message: `${message} Nothing was done.`,
    data: { reason, ...(by !== undefined && { by: by.name }), ...(by?.key !== undefined && { byKey: by.key }) },
  })
}
