/**
 * Agents that the owner has added, on disk so that they outlive the daemon: a file for each, in the folder `agents` of
 * the state folder. Creating its file adds an agent, removing it revokes the agent; the system does both at once and
 * for all daemons, so nothing needs a lock, and a crash leaves nothing half done.
 */
import fs from 'node:fs'
import path from 'node:path'
import { agentName, type Rights } from '../../api-schema/rights.ts'
import { Problem } from '../problem.ts'
import { checkRecord, isStateFolder, makeStateFolder, NotOurs } from './ownership.ts'
import { createWhole, replaceWhole, syncFolder } from './whole-file.ts'

const format = 'interface-explorer agent 1'
const ending = '.json'
/** More than any person adds, and few enough to compare on every request. */
const most = 1000
/** File times are this coarse: a second change within this time may leave the same timestamp. */
const unsureMs = 100

interface Kept extends Rights {
  readonly name: string
  readonly digest: string
  readonly until?: number
}

type Check = (value: unknown) => boolean

export class AgentFiles {
  readonly #folder: string
  readonly #isValid: Check
  #reads = 0

  /** `isValid` checks a file's contents beyond its format and name. */
  constructor(stateFolder: string, isValid: Check) {
    this.#folder = path.join(stateFolder, 'agents')
    this.#isValid = isValid
  }

  get version(): string {
    const stats = fs.statSync(this.#folder, { throwIfNoEntry: false })
    if (stats === undefined) return 'none'
    const isSure = Math.abs(Date.now() - stats.mtimeMs) > unsureMs
    return `${stats.ino} ${stats.mtimeMs} ${isSure ? '' : ++this.#reads}`
  }

  /** A file that cannot be trusted is listed as damaged and admits nobody. Never throws. */
  read(): { readonly records: readonly Kept[]; readonly damaged: readonly string[] } {
    const records: Kept[] = []
    const damaged: string[] = []
    for (const name of this.#names()) {
      const record = this.#recordOf(name)
      if (record === undefined) damaged.push(name)
      else records.push(record)
    }
    return { records, damaged }
  }

  add(record: Kept): boolean {
    return this.#change('added', () => {
      makeStateFolder(path.dirname(this.#folder))
      makeStateFolder(this.#folder)
      if (this.#names().length >= most)
        throw new Problem('limit_exceeded', {
          message: `There are already ${most} agents.`,
          hint: 'Revoke some that are no longer needed: ix agent revoke NAME.',
          retryable: false,
        })
      return createWhole(this.#fileOf(record.name), `${JSON.stringify({ format, ...record })}\n`)
    })
  }

  replace(record: Kept): void {
    this.#change('changed', () => {
      replaceWhole(this.#fileOf(record.name), `${JSON.stringify({ format, ...record })}\n`)
      return true
    })
  }

  remove(name: string): boolean {
    return this.#change('revoked', () => {
      const file = this.#fileOf(name)
      if (!isStateFolder(this.#folder) || !fs.existsSync(file)) return false
      fs.unlinkSync(file)
      syncFolder(this.#folder)
      return true
    })
  }

  #names(): readonly string[] {
    try {
      if (!isStateFolder(this.#folder)) return []
      const names = fs.readdirSync(this.#folder).filter((name) => name.endsWith(ending))
      return names.map((name) => name.slice(0, -ending.length)).filter(isName)
    } catch {
      return []
    }
  }

  #recordOf(name: string): Kept | undefined {
    try {
      const file = this.#fileOf(name)
      checkRecord(file)
      const { format: found, ...record } = JSON.parse(fs.readFileSync(file, 'utf8'))
      return found === format && record.name === name && this.#isValid(record) ? record : undefined
    } catch {
      return undefined
    }
  }

  #fileOf(name: string): string {
    if (!isName(name)) throw new Error('not the name of an agent')
    return path.join(this.#folder, `${name}${ending}`)
  }

  #change<T>(what: string, work: () => T): T {
    try {
      return work()
    } catch (error) {
      if (error instanceof Problem) throw error
      const message = `The agent was not ${what}`
      if (error instanceof NotOurs)
        throw new Problem('permission_denied', { message: `${message}. ${error.message}`, hint: error.hint })
      const code = (error as NodeJS.ErrnoException).code ?? 'unknown'
      throw new Problem('internal_error', {
        message: `${message}: ${this.#folder} cannot be changed (${code}).`,
        hint: 'Make the folder writable, free disk space, or set IX_STATE_DIR to a folder of your own.',
      })
    }
  }
}

function isName(name: string): boolean {
  return name.length <= agentName.maxLength && new RegExp(agentName.pattern).test(name)
}
