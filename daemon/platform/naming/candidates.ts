/**
 * What an element may be called, and which of these is its name: on all platforms, the first candidate that is not
 * rejected. A platform offers them in the order of accname: author or label, contents, placeholder, tooltip; text that
 * is only next to the element comes last.
 */

export type Source = 'author' | 'label' | 'contents' | 'value' | 'placeholder' | 'tooltip' | 'beside'

export interface Candidate {
  readonly text: string
  readonly from: Source
}

/** Facts about the element that a candidate would name. */
export interface Named {
  /** It groups others, and their words are not its name. */
  readonly isGroup?: boolean
  /** Title of the group around it, if its toolkit gives that to unnamed elements. */
  readonly group?: string | undefined
  /** Its toolkit names unnamed elements by their class; `parts` are the texts in it. */
  readonly byClass?: boolean
  readonly parts?: readonly string[]
  /** The text drawn as its label is on another line. */
  readonly isOffLine?: boolean
  /** Whether it says these words already. */
  readonly says?: (text: string) => boolean
}

interface Rejection {
  readonly reason: string
  readonly holds: (candidate: Candidate, named: Named) => boolean
}

/** Several sentences, as in a warning. */
const prose = /^(?=.*[.!?]$).*?\p{L}{2}[.!?]\s+\p{Lu}/su
/** Never shown to people: GTK 4 names widgets without a label by their class; scripts put a module before theirs. */
const toolkitClass = /^(?:(?:Gtk|Adw|Gdk|Hdy)[A-Z][A-Za-z0-9]*|Gjs_\w+|[a-z_]\w+(?:\+\w+)*\+[A-Z]\w+)$/
/** A class of the application itself; a word with such an ending is never a label either. */
const ownClass = /^(?:[A-Z][a-z0-9]+){2,}$/
const ownWidget = /(?:View|Entry|Widget|Editor|Container|Window|Button)$/
/** A word this long is a class too, if nothing in the element says it. */
const longClass = /^(?:[A-Z][a-z0-9]+){3,}$/

/** Each has its cases in test/platform/naming.test.ts. */
const rejections: readonly Rejection[] = [
  { reason: 'it is what the element holds', holds: ({ from }) => from === 'value' },
  {
    reason: 'it is what others in the element say',
    holds: ({ from }, { isGroup }) => from === 'contents' && isGroup === true,
  },
  {
    reason: 'it is the name of the group around it',
    holds: ({ text, from }, { group }) => from !== 'label' && text === group,
  },
  {
    reason: 'it is a class of its toolkit, or of a script',
    holds: ({ text }, { byClass }) => byClass === true && toolkitClass.test(text),
  },
  {
    reason: 'it is a class of the application',
    holds: ({ text }, { byClass, isGroup, parts = [] }) => {
      if (byClass !== true || !ownClass.test(text)) return false
      return isGroup || (!parts.includes(text) && (ownWidget.test(text) || (parts.length > 0 && longClass.test(text))))
    },
  },
  { reason: 'it is on another line', holds: ({ from }, { isOffLine }) => from === 'label' && isOffLine === true },
  { reason: 'it is prose', holds: ({ text, from }) => from === 'beside' && prose.test(text) },
  { reason: 'the element says it already', holds: ({ text }, { says }) => says?.(text) === true },
]

/** Why the text is not the name of the element; undefined if it may be. */
export function whyNot(candidate: Candidate, named: Named = {}): string | undefined {
  return rejections.find(({ holds }) => holds(candidate, named))?.reason
}

/** Takes candidates one by one, so that those after the name cost nothing. */
export function nameAmong(candidates: Iterable<Candidate | undefined>, named?: Named): Candidate | undefined {
  for (const one of candidates) if (one !== undefined && whyNot(one, named) === undefined) return one
  return undefined
}

export function candidate(from: Source, text: string | undefined): Candidate | undefined {
  return text === undefined ? undefined : { text, from }
}
