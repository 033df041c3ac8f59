/** A web page that calls the daemon, in a real browser, in every way that a page has: the daemon counts what came of it. */
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { Connection, type Session } from '../../daemon/platform/cdp/wire/connection.ts'
import type { Client } from '../e2e/client.ts'
import { type Home, stateOf } from '../fixtures/daemon/daemon.ts'
import type { Server } from '../fixtures/daemon/serve.ts'
import type { Chromium } from '../fixtures/web/chromium.ts'
import { evaluateIn } from '../fixtures/web/outside.ts'
import { expect, type Trial } from './trial.ts'

/** Runs in the page: all at once, each answered or failed within its time. What could be read of an answer is returned. */
const attack = `async (base, token, body) => {
  const within = (work) => Promise.race([work.catch((error) => 'failed: ' + error), new Promise((done) => setTimeout(done, 1500, 'silent'))])
  const read = async (answer) => answer.type + ' ' + answer.status + ' ' + await answer.text()
  const post = (headers, more = {}) => fetch(base + '/rpc', { method: 'POST', headers, body, ...more }).then(read)
  const json = { 'content-type': 'application/json' }
  const loaded = (element) => new Promise((done) => { element.onload = () => done('loaded'); element.onerror = () => done('failed'); document.body.append(element) })
  const made = (tag, given) => Object.assign(document.createElement(tag), given)
  const form = () => {
    const frame = made('iframe', { name: 'f' + Math.random() })
    const sent = made('form', { action: base + '/rpc', method: 'POST', enctype: 'text/plain', target: frame.name })
    const half = Math.ceil(body.length / 2)
    sent.append(made('input', { name: body.slice(0, half), value: body.slice(half) }))
    document.body.append(frame, sent)
    sent.submit()
    return new Promise((done) => { frame.onload = () => done('sent') })
  }
  const xhr = () => new Promise((done) => {
    const asked = new XMLHttpRequest()
    asked.open('POST', base + '/rpc')
    asked.setRequestHeader('content-type', 'application/json')
    asked.onloadend = () => done(asked.status + ' ' + asked.responseText)
    asked.send(body)
  })
  const source = () => new Promise((done) => { const events = new EventSource(base + '/events'); events.onmessage = ({ data }) => done('event ' + data); events.onerror = () => { events.close(); done('failed') } })
  const socket = () => new Promise((done) => { const open = new WebSocket(base.replace('http', 'ws') + '/events'); open.onopen = () => done('opened'); open.onerror = () => done('failed') })
  const ways = {
    'no-cors': () => post({}, { mode: 'no-cors' }),
    'text/plain': () => post({ 'content-type': 'text/plain' }),
    'json': () => post(json),
    'json with the token': () => post({ ...json, authorization: 'Bearer ' + token }),
    'json without a referrer': () => post({ ...json, authorization: 'Bearer ' + token }, { referrerPolicy: 'no-referrer' }),
    'mcp': () => fetch(base + '/mcp', { method: 'POST', headers: { ...json, authorization: 'Bearer ' + token }, body }).then(read),
    'get': () => fetch(base + '/health').then(read),
    'get with the token': () => fetch(base + '/metrics', { headers: { authorization: 'Bearer ' + token } }).then(read),
    'beacon': async () => String(navigator.sendBeacon(base + '/rpc', body)),
    'json beacon': async () => String(navigator.sendBeacon(base + '/rpc', new Blob([body], { type: 'application/json' }))),
    'form': form,
    'image': () => loaded(made('img', { src: base + '/health' })),
    'script': () => loaded(made('script', { src: base + '/openrpc.json' })),
    'style': () => loaded(made('link', { rel: 'stylesheet', href: base + '/health' })),
    'frame': () => loaded(made('iframe', { src: base + '/health' })),
    'xhr': xhr, 'event source': source, 'websocket': socket,
  }
  return await Promise.all(Object.entries(ways).map(async ([way, send]) => [way, await within(Promise.resolve().then(send))]))
}`

/** Nobody else in a soak calls it. */

const call = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'rpc.discover' })

/** How often it was called, and how many requests were refused altogether. */
async function counts({ socket }: { readonly socket: string }): Promise<{ calls: number; refusals: number }> {
  const said = await new Promise<string>((resolve, reject) => {
    request({ socketPath: socket, path: '/metrics', agent: false }, (reply) => resolve(text(reply)))
      .once('error', reject)
      .end()
  })
  const all = (pattern: RegExp) => [...said.matchAll(pattern)].reduce((sum, [, count]) => sum + Number(count), 0)
  return {
    calls: all(/^ix_calls_total\{method="rpc.discover",.*\} (\d+)$/gm),
    refusals: all(/^ix_http_responses_total\{status="4\d\d"\} (\d+)$/gm),
  }
}

/** A page of this address, whose document is made here: no server of its name has to be found. */
async function withPage<T>(browser: Chromium, url: string, work: (session: Session) => Promise<T>): Promise<T> {
  const connection = await Connection.open(browser.wsUrl, new AbortController().signal)
  const { root } = connection
  try {
    const { targetId } = await root.send('Target.createTarget', { url: 'about:blank' })
    const { sessionId } = await root.send('Target.attachToTarget', { targetId, flatten: true })
    const session = connection.session(sessionId)
    const document = Buffer.from('<!doctype html><title>attack</title><body>').toString('base64')
    await session.send('Page.enable')
    await session.send('Fetch.enable', { patterns: [{ urlPattern: url, resourceType: 'Document' }] })
    const fulfilled = new Promise<void>((resolve) => {
      session.on('Fetch.requestPaused', ({ requestId }) => {
        void session
          .send('Fetch.fulfillRequest', {
            requestId,
            responseCode: 200,
            responseHeaders: [{ name: 'content-type', value: 'text/html' }],
            body: document,
          })
          .then(() => resolve())
      })
    })
    const loaded = new Promise<void>((resolve) => {
      session.on('Page.loadEventFired', () => resolve())
    })
    await session.send('Page.navigate', { url })
    await Promise.all([fulfilled, loaded])
    await session.send('Fetch.disable')
    const value = await work(session)
    await root.send('Target.closeTarget', { targetId })
    return value
  } finally {
    connection.close()
  }
}

async function attacked(home: Home, browser: Chromium, url: string, base: string): Promise<number> {
  const token = readFileSync(join(home.folder, 'token'), 'utf8')
  const before = await counts(stateOf(home)!)
  const tries = await withPage(browser, url, (session) =>
    evaluateIn<readonly (readonly [string, string])[]>(
      session,
      `(${attack})(${JSON.stringify(base)}, ${JSON.stringify(token)}, ${JSON.stringify(call)})`,
    ),
  )
  for (const [way, said] of tries) {
    expect(!/"result"|ix_calls|opened|^event/.test(said), `${way} from ${url} gets nothing`, said)
  }
  const { calls, refusals } = await counts(stateOf(home)!)
  expect(calls === before.calls, `nothing was called from ${url}`, tries)
  expect(refusals > before.refusals, `requests from ${url} came to be refused`, tries)
  return tries.length
}

export function webPageTrials({ home }: Client, browser: Chromium, server: Server): readonly Trial[] {
  const base = stateOf(home)!.url!
  const { port } = new URL(base)
  return [
    {
      rows: ['A1'],
      says: 'a page of another port, local name or site calls in every way that a page has, with the true token too: nothing is called or read',
      attempt: (dice) => {
        const sites = [server.origin, server.otherOrigin, 'http://evil.localhost:8080', 'https://evil.example']
        return attacked(home, browser, `${dice.oneOf(sites)}/attack`, base)
      },
    },
    {
      rows: ['A2'],
      says: "a page whose name was bound to the daemon's address calls its own origin: nothing is called or read",
      attempt: (dice) => {
        const own = `http://${dice.oneOf(['rebound', 'localhost.evil', '127.0.0.1'])}.localhost:${port}`
        return attacked(home, browser, `${own}/attack`, own)
      },
    },
  ]
}
