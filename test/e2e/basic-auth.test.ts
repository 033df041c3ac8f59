// A site behind Basic authentication: signed in to by the url, which is told without the password from then on.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import t from 'tap'
import { chromiumOrSkip, launchChromium } from '../fixtures/web/chromium.ts'
import { openInside } from '../fixtures/web/inside.ts'

const password = 'cumbersome-secret'
const wanted = `Basic ${Buffer.from(`ann:${password}`).toString('base64')}`

t.test('a site that asks for a name and a password', async (t) => {
  if (!chromiumOrSkip(t)) return
  const served: (string | undefined)[] = []
  const server = createServer(({ url, headers: { authorization } }, response) => {
    const mayPass = authorization === wanted
    if (mayPass) served.push(url)
    const head = { 'content-type': 'text/html', ...(!mayPass && { 'www-authenticate': 'Basic realm="Staff"' }) }
    response.writeHead(mayPass ? 200 : 401, head)
    response.end(mayPass ? '<title>Inside</title><a href="/next">Next</a>' : '<title>Outside</title>')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const { call, fail, tab } = await openInside(t, await launchChromium(t))

  t.match(await fail('navigate', { tab, url: `http://${host}/` }), { name: 'not_found', hint: /name:password@host/ })
  const wrong = await fail('navigate', { tab, url: `http://ann:not-${password}@${host}/` })
  t.match(wrong, { name: 'not_found', hint: /name:password@host/ })
  t.notMatch(JSON.stringify([wrong, wrong.message]), password, 'errors do not repeat it')
  t.same(served, [])

  const answers = [
    await call('navigate', { tab, url: `http://ann:${password}@${host}/` }),
    await call('tabs', {}),
    await call('explore', { scope: 'tab', tab, includeNonInteractable: true }),
    await call('interact', { find: { scope: 'tab', tab, filter: { titleContains: 'Next' } }, action: 'click' }),
    await call('navigate', { tab, action: 'reload' }),
  ]
  t.same(
    served.filter((url) => url !== '/favicon.ico'),
    ['/', '/next', '/next'],
    'signed in from then on',
  )
  t.match(answers[0], { url: `http://${host}/`, title: 'Inside' })
  t.notMatch(JSON.stringify(answers), password, 'no answer repeats it')
})
