/** What `GET /events` tells, as server-sent events: `event` names each, the rest is its data. Never a text of the screen. */

export interface TargetEvent {
  /**
   * `opened`: kept warm from now on. `changed`: something differs, or may, from the copy that others know. `dialog`: one
   * has opened. `closed`: not kept any more.
   */
  readonly event: 'opened' | 'changed' | 'dialog' | 'closed'
  /** Bundle id of an application, or tab. */
  readonly target: string
  readonly platform: string
  /** Of the copy as it was last read; `explore` with `since` an earlier one tells what changed. */
  readonly revision?: number
  /** There is a new document, or a new instance: elements from before are gone. */
  readonly replaced?: true
  /** Of a dialog: alert, confirm, prompt, beforeunload. */
  readonly type?: string
  /** It is still there: only its copy was let go. */
  readonly released?: true
}
