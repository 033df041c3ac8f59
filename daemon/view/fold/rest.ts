/** The part of a container's name that its shown children do not repeat. */

const before = /^\s*[,;|·•]?\s+/u
const after = /[,;|·•]$/u
const wordCharacter = /[\p{L}\p{N}]/u

/** The name without the given texts at its ends, each removed once; empty if nothing is left. */
export function restOf(name: string, said: readonly string[]): string {
  const left = said.filter((one) => one !== '')
  let rest = name.trim()
  for (let at = 0; at < left.length; ) {
    const shorter = without(rest, left[at]!)
    if (shorter === undefined) at++
    else {
      rest = shorter
      left.splice(at, 1)
      at = 0
    }
  }
  return rest
}

function without(text: string, part: string): string | undefined {
  if (text === part) return ''
  const start = text.length - part.length
  if (text.endsWith(part) && !wordCharacter.test(text[start - 1]!)) return trimmed(text.slice(0, start))
  if (text.startsWith(part) && !wordCharacter.test(text[part.length]!)) return trimmed(text.slice(part.length))
  return undefined
}

function trimmed(text: string): string {
  return text.replace(before, '').trimEnd().replace(after, '').trimEnd()
}
