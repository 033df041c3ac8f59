/** Words people use for on and off. Case and surrounding space do not matter. */

export type Setting = 'on' | 'off' | 'mixed'

const words: { readonly [S in Setting]: readonly string[] } = {
  on: ['on', 'true', 'yes', '1', 'checked', 'selected'],
  off: ['off', 'false', 'no', '0', 'unchecked', 'unselected'],
  mixed: ['mixed'],
}

/** Undefined for any other word. */
export function settingOf(value: string): Setting | undefined {
  const word = value.trim().toLowerCase()
  return (Object.keys(words) as Setting[]).find((setting) => words[setting].includes(word))
}

/** For `maximize` and `minimize`: `restore` means off, no value means on. */
export function isOnOrRestored(value = 'on'): boolean | undefined {
  const setting = value.trim().toLowerCase() === 'restore' ? 'off' : settingOf(value)
  return setting === undefined || setting === 'mixed' ? undefined : setting === 'on'
}
