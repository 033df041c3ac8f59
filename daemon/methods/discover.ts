/** `rpc.discover`: describes the API. */
import { openrpc } from '../../api-schema/openrpc.ts'
import type { Handler } from '../dispatch.ts'
import { version } from '../version.ts'

let document: ReturnType<typeof openrpc> | undefined

export const discover: Handler<'rpc.discover'> = async () => {
  document ??= openrpc(version())
  return document
}
