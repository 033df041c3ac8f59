/** `questions`: what agents ask the person, and the answers. The scope admin keeps every agent from answering its own. */
import type { Handler } from '../dispatch.ts'

export const questions: Handler<'questions'> = async ({ action, id, answer, text }, _call, { questions }) => {
  if (action === 'answer') questions.answer(id!, { answer: answer!, ...(text !== undefined && { text }) })
  return { questions: questions.list() }
}
