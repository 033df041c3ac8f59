/** Action names, as macOS lists them for an element. */
import { intern } from '../wire/roles.ts'

const none: readonly string[] = Object.freeze([])
const shared = new Map<string, readonly string[]>()
const most = 500
const word = /^[A-Za-z][A-Za-z0-9 _-]{0,63}$/

/** In order, each once. Custom ones have long descriptions that vary between reads: their names are kept. */
export function actionsOf(names: readonly string[] | undefined): readonly string[] {
  if (names === undefined || names.length === 0) return none
  const key = names.join('\n')
  const known = shared.get(key)
  if (known !== undefined) return known
  const found = new Set<string>()
  for (const name of names) {
    const own = /^Name:([^\n]{1,64})/.exec(name)?.[1]?.trim() ?? name
    if (word.test(own)) found.add(intern(own))
  }
  const list = found.size === 0 ? none : Object.freeze([...found])
  if (shared.size < most) shared.set(key, list)
  return list
}

/** What a click means, likeliest first. */
const pressActions = ['AXPress', 'AXOpen', 'AXPick', 'AXConfirm'] as const

export function pressOf(actions: readonly string[]): string | undefined {
  return pressActions.find((name) => actions.includes(name))
}
