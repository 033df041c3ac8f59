/** There is no daemon to talk to: nothing was sent. */
export class NoDaemon extends Error {
  /** What it said before it ended, where it was started from here. */
  readonly said: string

  constructor(message: string, said = '') {
    super(message)
    this.said = said
  }
}
