/** The inside of a daemon in this process, and a count of the commands that it sends to the browser. */
import { Agents, owner } from '../daemon/agents/agents.ts'
import { Leases } from '../daemon/agents/leases.ts'
import { Questions } from '../daemon/agents/questions.ts'
import { Sessions } from '../daemon/agents/sessions.ts'
import { Wishes } from '../daemon/agents/wishes.ts'
import { loadConfig } from '../daemon/config.ts'
import { Dispatcher } from '../daemon/dispatch.ts'
import { handlers } from '../daemon/methods/table.ts'
import { CdpPlatform } from '../daemon/platform/cdp/cdp.ts'
import { Connection } from '../daemon/platform/cdp/wire/connection.ts'
import type { Target } from '../daemon/platform/platform.ts'
import { openLog } from '../daemon/run/log.ts'
import { Ids } from '../daemon/tree/identity/ids.ts'
import { Recorder } from '../daemon/tree/record/recorder.ts'
import { Trees } from '../daemon/tree/targets/trees.ts'
import type { Fields } from './rpc-client.ts'
import type { OpenPage, Stand } from './stands/stand.ts'
import { pause } from './times.ts'

const never = new AbortController().signal

export class Inside {
  readonly platform: CdpPlatform
  readonly trees: Trees
  readonly #dispatcher: Dispatcher

  constructor({ browser }: Stand) {
    const log = openLog('silent')
    this.platform = new CdpPlatform({ urls: [browser.httpUrl], headless: true, log })
    let last = 0
    const ids = new Ids({
      reserve: (count) => {
        last += count
        return last - count + 1
      },
    })
    this.trees = new Trees([this.platform], ids, { elements: 1_000_000 })
    const parts = {
      trees: this.trees,
      ids,
      agents: new Agents(),
      leases: new Leases(),
      questions: new Questions(120),

      wishes: new Wishes(),
      sessions: new Sessions(),
      recorder: new Recorder(),
      log,
    }
    const platforms = [this.platform]
    this.#dispatcher = new Dispatcher(
      { ...parts, platforms, config: loadConfig({}, {}), startedAt: performance.now(), endpoint: {} },
      handlers,
    )
  }

  async target({ url }: OpenPage): Promise<Target> {
    for (let tries = 0; tries < 100; tries++) {
      const found = (await this.platform.targets(never)).find((target) => target.url === url)
      if (found !== undefined) return found
      await pause(20)
    }
    throw new Error(`the platform does not see ${url}`)
  }

  call(method: string, params: Fields): Promise<Fields> {
    return this.#dispatcher.call(owner, method, { ...params }, never) as Promise<Fields>
  }

  async close(): Promise<void> {
    await this.trees.close()
    await this.platform.close()
  }
}

let sent = 0
const { post } = Connection.prototype
Connection.prototype.post = function (this: Connection, ...args: Parameters<typeof post>) {
  sent++
  return post.apply(this, args)
}

/** Commands that this process sent to the browser while this ran. */
export async function commandsOf(work: () => Promise<unknown>): Promise<number> {
  const before = sent
  await work()
  return sent - before
}
