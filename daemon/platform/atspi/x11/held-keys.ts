/** Modifier keys that somebody is holding down, such as a person at the keyboard: they would change what is typed. */
import { fake, type XConnection } from './connection.ts'

/** Their key codes. */
export async function heldModifiers(connection: XConnection): Promise<readonly number[]> {
  const [down, modifiers] = await Promise.all([
    connection.request<Uint8Array>('QueryKeymap', []),
    connection.request<readonly (readonly number[])[]>('GetModifierMapping', []),
  ])
  const isDown = (code: number) => ((down[code >> 3] ?? 0) & (1 << (code & 7))) !== 0
  return [...new Set(modifiers.flat())].filter((code) => code !== 0 && isDown(code))
}

/** Releases them while `work` sends, and presses them again. */
export function withoutHeld(connection: XConnection, held: readonly number[], work: () => void): void {
  for (const code of held) connection.fake(fake.keyRelease, code)
  try {
    work()
  } finally {
    for (const code of held) connection.fake(fake.keyPress, code)
  }
}
