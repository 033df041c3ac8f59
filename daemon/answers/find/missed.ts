/** What to say if a `find` does not mean exactly one element: what was asked for, what there is, and how to go on. */
import { verbatim } from '../../../api-schema/advice.ts'
import type { ActionWord } from '../../../api-schema/methods/interact.ts'
import type { Call, World } from '../../dispatch.ts'
import { Problem } from '../../problem.ts'
import { isHidden } from '../../tree/model/node.ts'
import { Closeness } from '../../tree/naming/closeness.ts'
import { shapeOf } from '../look/element-shape.ts'
import { type Candidate, frontHint, missHint, roleHint, tell } from '../look/miss.ts'
import { closedMenusHint, unreadHint } from '../look/unread.ts'
import { look } from '../look/view.ts'
import { wholeOptions } from '../look/view-options.ts'
import { nearest } from './nearest.ts'
import type { ActBefore } from './opened.ts'
import type { Named } from './reasons.ts'
import { type Find, matches, textsAsked } from './said.ts'
import type { Search } from './search.ts'

const mostCandidates = 6

export interface Telling {
  /** For the candidates. */
  readonly format: 'json' | 'outline'
  /** Added to the message: the outcome of the call, such as `Nothing was done.` */
  readonly outcome?: string
  /** What was to be done with the element. */
  readonly action?: ActionWord | undefined
  readonly value?: string | undefined
  /** The act before, in the same call. */
  readonly last?: ActBefore | undefined
}

export class Missed {
  readonly #search: Search
  readonly #options: Telling
  readonly #call: Call
  readonly #world: World
  readonly #outcome: string

  constructor(search: Search, options: Telling, call: Call, world: World) {
    this.#search = search
    this.#options = options
    this.#call = call
    this.#world = world
    this.#outcome = options.outcome === undefined ? '' : ` ${options.outcome}`
  }

  ambiguous(count: number, candidates: readonly Candidate[], how = `match ${askedOf(this.#search.find)}`): Problem {
    return new Problem('element_ambiguous', {
      message: `${count} elements ${how}.${this.#outcome}`,
      hint: 'Use the elementId of one of the candidates, or narrow the find by near, elementTypes, nth or scope element.',
      data: { candidates: this.#described(candidates), matched: count },
    })
  }

  /** Elements have the name, but none is near the words `where`: what is there may not be usable. */
  async notNear(called: readonly Candidate[], where: string): Promise<Problem> {
    const { find, places, searched } = this.#search
    const all = { ...wholeOptions, ...find, includeHidden: true, includeDisabled: true, owned: true }
    const matching = places.flatMap((place) => matches(look(place, all)))
    const there = await nearest(matching, where, places, this.#call.signal)
    const hint = missHint(there, find)
    return new Problem('not_found', {
      message: `Nothing that ${hint === undefined ? '' : 'can be used and '}matches ${this.called || askedOf({ ...find, near: undefined })} is near ${JSON.stringify(where)}.${this.#outcome}`,
      hint: hint ?? 'Name words that stand in the same row or part, or use the elementId of one of these.',
      data: { near: this.#described(hint === undefined ? called : there), searched },
    })
  }

  /** Fewer elements have the name than `nth` counts to. */
  tooFew(called: readonly Candidate[]): Problem {
    const { find, searched } = this.#search
    const those = called.length === 1 ? 'Only one element matches' : `Only ${called.length} elements match`
    return new Problem('not_found', {
      message: `${those} ${askedOf({ ...find, nth: undefined })}; number ${find.nth} was asked for.${this.#outcome}`,
      hint: 'Use the elementId of one of these.',
      data: { near: this.#described(called), searched },
    })
  }

  insideAWord(count: number): Problem {
    const those = count === 1 ? 'one element has' : `${count} elements have`
    const meant = count === 1 ? 'that is the one' : 'one of these is meant'
    return new Problem('not_found', {
      message: `Nothing is called ${this.called}; ${those} it inside a word.${this.#outcome}`,
      hint: `If ${meant}, use its elementId, or ask for it by its whole name.`,
      data: { near: this.#described(this.#search.ranked), searched: this.#search.searched },
    })
  }

  /** Elements that only contain the words, or have them elsewhere, were not meant. */
  tooMany({ called, best }: Named): Problem {
    const { find, ranked, matched } = this.#search
    const isExact = textsAsked(find).length > 0 && called[0]?.closeness === Closeness.exact
    if (isExact && best.length > 1 && best.length < matched)
      return this.ambiguous(best.length, best, `are called ${this.called}`)
    return this.ambiguous(
      matched,
      ranked.toSorted((one, other) => one.closeness - other.closeness),
    )
  }

  async none(beside: readonly Candidate[]): Promise<Problem> {
    const { find, places, searched, similar: near, note } = this.#search
    const front = frontHint(near)
    const hint = beside.length > 0 ? besideHint(beside) : missHint(near, find, front)
    // Those that match are among the near ones, and the hint says why they do not count.
    const isOfUse = beside.length > 0 || hint === undefined
    const opener = await openerHint(near, find, this.#call, this.#world)
    const others = front === undefined ? ' Or use one of the similar ones.' : ''
    const known = note ?? (hint === undefined ? (roleHint(places, find.filter) ?? this.#unread()) : undefined)
    return new Problem('not_found', {
      message: `${isOfUse ? `None of ${searched} elements` : 'Nothing that can be used'} matches ${askedOf(find)}.${this.#outcome}`,
      ...(hint !== undefined && note === undefined && { hint: `${hint}${others}${opener}` }),
      ...(known !== undefined && { hint: verbatim(known) }),
      ...(hint === undefined &&
        known === undefined &&
        near.length === 0 && {
          hint: this.#listHint() ?? 'Call {explore} to see what is there, or loosen the filter.',
        }),
      data: { near: this.#described([...beside, ...near]), searched },
    })
  }

  /** A closed list may make its options only as it opens. */
  #listHint(): string | undefined {
    const { near } = this.#search.find
    if (this.#options.action !== 'select' || near === undefined || this.called === '') return undefined
    return `If it is an option of a list that is closed, select it at the list: find ${JSON.stringify(near)}, with the value ${this.called}.`
  }

  get called(): string {
    return textsAsked(this.#search.find)
      .map((text) => JSON.stringify(text))
      .join(' and ')
  }

  #unread(): string | undefined {
    return this.#search.places.flatMap(
      ({ warm, from }) => unreadHint(warm, from, shapeOf(warm, this.#world).idOf) ?? closedMenusHint(warm) ?? [],
    )[0]
  }

  #described(list: readonly Candidate[]) {
    return tell(list, mostCandidates, this.#options.format === 'outline', (warm) => shapeOf(warm, this.#world))
  }
}

/** What opens the part of a page in which the only candidate is hidden. */
async function openerHint(
  near: readonly Candidate[],
  { includeHidden }: Find,
  { signal }: Call,
  world: World,
): Promise<string> {
  const [only, other] = near
  if (includeHidden || only === undefined || other !== undefined || !isHidden(only.node)) return ''
  const { warm, node } = only
  const opener = await warm.source.page?.opener(node.key, signal)
  const found = opener === undefined ? undefined : warm.tree.node(opener)
  if (found === undefined) return ''
  const [line] = tell([{ warm, node: found }], 1, true, (at) => shapeOf(at, world))
  return ` What it is in is opened by ${verbatim(String(line))}.`
}

function besideHint(beside: readonly Candidate[]): string {
  const those = beside.length === 1 ? 'One element stands' : `${beside.length} elements stand`
  return `${those} near these words, which are not its own. If it is meant, use its elementId.`
}

function askedOf({ filter: { anyFieldContains: text, ...others } = {}, elementTypes, near, nth }: Find): string {
  const words = text === undefined ? [] : [JSON.stringify(text)]
  const more = words.length > 0 && Object.keys(others).length === 0 ? [] : [JSON.stringify(others)]
  const types = elementTypes.includes('any') ? '' : ` of type ${elementTypes.join(' or ')}`
  const row = near === undefined ? '' : ` near ${JSON.stringify(near)}`
  return `${[...words, ...more].join(' and ')}${types}${row}${nth === undefined ? '' : ` as number ${nth} of several`}`
}
