/** What is there if a step fails: what can be used, and after a wait for words what the page says. */
import { cut } from '../../../api-schema/cut.ts'
import { given } from '../../../api-schema/given.ts'
import { placesOf } from '../../answers/where/scope.ts'
import type { Call, World } from '../../dispatch.ts'
import { wordsOf } from '../../effect/report/changes.ts'
import { Importance, importanceIn } from '../../effect/report/importance.ts'
import { fold } from '../../tree/index/fold.ts'
import { isControl, type Node } from '../../tree/model/node.ts'
import type { Warm } from '../../tree/warm/sync.ts'
import { isOutOfSight } from '../../view/select/visibility.ts'
import type { Step } from './step.ts'

/** Most characters of one text, and of all texts. */
const longestText = 120
const mostText = 300
const mostTexts = 5
const hasWord = /\p{L}{2}/u

/** Best effort: the error itself is what matters. */
export async function thereNow(
  { action, find, elementId }: Step,
  maxTokens: number,
  call: Call,
  world: World,
): Promise<{ readonly now?: string; readonly says?: readonly string[] }> {
  if (call.signal.aborted || elementId !== undefined) return {}
  const { scope, tab, bundleId } = find ?? {}
  const place = scope === 'tab' || scope === 'application' ? given({ scope, tab, bundleId }) : {}
  try {
    const { outline } = await call.run('explore', { ...place, format: 'outline', maxTokens })
    const isOfWords = action === 'wait' || action === 'expect'
    const says = isOfWords
      ? (await placesOf(place, 'auto', call, world)).flatMap(({ warm }) => saidIn(warm, wantedIn(find?.filter)))
      : []
    return { ...given({ now: outline }), ...(says.length > 0 && { says }) }
  } catch {
    return {}
  }
}

/** Texts that are not of controls: messages, those that share a word, the page's own content, the rest. */
function saidIn(warm: Warm, wanted: readonly string[]): readonly string[] {
  const { tree } = warm
  const importance = importanceIn(tree)
  const rank = (one: { readonly node: Node }, words: string) => {
    const own = importance(one)
    return own < Importance.message && wanted.some((word) => fold(words).includes(word))
      ? Importance.message - 0.5
      : own
  }
  const told = new Map<string, number>()
  for (const node of tree.walk()) {
    const words = isSaying(node) ? wordsOf(node)?.trim() : undefined
    if (words === undefined || !hasWord.test(words) || told.has(words) || isOutOfSight(warm, node)) continue
    if (![...tree.ancestors(node)].some(isNamedByIt)) told.set(words, rank({ node }, words))
  }
  const ranked = [...told].sort(([, a], [, b]) => b - a)
  let left = mostText
  return ranked
    .slice(0, mostTexts)
    .map(([words]) => cut(words, longestText))
    .filter((words) => {
      left -= words.length
      return left >= 0
    })
}

/** Words of the texts that were waited for. */
function wantedIn({ role: _, ...texts }: NonNullable<Step['find']>['filter'] = {}): readonly string[] {
  return Object.values(texts).flatMap((text) => fold(String(text)).match(/\p{L}{3,}/gu) ?? [])
}

/** The text in a button is its name; a clickable label or card merely contains its text. */
function isNamedByIt(node: Node): boolean {
  return isControl(node) && node.role !== 'AXGroup'
}

function isSaying({ role }: Node): boolean {
  return role === 'AXStaticText' || role === 'AXHeading'
}
