/** By which events a page hears of an act, and of what the browser does by itself. */

/** What an act is done with: a button, keys, or the pointer alone, as it comes. */
export type Means = 'press' | 'keys' | 'pointer'

/** Types of events. Also run in pages. */
export function eventKinds() {
  const ways = ['over', 'enter', 'move', 'out', 'leave']
  return {
    /** The pointer comes, is there and goes. */
    passing: ways.flatMap((way) => [`pointer${way}`, `mouse${way}`]),
    /** A press or a key, and what it makes the browser send. */
    acting: [
      ...['pointerdown', 'mousedown', 'touchstart', 'pointerup', 'mouseup', 'touchend', 'click', 'auxclick'],
      ...['dblclick', 'contextmenu', 'keydown', 'keypress', 'keyup', 'beforeinput', 'input', 'change', 'submit'],
      ...['reset', 'command', 'invalid', 'formdata'],
    ],
    focusing: ['focus', 'focusin', 'blur', 'focusout'],
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
