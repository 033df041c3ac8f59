/**
 * `questions`: what agents ask the person, the answers, and what the person says about an element. The scope admin
 * keeps agents from answering their own questions, and from speaking as the person.
 */
import { lineFor } from '../answers/consent/concerns.ts'
import type { Handler } from '../dispatch.ts'
import { Problem } from '../problem.ts'

export const questions: Handler<'questions'> = async (params, _call, { questions, wishes, sessions, ids }) => {
  const { action, id, answer, text, about, to } = params
  if (action === 'answer') questions.answer(id!, { answer: answer!, ...(text !== undefined && { text }) })
  if (action !== 'say') return { questions: questions.list() }
  if (to !== undefined && !sessions.list().some(({ id }) => id === to))
    throw new Problem('not_found', {
      message: `There is no session with the id ${JSON.stringify(to)}. Nothing was said.`,
      hint: 'Call {session} with action list for those that there are.',
    })
  const { warm, node } = ids.resolve(about!)
  const element = lineFor(warm.tree, node)
  const wish = { text: text!, elementId: about!, element, target: warm.target.id, ...(to && { session: to }) }
  return { questions: questions.list(), taken: wishes.add(wish) }
}
