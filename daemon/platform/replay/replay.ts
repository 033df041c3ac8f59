/** Recorded applications and tabs as a platform: something to try when nothing is live, and the basis of many tests. */
import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Patch, Recording } from '../../../api-schema/recording.ts'
import { Problem } from '../../problem.ts'
import { FileRefused, readRegular } from '../../run/regular-file.ts'
import type { Platform, PlatformStatus, Target } from '../platform.ts'
import { readRecording } from './file.ts'
import { ReplaySource } from './source.ts'
import { Stage } from './stage.ts'

/** Played if no file is named: from the sources, and from `dist/`. */
const shipped = ['../../../', '../../../../'].map((up) =>
  fileURLToPath(new URL(`${up}examples/recordings/calculator.json`, import.meta.url)),
)

/** Size limit of one recording; that of a large application has some ten million bytes. */
const mostBytes = 256 * 1024 * 1024

export class ReplayPlatform implements Platform {
  readonly name = 'replay'
  readonly recorded = true
  readonly #playing = new Map<string, { readonly target: Target; readonly stage: Stage }>()

  /** The first one counts as frontmost. */
  constructor(recordings: readonly Recording[]) {
    for (const recording of recordings) this.#add(recording)
  }

  /** Reads the files, or the bundled calculator if there are none. Throws `invalid_params`. */
  static async load(files: readonly string[]): Promise<ReplayPlatform> {
    const recordings: Recording[] = []
    for (const file of files.length > 0 ? files : shipped.filter((file) => existsSync(file)).slice(0, 1)) {
      recordings.push(readRecording(await readText(file), basename(file)))
    }
    return new ReplayPlatform(recordings)
  }

  status(): PlatformStatus {
    const open = [...this.#playing.values()].filter(({ stage }) => stage.closed === undefined)
    if (open.length === 0) {
      return {
        name: 'replay',
        available: false,
        reason: 'There is no recording.',
        remedy: 'Start the daemon with --replay FILE.',
      }
    }
    return { name: 'replay', available: true, reason: `plays ${open.map(({ target }) => target.id).join(', ')}` }
  }

  async targets(signal: AbortSignal): Promise<readonly Target[]> {
    signal.throwIfAborted()
    return [...this.#playing.values()].flatMap(({ target, stage }) => (stage.closed === undefined ? [target] : []))
  }

  async open(target: Target, signal: AbortSignal): Promise<ReplaySource> {
    signal.throwIfAborted()
    return new ReplaySource(target, this.#stageOf(target))
  }

  /** Changes a target from outside, as if the application changed by itself. Keys are the recording's. */
  play(target: Target, patch: Patch): void {
    this.#stageOf(target).apply(patch)
  }

  async close(): Promise<void> {
    for (const { stage } of this.#playing.values()) stage.close('The daemon is stopping.')
  }

  #stageOf(target: Target): Stage {
    const stage = this.#playing.get(target.id)?.stage
    if (stage !== undefined && stage.closed === undefined) return stage
    throw new Problem(target.kind === 'tab' ? 'tab_not_found' : 'app_not_found', {
      message: `The recording of ${target.name} is no longer playing.`,
    })
  }

  /** Its id differs from the original's, which may also be present. */
  #add(recording: Recording): void {
    const { kind, id: original, name, url } = recording.target
    const wanted = original.startsWith('replay.') ? original : `replay.${original}`
    let id = wanted
    for (let count = 2; this.#playing.has(id); count++) id = `${wanted}-${count}`
    const target: Target = {
      kind,
      id,
      platform: 'replay',
      name,
      ...(kind === 'tab' ? { app: 'replay' } : {}),
      ...(id === original ? {} : { aliases: [original] }),
      ...(url === undefined ? {} : { url }),
      ...(this.#playing.size === 0 ? { focused: true } : {}),
    }
    this.#playing.set(id, { target, stage: new Stage(recording) })
  }
}

async function readText(file: string): Promise<string> {
  try {
    return (await readRegular(file, mostBytes)).toString()
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    const why =
      error instanceof FileRefused ? `it ${error.message}` : code === 'ENOENT' ? 'there is no such file' : code
    throw new Problem('invalid_params', {
      message: `The recording ${basename(file)} cannot be read: ${why}.`,
      hint: 'Name a file that `ix record` wrote.',
    })
  }
}
