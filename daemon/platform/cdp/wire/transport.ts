/** Carries whole messages to a browser and back. */
export interface Transport {
  /** The browser runs on this machine: file paths mean the same to it. */
  readonly isLocal: boolean
  /** Messages go in order. Never throws: what can no longer be sent is dropped, and the end is reported. */
  send(message: string): void
  /** Called once, before anything is received. `ended` is called once, with the reason. */
  listen(to: { received(message: Buffer): void; ended(reason: string): void }): void
  close(): void
}
