/** Trials on tabs of a real browser: what the page itself counts is held against what was answered. */
import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { join } from 'node:path'
import type { Client } from '../e2e/client.ts'
import type { Server } from '../fixtures/daemon/serve.ts'
import { again, answerThat, until } from '../fixtures/until.ts'
import { page as pageOf } from '../fixtures/web/acting-pages.ts'
import type { Chromium } from '../fixtures/web/chromium.ts'
import type { Outside } from '../fixtures/web/outside.ts'
import { aMoment, expect, type Trial } from './trial.ts'
import { sessionOf } from './wire.ts'

/** Buttons that count their presses, one for each client, and a list that trials change. */
export const countingPage = pageOf(`
<script>window.presses = {}; const press = (name) => { presses[name] = (presses[name] ?? 0) + 1; document.getElementById('said').textContent = name + ' ' + presses[name] }</script>
${[0, 1, 2, 3].map((index) => `<button onclick="press('Button ${index}')">Button ${index}</button>`).join('')}
<output id="said">nothing</output><ul id="list"></ul><div id="secret"></div>`)

export const markerPages = Object.fromEntries(
  ['alpha', 'beta', 'gamma', 'delta'].map((name) => [`/${name}`, pageOf(`<button>only ${name}</button>`)]),
)

export interface Tabs {
  readonly client: Client
  readonly browser: Chromium
  readonly server: Server
  /** The tab with the counting page. */
  readonly tab: string
  readonly outside: Outside
}

export function tabTrials({ client, browser, server, tab, outside }: Tabs): readonly Trial[] {
  const { call, fail, home } = client
  const presses = async (name: string) => (await outside.evaluate<number | undefined>(`presses['${name}']`)) ?? 0
  const at = { scope: 'tab', tab }
  const button = (name: string) => ({ find: { ...at, filter: { titleContains: name } }, action: 'click' })
  const calculator = { scope: 'application', bundleId: 'replay.calculator', limit: 3 }
  const settled = () =>
    answerThat(
      () => call('explore', { ...at, format: 'outline', includeNonInteractable: true, limit: 500, maxTokens: 20_000 }),
      (answer) => answer.settled === true,
    )
  return [
    {
      rows: ['L4', 'N2', 'N3'],
      says: 'four sessions press at once, each its own button: the page counts what was answered with ok, and a reading shows it',
      attempt: async (dice) => {
        const counts = await Promise.all(
          [0, 1, 2, 3].map(async (index) => {
            const name = `Button ${index}`
            const ask = sessionOf(home, `presser-${index}`)
            const before = await presses(name)
            let ok = 0
            const times = 1 + dice.below(4)
            for (let turn = 0; turn < times; turn++) {
              const said = await ask('interact', button(name))
              expect(said.error === undefined, `${name} is pressed`, said)
              ok++
            }
            return [name, before + ok, await presses(name)] as const
          }),
        )
        for (const [name, wanted, found] of counts) expect(found === wanted, `${name}: ${wanted} presses`, found)
        const said = await outside.evaluate<string>('said.textContent')
        expect((await settled()).outline!.includes(said), 'a later reading shows the last one', said)
        return counts.length
      },
    },
    {
      rows: ['L5', 'N2'],
      says: 'a press is sent several times with one key, together: the page counts one',
      attempt: async (dice) => {
        const name = `Button ${dice.below(4)}`
        const ask = sessionOf(home, 'repeater')
        const before = await presses(name)
        const given = { ...button(name), idempotencyKey: randomBytes(8).toString('hex') }
        const all = await Promise.all(Array.from({ length: 2 + dice.below(4) }, () => ask('interact', given)))
        expect(
          all.some(({ error }) => error === undefined),
          'one is answered',
          all,
        )
        expect((await presses(name)) === before + 1, 'pressed once', await presses(name))
        return all.length
      },
    },
    {
      rows: ['L6', 'N2'],
      says: 'a client is gone at any moment of a press: pressed once or not at all, and others act at once',
      attempt: async (dice) => {
        const name = `Button ${dice.below(4)}`
        const before = await presses(name)
        const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'interact', params: button(name) })
        const socket = connect(join(home.folder, 'ixd.sock')).on('error', () => {})
        socket.write(
          `POST /rpc HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
        )
        await aMoment(dice, 120)
        socket.destroy()
        const other = `Button ${(Number(name.at(-1)) + 1) % 4}`
        const others = await presses(other)
        await call('interact', button(other))
        expect((await presses(other)) === others + 1, 'another acts')
        const found = (await presses(name)) - before
        expect(found === 0 || found === 1, 'once at the most', found)
        return 1
      },
    },
    {
      rows: ['L3'],
      says: 'elements are replaced: an id of what is gone never presses what came instead',
      attempt: async () => {
        const { outline = '' } = await call('explore', {
          ...at,
          filter: { titleContains: 'Button 3' },
          format: 'outline',
        })
        const elementId = /\[(\d+)\] button: Button 3/.exec(outline)?.[1]
        expect(elementId !== undefined, 'it is there', outline)
        const before = await presses('Instead')
        const swap = (from: string, to: string) =>
          outside.evaluate(
            `(() => { const old = [...document.querySelectorAll('button')].find((one) => one.textContent === '${from}'); const made = document.createElement('button'); made.textContent = '${to}'; made.onclick = () => press('${to}'); old.replaceWith(made) })()`,
          )
        await swap('Button 3', 'Instead')
        const { data } = await fail('interact', { elementId, action: 'click' })
        await swap('Instead', 'Button 3')
        expect(data.name === 'element_gone', 'it is said to be gone', data)
        expect((await presses('Instead')) === before, 'not pressed')
        return 1
      },
    },
    {
      rows: ['L18', 'N5'],
      says: 'a storm of changes by chance while others read: in the end what is kept is what a new reading finds',
      attempt: async (dice) => {
        const changes = 500 + dice.below(1500)
        const storm = outside.evaluate(`(async () => {
          const list = document.getElementById('list')
          for (let turn = 0; turn < ${changes}; turn++) {
            const one = list.children[(turn * 7919 + ${dice.below(1000)}) % Math.max(1, list.children.length)]
            if (turn % 3 === 0 || !one) { const item = document.createElement('li'); item.innerHTML = '<button>Item ' + turn + '</button>'; list.append(item) }
            else if (turn % 3 === 1) one.firstChild.textContent = 'Changed ' + turn
            else one.remove()
            if (turn % 50 === 0) await new Promise((resolve) => setTimeout(resolve))
          }
          while (list.children.length > 40) list.lastChild.remove()
        })()`)
        const reading = Array.from({ length: 10 }, () => call('explore', { ...at, limit: 20 }))
        await Promise.all([storm, ...reading])
        const kept = (await settled()).outline
        const whole = { ...at, format: 'outline', includeNonInteractable: true, limit: 500, maxTokens: 20_000 }
        const anew = (await call('explore', { ...whole, freshness: 'fresh' })).outline
        expect(kept === anew, 'both say the same', { kept, anew })
        return changes
      },
    },
    {
      rows: ['N4', 'A8'],
      says: 'sessions go to pages of their own and never name their tab: each reads its own page alone',
      attempt: async (dice) => {
        const names = Object.keys(markerPages).map((path) => path.slice(1))
        await Promise.all(
          dice.shuffled(names).map(async (name) => {
            const ask = sessionOf(home, `tab-${name}`)
            const gone = await ask('navigate', { url: `${server.origin}/${name}` })
            expect(gone.error === undefined, 'it comes', gone)
            for (let turn = 0; turn < 3; turn++) {
              const said = JSON.stringify(await ask('explore', { scope: 'tab', format: 'outline' }))
              expect(said.includes(`only ${name}`), `${name} reads its own page`, said)
              expect(!names.some((other) => other !== name && said.includes(`only ${other}`)), 'and no other', said)
            }
            await ask('tabs', { action: 'close', tab: gone.tab })
            await ask('session', { action: 'end' })
          }),
        )
        return names.length
      },
    },
    {
      rows: ['D1', 'D2', 'N6'],
      says: 'a secret in a field of chance is in no answer of any form, and no filter finds a part of it',
      attempt: async (dice) => {
        const secret = `s${randomBytes(6).toString('hex')}`
        const kind = dice.oneOf([
          'type=password',
          'autocomplete=current-password',
          'autocomplete=one-time-code',
          'autocomplete=cc-number',
        ])
        await outside.evaluate(
          `void (document.getElementById('secret').innerHTML = '<label>Field <input ${kind} id=field></label>')`,
        )
        await outside.evaluate(`void (document.getElementById('field').value = '${secret}')`)
        await settled()
        for (const format of ['outline', 'json', 'text', 'html', 'list']) {
          const said = JSON.stringify(
            await call('explore', { ...at, format, includeNonInteractable: true, limit: 300 }),
          )
          expect(!said.includes(secret), `${kind}, ${format}`, secret)
        }
        const part = secret.slice(0, 4 + dice.below(8))
        const { matched } = await call('explore', { ...at, filter: { anyFieldContains: part }, format: 'count' })
        expect(matched === 0, `${kind}: a filter finds nothing`, part)
        await outside.evaluate(`document.getElementById('secret').replaceChildren()`)
        return 6
      },
    },
    {
      rows: ['L1'],
      says: 'the browser hangs (SIGSTOP): calls of its tabs end by name in their time, an application is read meanwhile, and then all goes on',
      attempt: async (dice) => {
        process.kill(browser.pid, 'SIGSTOP')
        try {
          const hung = fail('explore', { ...at, freshness: 'fresh', timeoutMs: 1000 + dice.below(1000) })
          for (let turn = 0; turn < 5; turn++) await call('explore', calculator)
          const { data } = await hung
          expect(['unresponsive', 'timeout'].includes(data.name), 'it is named', data)
        } finally {
          process.kill(browser.pid, 'SIGCONT')
        }
        await again(() => call('explore', { ...at, freshness: 'fresh' }))
        return 1
      },
    },
    {
      rows: ['L1', 'L2'],
      says: 'a page hangs in a loop, or its renderer crashes: told by name, other tabs are read, and the tab can be left',
      attempt: async (dice) => {
        const ask = sessionOf(home, 'victim')
        const victim = await ask('navigate', { url: `${server.origin}/alpha` })
        expect(victim.error === undefined, 'it comes', victim)
        const crash = dice.below(2) === 0
        const given = { tab: victim.tab, timeoutMs: 1500 }
        if (crash) void ask('navigate', { ...given, url: 'chrome://crash' })
        else void ask('evaluate', { ...given, script: 'for (;;);' })
        await aMoment(dice, 300)
        expect((await call('explore', { ...at, limit: 3 })).matched! > 0, 'others are read')
        const back = await until(async () => {
          const said = await ask('navigate', { tab: victim.tab, url: `${server.origin}/beta` })
          return said.error === undefined && said
        }, 'it can be left')
        expect(JSON.stringify(back).includes('only beta'), 'and shows another page', back)
        await ask('tabs', { action: 'close', tab: victim.tab })
        return 1
      },
    },
  ]
}
