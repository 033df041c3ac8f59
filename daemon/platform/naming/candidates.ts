/**
 * What an element may be called, and which of it is its name: on all platforms the first candidate that nothing speaks
 * against. A platform offers them in the order of accname: author or label, contents, placeholder, tooltip; what only
 * stands beside it comes last.
 */

export type Source = 'author' | 'label' | 'contents' | 'value' | 'placeholder' | 'tooltip' | 'beside'

export interface Candidate {
  readonly text: string
  readonly from: Source
}

/** What is known of the element that a candidate would name; asked for only when a rejection needs it. */
export interface Named {
  /** It groups others, and what they say is not its name. */
  readonly isGroup?: boolean
  /** Title of the group that it is in, where a toolkit calls what has no name by that. */
  readonly group?: string | undefined
  /** Does it say these words already? */
  readonly says?: (text: string) => boolean
}

interface Rejection {
  readonly reason: string
  readonly holds: (candidate: Candidate, named: Named) => boolean
}

/** Sentences, as of a warning. */
const prose = /\p{L}{2}[.!?]\s+\p{Lu}.*[.!?]$/su

/** Each has its rows in test/platform/naming.test.ts. */
const rejections: readonly Rejection[] = [
  { reason: 'it is what the element holds', holds: ({ from }) => from === 'value' },
  {
    reason: 'it is what others in the element say',
    holds: ({ from }, { isGroup }) => from === 'contents' && isGroup === true,
  },
  { reason: 'it is the name of the group around it', holds: ({ text }, { group }) => text === group },
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
