/** What a platform has to show: applications and tabs. */

/** An application (with windows) or a tab (with a page). */
export interface Target {
  readonly kind: 'application' | 'tab'
  /** Bundle id of an application or tab id: what a caller passes. Unique across platforms. */
  readonly id: string
  /** Application id that a tab belongs to. */
  readonly app?: string
  readonly platform: PlatformName
  readonly name: string
  /** Other names by which callers may refer to it. */
  readonly aliases?: readonly string[]
  readonly pid?: number
  readonly url?: string
  /** In front on its platform: the focused application, the selected tab. */
  readonly focused?: boolean
  /** No icon in the Dock: it may have no windows, only items in the menu bar. */
  readonly menuBar?: true
  /** The session that a tab was opened for; also of those that the tab opened. */
  readonly session?: string
  /** It shares cookies and storage with no tabs but that session's. */
  readonly own?: true
  /** A tab of the person's own that they lent. */
  readonly lent?: true
  /** The tab that opened it. */
  readonly opener?: string
  /** Text of the open dialog. */
  readonly dialog?: string
}

export type PlatformName = 'ax' | 'atspi' | 'cdp' | 'replay'
