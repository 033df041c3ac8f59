/** What the parts of a tab (acting, geometry, selectors, page) may know about it; `source.ts` implements it. */

import type { ProtocolMapping } from 'devtools-protocol/types/protocol-mapping.js'
import type { Key, Row } from '../../element/row.ts'
import type { OpenDialog } from '../../tab/dialog.ts'
import type { PendingNavigation } from '../../tab/pending-navigation.ts'
import type { Command, Session } from './connection.ts'
import type { Documents } from './documents.ts'

/** An element in the protocol's terms. */
export interface Place {
  readonly session: Session
  readonly backendNodeId: number
}

export interface TabAccess {
  readonly documents: Documents
  /** The page's own session. Frames in other processes have their own. */
  readonly session: Session
  /** The open dialog, if any. */
  readonly dialog: OpenDialog | undefined
  readonly url: string
  readonly title: string
  /**
   * One command, raced with the signal, a dialog opening (unless `evenIfDialog`) and the end of the session. Throws
   * Problem: dialog_open, tab_not_found, element_gone (a node that no longer exists), timeout.
   */
  send<C extends Command>(
    session: Session,
    method: C,
    params: ProtocolMapping.Commands[C]['paramsType'][0],
    signal: AbortSignal,
    evenIfDialog?: boolean,
  ): Promise<ProtocolMapping.Commands[C]['returnType']>
  /** Work that ends as a command does: when a dialog opens or the tab goes away. Throws the same. */
  race<T>(work: (signal: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<T>
  /** Has the page done nothing since it was read? */
  isStill(signal: AbortSignal): Promise<boolean>
  place(key: Key): Place | undefined
  /** The same of what the tree holds no more: it may still be in its document. */
  formerPlace(key: Key): Place | undefined
  key(place: Place): Key
  row(key: Key): Row | undefined
  /** Reads one element again; undefined if it is gone. */
  reread(key: Key, signal: AbortSignal): Promise<Row | undefined>
  /** The iframe element that shows a session's page, for a frame in another process. */
  owner(session: Session): Place | undefined
  /** Backend ids of a session's closed shadow roots; some may be gone. */
  closedRoots(session: Session): readonly number[]
  /** All sessions of the tab that may be known, the page's own first. */
  readonly sessions: readonly Session[]
  /** Is it the page's own frame, or one below it? */
  hasFrame(frameId: string): boolean
  /** Names of the page's secure fields, as far as it has been read. */
  secureNames(): readonly string[]
  /** Elements that were secure earlier, in all frames. */
  formerlySecure(): readonly Place[]
  /** Navigations that have begun and not arrived. */
  readonly pendingNavigations: readonly PendingNavigation[]
  /** Runs what takes the tab elsewhere; the caller waits for the server itself. */
  leaving<T>(work: () => Promise<T>): Promise<T>
  /**
   * Gives up a navigation, of the tab or of a session's frame, that has not arrived: at once, or when its server has
   * not answered for a while. Returns its address.
   */
  stay(session: Session, isAtOnce: boolean, signal: AbortSignal): Promise<string | undefined>
}
