/** The log says what was done, where, by whom and with what effect, and nothing of what is on the screen. */
import { text } from 'node:stream/consumers'
import t from 'tap'
import { makeHome, startDaemon, stopDaemon } from '../fixtures/daemon/daemon.ts'
import { answerOf } from '../fixtures/daemon/folder.ts'
import { clientOf, only } from './client.ts'

t.test('one line for each action, and no text of the screen', async (t) => {
  const home = makeHome()
  const daemon = await startDaemon(home)
  const said = text(daemon.stderr!)
  t.teardown(async () => {
    await stopDaemon(daemon)
    home.remove()
  })
  const { call, home: at } = clientOf(home)
  const { elements } = await call('explore', { scope: 'focused' })
  const { id } = only(elements, 'AXButton', '7')
  const socketPath = `${at.folder}/ixd.sock`
  const act = async (params: object) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'interact', params })
    const headers = { 'content-type': 'application/json', 'ix-session': 'desk-1' }
    const { json } = await answerOf({ socketPath, path: '/rpc', method: 'POST', agent: false, headers }, body)
    return json as { readonly error?: { readonly data: { readonly name: string } } }
  }
  await call('interact', { elementId: id, action: 'click' })
  t.notOk((await act({ elementId: id, action: 'click' })).error)
  const failed = await act({ elementId: id, action: 'set_value', value: 'a secret of mine' })
  t.ok(failed.error)
  await stopDaemon(daemon)
  const lines = (await said)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { readonly [field: string]: unknown })
    .filter(({ msg }) => msg === 'action')
  const where = { level: 'info', agent: 'owner', target: /\S/, role: 'AXButton' }
  t.match(lines, [
    { ...where, action: 'click', effect: 'confirmed', session: undefined },
    { ...where, action: 'click', effect: 'confirmed', session: 'desk-1' },
    { ...where, action: 'set_value', effect: failed.error!.data.name, session: 'desk-1' },
  ])

  t.equal(lines.length, 3)
  const allowed = new Set(['level', 'time', 'agent', 'session', 'app', 'target', 'role', 'action', 'effect', 'msg'])
  for (const line of lines)
    t.same(
      Object.keys(line).filter((field) => !allowed.has(field)),
      [],
    )
  t.notMatch(await said, /secret of mine/)
})
