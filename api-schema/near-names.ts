/** Guesses which known names may have been meant. */

/** The nearest names, best first; empty if nothing is near. Ignores case. */
export function nearNames(asked: string, known: Iterable<string>, most = 3): string[] {
  const word = asked.slice(0, 100).toLowerCase()
  const found: { name: string; distance: number }[] = []
  for (const name of known) {
    const other = name.slice(0, 100).toLowerCase()
    const part = word.length >= 3 && other.length >= 3 && (other.includes(word) || word.includes(other))
    const distance = part ? 0.5 : editDistance(word, other)
    if (distance <= Math.max(1, Math.floor(Math.max(word.length, other.length) / 3))) found.push({ name, distance })
  }
  found.sort((a, b) => a.distance - b.distance)
  return found.slice(0, most).map((entry) => entry.name)
}

/** The same however different they are, best first. */
export function nearestNames(asked: string, known: readonly string[]): string[] {
  const word = asked.slice(0, 100).toLowerCase()
  const far = (name: string) => editDistance(word, name.toLowerCase()) / Math.max(word.length, name.length)
  return [...known].sort((a, b) => far(a) - far(b)).slice(0, 3)
}

/** Levenshtein distance; swapped neighbours count as one edit. */
function editDistance(a: string, b: string): number {
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1]
      let cost = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (same ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) cost = Math.min(cost, before[j - 2]! + 1)
      row.push(cost)
    }
    before = last
    last = row
  }
  return last[b.length]!
}
