/** The boxes around an element as the document nests them, in the daemon's isolated world. */
import { chainOf, elementOf, elementParts } from './elements.ts'
import { memory } from './memory.ts'
import { sent } from './sent.ts'

interface Kept {
  boxes?: { readonly prefix: string; readonly numbers: WeakMap<Element, number>; last: number }
}

/**
 * Innermost first, beginning with the element itself: the name of the tag, and a number that is the box's own for as
 * long as it lives.
 */
function boxesAround(this: Node): string[] {
  const kept = memory<Kept>()
  kept.boxes ??= { prefix: Math.random().toString(36), numbers: new WeakMap(), last: 0 }
  const { boxes } = kept
  return chainOf(elementOf(this)).map((element) => {
    if (!boxes.numbers.has(element)) boxes.numbers.set(element, ++boxes.last)
    return `${element.localName} ${boxes.prefix}-${boxes.numbers.get(element)}`
  })
}

export const boxesAroundScript = sent(boxesAround, memory, ...elementParts)
