/** Matches names with `*` for any text, ignoring case. */

/** Takes time linear in the text for each `*`, so no pattern makes it slow. */
export function fitsGlob(glob: string, text: string): boolean {
  const parts = glob.toLowerCase().split('*')
  const whole = text.toLowerCase()
  const first = parts[0]!
  const last = parts.at(-1)!
  if (parts.length === 1) return whole === first
  if (whole.length < first.length + last.length || !whole.startsWith(first) || !whole.endsWith(last)) return false
  const end = whole.length - last.length
  let at = first.length
  for (const part of parts.slice(1, -1)) {
    const found = whole.indexOf(part, at)
    if (found < 0 || found + part.length > end) return false
    at = found + part.length
  }
  return true
}
