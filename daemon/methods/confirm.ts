/** `confirm`: the whole of an answer that was shown as a preview, once. */
import type { Handler } from '../dispatch.ts'

export const confirm: Handler<'confirm'> = async ({ confirmToken }, { agent }, { sessions }) => {
  const content = sessions.confirm(agent, confirmToken)
  return { content, totalLength: content.length }
}
