/** `visibility`: whether an element can be seen, and if not, why and what to do. */
import { advise } from '../../api-schema/advice.ts'
import { given } from '../../api-schema/given.ts'
import type { Result } from '../../api-schema/methods.ts'
import { requiredElement } from '../answers/find/asked-element.ts'
import type { Call, Handler, World } from '../dispatch.ts'
import type { Obstacle, Visibility } from '../platform/tab/page.ts'
import { Problem } from '../problem.ts'
import type { Warm } from '../tree/warm/sync.ts'
import { visibilityOf } from '../view/select/visibility.ts'

export const visibility: Handler<'visibility'> = async (params, call, world) => {
  const { warm, key, elementId } = await requiredElement(params, call, world)
  const { page } = warm.source
  const node = warm.tree.node(key)
  if (node === undefined) throw new Problem('element_gone')
  const seen =
    page === undefined ? await visibilityOf(warm, node, call.signal) : await page.visibility(key, call.signal)
  const answer = answerOf(seen, (obstacle) => named(obstacle, warm, world), call)
  return params.elementId === undefined ? { ...answer, elementId } : answer
}

type Named = NonNullable<Result<'visibility'>['hiddenBy']>

function named({ key, text }: Obstacle, warm: Warm, { ids }: World): Named {
  const node = key === undefined ? undefined : warm.tree.node(key)
  return node === undefined ? { text } : { id: ids.idOf(warm, node), text }
}

/** Omits normal states. */
function answerOf(seen: Visibility, nameOf: (obstacle: Obstacle) => Named, { has }: Call): Result<'visibility'> {
  const { visible, shownPercent, coveredPercent = 100, reason, frame } = seen
  const clippedBy = seen.clippedBy && nameOf(seen.clippedBy)
  const coveredBy = seen.coveredBy && nameOf(seen.coveredBy)
  const hiddenBy = seen.hiddenBy && nameOf(seen.hiddenBy)
  const hint = hintFor(seen, hiddenBy ?? coveredBy)
  return {
    visible,
    ...(visible && { inViewport: shownPercent > 0 }),
    ...(shownPercent > 0 && shownPercent < 100 && { shownPercent }),
    ...given({ clippedBy, coveredBy }),
    ...(coveredBy !== undefined && coveredPercent < 100 && { coveredPercent }),
    ...given({ reason, hiddenBy, frame }),
    ...(hint !== undefined && { hint: advise(hint, has) }),
  }
}

/** The next call. Never quotes the page, whose text must not gain the weight of a hint. */
function hintFor(seen: Visibility, by: Named | undefined): string | undefined {
  const { visible, shownPercent, reason, coveredBy } = seen
  const it = by?.id === undefined ? 'it' : by.id
  if (!visible && seen.hasLabel) return 'Its label is shown instead: {interact} acts on that.'
  if (reason === 'details closed') return `Open ${it === 'it' ? 'the details' : it} first: {interact} expand.`
  if (!visible) return undefined
  if (reason === 'modal dialog') return `The dialog takes all input: answer or close ${it} first.`
  if (reason === 'inert') return 'It takes no input while that is inert.'
  if (shownPercent === 0) return '{interact} scroll brings it into view; click and the like do so by themselves.'
  if (coveredBy !== undefined) return `A press would hit ${it} instead: close it or move it away first.`
  return undefined
}
