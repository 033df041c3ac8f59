/** Several sessions on one tab of a real browser: in turn, kept out by leases, and nothing left by who goes away in the middle. */
import { spawn } from 'node:child_process'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import t, { type Test } from 'tap'
import { exitOf, type Home, ixFile } from '../fixtures/daemon/daemon.ts'
import { serve } from '../fixtures/daemon/serve.ts'
import { typed } from '../fixtures/daemon/typed.ts'
import { until } from '../fixtures/until.ts'
import { chromiumOrSkip } from '../fixtures/web/chromium.ts'
import { byRpc } from './callers.ts'
import { daemonFor, flat } from './client.ts'

/** A page that tells the server what happens in it, as it happens. */
async function telling(t: Test, body: string) {
  const said: string[] = []
  const script = `const say = (text) => navigator.sendBeacon('/say?' + text)
for (const type of ['mousedown', 'mouseup', 'keydown', 'keyup', 'drop', 'dragstart', 'dragend'])
  addEventListener(type, (event) => say([type, event.key ?? '', Math.round(event.clientX ?? 0), event.buttons ?? 0].join()), true)`
  const server = await serve(t, {
    pages: {
      '/': `<!doctype html><title>Telling</title><body style="margin:0">${body}<script>${script}</script>`,
      '/say': (request, response) => {
        said.push(decodeURIComponent(request.url!.split('?')[1]!))
        response.writeHead(204).end()
      },
    },
  })
  return { said, url: `${server.origin}/` }
}

/** A client that is killed as soon as the page has said so. */
async function killed(home: Home, args: readonly string[], when: () => boolean): Promise<void> {
  const child = spawn(process.execPath, [ixFile, ...args], { env: home.env, stdio: 'ignore' })
  const ended = exitOf(child)
  await until(when, 'the client is in the middle of it')
  child.kill('SIGKILL')
  await ended
}

// Each has a daemon of its own, and waits for most of its time.
t.jobs = 3

t.test('one at a time, in the order in which they came, while others read', { buffered: true }, async (t) => {
  if (!chromiumOrSkip(t)) return
  const { url } = await telling(
    t,
    '<input aria-label="Field" oninput="(window.seen ??= []).push(this.value)"><button>Go</button>',
  )
  const { home, call } = await daemonFor(t, [], { IX_PLATFORMS: 'cdp' })
  const { tab } = (await call('navigate', { url })) as { tab: string }
  const field = { find: { scope: 'tab', tab, elementTypes: ['textfield'] }, action: 'set_value' }
  const sessions = ['a', 'b', 'c', 'd'].map((session) => byRpc(home, { session }))
  const values = sessions.flatMap((ask, who) =>
    [0, 1, 2, 3, 4].map((at) => ({ ask, value: `session ${who} value ${at}` })),
  )
  const acted = values.map(({ ask, value }) => ask('interact', { ...field, value }))
  const read = await Promise.all(sessions.map((ask) => ask('explore', { scope: 'tab', tab })))
  for (const { name } of read) t.equal(name, undefined, 'reading waits for nobody')
  for (const { text, name } of await Promise.all(acted)) {
    t.equal(name, undefined, text)
    t.equal(JSON.parse(text).result.effect, 'confirmed', text)
  }
  const { result: value } = await call('evaluate', { tab, script: '[seen.length, new Set(seen).size]' })
  t.same(value, [values.length, values.length], 'each was set once, and none in another')
})

t.test('a lease', { buffered: true }, async (t) => {
  if (!chromiumOrSkip(t)) return
  const { url } = await telling(t, '<button id="b" onclick="this.textContent += \'!\'">Go</button>')
  const { home, call } = await daemonFor(t, [], { IX_PLATFORMS: 'cdp' })
  const [one, two] = [byRpc(home, { session: 'one' }), byRpc(home, { session: 'two' })]
  const { tab } = JSON.parse((await one('navigate', { url })).text).result
  const click = { find: { scope: 'tab', tab, elementTypes: ['button'] }, action: 'click' }
  t.same((await call('lease')).leases, [])
  const taken = await one('lease', { action: 'take', tab, purpose: 'checking out', ttl: '5m' })
  t.match(JSON.parse(taken.text).result, {
    leases: [{ target: tab, holder: 'owner', own: true, purpose: 'checking out' }],
  })

  const acting = [
    ['interact', click],
    ['navigate', { tab, url }],
    ['navigate', { tab, action: 'reload' }],
    ['evaluate', { tab, script: '1' }],
    ['eval_define_function', { tab, name: 'f', source: '() => 1' }],
    ['dialog', { tab, accept: true }],
    ['tabs', { action: 'select', tab }],
    ['tabs', { action: 'close', tab }],
    ['lease', { action: 'take', tab }],
    ['lease', { action: 'take', bundleId: 'chromium' }],
  ] as const
  for (const [method, params] of acting) {
    const said = await two(method, params)
    t.equal(said.name, 'locked', `${method}: ${said.text}`)
    t.match(
      said.text,
      /Another session, of owner, has taken t\d+ for (?:300|299|29\d) s: \\"checking out\\"\. Nothing was done\./,
    )
    const { data } = JSON.parse(said.text).error
    t.match(data, { holder: 'owner', purpose: 'checking out', retryable: true })
    t.ok(data.leftMs > 0 && data.leftMs <= 300_000)
  }
  for (const [method, params] of [
    ['explore', { scope: 'tab', tab }],
    ['text', { tab }],
    ['tabs', {}],
    ['console', { tab }],
    ['lease', {}],
  ] as const)
    t.equal((await two(method, params)).name, undefined, `${method} only reads`)
  t.match(await one('interact', click), { name: undefined, text: /"confirmed"/ }, 'its holder acts')
  t.match((await two('lease', { action: 'release', tab })).name, undefined, 'the owner has the last word')
  t.match(await two('interact', click), { name: undefined, text: /"confirmed"/ })

  await one('lease', { action: 'take', tab, purpose: 'again', ttl: '1s' })
  t.equal((await two('interact', click)).name, 'locked')
  await until(async () => (await two('interact', click)).name === undefined, 'it ends by itself')

  await call('agents', { action: 'add', name: 'guest' })
  const guest = byRpc(home, { agent: 'guest' })
  await guest('lease', { action: 'take', bundleId: 'chromium', purpose: 'all tabs' })
  t.match(await two('interact', click), { name: 'locked', text: /of guest, has taken chromium/ })
  t.equal((await guest('lease', { action: 'release', tab })).name, 'not_found')
  await call('agents', { action: 'revoke', name: 'guest' })
  t.equal((await two('interact', click)).name, undefined, 'it ends with its agent')

  const { code, out } = await typed(home, 'lease', 'take', '--tab', tab, '--purpose', 'by hand')
  t.equal(code, 0)
  t.match(out, /^t\d+: this session, 60 s left, "by hand"\n$/)
  await typed(home, 'lease', 'release', '--tab', tab)

  const client = new Client({ name: 'test', version: '1' })
  const args = [ixFile, 'mcp', '--groups', 'page']
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env: home.env }))
  const said = await client.callTool({ name: 'lease', arguments: { action: 'take', tab, purpose: 'a host' } })
  t.notOk(said.isError)
  t.equal((await two('interact', click)).name, 'locked')
  await client.close()
  await until(async () => (await two('interact', click)).name === undefined, 'it ends with the connection')
})

t.test(
  'a client that is killed in the middle of a drag drops nothing and holds nothing',
  { buffered: true },
  async (t) => {
    if (!chromiumOrSkip(t)) return
    const body = `<div role="button" aria-label="Item" id="thing" style="position:absolute;left:10px;top:10px;width:60px;height:40px;background:#ccc"></div>
<div role="button" aria-label="Place" style="position:absolute;left:600px;top:300px;width:80px;height:60px;background:#eee"></div>
<div role="button" draggable="true" aria-label="Native" style="position:absolute;left:10px;top:100px;width:60px;height:40px;background:#cfc"></div>
<button style="position:absolute;left:10px;top:500px" onclick="say('clicked,' + event.buttons)">After</button>
<script>let held; thing.onmousedown = () => (held = true)
addEventListener('mousemove', (event) => { if (held) { thing.style.left = event.clientX - 30 + 'px'; thing.style.top = event.clientY - 20 + 'px' } })
addEventListener('mouseup', () => (held = false)); addEventListener('dragover', (event) => event.preventDefault())</script>`
    const { said, url } = await telling(t, body)
    const { home, call } = await daemonFor(t, [], { IX_PLATFORMS: 'cdp' })
    const { tab } = (await call('navigate', { url })) as { tab: string }
    const idOf = async (name: string) => {
      const { elements } = await call('explore', { scope: 'tab', tab, includeNonInteractable: true })
      return flat(elements).find((one) => one.name === name || one.description === name)!.id
    }
    const [item, place, native] = [await idOf('Item'), await idOf('Place'), await idOf('Native')]
    for (const [what, begun] of [
      [item, 'mousedown'],
      [native, 'dragstart'],
    ] as const) {
      said.length = 0
      await killed(home, ['drag', what, place], () => said.some((one) => one.startsWith(begun)))
      await until(
        () => said.some((one) => one.startsWith('mouseup') || one.startsWith('dragend')),
        'the button is let go',
      )
      t.match(
        await call('interact', { find: { scope: 'tab', tab, filter: { titleContains: 'After' } }, action: 'click' }),
        {
          route: 'pointer',
        },
      )
      await until(() => said.includes('clicked,0'), 'the next press finds no button held')
      t.notOk(
        said.some((one) => one.startsWith('drop')),
        `nothing was dropped: ${said.join(' ')}`,
      )
    }
    const { result: value } = (await call('evaluate', { tab, script: 'thing.getBoundingClientRect().left' })) as {
      result: number
    }
    t.ok(Math.abs(value - 10) < 60, `it is back where it was: ${value}`)
  },
)

t.test('nor keys', { buffered: true }, async (t) => {
  if (!chromiumOrSkip(t)) return
  const { said, url } = await telling(
    t,
    '<textarea aria-label="Text"></textarea><button onclick="say(\'pressed,\' + event.shiftKey)">After</button>',
  )
  const { home, call } = await daemonFor(t, [], { IX_PLATFORMS: 'cdp' })
  const { tab } = (await call('navigate', { url })) as { tab: string }
  const { elements } = await call('explore', { scope: 'tab', tab, elementTypes: ['textfield'] })
  const id = /"id":"(\d+)","role":"AXTextArea"/.exec(JSON.stringify(elements))![1]!
  const chords = Array.from({ length: 20 }, () => 'Shift+A').join(' ')
  for (const args of [
    ['key', chords, id],
    ['type', id, 'x'.repeat(1500)],
  ]) {
    said.length = 0
    await killed(home, args, () => said.some((one) => one.startsWith('keydown')))
    t.match(await call('interact', { find: { scope: 'tab', tab, elementTypes: ['button'] }, action: 'click' }), {
      route: 'pointer',
    })
    await until(() => said.includes('pressed,false'), 'no modifier is held')
    const count = (type: string) => said.filter((one) => one.startsWith(type)).length
    await until(
      () => count('keyup') === count('keydown'),
      () => `each key is up again: ${count('keydown')} ${count('keyup')}`,
    )
  }
})

t.test('nor a dialog', { buffered: true }, async (t) => {
  if (!chromiumOrSkip(t)) return
  const busy = 'const end = performance.now() + 300; while (performance.now() < end);'
  const { said, url } = await telling(
    t,
    `<button onclick="say('asks'); ${busy} say('answered,' + confirm('Sure?'))">Ask</button><button>Other</button>
    <button onclick="say('begins'); setTimeout(() => say('late,' + confirm('Sure?')), 400)">Later</button>`,
  )
  const { home, call } = await daemonFor(t, [], { IX_PLATFORMS: 'cdp' })
  const { tab } = (await call('navigate', { url })) as { tab: string }
  const { elements } = await call('explore', { scope: 'tab', tab })
  const id = /"id":"(\d+)","role":"AXButton","name":"Ask"/.exec(JSON.stringify(elements))![1]!
  await killed(home, ['click', id], () => said.includes('asks'))
  await until(() => said.some((one) => one.startsWith('answered')), 'it was answered')
  t.same(
    said.filter((one) => one.startsWith('answered')),
    ['answered,false'],
    'with no',
  )
  t.match(
    await call('interact', { find: { scope: 'tab', tab, filter: { titleContains: 'Other' } }, action: 'click' }),
    {
      route: 'pointer',
    },
  )
  const later = /"id":"(\d+)","role":"AXButton","name":"Later"/.exec(JSON.stringify(elements))![1]!
  await killed(home, ['click', later], () => said.includes('begins'))
  await until(() => said.some((one) => one.startsWith('late')), 'what opened when all was quiet was answered')
  t.ok(said.includes('late,false'), 'with no')
  const stays = await call('interact', { elementId: id, action: 'click' })
  t.match(stays, { dialog: { message: 'Sure?' } }, 'who stays is asked')
  t.match(await call('interact', { action: 'accept', find: { scope: 'tab', tab } }), { effect: 'confirmed' })
})
