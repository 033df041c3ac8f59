/** One page that is written anew for each request, at a server with packages of npm below /npm/. */
import type { Test } from 'tap'
import { type Random, random } from '../fixtures/random.ts'
import { chromiumOrSkip } from '../fixtures/web/chromium.ts'
import { openShown, type Shown } from '../fixtures/web/shown.ts'
import { packagesOrSkip } from './packages.ts'

type ChangingPage = Shown & {
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
  const shown = await openShown(t, { folders: { '/npm/': folder } })
  return { ...shown, dice, show: (part) => shown.show(`<!doctype html><meta charset="utf-8">${write(part)}`) }
}
