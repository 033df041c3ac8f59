/** A menu item's shortcut, as menus show it. */
import { type Facts, numberOf } from '../wire/values.ts'

const shift = 1
const option = 2
const control = 4
const noCommand = 8

/** Characters that stand for keys without one of their own. */
const keys: ReadonlyMap<string, string> = new Map([
  ['\r', '↩'],
  ['\n', '↩'],
  ['\t', '⇥'],
  ['\x1b', '⎋'],
  ['\b', '⌫'],
  ['\x7f', '⌫'],
  [' ', 'Space'],
  ['\uf700', '↑'],
  ['\uf701', '↓'],
  ['\uf702', '←'],
  ['\uf703', '→'],
  ['\uf728', '⌦'],
  ['\uf729', '↖'],
  ['\uf72b', '↘'],
  ['\uf72c', '⇞'],
  ['\uf72d', '⇟'],
])

export function shortcutOf(facts: Facts): string | undefined {
  const character = facts.AXMenuItemCmdChar
  if (typeof character !== 'string' || character === '') return undefined
  const bits = numberOf(facts.AXMenuItemCmdModifiers) ?? 0
  const held = `${bits & control ? '⌃' : ''}${bits & option ? '⌥' : ''}${bits & shift ? '⇧' : ''}${bits & noCommand ? '' : '⌘'}`
  return held + (keys.get(character) ?? character.toUpperCase())
}
