/** Turns the values a request returned into facts about an element. */

import type { RawElement, RawFrame, RawValue, Ref } from '../wire/raw-element.ts'
import { common, truths } from './attributes.ts'
import type { AxCalls, Intern } from './native/ax-calls.ts'
import type { CFRef } from './native/cf.ts'
import { isMissing, type Join, pairIn, truthIn } from './native/join.ts'

type Mutable<T> = { -readonly [K in keyof T]: T[K] }
export type Draft = Mutable<Omit<RawElement, 'facts'>> & { facts: { [attribute: string]: RawValue } }

const mostChildren = 20_000
const commonSize = common.length
const listNames: ReadonlySet<string> = new Set(
  'AXChildren AXWindows AXMenuBar AXExtrasMenuBar AXFocusedWindow AXVisibleRows AXVisibleChildren AXVisibleColumns AXColumns AXHeader'.split(
    ' ',
  ),
)

export class Drafts {
  readonly #ax: AxCalls
  readonly #join: Join | undefined
  readonly #intern: Intern
  /** How many more characters may be kept. */
  characters: number

  constructor(ax: AxCalls, join: Join | undefined, intern: Intern, characters: number) {
    this.#ax = ax
    this.#join = join
    this.#intern = intern
    this.characters = characters
  }

  /** The common attributes of several elements at once. The arrays remain the caller's. */
  common(arrays: readonly CFRef[]): Draft[] {
    if (arrays.length === 0) return []
    const { cf } = this.#ax
    for (const [i, array] of arrays.entries()) cf.copyValues(array, 0, commonSize, i * commonSize)
    const count = arrays.length * commonSize
    const values = Array.from(cf.pointers.subarray(0, count))
    const texts = this.#join?.(count)
    return arrays.map((_, i) => {
      const from = i * commonSize
      const draft: Draft = { ref: 0, facts: {}, actions: [] }
      if (texts !== undefined) this.#fromTexts(draft, texts, values, from)
      else this.fill(draft, common, values, from)
      return draft
    })
  }

  #fromTexts(draft: Draft, texts: readonly string[], values: readonly CFRef[], from: number): void {
    const { nullRef } = this.#ax.cf
    let [position, size]: (readonly [number, number] | undefined)[] = []
    for (let i = 0; i < commonSize; i++) {
      const name = common[i]!
      const text = texts[from + i]!
      const value = values[from + i]!
      if (text === '' || isMissing(text, value, nullRef)) continue
      if (name === 'AXPosition') position = pairIn(text, value)
      else if (name === 'AXSize') size = pairIn(text, value)
      else if (name === 'AXTitleUIElement') this.#titleOf(draft, value)
      else if (truths.has(name)) {
        const truth = truthIn(text)
        if (truth !== undefined) draft.facts[name] = truth
      } else this.put(draft, name, text)
    }
    if (position && size) draft.frame = { x: position[0], y: position[1], width: size[0], height: size[1] }
  }

  #titleOf(draft: Draft, value: CFRef): void {
    if (this.#ax.isElement(value)) draft.titleRef = this.#intern(value)
  }

  put(draft: Draft, name: string, value: RawValue): void {
    if (typeof value === 'string') {
      this.characters -= value.length
      if (this.characters <= 0) return
    }
    draft.facts[name] = value
  }

  /** Values of known types one by one; lists of elements are left to the caller. */
  fill(draft: Draft, names: readonly string[], values: readonly CFRef[], from = 0): void {
    let [position, size]: (RawValue | undefined)[] = []
    for (const [i, name] of names.entries()) {
      const ref = values[from + i]!
      if (listNames.has(name)) continue
      if (name === 'AXTitleUIElement') {
        this.#titleOf(draft, ref)
        continue
      }
      const value = this.#ax.decode(ref, this.#intern)
      if (value === undefined || value === '') continue
      if (name === 'AXPosition') position = value
      else if (name === 'AXSize') size = value
      else if (name === 'AXNumberOfCharacters') {
        if (typeof value === 'number') draft.characters = value
      } else if (truths.has(name)) {
        const truth = typeof value === 'number' ? value !== 0 : value
        if (typeof truth === 'boolean') draft.facts[name] = truth
      } else this.put(draft, name, value)
    }
    const frame = frameOf(position, size)
    if (frame) draft.frame = frame
  }

  /** The elements in attributes that hold one or a list of them. */
  lists(names: readonly string[], values: readonly CFRef[]): Map<string, readonly Ref[]> {
    const found = new Map<string, readonly Ref[]>()
    for (const [i, name] of names.entries()) {
      if (!listNames.has(name)) continue
      const value = values[i]!
      const type = this.#ax.cf.call.typeOf(value)
      if (type === this.#ax.cf.typeId.array) found.set(name, this.#ax.elementsOf(value, this.#intern, mostChildren))
      else if (type === this.#ax.typeId.element) found.set(name, [this.#intern(value)])
    }
    return found
  }
}

export function textFact(draft: Draft, name: string): string | undefined {
  const value = draft.facts[name]
  return typeof value === 'string' ? value : undefined
}

export function roleOf(draft: Draft): string {
  return textFact(draft, 'AXRole') ?? ''
}

export function frameOf(position: RawValue | undefined, size: RawValue | undefined): RawFrame | undefined {
  if (typeof position !== 'object' || position.kind !== 'point') return undefined
  if (typeof size !== 'object' || size.kind !== 'size') return undefined
  return { x: position.x, y: position.y, width: size.width, height: size.height }
}
