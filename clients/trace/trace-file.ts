/** Writes a trace to disk, up to a size limit. If entries are left out, the last line says so. */
import { closeSync, writeFileSync } from 'node:fs'
import { type TraceEnd, type TraceEntry, type TraceHead, traceFormat, traceVersion } from '../../api-schema/trace.ts'
import { openPrivate } from '../terminal/save.ts'

/** Reserved for the last line. */
const endBytes = 200

export class TraceFile {
  readonly #file: number
  readonly #most: number
  #bytes = 0
  #isFull = false

  /** `most` in bytes. Throws if the file is not the user's own. */
  constructor(path: string, most: number, isMasked: boolean) {
    this.#file = openPrivate(path)
    this.#most = most
    const at = new Date().toISOString()
    this.#add({ format: traceFormat, version: traceVersion, at, ...(isMasked && { masked: true }) })
  }

  get isFull(): boolean {
    return this.#isFull
  }

  /** Once an entry does not fit, it and all later ones are left out, so that there are no gaps. */
  write(entry: TraceEntry): void {
    if (this.#isFull) return
    const bytes = Buffer.byteLength(lineOf(entry))
    this.#isFull = this.#bytes + bytes + endBytes > this.#most
    this.#add(this.#isFull ? { end: { at: new Date().toISOString(), most: this.#most } } : entry)
  }

  close(): void {
    closeSync(this.#file)
  }

  #add(entry: TraceHead | TraceEntry | { readonly end: TraceEnd }): void {
    const line = lineOf(entry)
    writeFileSync(this.#file, line)
    this.#bytes += Buffer.byteLength(line)
  }
}

function lineOf(entry: object): string {
  return `${JSON.stringify(entry)}\n`
}
