/**
 * What the daemon's scripts keep in their own world between calls; all properties of `Kept` are optional. Kept under a
 * symbol, since an unset name would answer with the page's element that has it as an id.
 */
export function memory<Kept extends object>(): Kept {
  const world = globalThis as unknown as Record<symbol, object>
  const name = Symbol.for('interface explorer')
  world[name] ??= {}
  return world[name] as Kept
}
