/** By which events a page hears of an act, and of what the browser does by itself. */

/** What an act is done with: a button, keys, or the pointer alone, as it comes. */
export type Means = 'press' | 'keys' | 'pointer'

/** Types of events. Also run in pages. */
export function eventKinds() {
  const ofPointer = (ways: readonly string[]) => ways.flatMap((way) => [`pointer${way}`, `mouse${way}`])
  const losing = ['blur', 'focusout', 'selectionchange']
  return {
    /** The pointer comes, is there and goes. */
    passing: ofPointer(['over', 'enter', 'move', 'out', 'leave']),
    /** It goes from somewhere. */
    leaving: ofPointer(['out', 'leave']),
    /** A press or a key, and what it makes the browser send. */
    acting: [
      ...['pointerdown', 'mousedown', 'touchstart', 'pointerup', 'mouseup', 'touchend', 'click', 'auxclick'],
      ...['dblclick', 'contextmenu', 'keydown', 'keypress', 'keyup', 'beforeinput', 'input', 'change', 'submit'],
      ...['reset', 'command', 'invalid', 'formdata'],
    ],
    /** Where the focus and the selection go. */
    focusing: ['focus', 'focusin', ...losing],
    /** What had them hears this of any press elsewhere. */
    losing,
    /** What the browser sends by itself, as what follows from an act as well. */
    ofItsOwn: [
      ...['transitionend', 'animationend', 'popstate', 'toggle', 'close', 'cancel', 'load', 'error', 'message'],
      ...['storage', 'scroll', 'scrollend', 'resize', 'select', 'selectionchange', 'fullscreenchange'],
      ...['visibilitychange', 'play', 'pause', 'ended', 'timeupdate', 'loadeddata', 'slotchange'],
    ],
    /** What is given to it, which leaves a shadow root: its own listeners would be taken for the page's use of a part. */
    giving: ['drop', 'paste'],
    /** No act leads to them again and again. */
    repeated: ['animationiteration'],
  }
}

/** Text was selected, or the caret put into it: that is what was pressed for, where any press takes a selection away. */
export function isChoice({ type, target }: Event): boolean {
  if (type !== 'selectionchange') return false
  if ('localName' in target!) return true
  const { isCollapsed, anchorNode } = (target as Document).getSelection()!
  const element = anchorNode?.nodeType === 1 ? anchorNode : anchorNode?.parentElement
  return !isCollapsed || (element as HTMLElement | undefined)?.isContentEditable === true
}
