/** A page's dialog waiting for an answer. */
export interface OpenDialog {
  readonly type: string
  readonly message: string
  /** The default text of a prompt. */
  readonly value?: string
}
