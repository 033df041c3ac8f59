/** Why the daemon does not start: a message with the fix, and the exit code. */
export const exitCodes = { failed: 1, usage: 2, running: 75, configuration: 78 } as const

export class Refusal extends Error {
  readonly exitCode: number

  constructor(exitCode: number, message: string) {
    super(message)
    this.exitCode = exitCode
  }
}

/** The disk is full, or the folder is not writable. */
export function unwritable(folder: string, error: unknown): Refusal {
  const { code } = error as NodeJS.ErrnoException
  return new Refusal(
    exitCodes.configuration,
    `ixd: the runtime folder ${folder} cannot be written (${code}).
Free disk space, make the folder writable, or choose another one with --runtime-dir or IX_RUNTIME_DIR.`,
  )
}
