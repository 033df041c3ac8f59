/** Listening to a page before its own scripts do. */

/** Of every document that can be reached from here. */
export function reachableWindows(): Window[] {
  const windows: Window[] = [window]
  for (let i = 0; i < windows.length; i++) {
    const at = windows[i]!
    for (let j = 0; j < at.length; j++) windows.push(at[j]!)
  }
  return windows
}

/**
 * In all of them; `listen` may hold events back. Ends with a call of what it returns. Most that the browser tells by itself
 * does not leave a shadow root: `roots` are those to listen in.
 */
export function listenEverywhere(
  types: readonly string[],
  listen: (event: Event) => void,
  roots: readonly ShadowRoot[] = [],
): () => void {
  const all = [...reachableWindows(), ...roots]
  const each = (use: (one: EventTarget, type: string) => void) => {
    for (const one of all) {
      try {
        // The event of what has loaded in a document does not get to its window.
        for (const type of types) use(type === 'load' && 'document' in one ? one.document : one, type)
      } catch {}
    }
  }
  each((one, type) => one.addEventListener(type, listen, { capture: true, passive: false }))
  return () => each((one, type) => one.removeEventListener(type, listen, true))
}

/**
 * Holds back the trusted events that `isHeld` chooses: they reach nobody until the returned function is called. After
 * some seconds all pass: a daemon that died must not leave a dead page.
 */
export function holdBack(types: readonly string[], isHeld: (event: Event) => boolean): () => void {
  const longestMs = 5000
  const began = performance.now()
  const stop = listenEverywhere(types, (event) => {
    // What the page dispatches is its own affair.
    if (!event.isTrusted) return
    if (performance.now() - began > longestMs) return stop()
    if (!isHeld(event)) return
    event.preventDefault()
    event.stopImmediatePropagation()
  })
  return stop
}
