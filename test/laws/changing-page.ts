/** One page that is written anew for each request, at a server with packages of npm below /npm/. */
import type { Test } from 'tap'
import { serve } from '../fixtures/daemon/serve.ts'
import { type Random, random } from '../fixtures/random.ts'
import { chromiumOrSkip, launchChromium } from '../fixtures/web/chromium.ts'
import { openBoth } from '../fixtures/web/inside.ts'
import { packagesOrSkip } from './packages.ts'

export type ChangingPage = Awaited<ReturnType<typeof openBoth>> & {
  readonly dice: Random
  /** Goes to the page anew, with another part of it. */
  show(part: string): Promise<void>
}

/** `write` makes a page of its changing part. `undefined` where the test has been skipped. */
export async function openChangingPage(t: Test, write: (part: string) => string): Promise<ChangingPage | undefined> {
  if (!chromiumOrSkip(t)) return undefined
  const folder = packagesOrSkip(t)
  if (folder === undefined) return undefined
  const dice = random()
  t.comment(`seed ${dice.seed}`)
  let part = ''
  const server = await serve(t, {
    folders: { '/npm/': folder },
    pages: {
      '/': () => `<!doctype html><meta charset="utf-8">${write(part)}`,
    },
  })
  const url = `${server.origin}/`
  const both = await openBoth(t, await launchChromium(t), url)
  return {
    ...both,
    dice,
    show: async (next) => {
      part = next
      await both.call('navigate', { tab: both.tab, url })
    },
  }
}
