/** A text in quotes for a message; the beginning of a longer one. */
export function quoted(text: string, most = 60): string {
  return JSON.stringify(text.length > most ? `${text.slice(0, most - 1)}…` : text)
}
