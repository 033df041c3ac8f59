import { connect } from 'node:net'
import { join } from 'node:path'
import { byRpc } from '../e2e/callers.ts'
import type { Client } from '../e2e/client.ts'
import type { Home } from '../fixtures/daemon/daemon.ts'
import type { Server } from '../fixtures/daemon/serve.ts'
import { answerThat } from '../fixtures/until.ts'
import { page as pageOf } from '../fixtures/web/acting-pages.ts'
import type { Outside } from '../fixtures/web/outside.ts'
import { aMoment, expect, type Trial } from './trial.ts'

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
  readonly server: Server
  /** The tab with the counting page. */
  readonly tab: string
  readonly outside: Outside
}

export function tabTrials({ client, server, tab, outside }: Tabs): readonly Trial[] {
  const { call, home } = client
  const presses = async (name: string) => (await outside.evaluate<number | undefined>(`presses['${name}']`)) ?? 0
  const at = { scope: 'tab', tab }
  const button = (name: string) => ({ find: { ...at, filter: { titleContains: name } }, action: 'click' })
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
  ]
}

type Said = { readonly [name: string]: unknown; readonly error?: { readonly data: { readonly name: string } } }

/** Result or error of a call in a session of that name. */
export function sessionOf(home: Home, session: string): (method: string, params?: object) => Promise<Said> {
  const ask = byRpc(home, { session })
  return async (method, params = {}) => {
    const { result, error } = JSON.parse((await ask(method, params)).text)
    return error === undefined ? result : { error }
  }
}
