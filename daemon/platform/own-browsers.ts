/** The browsers that a person has open themselves, with their sign-ins: a program gets in only by their yes in the browser. */
import type { Result } from '../../api-schema/methods.ts'
import type { Target } from './target.ts'

/** `off`: it lets no program in; `asking`: its dialog waits for the person; `lending`: single tabs, by its extension. */
export type OwnBrowser = Result<'browser'>['browsers'][number]

/** A tab that the person has open. Only for their own eyes. */
export type TheirTab = NonNullable<Result<'browser'>['theirs']>[number]

export interface Patience {
  readonly signal: AbortSignal
  /** `performance.now()` */
  readonly deadline: number
}

export interface OwnBrowsers {
  /** Those that are open. */
  list(): Promise<readonly OwnBrowser[]>
  /**
   * Waits until the person has allowed it in the browser; `onAsk` is called if that takes their answer. The browser asks
   * once, however often this is called meanwhile: whoever gives up leaves the question open. `name` may be left out
   * where only one could be meant. Throws app_not_found, not_allowed, invalid_params.
   */
  attach(name: string | undefined, time: Patience, onAsk?: (browser: string) => void): Promise<Target>
  /**
   * A browser whose extension lends tabs: a program that it started waits at the socket. It is over when that ends, and
   * has no tabs but those.
   */
  join(socket: string): Promise<void>
  /** Ends the connection, or the question; all if no name is given. Nothing of ours stays in the tabs. Returns the names. */
  detach(name: string | undefined): Promise<readonly string[]>
  /** Tabs of attached browsers that are the person's own. */
  tabs(): readonly TheirTab[]
  /** Makes it a tab like all others, until it is taken back. Returns its tab id. Throws tab_not_found. */
  lend(handle: string): string
  /** By its tab id. Throws tab_not_found for a tab that is not lent. */
  takeBack(tab: string): Promise<void>
}
