/** Overrides as callers request them: for a tab, in whichever browser it is. */

import type { Target } from '../../platform.ts'
import type { Overrides } from '../../tab/overrides.ts'
import type { Browser } from './browser.ts'

/** A target's browser, which is connected, as every browser with targets is. */
type Home = (target: Target) => { readonly browser: Browser; readonly targetId: string }

export function overridesIn(home: Home): Overrides {
  return {
    emulation: (target) => {
      const { browser, targetId } = home(target)
      return browser.overrides!.emulation(targetId)
    },
    emulate: async (target, emulation, session, signal) => {
      const { browser, targetId } = home(target)
      await browser.overrides!.emulate(nameOf(targetId, target), emulation, session, signal)
    },
    renew: async (target) => {
      try {
        const { browser, targetId } = home(target)
        await browser.overrides!.renew(targetId)
      } catch {
        // The tab was closed meanwhile.
      }
    },
    routes: (target) => {
      const { browser, targetId } = home(target)
      return browser.overrides!.routes(targetId)
    },
    addRoute: async (target, wish, session, signal) => {
      const { browser, targetId } = home(target)
      return await browser.overrides!.addRoute(nameOf(targetId, target), wish, session, signal)
    },
    removeRoutes: async (target, id, signal) => {
      const { browser, targetId } = home(target)
      return await browser.overrides!.removeRoutes(targetId, id, signal)
    },
    permissions: async (target, signal) => {
      const { browser, targetId } = home(target)
      return browser.overrides!.permissions(await browser.contextOf(targetId, signal))
    },
    permit: async (target, { origin, names, setting, session }, signal) => {
      const { browser, targetId } = home(target)
      const contextId = await browser.contextOf(targetId, signal)
      await browser.overrides!.permit(contextId, origin, names, setting, session, signal)
    },
  }
}

function nameOf(targetId: string, { own }: Target): { readonly targetId: string; readonly isOwn: boolean } {
  return { targetId, isOwn: own === true }
}
