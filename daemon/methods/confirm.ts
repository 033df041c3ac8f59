/** `confirm`: returns, once, the whole of an answer that was previewed. */
import type { Handler } from '../dispatch.ts'

export const confirm: Handler<'confirm'> = async ({ confirmToken }, { session }, { sessions }) => {
  const content = sessions.confirm(session, confirmToken)
  return { content, totalLength: content.length }
}
