/** While calls wait for what does not come, in any state of a page or application, everybody else is answered. */
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { serve } from '../fixtures/daemon/serve.ts'
import { startDesktop, toolkitsOrSkip } from '../fixtures/desktop/desktop.ts'
import { python } from '../fixtures/find-desktop.mjs'
import { again, inTime, until } from '../fixtures/until.ts'
import { chromiumOrSkip, launchChromium } from '../fixtures/web/chromium.ts'
import { type Client, daemonFor, idOn } from './client.ts'

const timeoutMs = 800
const elsewhere = { anyFieldContains: 'nowhere to be found' }

type Calls = readonly (readonly [method: string, params: object])[]

/** What waits, in a tab or an application. */
function waitsIn(where: object, elementId: string): Calls {
  return [
    ['wait', { ...where, filter: elsewhere }],
    ['wait', { ...where, until: 'absent', filter: { anyFieldContains: 'Here' } }],
    ['wait', { scope: 'element', elementId, until: 'state', state: 'disabled' }],
    ['wait', { ...where, until: 'settled' }],
    ['explore', { ...where, freshness: 'fresh' }],
    ['expand', { elementId }],
    ['interact', { elementId, action: 'focus', expectation: { includeSnapshot: true } }],
    ['interact', { elementId, action: 'click' }],
    ['interact', { find: { ...where, filter: { anyFieldContains: 'Here' } }, action: 'hover' }],
    ['screenshot', { elementId }],
  ]
}

function waitsInPage(tab: string, elementId: string): Calls {
  return [
    ...waitsIn({ scope: 'tab', tab }, elementId),
    ['text', { tab }],
    ['visibility', { elementId }],
    ['console', { tab }],
    ['evaluate', { tab, script: 'await new Promise(() => {})' }],
    ['navigate', { tab, action: 'reload' }],
  ]
}

/** All at once; names of what they ended with. Meanwhile `status` is asked again and again. */
async function all(client: Client, calls: Calls): Promise<{ ends: string[]; statuses: number }> {
  let isOver = false
  let statuses = 0
  const ends = calls.map(async ([method, params]) => {
    const { json } = await client.post(
      JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: method === 'tabs' ? params : { ...params, timeoutMs } }),
    )
    const { error } = json as { readonly error?: { readonly data: { readonly name: string } } }
    return `${method}: ${error?.data.name ?? 'answered'}`
  })
  const over = Promise.all(ends).finally(() => {
    isOver = true
  })
  const asking = (async () => {
    do {
      await client.call('status')
      statuses++
      await new Promise((resolve) => setTimeout(resolve, 20))
    } while (!isOver)
  })()
  const [ended] = await inTime(Promise.all([over, asking]), 'the daemon answers')
  return { ends: ended, statuses }
}

/** What a wait for what does not come says while a dialog is open. */
async function blocked(client: Client, tab: string): Promise<{ readonly message: string; readonly hint: string }> {
  const params = { scope: 'tab', tab, until: 'present', filter: { titleContains: 'nothing' }, timeoutMs }
  const { json } = await client.post(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'wait', params }))
  const { error } = json as { error: { message: string; data: { hint: string } } }
  return { message: error.message, hint: error.data.hint }
}

const page = '<!doctype html><title>Waits</title><h1>h</h1><button onclick="document.title += 1">Here</button>'

/** What the page does, and then meets calls with. */
const states: { readonly [state: string]: string } = {
  'a dialog over changes': `document.querySelector('h1').textContent = 'changed'; document.body.append('more'); alert('hi')`,
  'changes without end': `setInterval(() => document.querySelector('h1').append('.'), 5)`,
  'a script without end': 'for (;;);',
  'a navigation that is not answered': `location = '/never'`,
  'the end': '',
}

t.test('of a page', async (t) => {
  if (!chromiumOrSkip(t)) return
  const { origin } = await serve(t, { pages: { '/page': page, '/never': () => {} } })
  const browser = await launchChromium(t)
  const client = await daemonFor(t, ['--platforms', 'cdp', '--cdp', browser.httpUrl])
  const tabAt = async (url: string) => (await client.call('tabs')).tabs.find((one) => one.url === url)
  for (const [at, [state, script]] of Object.entries(states).entries()) {
    const url = `${origin}/page?${at}`
    await client.call('tabs', { action: 'open', url })
    const { tab } = (await tabAt(url))!
    const { outline } = await client.call('explore', { scope: 'tab', tab, format: 'outline' })
    const here = idOn(outline, /button: Here/)
    await client.call('evaluate', { tab, script: `void setTimeout(() => { ${script} })` })
    if (script.includes('alert')) await until(async () => (await tabAt(url))!.dialog, 'the dialog is open')
    const calls = waitsInPage(tab, here)
    const { ends, statuses } = await all(client, script === '' ? [...calls, ['tabs', { action: 'close', tab }]] : calls)
    t.ok(statuses > 0, `${state}: status is answered`)
    t.comment(state, statuses, ends)
    t.notMatch(ends.join(), /internal_error/, state)
    if (script.includes('alert')) {
      const { message, hint } = await blocked(client, tab)
      t.match(message, /A dialog \(alert\) is open.*[^.]\.$/, 'one full stop')
      t.match(hint, 'interact with action accept or dismiss', 'the call that answers it')
    }
    if (script !== '') await client.call('tabs', { action: 'close', tab })
  }
})

const program = fileURLToPath(new URL('../fixtures/desktop/form.py', import.meta.url))
const fields = JSON.stringify([{ label: 'Here', kind: 'button', value: 'Here', how: 'none' }])

t.test('of an application', async (t) => {
  if (!toolkitsOrSkip(t)) return
  const desktop = await startDesktop(t)
  const client = await daemonFor(t, ['--platforms', 'atspi'], desktop.env)
  for (const [toolkit, signal] of [
    ['gtk3', 'SIGSTOP'],
    ['gtk3', 'SIGKILL'],
    ['qt5', 'SIGSTOP'],
  ] as const) {
    const application = await desktop.start(python, program, toolkit, 'plain', fields)
    const { pid } = application
    const { bundleId } = await until(async () => (await client.call('apps')).apps.find((one) => one.pid === pid), 'it')
    const where = { scope: 'application', bundleId }
    const { outline } = await again(() => client.call('explore', { ...where, format: 'outline' }))
    const here = idOn(outline, /button/)
    const ended = all(client, waitsIn(where, here))
    process.kill(pid, signal)
    const { ends, statuses } = await ended
    t.ok(statuses > 0, `${toolkit}, ${signal}: status is answered`)
    t.comment(toolkit, signal, statuses, ends)
    t.notMatch(ends.join(), /internal_error/, `${toolkit}, ${signal}`)
    await application.end()
  }
})
