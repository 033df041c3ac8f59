/** The value for a key, made when it is first requested. */
export function getOrCreate<K, V>(
  all: { get(key: K): V | undefined; set(key: K, value: V): unknown },
  key: K,
  make: (key: K) => V,
): V {
  const known = all.get(key)
  if (known !== undefined) return known
  const made = make(key)
  all.set(key, made)
  return made
}
