/** Simulated applications of macOS, under a daemon of their own; and the binding itself in this process. */
import { thrift } from '../../clients/reach/start-daemon.ts'
import { common } from '../../daemon/platform/ax/host/attributes.ts'
import { Reader } from '../../daemon/platform/ax/host/bulk-reader.ts'
import { Arena } from '../../daemon/platform/ax/host/native/arena.ts'
import { AxCalls } from '../../daemon/platform/ax/host/native/ax-calls.ts'
import { Cf } from '../../daemon/platform/ax/host/native/cf.ts'
import { ElementTable } from '../../daemon/platform/ax/host/native/element-table.ts'
import { createEngine } from '../../daemon/platform/ax/host/native/engine.ts'
import { createJoin, type Join } from '../../daemon/platform/ax/host/native/join.ts'
import type { Control } from '../../test/fixtures/ax/control.ts'
import { apps, buildStub, noCompiler, type World, worldFile } from '../../test/fixtures/ax/stub.ts'
import { simulate } from '../../test/fixtures/ax/world.ts'
import { makeHome, startDaemon, stateOf, stopDaemon } from '../../test/fixtures/daemon/daemon.ts'
import { type Fields, RpcClient } from '../rpc-client.ts'

/** Microseconds: a cheap request, a slow one, a row that the application has yet to build. */
export const costs = { cheap: 100, slow: 4_000, row: 100_000 } as const
export const running = ['calculator', 'textedit', 'finder', 'large'] as const satisfies readonly World[]
/** Of a usual size, with elements that answer slowly. */
export const middle = { bundleId: 'com.example.middle', elements: 2_000 }
const middleWorld = `app pid=106 bundle=${middle.bundleId} title=Middle
  AXWindow as=middle-window title=Middle sub=AXStandardWindow main AXMinimized=false AXModal=false at=0,0,1000,800
    AXGroup as=middle-group at=0,20,1000,780
      copies 80 24
    AXStaticText as=middle-text value=before slow at=0,0,100,20
` as const

export class AxStand {
  readonly rpc: RpcClient
  readonly control: Control
  readonly close: () => Promise<void>

  private constructor(rpc: RpcClient, control: Control, close: () => Promise<void>) {
    this.rpc = rpc
    this.control = control
    this.close = close
  }

  /** Undefined if it cannot be built, with the reason in `noCompiler`. */
  static async open(): Promise<AxStand | undefined> {
    if (noCompiler !== false) return undefined
    const listed = [...running.map((world) => `${apps[world].pid}=${apps[world].bundleId}`), `106=${middle.bundleId}`]
    const { cheap, slow, row } = costs
    const simulation = simulate({
      worlds: [...running, middleWorld],
      latency: `${cheap},${slow},${row}`,
      apps: listed.join(','),
    })
    const home = makeHome({ ...thrift, ...simulation.env, IX_PLATFORMS: 'ax' })
    const daemon = await startDaemon(home)
    const rpc = new RpcClient(stateOf(home)!.socket)
    return new AxStand(rpc, simulation.control, async () => {
      rpc.close()
      await stopDaemon(daemon)
      home.remove()
      simulation.remove()
    })
  }

  async explore<T extends Fields>(bundleId: string, params: Fields = {}): Promise<T> {
    return await this.rpc.call<T>('explore', { scope: 'application', bundleId, timeoutMs: 60_000, ...params })
  }

  /** Requests that the applications got while this ran. */
  async requestsOf(work: () => Promise<unknown>): Promise<number> {
    const { requests } = await this.control.counters()
    await work()
    return (await this.control.counters()).requests - requests
  }
}

export interface Walk {
  readonly elements: number
  readonly requests: number
  readonly ms: number
  readonly cpuMs: number
}

/** The binding over the imitation, in this process, which keeps the native libraries loaded. */
export class Binding {
  readonly #ax: AxCalls
  readonly #join: Join
  readonly #world: World
  readonly #setLatency: (micros: number) => void

  /** The simulated application adds no delay to a request. */
  constructor(world: World) {
    process.env.AXSIM_WORLD = worldFile(world)
    const { cf: cfPath, ax: axPath } = buildStub()
    const engine = createEngine()
    const library = engine.openLibrary(axPath)
    const { bytes, address } = engine.memory(64)
    const simulate = library.def<bigint>('AXSimCommand', 'ptr', ['ptr'])
    this.#ax = new AxCalls(new Cf(engine, engine.openLibrary(cfPath)), library)
    const join = createJoin(this.#ax)
    if (typeof join === 'string') throw new Error(join)
    this.#join = join
    this.#world = world
    this.#setLatency = (micros) => {
      bytes[bytes.write(`latency ${micros} ${micros} ${micros}`)] = 0
      simulate(address)
    }
  }

  /** Walks the whole application, of which nothing is known. */
  walk(): Walk {
    const { cf } = this.#ax
    const { pid } = apps[this.#world]
    const table = new ElementTable(cf)
    const arena = new Arena(cf)
    const root = table.intern(arena.own(this.#ax.application(pid)), pid)
    table.entry(root).kind = 'application'
    const [began, used, { requests }] = [performance.now(), process.cpuUsage(), this.#ax]
    const params = { refs: [root], part: 'whole' } as const
    const reader = new Reader({ ax: this.#ax, table, join: this.#join, pid, params, deadline: began + 60_000 })
    while (reader.turn(1000, 500) !== undefined);
    const { user, system } = process.cpuUsage(used)
    const took = { ms: performance.now() - began, cpuMs: (user + system) / 1000 }
    table.forgetAll()
    arena.releaseAll()
    return { elements: reader.elements, requests: this.#ax.requests - requests, ...took }
  }

  /** ms that one bare request takes to an application that itself takes `micros`: includes the machine's own delay. */
  requestMs(micros: number, times: number): number {
    const { cf } = this.#ax
    const arena = new Arena(cf)
    const root = arena.own(this.#ax.application(apps[this.#world].pid))
    const names = cf.nameList(common)
    this.#setLatency(micros)
    const began = performance.now()
    for (let i = 0; i < times; i++) cf.call.release(this.#ax.copyMany(root, names, common.length))
    const ms = (performance.now() - began) / times
    this.#setLatency(0)
    arena.releaseAll()
    return ms
  }
}
