/** Bits of `Row.flags`: an element's state and abilities in one number. */
export const Flag = {
  disabled: 1 << 0,
  /** Not rendered. Outside the viewport does not count as hidden. */
  hidden: 1 << 1,
  focused: 1 << 2,
  focusable: 1 << 3,
  selectable: 1 << 4,
  selected: 1 << 5,
  expandable: 1 << 6,
  expanded: 1 << 7,
  /** Its text can be changed. */
  editable: 1 << 8,
  /** A text field whose text cannot be changed. */
  readonly: 1 << 9,
  required: 1 << 10,
  /** Check box, switch, radio, toggle button. */
  checkable: 1 << 11,
  checked: 1 << 12,
  mixed: 1 << 13,
  busy: 1 << 14,
  modal: 1 << 15,
  invalid: 1 << 16,
  /** Has an action or listener of its own for a press, not just the default of every element. */
  clickable: 1 << 17,
  adjustable: 1 << 18,
  scrollable: 1 << 19,
  hasMenu: 1 << 20,
  hasTooltip: 1 << 21,
  /** Password, one-time code, card number: the value is never read. */
  secure: 1 << 22,
  multiline: 1 << 23,
  /** Set where `required` has a meaning, so that `optional` can be shown. */
  canBeRequired: 1 << 24,
  /** Not a control, but takes the focus, or reacts to hover, keys or dragging. */
  reactive: 1 << 25,
  /** Has a description beyond its name. */
  hasHelp: 1 << 26,
  /** A frame whose contents must not be shown, see `Law`. */
  withheld: 1 << 27,
} as const

export type FlagWord = keyof typeof Flag

/** Names of the bits, in order. */
export const flagWords = Object.keys(Flag) as FlagWord[]

export function flagsOf(words: readonly string[]): number {
  let flags = 0
  for (const word of words) flags |= Flag[word as FlagWord] ?? 0
  return flags
}

export function wordsOf(flags: number): FlagWord[] {
  return flagWords.filter((word) => (flags & Flag[word]) !== 0)
}

/** Shown instead of a secure value, whatever its length. */
export const redacted = '[redacted]'
