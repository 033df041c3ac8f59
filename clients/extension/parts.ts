/** Messages in parts: a browser takes at most 1 MB at a time from a program, and gives it at most 64. */

export interface Part {
  readonly text: string
  readonly isLast: boolean
}

/** Characters of a part: each takes at most 3 bytes, and JSON at most doubles those that take 1. */
const longest = 250_000

export function* partsOf(message: string): Generator<Part> {
  let start = 0
  do {
    const end = start + longest
    yield { text: message.slice(start, end), isLast: end >= message.length }
    start = end
  } while (start < message.length)
}

/** Puts parts together; calls `take` with each whole message. */
export function joining(take: (message: string) => void): (part: Part) => void {
  let texts: string[] = []
  return ({ text, isLast }) => {
    texts.push(text)
    if (!isLast) return
    const message = texts.join('')
    texts = []
    take(message)
  }
}
