/**
 * The browsers that the person has open, with their sign-ins: a program gets in only if the person says yes in the
 * browser.
 */
import type { Result } from '../../../api-schema/methods.ts'
import type { Target } from '../target.ts'

/** `off`: it admits no program; `asking`: its dialog waits for the person; `lending`: single tabs, by its extension. */
export type OwnBrowser = Result<'browser'>['browsers'][number]

/** A tab that the person has open. For their eyes only. */
export type TheirTab = NonNullable<Result<'browser'>['theirs']>[number]

export interface Patience {
  readonly signal: AbortSignal
  /** `performance.now()` */
  readonly deadline: number
}

export interface OwnBrowsers {
  /** The browsers that are open. */
  list(): Promise<readonly OwnBrowser[]>
  /**
   * Waits until the person has allowed it in the browser; `onAsk` is called if that takes their answer. The browser asks
   * once, however often this is called meanwhile, and a caller that gives up leaves the question open. `name` may be
   * omitted if only one browser could be meant. Throws app_not_found, not_allowed, invalid_params.
   */
  attach(name: string | undefined, time: Patience, onAsk?: (browser: string) => void): Promise<Target>
  /**
   * Adds a browser whose extension lends tabs: a program that the browser started waits at the socket. It ends with
   * that program, and has only the lent tabs.
   */
  join(socket: string): Promise<void>
  /**
   * Ends the connection, or the question; all of them if no name is given. Nothing of ours stays in the tabs. Returns
   * the names.
   */
  detach(name: string | undefined): Promise<readonly string[]>
  /** Tabs of attached browsers that are the person's own. */
  tabs(): readonly TheirTab[]
  /** Makes it a tab like any other, until it is taken back. Returns its tab id. Throws tab_not_found. */
  lend(handle: string): string
  /** Takes a tab id. Throws tab_not_found for a tab that is not lent. */
  takeBack(tab: string): Promise<void>
}
