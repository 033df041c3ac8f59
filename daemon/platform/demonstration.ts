/** A recording that is played because no live target was open. The first request to open a live one replaces it, without a trace. */
import { Problem } from '../problem.ts'
import type { Applications, Platform, TabWish, Target } from './platform.ts'
import type { StorageState } from './tab/storage-state.ts'

type Opening = 'openTab' | 'loadStorage' | 'applications'

export class Demonstration implements Platform {
  readonly name = 'replay'
  readonly applications: Applications
  readonly #recorded: Platform
  readonly #giveWay: () => Promise<readonly Platform[]>
  #live: Promise<readonly Platform[]> | undefined

  /** `giveWay` opens the live platforms in its place and returns them. */
  constructor(recorded: Platform, giveWay: () => Promise<readonly Platform[]>) {
    this.#recorded = recorded
    this.#giveWay = giveWay
    const recordedOnly = async ({ name }: Target): Promise<never> => {
      throw new Problem('unsupported_here', { message: `${name} is a recording, which can only be explored and used.` })
    }
    this.applications = {
      launch: async (name, files, signal) =>
        (await this.#with('applications')).applications.launch(name, files, signal),
      activate: recordedOnly,
      hide: recordedOnly,
      quit: recordedOnly,
    }
  }

  /** Still true for a call that was running when it was replaced. */
  get recorded(): true | undefined {
    return this.#live === undefined ? true : undefined
  }

  status() {
    return this.#recorded.status()
  }

  async findings() {
    const detail = 'nothing was open, so a recording is shown; it ends as soon as something real is opened'
    return [{ what: 'demonstration', state: 'note' as const, detail }]
  }

  async targets(signal: AbortSignal) {
    return await this.#recorded.targets(signal)
  }

  async open(target: Target, signal: AbortSignal) {
    return await this.#recorded.open(target, signal)
  }

  async openTab(wish: TabWish, signal: AbortSignal) {
    return await (await this.#with('openTab')).openTab(wish, signal)
  }

  async loadStorage(state: StorageState, wish: TabWish, signal: AbortSignal) {
    return await (await this.#with('loadStorage')).loadStorage(state, wish, signal)
  }

  async close() {
    await this.#recorded.close()
  }

  async #with<P extends Opening>(part: P): Promise<Platform & Required<Pick<Platform, P>>> {
    this.#live ??= this.#giveWay().catch((error) => {
      this.#live = undefined
      throw error
    })
    const has = (one: Platform): one is Platform & Required<Pick<Platform, P>> => one[part] !== undefined
    const platform = (await this.#live).find(has)
    if (platform !== undefined) return platform
    throw new Problem('unsupported_here', { message: 'Nothing live can be opened on this system.' })
  }
}
