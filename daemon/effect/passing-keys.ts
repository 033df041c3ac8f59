/** Which keys only move around, or edit the focused field: a program may take any other as a command. */
import { chordNames, keyAliases } from '../../api-schema/key-names.ts'

const moves = new Set(['tab', 'escape', 'shift', 'control', 'alt', 'meta', 'capslock'])
const walks = ['arrowleft', 'arrowright', 'arrowup', 'arrowdown', 'home', 'end', 'pageup', 'pagedown']
const edits = new Set([...walks, 'backspace', 'delete', 'space', 'insert'])
/** With Control, or Meta on macOS. */
const editsHeld = new Set([...walks, 'a', 'c', 'v', 'x', 'z', 'y', 'backspace', 'delete'])

/** `isInText`: a text field has the focus; it counts until a key leaves it. */
export function isPassing(keys: string, isInText: boolean): boolean {
  const chords = keys.trim().split(/\s+/).map(namesOf)
  const leaves = chords.findIndex((names) => names.at(-1) === 'tab' || names.at(-1) === 'escape')
  return chords.every((names, at) => isMove(names) || (isInText && (leaves === -1 || at < leaves) && isEdit(names)))
}

/** A chord, or a key such as F5 or Delete: it may trigger something that is not visible. */
export function isShortcut(keys: string): boolean {
  return keys
    .trim()
    .split(/\s+/)
    .map(namesOf)
    .some((names) => names.length > 1 || /^(f\d+|delete|insert)$/.test(names[0]!))
}

function isMove(names: readonly string[]): boolean {
  return moves.has(names.at(-1)!) && names.slice(0, -1).every((one) => one === 'shift')
}

function isEdit(names: readonly string[]): boolean {
  const last = names.at(-1)!
  const held = names.slice(0, -1).filter((one) => one !== 'shift')
  if (held.length > 0) return held.every((one) => one === 'control' || one === 'meta') && editsHeld.has(last)
  return edits.has(last) || [...last].length === 1
}

function namesOf(chord: string): readonly string[] {
  return chordNames(chord).map((name) => {
    const own = name.toLowerCase()
    return (Object.hasOwn(keyAliases, own) ? keyAliases[own]! : own).toLowerCase()
  })
}
