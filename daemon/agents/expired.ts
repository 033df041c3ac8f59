/** Drops what is past its time; the entries stand in the order in which they end. `now` is monotonic, in ms. */
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
