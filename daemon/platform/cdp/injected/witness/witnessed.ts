/** What the witness of an act has noted, in the daemon's isolated world. */
import { memory } from '../memory.ts'
import { sent } from '../sent.ts'
import type { Marks } from './observed.ts'
import type { Kept } from './witness.ts'

export interface Marked {
  /** By the last press or key itself. */
  readonly atOnce: boolean
  /** Before it. */
  readonly earlier: boolean
  /** Neither: nothing was written here, and it says nothing by itself. */
  readonly isStill: boolean
  /** A server has answered what the act has asked for. */
  readonly isAnswered: boolean
  /** Since: the numbers of the messages to the console, each with whether an event of the browser's own led to it, or it came soon. */
  readonly later: readonly (readonly [number: number, isOfBrowser: boolean, isSoon: boolean])[]
}

/** When this was changed or, if it has come or gone since, brought or taken away: the nearest around it that was tells. */
function markedOf(this: Node, isOther: boolean): Marked {
  const { witness } = memory<Kept>()
  const isStill = !('checked' in this || 'selected' in this)
  const none = { atOnce: false, earlier: false, isStill, isAnswered: false, later: [] }
  if (!witness) return { ...none, isStill: false }
  const isPage = (at: Node) => at.nodeName === 'BODY' || at.nodeName === 'HTML'
  const isIn = ({ added, touched, restyled }: Marks, at: Node) =>
    added.has(at) || (at === this && touched.has(at)) || (isOther && restyled.has(at) && !isPage(at))
  const { isAnswered } = witness.requests
  const toldOf = (number: number) => {
    const { isOfBrowser, isSoon } = witness.later.get(number)!
    return [number, isOfBrowser, isSoon] as const
  }
  const firstOf = (number: number): 'act' | 'earlier' | number => {
    const began = witness.later.get(number)?.began
    return typeof began === 'number' ? firstOf(began) : (began ?? number)
  }
  for (let at: Node | null | undefined = this; at; at = at.parentNode || (at as ShadowRoot).host) {
    const node = at
    const all = [...witness.later].filter(([, one]) => isIn(one, node)).map(([number]) => firstOf(number))
    const atOnce = isIn(witness, node) || all.includes('act')
    const earlier = all.includes('earlier') || (!!witness.earlier && isIn(witness.earlier, node))
    const later = all.filter((one) => typeof one === 'number')
    if (!atOnce && !earlier && later.length === 0) continue
    return {
      atOnce,
      earlier,
      isStill: false,
      isAnswered,
      later: later.map(toldOf),
    }
  }
  return none
}

export const markedOfScript = sent(markedOf, memory)

/** The nodes that the last press or key has been to, or the browser's own events since, or only those of the focus. */
function pathOf(of: 'act' | 'browser' | 'focus'): Node[] {
  const most = 100
  const { witness } = memory<Kept>()
  if (!witness) return []
  const { path, pathOfItsOwn, pathOfFocus } = witness
  const all =
    of === 'act' ? [...path] : of === 'browser' ? [...pathOfItsOwn] : [...pathOfFocus].filter((at) => !path.has(at))
  return all.filter((at): at is Node => 'nodeType' in at).slice(0, most)
}

export const pathScript = sent(pathOf, memory)

function typesOfItsOwn(): string[] {
  return [...(memory<Kept>().witness?.typesOfItsOwn ?? [])]
}

export const typesOfItsOwnScript = sent(typesOfItsOwn, memory)
