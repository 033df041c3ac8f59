/**
 * What an element may be called, and which of it is its name: on all platforms the first candidate that nothing speaks
 * against. A platform offers them in the order of accname: author or label, contents, placeholder, tooltip; text
 * that only stands next to it comes last.
 */

export type Source = 'author' | 'label' | 'contents' | 'value' | 'placeholder' | 'tooltip' | 'beside'

export interface Candidate {
  readonly text: string
  readonly from: Source
}

/** What is known of the element that a candidate would name. */
export interface Named {
  /** It groups others, and what they say is not its name. */
  readonly isGroup?: boolean
  /** Title of the group that it is in, where its toolkit calls what has no name by that. */
  readonly group?: string | undefined
  /** Its toolkit calls what has no name by its class; `parts` are the texts in it. */
  readonly byClass?: boolean
  readonly parts?: readonly string[]
  /** What is drawn as its label is on another line than it is. */
  readonly isOffLine?: boolean
  /** Does it say these words already? */
  readonly says?: (text: string) => boolean
}

interface Rejection {
  readonly reason: string
  readonly holds: (candidate: Candidate, named: Named) => boolean
}

/** Sentences, as of a warning. */
const prose = /^(?=.*[.!?]$).*?\p{L}{2}[.!?]\s+\p{Lu}/su
/** Never shown to people: GTK 4 names widgets without a label by their class; scripts put a module before theirs. */
const toolkitClass = /^(?:(?:Gtk|Adw|Gdk|Hdy)[A-Z][A-Za-z0-9]*|Gjs_\w+|[a-z_]\w+(?:\+\w+)*\+[A-Z]\w+)$/
/** A class of the application's own; one that ends so is no label of anything else either. */
const ownClass = /^(?:[A-Z][a-z0-9]+){2,}$/
const ownWidget = /(?:View|Entry|Widget|Editor|Container|Window)$/
/** So long a word is a class, too, where nothing in the element says it. */
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

/** `candidates` are looked for one by one, so that those after the name cost nothing. */
export function nameAmong(candidates: Iterable<Candidate | undefined>, named?: Named): Candidate | undefined {
  for (const one of candidates) if (one !== undefined && whyNot(one, named) === undefined) return one
  return undefined
}

export function candidate(from: Source, text: string | undefined): Candidate | undefined {
  return text === undefined ? undefined : { text, from }
}
