/** What `GET /events` sends as server-sent events: `event` is the name, the rest is its data. Never contains screen text. */

export interface TargetEvent {
  /**
   * `opened`: kept warm from now on. `changed`: something differs, or may differ, from what was last read. `dialog`:
   * one has opened. `closed`: no longer kept warm.
   */
  readonly event: 'opened' | 'changed' | 'dialog' | 'closed'
  /** Bundle id of an application, or tab. */
  readonly target: string
  readonly platform: string
  /** Revision of the copy as last read; `explore` with an earlier one as `since` returns what changed. */
  readonly revision?: number
  /** There is a new document or instance: earlier elements are gone. */
  readonly replaced?: true
  /** For a dialog: alert, confirm, prompt, beforeunload. */
  readonly type?: string
  /** It still exists: only its copy was dropped. */
  readonly released?: true
}
