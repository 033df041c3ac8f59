/** Documents, their frames and their rendering, in the daemon's isolated world. */
import { elementOf } from './elements.ts'
import { sent } from './sent.ts'

function outermostRoot(this: Node): Element {
  let home = this.ownerDocument!
  for (;;) {
    let frame: Element | null = null
    try {
      frame = home.defaultView!.frameElement
    } catch {}
    if (!frame) return home.documentElement
    home = frame.ownerDocument
  }
}

/** For a document's root element the protocol reveals the frame. */
export const outermostRootScript = sent(outermostRoot)

function ownElement(this: Node): Element {
  return elementOf(this)
}

export const elementScript = sent(ownElement, elementOf)

export function oneFrame(): Promise<void> {
  return new Promise((done) => {
    const timer = setTimeout(done, 100)
    requestAnimationFrame(() => {
      clearTimeout(timer)
      setTimeout(done, 0)
    })
  })
}

/** Waits for one drawn frame and the tasks it caused. Hidden tabs draw none: a timer stands in. */
export const oneFrameScript = sent(oneFrame)

function afterBreak(): Promise<void> | undefined {
  return document.activeElement?.matches('input, textarea') ? undefined : oneFrame()
}

/** After a line break an editor may have to redraw before it knows where the next character goes. */
export const afterBreakScript = sent(afterBreak, oneFrame)

function isShown(this: Node): boolean {
  return (this.ownerDocument ?? (this as Document)).defaultView !== null
}

/** False if its frame is gone: a document that has left its frame has no world to answer in. */
export const isShownScript = sent(isShown)

function restoreLayout(): void {
  const sheets = [...document.adoptedStyleSheets]
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('html { scrollbar-width: none !important }')
  document.adoptedStyleSheets = [...sheets, sheet]
  void document.documentElement.clientWidth
  document.adoptedStyleSheets = sheets
  void document.documentElement.clientWidth
}

/** Chromium keeps the layout without scrollbars until something queries them again. */
export const restoreScript = sent(restoreLayout)

/** The window's position on the screen, its outer and inner size, and its pixel density. */
export interface WindowMetrics {
  readonly screenX: number
  readonly screenY: number
  readonly outerWidth: number
  readonly outerHeight: number
  readonly innerWidth: number
  readonly innerHeight: number
  readonly devicePixelRatio: number
}

function windowMetrics(): WindowMetrics {
  return { screenX, screenY, outerWidth, outerHeight, innerWidth, innerHeight, devicePixelRatio }
}

export const windowMetricsScript = sent(windowMetrics)

function title(): unknown {
  return document.title
}

/** Not a string if a form has replaced it. */
export const titleScript = sent(title)
