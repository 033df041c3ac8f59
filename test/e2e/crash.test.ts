// A tab whose page has crashed: said at once by what reads it, and brought back by what goes somewhere.
import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import t from 'tap'
import { Connection } from '../../daemon/platform/cdp/wire/connection.ts'
import { serve } from '../fixtures/daemon/serve.ts'
import { until } from '../fixtures/until.ts'
import { chromiumOrSkip, launchChromium } from '../fixtures/web/chromium.ts'
import { openBoth, openInside } from '../fixtures/web/inside.ts'
import { attachOutside } from '../fixtures/web/outside.ts'

t.test('a crashed page', async (t) => {
  if (!chromiumOrSkip(t)) return
  const browser = await launchChromium(t)
  const titled = (title: string) => `<!doctype html><title>${title}</title><button>${title} button</button>`
  const asked: string[] = []
  const page = (title: string) => (_: unknown, response: import('node:http').ServerResponse) => {
    asked.push(title)
    response.setHeader('Content-Type', 'text/html').end(titled(title))
  }
  const server = await serve(t, { pages: { '/one': page('One'), '/two': page('Two') } })
  const { call, fail, text, tab } = await openInside(t, browser)
  const connection = await Connection.open(browser.wsUrl, AbortSignal.timeout(5000))
  t.teardown(() => connection.close())
  await connection.root.send('Target.setDiscoverTargets', { discover: true })
  const go = (path: string) => call('navigate', { tab, url: `${server.origin}${path}` })
  const crash = async () => {
    const { targetInfos } = await connection.root.send('Target.getTargets', {})
    const { targetId } = targetInfos.find(({ type }) => type === 'page')!
    const told = new Promise<void>((resolve) => connection.root.on('Target.targetCrashed', () => resolve()))
    const { sessionId } = await connection.root.send('Target.attachToTarget', { targetId, flatten: true })
    connection
      .session(sessionId)
      .send('Page.crash')
      .catch(() => undefined)
    await told
    await connection.root.send('Target.detachFromTarget', { sessionId })
  }

  await go('/one')
  await go('/two')
  await crash()
  for (const [method, params] of [
    ['explore', { scope: 'tab', tab }],
    ['screenshot', { tab }],
    ['explore', { scope: 'focused' }],
  ] as const) {
    t.match(await fail(method, params), {
      name: 'unresponsive',
      message: `The page of tab ${tab} has crashed.`,
      hint: /navigate/,
      data: { reason: 'crashed', tab },
    })
  }
  t.match(await call('tabs'), { tabs: [{ tab }] }, 'the tab is there still')
  const back = await call('navigate', { url: `${server.origin}/one` })
  t.match(back, { tab, title: 'One', crashed: true, settled: true })
  t.match(await call('explore', { scope: 'tab', tab }), { settled: true, matched: 1 })
  t.equal((await go('/two')).crashed, undefined)

  await crash()
  asked.length = 0
  t.match(
    await text('navigate', { action: 'reload', format: 'outline' }),
    /Two.* · the page before had crashed\n.*Two button/s,
  )
  t.same(asked, ['Two'], 'it is asked for once')
  await go('/one')
  await crash()
  t.match(await call('navigate', { tab, action: 'back' }), { title: 'Two', crashed: true })
  t.match(await call('interact', { find: { scope: 'tab', tab, filter: { titleContains: 'Two' } }, action: 'focus' }), {
    effect: 'confirmed',
  })
})

t.test('a page in an endless loop can be left', async (t) => {
  if (!chromiumOrSkip(t)) return
  const browser = await launchChromium(t)
  const loop = '<!doctype html><title>Loop</title><button onclick="setTimeout(() => { for (;;); })">Begin</button>'
  const server = await serve(t, { pages: { '/loop': loop, '/out': '<!doctype html><title>Out</title><p>Out of it' } })
  const url = `${server.origin}/out`
  const stick = async () => {
    const { call, tab, outside, ...inside } = await openBoth(t, browser, `${server.origin}/loop`)
    await outside.evaluate('document.querySelector("button").click()')
    return { ...inside, call, tab }
  }
  const { call, fail, tab } = await stick()
  const { name, advice } = await fail('explore', { scope: 'tab', tab, freshness: 'fresh' })
  t.equal(name, 'unresponsive')
  t.match(advice, /call {navigate} with this tab and a url/)
  const out = await call('navigate', { tab, url })
  t.match(out, { tab, url, title: 'Out', settled: true })
  t.equal(out.crashed, undefined, 'its loop ends, and nothing else of its process')
  const seen = await attachOutside(t, browser, url)
  t.equal(await seen.evaluate('document.body.innerText'), 'Out of it', 'the page itself says so')

  await stick()
  const other = await openInside(t, browser)
  const late = await other.fail('navigate', { tab: other.tab, url })
  t.match(
    late.advice,
    'Call {tabs} with action "close" and this tab, then {navigate} with the url',
    'to one who came later',
  )
  await other.call('tabs', { action: 'close', tab: other.tab })
  const left = await other.call('navigate', { url })
  t.match(left, { url, title: 'Out' })
  t.not(left.tab, other.tab)
})

t.test('a page that gets no time is not said to be in a loop', async (t) => {
  if (!chromiumOrSkip(t)) return
  const browser = await launchChromium(t)
  const connection = await Connection.open(browser.wsUrl, AbortSignal.timeout(5000))
  t.teardown(() => connection.close())
  const { call, fail, tab } = await openInside(t, browser)
  const outside = await attachOutside(t, browser, 'about:blank')
  const stopped = new Set<number>()
  // A tab may still be on its way into a process of its own, and a signal to its threads.
  const stop = async () => {
    const { processInfo } = await connection.root.send('SystemInfo.getProcessInfo')
    const running = processInfo.filter(({ type, id }) => type === 'renderer' && !stopped.has(id))
    for (const { id } of running) process.kill(id, 'SIGSTOP')
    for (const { id } of running) stopped.add(id)
    if (running.length > 0 || ![...stopped].every((id) => / T /.test(readFileSync(`/proc/${id}/stat`, 'latin1'))))
      return false
    const answered = outside.evaluate('true').catch(() => true)
    return (await Promise.race([answered, delay(1000, false)])) === false
  }
  await until(stop, 'all renderers are stopped')
  const told = await fail('explore', { scope: 'tab', tab, timeoutMs: 60_000 })
  for (const id of stopped) process.kill(id, 'SIGCONT')
  t.match(told, { name: 'unresponsive', message: /has not answered yet/, hint: /^Try again later/ })
  t.equal(told.data.reason, undefined)
  t.match(await call('explore', { scope: 'tab', tab, timeoutMs: 60_000 }), { settled: true })
})
