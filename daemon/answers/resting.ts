/** Adds the tab to every answer about the current tab, in one place for all methods. */
import type { AnyHandlers, Handlers } from '../dispatch.ts'

export function tellingTab(handlers: Handlers): Handlers {
  const entries = Object.entries(handlers as AnyHandlers).map(([name, handle]) => [name, telling(handle)])
  return Object.fromEntries(entries) as Handlers
}

function telling(handle: AnyHandlers[string]): AnyHandlers[string] {
  return async (params: never, call, world) => {
    const result = (await handle(params, call, world)) as object
    const { tab } = call.rest
    return tab === undefined || 'tab' in result ? result : { ...result, tab }
  }
}
