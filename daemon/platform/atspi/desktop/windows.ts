/** The windows of a desktop as its window system has them: which there are, where, and what can be done with them. */
import type { Frame } from '../../../../api-schema/element.ts'
import type { Owner, SystemWindow, WindowsOf } from '../wire/access.ts'
import type { Missing } from './missing.ts'

export interface DesktopWindow extends SystemWindow {
  readonly id: number
  readonly pid?: number
  readonly owner: Owner
  /** Set where nobody tells where it is: its frames are empty. */
  readonly unplaced?: Unplaced
  /** The application's drawing area. */
  readonly frame: Frame
  /** As a person sees it: with the window manager's border, without a shadow drawn by the application. */
  readonly outer: Frame
  /** All that the application draws on, with a shadow that it draws itself, where the window system tells it. */
  readonly surface?: Frame
  readonly active: boolean
  readonly minimized: boolean
  readonly maximized: boolean
  readonly modal: boolean
  /** Its owner window. */
  readonly transientFor?: number
}

export interface Unplaced extends Missing {
  /** It has a place once it is in front. */
  readonly untilFront?: boolean
}

/** Not managed by the window manager: open menus, lists, tooltips. */
export interface Popup {
  readonly id: number
  readonly frame: Frame
}

/** What is at a point on the screen: a listed window, or something above all of them, such as an open menu. */
export interface WindowAt {
  readonly window?: DesktopWindow
  readonly owner?: Owner
  readonly title?: string
  /** What takes a press there; undefined for nothing. */
  readonly top?: number
}

export interface DesktopWindows extends WindowsOf {
  readonly missing?: Missing | undefined
  /** All windows, topmost first. Throws unsupported_here where they are missing. */
  list(signal: AbortSignal): Promise<readonly DesktopWindow[]>
  /** An owner's windows, topmost first; none where they are missing. */
  windowsOf(owner: Owner, signal: AbortSignal): Promise<readonly DesktopWindow[]>
  /** Of all monitors together. */
  screen(signal: AbortSignal): Promise<Frame>
  /** Its current state; undefined when it is gone. */
  read(id: number, signal: AbortSignal): Promise<DesktopWindow | undefined>
  /** Set where the window system tells of no popups: what is in them is nowhere that is known. */
  readonly popupsMissing?: Missing
  /** An owner's popups, topmost first. */
  popupsOf(owner: Owner, signal: AbortSignal): Promise<readonly Popup[]>
  at(x: number, y: number, signal: AbortSignal): Promise<WindowAt>
  /**
   * Once the desktop is open: calls back when windows came, went or changed, with the one that did where that is known,
   * and when the window system is gone. Returns a function that stops this.
   */
  watch(changed: (window?: number) => void, gone?: () => void): () => void
  /** Has `watch` tell, for as long as the window is there, what it alone announces. */
  follow(window: number): void
}

/** `ignored`: the window manager did nothing in time. */
export type WindowEffect = 'done' | 'already' | 'ignored'

/** Each throws element_gone where the window is gone. */
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
