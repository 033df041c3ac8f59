/** Where one instance of an application lives: a folder, ports, programs. Nothing is left of it when it ends. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { until } from '../../test/fixtures/until.ts'

const endMs = 3000

export class Place {
  readonly folder = mkdtempSync(join(tmpdir(), 'errand-'))
  /** For programs that its desktop starts; without one there are no windows. */
  env: { readonly [name: string]: string } = { PATH: process.env.PATH ?? '', HOME: this.folder, LANG: 'C.UTF-8' }
  readonly #packages: string
  readonly #ports = new Map<string, number>()
  readonly #programs: ChildProcess[] = []

  /** `packages`: the application's `node_modules`, if it comes from npm. */
  constructor(packages = '') {
    this.#packages = packages
  }

  /** A file of its package. */
  packaged(path: string): string {
    return join(this.#packages, path)
  }

  at(name: string): string {
    return join(this.folder, name)
  }

  write(name: string, text: string): string {
    mkdirSync(dirname(this.at(name)), { recursive: true })
    writeFileSync(this.at(name), text)
    return this.at(name)
  }

  /** Empty if there is none. */
  read(name: string): string {
    try {
      return readFileSync(this.at(name), 'utf8')
    } catch {
      return ''
    }
  }

  /** A port that was free when first asked for; the same from then on. */
  async port(of = 'page'): Promise<number> {
    const known = this.#ports.get(of)
    if (known !== undefined) return known
    const server = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const { port } = server.address() as { readonly port: number }
    await new Promise((resolve) => server.close(resolve))
    this.#ports.set(of, port)
    return port
  }

  /** Runs it to its end; throws if it fails. */
  run(file: string, args: readonly string[], input = ''): string {
    const { status, stdout, stderr, error } = spawnSync(file, args, {
      ...{ cwd: this.folder, env: this.env, input, encoding: 'utf8', timeout: 60_000 },
    })
    if (status !== 0) throw new Error(`${file} ${args.join(' ')} ended with ${status}: ${error?.message ?? stderr}`)
    return stdout
  }

  /** Runs until the place ends. */
  start(file: string, args: readonly string[], env: { readonly [name: string]: string } = {}): void {
    const program = spawn(file, args, {
      ...{ cwd: this.folder, env: { ...this.env, ...env }, stdio: 'ignore', detached: true },
    })
    program.once('error', () => {})
    this.#programs.push(program)
  }

  /** Waits until its server answers there, and returns the address. */
  async page(path = '/', of = 'page'): Promise<string> {
    const url = `http://127.0.0.1:${await this.port(of)}${path}`
    await until(
      () =>
        fetch(url, { redirect: 'manual' }).then(
          ({ status }) => status < 500,
          () => false,
        ),
      () => `an answer of ${url}`,
    )
    return url
  }

  async end(): Promise<void> {
    for (const program of this.#programs) signal(program, 'SIGTERM')
    const ended = () =>
      this.#programs.every(({ exitCode, signalCode, pid }) => !pid || exitCode !== null || signalCode !== null)
    for (let waited = 0; waited < endMs && !ended(); waited += 50) await pause(50)
    for (const program of this.#programs) signal(program, 'SIGKILL')
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }
}

/** Signals the program and everything that it started. */
function signal({ pid }: ChildProcess, name: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, name)
  } catch {
    // All of them have ended.
  }
}
