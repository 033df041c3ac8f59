/** A daemon of its own process, with the calls that benches make of it. */
import type { ChildProcess } from 'node:child_process'
import { thrift } from '../clients/reach/start-daemon.ts'
import { type Home, makeHome, startDaemon, stateOf, stopDaemon } from '../test/fixtures/daemon/daemon.ts'
import { type Fields, RpcClient } from './rpc-client.ts'
import { Shim } from './shim.ts'
import type { OpenPage, Stand } from './stands/stand.ts'
import { pause } from './times.ts'

export class Daemon {
  readonly rpc: RpcClient
  readonly socket: string
  readonly pid: number
  readonly #home: Home
  readonly #child: ChildProcess

  private constructor(home: Home, child: ChildProcess, socket: string) {
    this.#home = home
    this.#child = child
    this.socket = socket
    this.pid = child.pid ?? 0
    this.rpc = new RpcClient(socket)
  }

  /** In the environment in which `ix` starts one. */
  static async start({ browser }: Stand): Promise<Daemon> {
    return await Daemon.#started('--platforms', 'cdp', '--cdp', browser.httpUrl)
  }

  /** With the recorded application, which no daemon serves along with a browser. */
  static async recorded(): Promise<Daemon> {
    return await Daemon.#started('--platforms', 'replay')
  }

  static async #started(...args: string[]): Promise<Daemon> {
    const home = makeHome(thrift)
    const child = await startDaemon(home, args)
    return new Daemon(home, child, stateOf(home)!.socket)
  }

  /** The daemon's name for a tab that it did not open. */
  async tab({ url }: OpenPage): Promise<string> {
    for (let tries = 0; tries < 100; tries++) {
      const { tabs } = await this.rpc.call<{ tabs: { tab: string; url: string }[] }>('tabs', {})
      const found = tabs.find((tab) => tab.url === url)
      if (found !== undefined) return found.tab
      await pause(20)
    }
    throw new Error(`the daemon does not see ${url}`)
  }

  /** A host's way to it. */
  shim(): Promise<Shim> {
    return Shim.start(this.#home.env)
  }

  explore<T extends Fields>(tab: string, params: Fields = {}): Promise<T> {
    return this.rpc.call('explore', { scope: 'tab', tab, ...params })
  }

  /** Explores until the copy is whole and kept up to date by events. Returns how long that took. */
  async settled(tab: string): Promise<number> {
    const start = performance.now()
    let quietCalls = 0
    while (quietCalls < 3) {
      const { settled } = await this.explore(tab, { format: 'count', timeoutMs: 60_000 })
      quietCalls = settled === true && performance.now() - start > 400 ? quietCalls + 1 : 0
      if (performance.now() - start > 120_000) throw new Error(`tab ${tab} does not settle`)
      await pause(25)
    }
    return performance.now() - start
  }

  async stop(): Promise<void> {
    this.rpc.close()
    await stopDaemon(this.#child)
    this.#home.remove()
  }
}
