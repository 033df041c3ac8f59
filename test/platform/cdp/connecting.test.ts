/** How the daemon gets to a browser: over pipes to its own, and by a port that is its user's to one that runs. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { findBrowser } from '../../../daemon/platform/cdp/browser/find-browser.ts'
import { launchBrowser } from '../../../daemon/platform/cdp/browser/launch.ts'
import { CdpPlatform } from '../../../daemon/platform/cdp/cdp.ts'
import { childrenOf } from '../../../daemon/platform/cdp/read/ax-reads.ts'
import type { AxNode } from '../../../daemon/platform/cdp/read/ax-row.ts'
import { Connection } from '../../../daemon/platform/cdp/wire/connection.ts'
import { until } from '../../fixtures/until.ts'
import { chromiumOrSkip, launchChromium } from '../../fixtures/web/chromium.ts'

if (!chromiumOrSkip(t)) process.exit(0)

/** Another user, of whom every system knows. */
const nobody = 65534
const linuxOnly = process.platform === 'linux' ? false : 'reads /proc, which only Linux has'

t.test('what is said over the pipes', async (t) => {
  const launched = await launchBrowser(true)
  t.teardown(() => launched.end())
  const connection = new Connection(launched.transport)
  t.equal(connection.isLocal, true)
  const { targetId } = await connection.root.send('Target.createTarget', { url: 'about:blank' })
  const { sessionId } = await connection.root.send('Target.attachToTarget', { targetId, flatten: true })
  const session = connection.session(sessionId)
  const say = (expression: string) => session.send('Runtime.evaluate', { expression, returnByValue: true })
  const millions = 100
  const raw = session.sendRaw('Runtime.evaluate', { expression: `'x'.repeat(${millions}e6)`, returnByValue: true })
  const small = Array.from({ length: 200 }, (_, i) => say(`${i} + '\\0 ü'`))
  const message = await raw
  t.ok(message.length > millions * 1e6, 'a large answer comes whole')
  t.equal(message.indexOf(0), -1)
  t.equal(message.at(-1), '}'.charCodeAt(0))
  const values = (await Promise.all(small)).map(({ result }) => result.value)
  t.same(
    values,
    values.map((_, i) => `${i}\0 ü`),
    'and the small ones that follow it, in order',
  )
  const { result } = await say(`${JSON.stringify('y'.repeat(5e6))}.length`)
  t.equal(result.value, 5e6, 'a large question is taken')
  const closed = new Promise<string>((resolve) => connection.onClose(resolve))
  await launched.end()
  t.match(await closed, /ended/)
  await t.rejects(say('1'), { message: /ended/ })
})

t.test('what a read brings is handed over before the events after it, though both come at once', async (t) => {
  const launched = await launchBrowser(true)
  t.teardown(() => launched.end())
  const held: Buffer[] = []
  let isHolding = false
  let release = () => {}
  const connection = new Connection({
    ...launched.transport,
    send: (message) => launched.transport.send(message),
    close: () => launched.transport.close(),
    listen: ({ received, ended }) => {
      launched.transport.listen({ received: (message) => (isHolding ? held.push(message) : received(message)), ended })
      release = () => held.splice(0).forEach(received)
    },
  })
  const url = 'data:text/html,<title>Box</title><input type=checkbox>'
  const { targetId } = await connection.root.send('Target.createTarget', { url })
  const { sessionId } = await connection.root.send('Target.attachToTarget', { targetId, flatten: true })
  const session = connection.session(sessionId)
  await session.send('Accessibility.enable')
  const box = await until(async () => {
    const { nodes } = await session.send('Accessibility.getFullAXTree')
    return nodes.find(({ role }) => role?.value === 'checkbox')
  }, 'the box is there')
  const order: unknown[] = []
  const told = (nodes: readonly AxNode[]) =>
    order.push(
      ...nodes
        .filter(({ nodeId }) => nodeId === box.nodeId)
        .map(({ properties }) => properties?.find(({ name }) => name === 'checked')?.value.value),
    )
  session.on('Accessibility.nodesUpdated', ({ nodes }) => told(nodes))
  const toggle = { expression: `(box => { box.checked = !box.checked })(document.querySelector('input'))` }
  const signal = AbortSignal.timeout(60_000)
  for (let round = 0; round < 20; round++) {
    isHolding = true
    const read = childrenOf(session, Number(box.parentId), undefined, signal, told)
    const rest = [session.send('Runtime.evaluate', toggle), session.send('Accessibility.getRootAXNode', {})]
    await until(
      () => held.some((message) => message.includes('nodesUpdated')) && held.length > rest.length + 1,
      'all is there',
    )
    isHolding = false
    release()
    await Promise.all([read, ...rest])
  }
  t.same(
    order,
    Array.from({ length: 20 }, (_, round) => (round % 2 === 0 ? ['false', 'true'] : ['true', 'false'])).flat(),
  )
})

t.test('ports that profiles of the user name', { skip: linuxOnly }, async (t) => {
  const config = t.testdir({})
  const before = process.env.XDG_CONFIG_HOME
  process.env.XDG_CONFIG_HOME = config
  t.teardown(() => {
    if (before === undefined) delete process.env.XDG_CONFIG_HOME
    else process.env.XDG_CONFIG_HOME = before
  })
  mkdirSync(join(config, 'chromium'))
  const file = join(config, 'chromium/DevToolsActivePort')
  /** What a new daemon sees, and says of it, when it looks twice. */
  const look = async (t: Test) => {
    const warned: object[] = []
    const log = { info() {}, warn: (fields: object) => void warned.push(fields) }
    const platform = new CdpPlatform({ urls: [], headless: true, log })
    t.teardown(() => platform.close())
    const targets = await platform.targets(AbortSignal.timeout(10_000))
    await platform.targets(AbortSignal.timeout(10_000))
    return { targets: targets.length, warned }
  }
  const browser = await launchChromium(t)
  const { port, pathname } = new URL(browser.wsUrl)
  const mine = `${port}\n${pathname}`

  await t.test('of a browser of theirs: it is attached', async (t) => {
    writeFileSync(file, mine)
    t.match(await look(t), { targets: 2, warned: [] })
  })
  await t.test('in a file that is a link', async (t) => {
    rmSync(file)
    writeFileSync(join(config, 'elsewhere'), mine)
    symlinkSync(join(config, 'elsewhere'), file)
    t.same(await look(t), { targets: 0, warned: [{ file, reason: 'it is a link' }] })
    rmSync(file)
  })
  await t.test('in a file that names something else', async (t) => {
    writeFileSync(file, `${port}@example.com\n${pathname}`)
    t.same(await look(t), { targets: 0, warned: [{ file, reason: 'it contains no browser port' }] })
  })
  const isRoot = process.getuid?.() === 0
  await t.test("in another user's file", { skip: !isRoot && 'needs root' }, async (t) => {
    writeFileSync(file, mine)
    chownSync(file, nobody, nobody)
    t.same(await look(t), { targets: 0, warned: [{ file, reason: 'it is not your file' }] })
    rmSync(file)
  })
  for (const host of ['127.0.0.1', '0.0.0.0', '::']) {
    await t.test(`on which another user listens now, ${host}`, { skip: !isRoot && 'needs root' }, async (t) => {
      const script = `const server = require('net').createServer((one) => { console.log('called'); one.destroy() })
        server.listen(0, '${host}', () => console.log(server.address().port))`
      const other = spawn(process.execPath, ['-e', script], { uid: nobody, gid: nobody, cwd: '/', stdio: 'pipe' })
      t.teardown(() => other.kill())
      let said = ''
      other.stdout.on('data', (chunk) => {
        said += chunk
      })
      await until(() => said.includes('\n'), 'it listens')
      const theirs = said.trim()
      writeFileSync(file, `${theirs}\n${pathname}`)
      t.same(await look(t), { targets: 0, warned: [{ file, reason: `port ${theirs} is another user's` }] })
      t.notMatch(said, /called/)
    })
  }
  await t.test('on which nobody listens now', async (t) => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    server.close()
    await once(server, 'close')
    writeFileSync(file, `${typeof address === 'object' && address?.port}\n${pathname}`)
    t.same(await look(t), { targets: 0, warned: [] })
  })
})

t.test('which program is started', (t) => {
  const folder = t.testdir({ chromium: '#!/bin/sh', 'google-chrome': '#!/bin/sh', text: '' })
  const [chromium, chrome, text] = ['chromium', 'google-chrome', 'text'].map((name) => join(folder, name))
  for (const program of [chromium!, chrome!]) chmodSync(program, 0o755)
  const PATH = folder
  t.equal(findBrowser({ PATH }), chromium)
  t.equal(findBrowser({ PATH, CHROME_PATH: chrome }), chrome)
  t.equal(findBrowser({ PATH, CHROME_PATH: text }), chromium, 'what is no program is passed over')
  t.equal(findBrowser({ PATH, CHROME_PATH: chromium, IX_CHROMIUM: chrome }), chrome)
  t.equal(findBrowser({ PATH, IX_CHROMIUM: text }), undefined, 'who names one gets that or none')
  const XDG_CACHE_HOME = join(folder, 'cache')
  for (const version of ['99.0.1.0', '150.0.9.3', '150.0.10.2', 'fetching-x'])
    mkdirSync(join(XDG_CACHE_HOME, 'ix/browsers', version), { recursive: true })
  for (const version of ['99.0.1.0', '150.0.9.3', '150.0.10.2'])
    symlinkSync(
      version.startsWith('150.0.10') ? chrome! : chromium!,
      join(XDG_CACHE_HOME, 'ix/browsers', version, 'program'),
    )
  t.equal(findBrowser({ XDG_CACHE_HOME }, []), chrome, 'the newest that was fetched')
  t.equal(findBrowser({ XDG_CACHE_HOME, PATH }, []), chromium, 'after those that are installed')
  t.equal(findBrowser({ XDG_CACHE_HOME, IX_CHROMIUM: text }, []), undefined)
  t.end()
})
