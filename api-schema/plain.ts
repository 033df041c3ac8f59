/** Screen text outside an outline (titles, names, messages), escaped so that it cannot forge a line. */
export function plain(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim()
}
