/** The windows of a desktop as its window system has them: which there are, where, and what can be done with them. */
import type { Frame } from '../../../../api-schema/element.ts'
import type { Owner, SystemWindow, WindowsOf } from '../wire/access.ts'
import type { Missing } from './missing.ts'

export interface DesktopWindow extends SystemWindow {
  readonly id: number
  readonly pid?: number
  readonly owner: Owner
  /** Set if its place is unknown: its frames are empty then. */
  readonly unplaced?: Unplaced
  /** The application's drawing area. */
  readonly frame: Frame
  /** As a person sees it: with the window manager's border, without a shadow drawn by the application. */
  readonly outer: Frame
  /** Everything the application draws on, including a shadow that it draws itself, if the window system reports it. */
  readonly surface?: Frame
  readonly active: boolean
  readonly minimized: boolean
  readonly maximized: boolean
  readonly modal: boolean
  /** Its owner window. */
  readonly transientFor?: number
}

export interface Unplaced extends Missing {
  /** Its place is known once it is in front. */
  readonly untilFront?: boolean
}

/** A surface that the window manager does not manage: an open menu, a list, a tooltip. */
export interface Popup {
  readonly id: number
  readonly frame: Frame
}

/** What is at a point on the screen: a listed window, or something above all of them, such as an open menu. */
export interface WindowAt {
  readonly window?: DesktopWindow
  readonly owner?: Owner
  readonly title?: string
  /** The window that takes a press there; undefined if there is nothing. */
  readonly top?: number
}

export interface DesktopWindows extends WindowsOf {
  readonly missing?: Missing | undefined
  /** All windows, topmost first. Throws unsupported_here where they are missing. */
  list(signal: AbortSignal): Promise<readonly DesktopWindow[]>
  /** An owner's windows, topmost first; none if windows are missing. */
  windowsOf(owner: Owner, signal: AbortSignal): Promise<readonly DesktopWindow[]>
  /** The area of all monitors together. */
  screen(signal: AbortSignal): Promise<Frame>
  /** Its current state; undefined when it is gone. */
  read(id: number, signal: AbortSignal): Promise<DesktopWindow | undefined>
  /** Set if the window system does not report popups: where their contents are is then unknown. */
  readonly popupsMissing?: Missing
  /** An owner's popups, topmost first. */
  popupsOf(owner: Owner, signal: AbortSignal): Promise<readonly Popup[]>
  at(x: number, y: number, signal: AbortSignal): Promise<WindowAt>
  /**
   * Once the desktop is open: calls back when windows came, went or changed, with the one that did if known, and when
   * the window system is gone. Returns a function that stops this.
   */
  watch(changed: (window?: number) => void, gone?: () => void): () => void
  /** Makes `watch` also report what only this window announces, for as long as it exists. */
  follow(window: number): void
}

/** `ignored`: the window manager did nothing in time. */
export type WindowEffect = 'done' | 'already' | 'ignored'

/** Each call throws element_gone if the window is gone. */
export interface WindowManager {
  /** Brings it to the front, gives it the keyboard, and restores it if minimised. */
  activate(id: number, signal: AbortSignal): Promise<WindowEffect>
  minimize(id: number, signal: AbortSignal): Promise<WindowEffect>
  /** With `wanted` false, restores its previous size. */
  maximize(id: number, wanted: boolean, signal: AbortSignal): Promise<WindowEffect>
  /** Asks the application to close it, as its button does; it may ask the user first. */
  close(id: number, signal: AbortSignal): Promise<void>
  /** Moves the top left corner of its visible part there. */
  move(id: number, x: number, y: number, signal: AbortSignal): Promise<WindowEffect>
  /** The size of the application's drawing area, within its own limits. */
  resize(id: number, width: number, height: number, signal: AbortSignal): Promise<WindowEffect>
}
