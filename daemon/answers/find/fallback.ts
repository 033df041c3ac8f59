/** What is meant if no name has the words: the ways in which the words may mean an element, in order. */
import type { ActionRow } from '../../effect/actions.ts'
import { isSameText } from '../../tree/index/same-text.ts'
import { holdsSpaced, joinedAtSigns } from '../../tree/index/words.ts'
import { labelOf, ownWords } from '../../tree/naming/labels.ts'
import { textIn } from '../../tree/naming/texts.ts'
import type { Candidate } from '../look/miss.ts'
import { look } from '../look/view.ts'
import { wholeOptions } from '../look/view-options.ts'
import type { Place } from '../where/scope.ts'
import { drawnBeside } from './drawn-beside.ts'
import { lookingSo, meantBesidesWords } from './looking.ts'
import { nearest } from './nearest.ts'
import { placed } from './placed.ts'
import { plainWords } from './plain-words.ts'
import { type Find, matches, textsAsked } from './said.ts'

interface Asked {
  readonly find: Find
  readonly row: Partial<ActionRow>
  readonly places: readonly Place[]
  /** Something contains the words inside one of its own words. */
  readonly isInner: boolean
  readonly signal: AbortSignal
}

interface Way {
  readonly why: string
  /** If false, the way is skipped: judged by the action, and by what the ways before it found. */
  readonly isFor?: (asked: Asked, left: Fallback) => boolean
  readonly those: (asked: Asked) => readonly Candidate[] | Promise<readonly Candidate[]>
  /** For elements that merely stand next to the words: whether one may be taken as meant. */
  readonly isMeant?: (asked: Asked) => boolean
}

const ways: readonly Way[] = [
  {
    why: 'they are its own words, written with other spaces',
    those: ({ find, places }) => spacedOtherwise(find, places),
  },
  {
    why: 'it shows these words alone, and is called by others',
    those: ({ find, places }) => showingAlone(find, places),
  },
  { why: 'the words say in which row, column or group it is', those: ({ find, places }) => placed(find, places) },
  {
    why: 'the words are drawn next to it',
    those: ({ find, places, signal }) => drawnBeside(find, places, signal),
    isMeant: isMeantSo,
  },
  {
    why: 'it is the only one next to the words',
    those: ({ find, places }) => besides(places, find),
    isMeant: isMeantSo,
  },
  { why: 'it looks as the words say', those: ({ find, places, signal }) => lookingSo(find, places, signal) },
  {
    why: 'they are no control, and a person points at them or scrolls to them all the same',
    // A hover is for what shows at the words themselves, whatever stands next to them.
    isFor: ({ row, isInner }, { several, beside }) =>
      (row.points === true || row.goal === 'moved') &&
      !isInner &&
      several.length === 0 &&
      (row.isForPointer === true || beside.length === 0),
    those: ({ find, places }) => plainWords(find, places),
  },
]

export interface Fallback {
  readonly one?: Candidate
  /** Those of the first way that leaves several, if no way leaves one. */
  readonly several: readonly Candidate[]
  /** Those next to the words, for a hint: `find` does not guess whether they are meant. */
  readonly beside: readonly Candidate[]
}

export const noFallback: Fallback = { several: [], beside: [] }

export async function fallbackMatches(asked: Asked): Promise<Fallback> {
  const { find, places, signal } = asked
  let { several, beside } = noFallback
  for (const { isFor, those, isMeant } of ways) {
    if (isFor?.(asked, { several, beside }) === false) continue
    const all = await those(asked)
    const near = find.near === undefined ? all : await nearest(all, find.near, places, signal)
    const found = find.nth === undefined ? near : near.slice(find.nth - 1, find.nth)
    if (found.length === 1 && isMeant?.(asked) !== false) return { one: found[0]!, several, beside }
    if (isMeant !== undefined) beside = found.length > 0 ? found : beside
    else if (several.length === 0) several = found
  }
  return { several, beside }
}

function spacedOtherwise(find: Find, places: readonly Place[]): readonly Candidate[] {
  // As a view writes what the cells of a row say.
  const text = textsAsked(find)[0]?.replaceAll(' | ', ' ')
  if (text === undefined) return []
  const wanted = joinedAtSigns(text)
  const isSo = (name = '') => joinedAtSigns(name) === wanted || holdsSpaced(name, text)
  return besidesWords(places, find).filter(({ warm: { tree }, node }) => isSo(node.title ?? ownWords(tree, node)))
}

/** Such as a day that is named by its whole date, or a cross that is named “Close”. */
function showingAlone(find: Find, places: readonly Place[]): readonly Candidate[] {
  const [text] = textsAsked(find)
  if (text === undefined) return []
  const isSo = ({ warm: { tree }, node }: Candidate) =>
    node.title !== undefined && isSameText(textIn(tree, { ...node, title: undefined }) ?? '', text)
  return besidesWords(places, find).filter(isSo)
}

const besidesWords = (places: readonly Place[], find: Find) => places.flatMap((place) => meantBesidesWords(place, find))

/** How a view writes an element without a name: by the words near it. */
const copied = /(?:^|: )near “/
/** Occurs in no text. */
const nothing = '\0'

function isMeantSo({ find, row }: Asked): boolean {
  return row.ofControl === true || find.nth !== undefined || copied.test(textsAsked(find)[0] ?? '')
}

/** Elements that merely stand next to the words; a view names them by those. */
export function besides(places: readonly Place[], find: Find): readonly Candidate[] {
  const [text] = textsAsked(find)
  if (text === undefined) return []
  const isShown = ({ warm, node }: Candidate) =>
    !copied.test(text) || text.includes(labelOf(warm.tree, node) ?? nothing)
  return places.flatMap((place) => matches(look(place, { ...wholeOptions, ...find }))).filter(isShown)
}
