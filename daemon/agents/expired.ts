/** Drops expired entries; requires them in order of expiry. `now` is monotonic, in ms. */
export function dropExpired<T extends { readonly until: number }>(
  kept: Map<string, T>,
  now: number,
  dropped: (one: T) => void = () => {},
): void {
  for (const [key, one] of kept) {
    if (one.until > now) return
    kept.delete(key)
    dropped(one)
  }
}
