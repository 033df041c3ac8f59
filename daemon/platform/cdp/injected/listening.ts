/** Listens to a page ahead of its own scripts. */

/** This window and all the frames' windows within reach. */
export function reachableWindows(): Window[] {
  const windows: Window[] = [window]
  for (let i = 0; i < windows.length; i++) {
    const at = windows[i]!
    for (let j = 0; j < at.length; j++) windows.push(at[j]!)
  }
  return windows
}

/**
 * Listens in all of them, until the returned function is called; `listen` may hold events back. Most events of the
 * browser do not leave a shadow root: `roots` are those to listen in as well.
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
        // A load event inside a document does not reach its window.
        for (const type of types) use(type === 'load' && 'document' in one ? one.document : one, type)
      } catch {}
    }
  }
  each((one, type) => one.addEventListener(type, listen, { capture: true, passive: false }))
  return () => each((one, type) => one.removeEventListener(type, listen, true))
}

/**
 * Holds back the trusted events that `isHeld` chooses: nobody gets them until the returned function is called. After
 * some seconds all pass, so that a daemon that died leaves no dead page.
 */
export function holdBack(types: readonly string[], isHeld: (event: Event) => boolean): () => void {
  const longestMs = 5000
  const began = performance.now()
  const stop = listenEverywhere(types, (event) => {
    // Events dispatched by the page are its own affair.
    if (!event.isTrusted) return
    if (performance.now() - began > longestMs) return stop()
    if (!isHeld(event)) return
    event.preventDefault()
    event.stopImmediatePropagation()
  })
  return stop
}
