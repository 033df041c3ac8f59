/** What the parts of a tab (acting, geometry, selectors, page) may know of it; `tab.ts` implements it. */

import type { ProtocolMapping } from 'devtools-protocol/types/protocol-mapping.js'
import type { OpenDialog } from '../page.ts'
import type { Key, Row } from '../platform.ts'
import type { Command, Session } from './connection.ts'

/** An element by the protocol's own words. */
export interface Place {
  readonly session: Session
  readonly backendNodeId: number
}

export interface TabAccess {
  /** The page's own session. Frames in other processes have sessions of their own. */
  readonly session: Session
  /** The open dialog, if there is one. */
  readonly dialog: OpenDialog | undefined
  readonly url: string
  readonly title: string
  /**
   * One command, raced with the signal, with the opening of a dialog (unless `evenIfDialog`) and with the end of the
   * session. Throws Problem: dialog_open, tab_not_found, element_gone (a node that is no more), timeout.
   */
  send<C extends Command>(
    session: Session,
    method: C,
    params: ProtocolMapping.Commands[C]['paramsType'][0],
    signal: AbortSignal,
    evenIfDialog?: boolean,
  ): Promise<ProtocolMapping.Commands[C]['returnType']>
  place(key: Key): Place | undefined
  key(place: Place): Key
  row(key: Key): Row | undefined
  /** Reads one element again; undefined when it is gone. */
  reread(key: Key, signal: AbortSignal): Promise<Row | undefined>
  /** The iframe element that shows a session's page, for a frame in another process. */
  owner(session: Session): Place | undefined
  /** Backend ids of a session's closed shadow roots; some may have gone. */
  closedRoots(session: Session): readonly number[]
  /** All sessions of the tab, the page's own first. */
  readonly sessions: readonly Session[]
  /** Of the page itself, or below it. */
  hasFrame(frameId: string): boolean
  /** Names of the page's secure fields, as far as it was read. */
  secureNames(): readonly string[]
  /** True while a document is on its way that an action or navigation asked for. */
  readonly loading: boolean
}
