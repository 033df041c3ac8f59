/**
 * What the daemon's scripts keep in their own world between two calls: `Kept` has a name for each, all optional. It is
 * reached by a symbol, since to a name without a value an element of the page answers that has it as its id.
 */
export function memory<Kept extends object>(): Kept {
  const world = globalThis as unknown as Record<symbol, object>
  const name = Symbol.for('interface explorer')
  world[name] ??= {}
  return world[name] as Kept
}
