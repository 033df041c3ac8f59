/** A dialog that was open before the daemon came to its tab: it is told, it can be dismissed, and nothing hangs. */
import t from 'tap'
import { serve } from '../fixtures/daemon/serve.ts'
import { until } from '../fixtures/until.ts'
import { page as pageOf } from '../fixtures/web/acting-pages.ts'
import { chromiumOrSkip, launchChromium } from '../fixtures/web/chromium.ts'
import { type Inside, openInside } from '../fixtures/web/inside.ts'
import { attachOutside, type Outside } from '../fixtures/web/outside.ts'

t.setTimeout(180_000)

const asking = (script: string) =>
  pageOf(`<button>Stay</button><script>
  var seen = [], moves = 0
  addEventListener('mousemove', () => moves++, true)
  for (const type of ['pagehide', 'hashchange', 'popstate']) addEventListener(type, () => seen.push(type))
  const ask = () => { ${script} }
</script>`)

/** What the page asks, and what it has when that was dismissed. */
const cases = [
  { name: 'an alert', script: 'seen.push(alert("Saved"))', got: null },
  { name: 'a confirm', script: 'seen.push(confirm("Sure?"))', got: false },
  { name: 'a prompt', script: 'seen.push(prompt("Name?", "Ann"))', got: null },
  {
    name: 'a page that also asks before it is left',
    script: 'onbeforeunload = () => "no"; seen.push(confirm("Sure?"))',
    got: false,
  },
]

const askFrame = 'onmessage = ({ data }) => seen.push(data); frames[0].postMessage(0, "*")'
const framed = pageOf(
  '<button>In frame</button><script>onmessage = () => parent.postMessage(confirm("Framed?"), "*")</script>',
)

t.test('dialogs from before', async (t) => {
  if (!chromiumOrSkip(t)) return
  const browser = await launchChromium(t, ['--site-per-process'])
  const other = await serve(t, { pages: { '/asked': framed } })
  const server = await serve(t, {
    pages: Object.fromEntries([
      ...cases.map(({ script }, at) => [`/${at}`, asking(script)] as const),
      ['/again', asking('while (!confirm("Again?")) seen.push(false); seen.push(true)')],
      ['/busy', asking('const end = Date.now() + 4000; while (Date.now() < end);')],
      ['/slow', asking('setInterval(() => { const end = Date.now() + 900; while (Date.now() < end); }, 1)')],
      ['/once', asking('seen.push(confirm("Sure?"))')],
      ['/framing', `${asking(askFrame)}<iframe src="${other.otherOrigin}/asked"></iframe>`],
      ['/start', pageOf('<h1>Start</h1>')],
    ]),
  })
  const start = await attachOutside(t, browser, 'about:blank')
  /** A tab that asks, and the second client that made it do so. */
  const open = async (path: string, before = async (_: Outside) => {}): Promise<Outside> => {
    const url = `${server.origin}${path}`
    await start.session.connection.root.send('Target.createTarget', { url })
    const outside = await attachOutside(t, browser, url)
    await until(
      () => outside.evaluate('document.readyState === "complete" && typeof ask === "function"'),
      'it has loaded',
    )
    await outside.session.send('Input.dispatchKeyEvent', { type: 'keyDown', key: 'Shift' })
    await before(outside)
    await outside.evaluate('void setTimeout(ask)')
    return outside
  }
  const tabOf = async ({ call }: Inside, path: string) =>
    await until(async () => (await call('tabs')).tabs.find(({ url }) => url.endsWith(path))?.tab, `${path} is a tab`)

  for (const [at, { name, got }] of cases.entries()) {
    await t.test(name, async (t) => {
      const outside = await open(`/${at}`)
      const inside = await openInside(t, browser)
      const { call, fail } = inside
      const tab = await tabOf(inside, `/${at}`)
      const problem = { name: 'dialog_open', message: /since before the tab was first looked at/ }
      t.match(await fail('explore', { scope: 'tab', tab }), problem)
      t.match(await fail('text', { tab }), problem)
      t.match(await fail('navigate', { tab, url: `${server.origin}/start` }), problem)
      const accepted = await fail('dialog', { tab, accept: true })
      t.match(accepted, { name: 'unsupported_here', message: /dismissed, but not accepted. Nothing was done/ })
      t.match(
        (await call('tabs')).tabs.find((one) => one.tab === tab),
        { dialog: /open before/ },
      )
      t.match(await call('dialog', { tab, accept: false }), { handled: { type: 'unknown' } })
      t.same(await outside.evaluate('[...seen, location.href, moves]'), [got, `${server.origin}/${at}`, 0])
      t.match(await call('explore', { scope: 'tab', tab, format: 'outline' }), { outline: /button: Stay/ })
      await outside.evaluate('onbeforeunload = null')
      t.match(await call('navigate', { tab, url: `${server.origin}/start`, format: 'outline' }), { title: /./ })
    })
  }

  await t.test('the next one is told whole, and accepted', async (t) => {
    const outside = await open('/again')
    const inside = await openInside(t, browser)
    const tab = await tabOf(inside, '/again')
    const first = await inside.call('dialog', { tab, accept: false })
    t.match(first, { handled: { type: 'unknown' }, dialog: { type: 'confirm', message: 'Again?' } })
    t.match(await inside.call('dialog', { tab, accept: true }), { handled: { type: 'confirm', message: 'Again?' } })
    t.same(await outside.evaluate('seen'), [false, true])
  })

  await t.test('somebody else accepts it', async (t) => {
    const outside = await open('/once', async ({ session }) => void (await session.send('Page.enable')))
    const inside = await openInside(t, browser)
    const tab = await tabOf(inside, '/once')
    t.match(await inside.fail('explore', { scope: 'tab', tab }), { name: 'dialog_open' })
    await outside.session.send('Page.handleJavaScriptDialog', { accept: true })
    t.same(await outside.evaluate('seen'), [true])
    t.match(await inside.call('explore', { scope: 'tab', tab, format: 'outline' }), { outline: /button: Stay/ })
  })

  await t.test('of a frame of another site', async (t) => {
    const outside = await open('/framing')
    const inside = await openInside(t, browser)
    const tab = await tabOf(inside, '/framing')
    t.match(await inside.fail('explore', { scope: 'tab', tab }), { name: 'dialog_open' })
    // The frame may come to ask only once it is looked at: nobody outside can wait for that, as the page waits for it too.
    t.match(await inside.call('dialog', { tab, accept: false }), { handled: { type: /^(unknown|confirm)$/ } })
    t.equal(await outside.evaluate('seen[0]'), false)
    const { outline } = await inside.call('explore', { scope: 'tab', tab, format: 'outline' })
    t.match(outline, /button: Stay[\s\S]*button: In frame/)
  })

  await t.test('a page that is busy has no dialog', async (t) => {
    await open('/busy')
    const inside = await openInside(t, browser)
    const tab = await tabOf(inside, '/busy')
    const { outline } = await inside.call('explore', { scope: 'tab', tab, format: 'outline' })
    t.match(outline, /button: Stay/)
  })

  await t.test('nor has one that has time for others now and then', async (t) => {
    await open('/slow')
    const inside = await openInside(t, browser)
    const tab = await tabOf(inside, '/slow')
    await inside.call('explore', { scope: 'tab', tab, timeoutMs: 20_000 }).catch((problem) => {
      t.equal(problem.name, 'unresponsive', 'it may not answer in time')
    })
    t.equal((await inside.call('tabs')).tabs.find((one) => one.tab === tab)?.dialog, undefined)
  })
})

t.test('a tab whose process is still starting has no dialog', async (t) => {
  if (!chromiumOrSkip(t)) return
  const browser = await launchChromium(t)
  const { origin } = await serve(t, { pages: { '/late': pageOf('<button>Stay</button>') } })
  const { root } = (await attachOutside(t, browser, 'about:blank')).session.connection
  const { call } = await openInside(t, browser)
  /** Processes for pages: that of the first tab, and the one which waits for the next. */
  const processes = async () => {
    const { processInfo } = await root.send('SystemInfo.getProcessInfo')
    const pids = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id)
    return pids.length > 1 ? pids : undefined
  }
  for (let tries = 1; ; tries++) {
    const stopped = await until(processes, 'a process waits for the next page')
    const goOn = () => {
      for (const pid of stopped) process.kill(pid, 'SIGCONT')
    }
    for (const pid of stopped) process.kill(pid, 'SIGSTOP')
    try {
      const url = `${origin}/late?${tries}`
      await root.send('Target.createTarget', { url })
      const told = async () => (await call('tabs')).tabs.find((one) => one.url === url)
      const { tab } = await until(told, 'the new tab is told')
      const outlineOf = async (timeoutMs: number) =>
        (await call('explore', { scope: 'tab', tab, timeoutMs, format: 'outline' })).outline
      const problem = await outlineOf(3000).catch((error) => error)
      // It was given a process of its own.
      if (typeof problem === 'string' && tries < 5) continue
      t.match(problem, { name: /^(timeout|unresponsive)$/ })
      t.equal((await told())?.dialog, undefined)
      goOn()
      await until(async () => /button: Stay/.test((await outlineOf(20_000)) ?? ''), 'it is read once it runs')
      return
    } finally {
      goOn()
    }
  }
})
