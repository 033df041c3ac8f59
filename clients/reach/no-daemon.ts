/** There is no daemon to talk to: nothing was sent. */
export class NoDaemon extends Error {
  override readonly name = 'NoDaemon'
  /** Its output before it stopped, if it was started from here. */
  readonly said: string

  constructor(message: string, said = '') {
    super(message)
    this.said = said
  }
}
