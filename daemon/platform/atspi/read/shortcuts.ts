/** Keyboard shortcuts, as toolkits report them with an element's actions. */

const noise = /VoidSymbol|^<?space>?$/i

/**
 * The shortcut in the usual notation: `Ctrl+Shift+N`. GTK reports mnemonic, path and accelerator together:
 * `n;<Alt>f:n;<Primary>n`; Qt `Ctrl+S`. Undefined if there is none.
 */
export function shortcutOf(binding: string): string | undefined {
  const parts = binding.split(';')
  const candidates = parts.length >= 3 ? [parts[2]!, parts[1]!] : parts
  for (const part of candidates) {
    const keys = part.split(':').map((key) => key.trim())
    if (keys.some((key) => key === '' || noise.test(key))) continue
    const words = keys.map(chord)
    if (words.every((word) => word !== '')) return words.join(' ')
  }
  return undefined
}

const modifiers: ReadonlyMap<string, string> = new Map([
  ['primary', 'Ctrl'],
  ['control', 'Ctrl'],
  ['ctrl', 'Ctrl'],
  ['shift', 'Shift'],
  ['alt', 'Alt'],
  ['mod1', 'Alt'],
  ['super', 'Super'],
  ['meta', 'Meta'],
  ['hyper', 'Hyper'],
])

/** `<Primary><Shift>n` as `Ctrl+Shift+N`. */
function chord(key: string): string {
  const words: string[] = []
  const rest = key.replace(/<([^<>]+)>/g, (_, name: string) => {
    words.push(modifiers.get(name.toLowerCase()) ?? name)
    return ''
  })
  if (rest === '') return ''
  words.push(rest.length === 1 ? rest.toUpperCase() : rest)
  return words.join('+')
}
