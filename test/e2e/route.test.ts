/** What comes between a tab and its servers: the server's log and the page's own words say what came of it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { asSession } from '../fixtures/daemon/as-session.ts'
import { ix, ixFile, run } from '../fixtures/daemon/daemon.ts'
import { type Answer, serve } from '../fixtures/daemon/serve.ts'
import { page } from '../fixtures/web/acting-pages.ts'
import { chromiumOrSkip, launchChromium } from '../fixtures/web/chromium.ts'
import { attachOutside } from '../fixtures/web/outside.ts'
import { daemonFor } from './client.ts'

type Headers = { readonly [name: string]: string | readonly string[] | undefined }

const got = (url: string, how = '{}') =>
  `fetch('${url}', ${how}).then(async (answer) => answer.status + ' ' + (await answer.text()), () => 'failed')`

t.test('requests are blocked, answered and changed', async (t) => {
  if (!chromiumOrSkip(t)) return
  const asked: { readonly at: string; readonly headers: Headers }[] = []
  const logged =
    (body: string, more: { [name: string]: string } = {}): Answer =>
    (request, response) => {
      asked.push({
        at: `${request.method} ${request.headers.host?.split(':')[0]}${request.url}`,
        headers: request.headers,
      })
      response.writeHead(more.location === undefined ? 200 : 302, {
        'content-type': 'text/html',
        'cache-control': 'no-store',
        ...more,
      })
      response.end(body)
    }
  const secret = `Basic ${Buffer.from('ann:cumbersome-secret').toString('base64')}`
  const staff: Answer = (request, response) => {
    const mayPass = request.headers.authorization === secret
    const head = { 'content-type': 'text/html', ...(!mayPass && { 'www-authenticate': 'Basic realm="Staff"' }) }
    response.writeHead(mayPass ? 200 : 401, head).end(`<title>${mayPass ? 'Inside' : 'Outside'}</title>`)
  }
  const pages: { [path: string]: Answer } = {
    '/one': logged(page('<title>One</title>')),
    '/two': logged(page('<title>Two</title>')),
    '/api': logged('from the server', { 'access-control-allow-origin': '*' }),
    '/a?b': logged('literal'),
    '/frame': logged(
      page(
        `<script>fetch('/api').then((a) => a.text(), () => 'failed').then((text) => parent.postMessage(text, '*'))</script>`,
      ),
    ),
    '/held': () => {},
    '/staff': staff,
  }
  const server = await serve(t, { pages })
  pages['/away'] = logged('', { location: `${server.otherOrigin}/api`, 'access-control-allow-origin': '*' })
  const browser = await launchChromium(t)
  const { home } = await daemonFor(t, ['--cdp', browser.httpUrl], { IX_PLATFORMS: 'cdp' })
  const ann = asSession(home, { session: 'ann' })
  const ben = asSession(home, { session: 'ben' })
  const { tab } = await ann.call('navigate', { url: `${server.origin}/one` })
  await ben.call('navigate', { url: `${server.origin}/two` })
  const one = await attachOutside(t, browser, `${server.origin}/one`)
  const two = await attachOutside(t, browser, `${server.origin}/two`)
  const add = (params: object) => ann.call('route', { action: 'add', ...params })
  const none = () => ann.call('route', { action: 'remove' })
  t.same(await ann.call('route'), { tab, routes: [] })

  await t.test('blocked', async (t) => {
    const { added, routes } = await add({ url: '*/api', method: 'post', block: true })
    t.same(routes, [{ id: added, url: '*/api', method: 'POST', does: 'block', used: 0 }])
    t.equal(await one.evaluate(got('/api', `{ method: 'POST' }`)), 'failed')
    t.equal(await one.evaluate(got('/api')), '200 from the server', 'another method is not')
    t.equal(await two.evaluate(got('/api', `{ method: 'POST' }`)), '200 from the server', "nor another session's tab")
    t.match((await ann.call('route')).routes, [{ used: 1 }])
    t.same(asked.filter(({ at }) => at.startsWith('POST')).length, 1)
    await add({ url: '*/two', type: 'document', block: true })
    t.match(await ann.fail('navigate', { url: `${server.origin}/two` }), {
      name: 'not_found',
      message: /BLOCKED_BY_CLIENT/,
    })
    await ann.call('navigate', { url: `${server.origin}/one` })
    t.same((await none()).routes, [])
    t.equal(await one.evaluate(got('/api', `{ method: 'POST' }`)), '200 from the server')
  })
  await t.test('answered, in frames of other sites too, and readable there', async (t) => {
    await add({
      url: `${server.origin}/api`,
      status: 503,
      body: '{"error":"tea"}',
      headers: ['X-From: route', 'X-Odd: a: b'],
    })
    t.equal(await one.evaluate(got('/api')), '503 {"error":"tea"}')
    t.equal(
      await one.evaluate(
        `fetch('/api').then(({ headers }) => ['content-type', 'x-from', 'x-odd'].map((name) => headers.get(name)).join(' | '))`,
      ),
      'application/json; charset=utf-8 | route | a: b',
    )
    const before = asked.length
    await add({ url: '*/api', body: 'tea for all' })
    t.equal(await one.evaluate(got('/api')), '200 tea for all', 'the newest decides')
    t.equal(
      await one.evaluate(got(`${server.otherOrigin}/api`, `{ method: 'PUT', headers: { 'x-own': '1' } }`)),
      '200 tea for all',
      'after a preflight',
    )
    t.equal(
      await one.evaluate(`new Promise((done) => {
        addEventListener('message', ({ data }) => done(data), { once: true })
        document.body.append(Object.assign(document.createElement('iframe'), { src: '${server.otherOrigin}/frame' }))
      })`),
      'tea for all',
    )
    const worker = `new Promise((done) => {
      const code = "fetch('${server.origin}/api').then((a) => a.text()).then(postMessage, () => postMessage('failed'))"
      new Worker(URL.createObjectURL(new Blob([code]))).onmessage = ({ data }) => done(data)
    })`
    t.equal(await one.evaluate(worker), 'tea for all', 'in a worker')
    t.same(
      asked.slice(before).map(({ at }) => at),
      ['GET localhost/frame'],
      'the server was not asked',
    )
    await ann.call('navigate', { url: `${server.otherOrigin}/one` })
    t.equal(await one.evaluate(got('/api')), '200 tea for all', 'on the next page')
    await none()
    await add({ url: `${server.origin}/a?b`, body: 'mine' })
    await ann.call('navigate', { url: `${server.origin}/one` })
    t.equal(await one.evaluate(got('/a?b')), '200 mine', 'a question mark is one')
    t.match(await one.evaluate(got('/aXb')), /^404/)
    await none()
  })
  await t.test('sent with other headers, which do not follow a redirect', async (t) => {
    const { routes } = await add({
      url: `${server.origin}/*`,
      requestHeaders: ['X-Tea: green', 'User-Agent:', 'X-Key: hidden-key'],
    })
    t.match(routes, [{ does: 'send X-Tea, X-Key, leave out User-Agent' }])
    t.notMatch(JSON.stringify(routes), /green|hidden-key/)
    await add({ url: '*/away', requestHeaders: ['Authorization: Bearer hidden-token'] })
    const before = asked.length
    await one.evaluate(got('/away'))
    const [first, second] = asked.slice(before)
    t.match(first, { at: 'GET 127.0.0.1/away', headers: { 'x-tea': 'green', authorization: 'Bearer hidden-token' } })
    t.match(second, { at: 'GET localhost/api' })
    t.notMatch(JSON.stringify(second), /green|hidden/)
    await none()
  })
  await t.test('signed in to one site, without a trace', async (t) => {
    t.match(await ann.fail('navigate', { url: `${server.origin}/staff` }), { name: 'not_found', hint: /route/ })
    const added = await run(
      ixFile,
      ['--session', 'ann', 'route', 'add', `${server.origin}/*`, '--username', 'ann', '--stdin'],
      home,
      'cumbersome-secret\n',
    )
    t.match(added, { code: 0, out: /sign in/ })
    const inside = await ann.call('navigate', { url: `${server.origin}/staff`, expectation: { includeCode: true } })
    t.match(inside, { title: 'Inside' })
    t.match(await ben.fail('navigate', { url: `${server.origin}/staff` }), { name: 'not_found' }, 'nobody else is')
    await ann.call('navigate', { url: `${server.otherOrigin}/one` })
    const network = await ann.call('network')
    t.match(
      await ann.fail('navigate', { url: `${server.otherOrigin}/staff` }),
      { name: 'not_found' },
      'nor on another site',
    )
    await ann.call('navigate', { url: `${server.origin}/staff` })
    const list = await ann.call('network')
    const details = await Promise.all(
      list.requests!.map(({ id }) => ann.call('network', { id, expectation: { includeConsole: true } })),
    )
    const wrong = await ann.fail('route', { action: 'add', url: '*', username: 'ann', password: 'cumbersome-secret' })
    t.match(wrong, { name: 'invalid_params', message: /a password is for one site/ })
    const said = JSON.stringify([added, inside, network, list, details, wrong, await ann.call('route')])
    for (const part of ['cumbersome-secret', secret.slice('Basic '.length)]) t.notMatch(said, part)
    await none()
    t.match(await ann.fail('navigate', { url: `${server.origin}/staff` }), { name: 'not_found' }, 'and no longer')
  })
  await t.test('what cannot be meant is said', async (t) => {
    const faults: readonly [object, string, RegExp][] = [
      [{ action: 'add', url: '*' }, 'params', /found nothing/],
      [{ action: 'add', block: true }, 'params.url', /expected a text, found nothing/],
      [
        { action: 'add', url: '*', block: true, body: 'x' },
        'params',
        /a route does one thing; found block and an answer/,
      ],
      [{ action: 'add', url: 'ads.example.com', block: true }, 'params.url', /"ads\.example\.com" fits no url/],
      [{ action: 'add', url: '*', type: 'pictures', block: true }, 'params.type', /unknown request type/],
      [{ action: 'add', url: '*', requestHeaders: ['no colon'] }, 'params.requestHeaders[0]', /.*/],
      [{ action: 'add', url: '*', headers: ['X: a\r\nY: b'] }, 'params.headers[0]', /.*/],
      [{ action: 'add', url: 'https://*.example.com/*', username: 'a', password: 'b' }, 'params.url', /one site/],
      [{ action: 'add', url: 'https://example.com/*', username: 'a' }, 'params.password', /given together/],
      [{ action: 'list', block: true }, 'params.action', /list takes no block/],
      [{ action: 'list', id: 'r1' }, 'params.id', /takes no id/],
    ]
    for (const [params, path, message] of faults)
      t.match(
        await ann.fail('route', params),
        { name: 'invalid_params', message, data: { path } },
        JSON.stringify(params),
      )
    await add({ url: '*/api', block: true })
    t.match(await ann.fail('route', { action: 'remove', id: 'r99' }), { name: 'not_found', message: /It has r\d+\./ })
    t.match(await ben.fail('route', { action: 'add', tab, url: '*', block: true }), { name: 'locked' })
    t.match(await ix(home, '--session', 'ann', 'route', 'remove', 'r99'), { code: 1 })
  })
  await t.test('with the session, and with a daemon that is killed, the requests go on', async (t) => {
    await ann.call('navigate', { url: `${server.origin}/one` })
    t.equal(await one.evaluate(got('/api')), 'failed')
    await ann.call('session', { action: 'end' })
    t.equal(await one.evaluate(got('/api')), '200 from the server')
    await ben.call('navigate', { url: `${server.origin}/two` })
    await ben.call('route', { action: 'add', url: '*/api', body: 'mine' })
    t.equal(await two.evaluate(got('/api')), '200 mine')
    const { pid } = JSON.parse(readFileSync(join(home.folder, 'state.json'), 'utf8'))
    await two.session.send('Network.enable', {})
    const sent = new Promise((done) => two.session.on('Network.requestWillBeSent', done))
    const bounded = got('/api', '{ signal: AbortSignal.timeout(60_000) }')
    process.kill(pid, 'SIGSTOP')
    const waiting = two.evaluate(bounded)
    await sent
    process.kill(pid, 'SIGKILL')
    t.equal(await waiting, '200 from the server', 'what was held is let go')
    t.equal(await two.evaluate(bounded), '200 from the server')
  })
})
