/** Text from the screen that is no outline (titles, names, messages), made unable to forge a line. */
export function plain(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim()
}
