/** Why the daemon does not start: a message for a person, with the fix, and the exit code. */
export const exitCodes = { failed: 1, usage: 2, running: 75, configuration: 78 } as const

export class Refusal extends Error {
  readonly exitCode: number

  constructor(exitCode: number, message: string) {
    super(message)
    this.exitCode = exitCode
  }
}
