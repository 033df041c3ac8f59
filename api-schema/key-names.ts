/** How callers write keys. */

/** Other common names of keys, in lower case. */
export const keyAliases: { readonly [name: string]: string } = {
  ctrl: 'Control',
  cmd: 'Meta',
  command: 'Meta',
  super: 'Meta',
  win: 'Meta',
  option: 'Alt',
  opt: 'Alt',
  esc: 'Escape',
  return: 'Enter',
  del: 'Delete',
  ins: 'Insert',
  left: 'ArrowLeft',
  right: 'ArrowRight',
  up: 'ArrowUp',
  down: 'ArrowDown',
  pgup: 'PageUp',
  pgdn: 'PageDown',
  spacebar: 'Space',
  plus: '+',
}

/** The keys of `Control+A`. `+` separates them; `Control++` and `+` mean the plus key. */
export function chordNames(text: string): string[] {
  return text === '+' ? ['+'] : text.endsWith('++') ? [...text.slice(0, -2).split('+'), '+'] : text.split('+')
}
