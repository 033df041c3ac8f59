/** Compares the tools page by page, one after the other, in another order on each page. */
import { tokensOf } from '../encoding.ts'
import type { Stand } from '../stands/stand.ts'
import { median, pause, timedAsync } from '../times.ts'
import { countInPage, lineFor, usable } from './lines.ts'
import { pages as allPages } from './pages.ts'
import { type Exchange, exchangesOf, type Peer, type Task } from './peer.ts'
import { type Memory, memoryOf } from './processes.ts'
import { tasks } from './tasks.ts'

const warmRounds = 3
const pings = 20
/** How often to look after an act, for a change that comes later. */
const mostLooks = 3
/** A tool that has been late this often is left out from then on. */
const mostLate = 3
/** At least this long a reader thinks between seeing a page and acting on it. */
const restMs = 1000

export interface Subject {
  readonly peer: Peer
  /** The mark of its processes. */
  readonly mark: string
  /** Ends it and starts it again. */
  restart(): Promise<void>
}

export interface View {
  readonly page: string
  readonly peer: string
  readonly tokens: number
  /** Controls in it that a person could use. */
  readonly shown: number
  readonly openMs: number
  /** The answer to opening the page contains all that the view has. */
  readonly opensWithView: boolean
  readonly coldMs: number
  readonly warmMs: number
  readonly whole?: { readonly tokens: number; readonly shown: number; readonly ms: number }
}

export interface Done {
  readonly page: string
  readonly peer: string
  readonly task: string
  readonly way: 'plain' | 'lean'
  readonly tokens: number
  readonly calls: number
  readonly ms: number
  readonly isSeen: boolean
}

export interface Costs {
  readonly peer: string
  readonly tools: number
  readonly toolTokens: number
  readonly pingMs: number
  readonly memory: { [when: string]: Memory }
}

export interface Measured {
  readonly views: View[]
  readonly done: Done[]
  readonly costs: Costs[]
  /** Controls that the page has. */
  readonly controls: { [page: string]: number }
  readonly missed: string[]
}

export class Measuring {
  readonly measured: Measured = { views: [], done: [], costs: [], controls: {}, missed: [] }
  readonly #stand: Stand
  readonly #subjects: readonly Subject[]
  readonly #late = new Map<Subject, number>()
  #turn = 0

  constructor(stand: Stand, subjects: readonly Subject[]) {
    this.#stand = stand
    this.#subjects = subjects
  }

  /** Pages that have not been started when `minutes` are over are left out. */
  async run(names: readonly string[] | undefined, minutes: number): Promise<Measured> {
    const end = performance.now() + minutes * 60_000
    for (const subject of this.#subjects) await this.#attempt(subject, 'list of tools', () => this.#costs(subject))
    const pages = allPages().filter(({ name }) => names === undefined || names.includes(name))
    for (const [at, page] of pages.entries()) {
      if (performance.now() > end) {
        const left = pages.slice(at).map(({ name }) => name)
        this.measured.missed.push(`${left.join(', ')}: left out, since the ${minutes} minutes were over`)
        break
      }
      console.log(`page ${at + 1} of ${pages.length}: ${page.name}`)
      const open = await this.#stand.open(page)
      this.measured.controls[page.name] = await open.run<number>(countInPage)
      await open.close()
      await this.#each(`${page.name}, its view`, (subject) =>
        this.#view(subject, page.name, () => this.#stand.url(page)),
      )
      if (at === 0) this.#remember('one page')
      for (const task of tasks[page.name] ?? []) {
        for (const way of ['plain', 'lean'] as const) {
          const work = (subject: Subject) => this.#task(subject, page.name, this.#stand.url(page), task, way)
          await this.#each(`${page.name}, “${task.text}”, ${way}`, work)
        }
      }
    }
    this.#remember('all pages')
    return this.measured
  }

  #isIn(subject: Subject): boolean {
    return (this.#late.get(subject) ?? 0) < mostLate
  }

  /** All in turn; another one begins each time. */
  async #each(what: string, work: (subject: Subject) => Promise<void>): Promise<void> {
    const took: string[] = []
    const first = this.#turn++ % this.#subjects.length
    const order = [...this.#subjects.slice(first), ...this.#subjects.slice(0, first)].filter((one) => this.#isIn(one))
    for (const subject of order) {
      const seconds = (await timedAsync(() => this.#attempt(subject, what, () => work(subject)))) / 1000
      took.push(`${subject.peer.name} ${seconds.toFixed(1)}`)
    }
    console.log(`${what}; seconds: ${took.join(', ')}`)
  }

  async #attempt(subject: Subject, what: string, work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      this.measured.missed.push(`${subject.peer.name}: ${what}: ${reason.split('\n', 1)[0]}`)
      console.log(this.measured.missed.at(-1))
      if (!/longer than|timed out|closed|not connected/i.test(reason)) return
      this.#late.set(subject, (this.#late.get(subject) ?? 0) + 1)
      if (!this.#isIn(subject)) {
        this.measured.missed.push(
          `${subject.peer.name}: left out from then on, since it had not answered ${mostLate} times`,
        )
      }
      await subject.restart().catch(() => {})
    }
  }

  async #costs({ peer, mark }: Subject): Promise<void> {
    const list = await peer.tools()
    const times: number[] = []
    for (let round = 0; round < pings; round++) times.push(await timedAsync(() => peer.ping()))
    const [tools, toolTokens] =
      list === undefined ? [Number.NaN, Number.NaN] : [list.length, tokensOf(JSON.stringify(list))]
    const memory = { start: memoryOf(mark) }
    this.measured.costs.push({ peer: peer.name, tools, toolTokens, pingMs: median(times), memory })
  }

  #remember(when: string): void {
    for (const { peer, mark } of this.#subjects.filter((one) => this.#isIn(one))) {
      const costs = this.measured.costs.find((one) => one.peer === peer.name)
      if (costs !== undefined) costs.memory[when] = memoryOf(mark)
    }
  }

  async #view({ peer }: Subject, page: string, url: () => string): Promise<void> {
    const [opened] = await exchangesOf(peer, () => peer.open(url()))
    const [cold] = await exchangesOf(peer, () => peer.view())
    const warm: Exchange[] = []
    for (let round = 0; round < warmRounds; round++) warm.push(...(await exchangesOf(peer, () => peer.view())))
    const view = warm.at(-1)?.answer ?? ''
    const [whole] = peer.whole === undefined ? [] : await exchangesOf(peer, () => peer.whole!())
    const counted = (text: string) => ({ tokens: tokensOf(text), shown: usable(peer.lines(text)) })
    this.measured.views.push({
      page,
      peer: peer.name,
      ...counted(view),
      openMs: opened?.ms ?? Number.NaN,
      opensWithView: usable(peer.lines(opened?.answer ?? '')) >= usable(peer.lines(view)),
      coldMs: cold?.ms ?? Number.NaN,
      warmMs: median(warm.map(({ ms }) => ms)),
      ...(whole && { whole: { ...counted(whole.answer), ms: whole.ms } }),
    })
  }

  async #task({ peer }: Subject, page: string, url: string, task: Task, way: Done['way']): Promise<void> {
    await peer.open(url)
    await pause(restMs)
    let isSeen = false
    const calls = await exchangesOf(peer, async () => {
      const before = peer.log.length
      const tells = () => peer.log.slice(before).some(({ answer }) => task.shows.test(answer))
      if (way === 'lean') await peer.lean(task)
      else await plain(peer, task)
      for (let looks = 0; looks < mostLooks && !tells(); looks++) await peer.view()
      isSeen = tells()
    })
    const sum = (of: (call: Exchange) => number) => calls.reduce((all, call) => all + of(call), 0)
    this.measured.done.push({
      ...{ page, peer: peer.name, task: task.text, way, isSeen, calls: calls.length },
      tokens: sum(({ asked, answer }) => tokensOf(asked) + tokensOf(answer)),
      ms: sum(({ ms }) => ms),
    })
  }
}

async function plain(peer: Peer, task: Task): Promise<void> {
  const inView = lineFor(task, peer.lines(await peer.view()))
  const found = inView ?? (peer.search && lineFor(task, peer.lines(await peer.search(task))))
  if (found === undefined) throw new Error(`the view has no ${task.role} “${task.text}”`)
  await peer.act(found.ref, task)
}
