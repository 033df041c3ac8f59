/** Browsers on Chromium show their pages to other programs only when asked by an attribute with side effects. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { RawApp } from '../wire/messages.ts'
import type { RawElement } from '../wire/raw-element.ts'

/** What its windows show and no element has, with the way to it; undefined if there is no such thing. */
export async function withheldBy(
  { bundleId, path }: Pick<RawApp, 'bundleId' | 'path'>,
  elements: readonly RawElement[],
): Promise<string | undefined> {
  const has = (role: string) => elements.some(({ facts, children }) => facts.AXRole === role && children?.length !== 0)
  if (path === undefined || !has('AXWindow') || has('AXWebArea') || !(await isChromium(path))) return undefined
  // The id is the application's own word.
  const id = /^[\w.-]+$/.test(bundleId) ? bundleId : 'BUNDLE_ID'
  return (
    'Its pages are in no element: Chromium shows them only where AXEnhancedUserInterface is set, which changes how its ' +
    `windows move. The person can start ixd with --enhanced-app=${id}, or have the pages read with --cdp.`
  )
}

const renderer = / Helper \(Renderer\)\.app$/

/** It runs its pages in a program inside its bundle that all of them name alike. */
async function isChromium(path: string): Promise<boolean> {
  const frameworks = join(path, 'Contents/Frameworks')
  const names = await namesIn(frameworks)
  const folders = names
    .filter((name) => name.endsWith('.framework'))
    .map((name) => namesIn(join(frameworks, name, 'Versions/Current/Helpers')))
  return [names, ...(await Promise.all(folders))].some((some) => some.some((name) => renderer.test(name)))
}

async function namesIn(folder: string): Promise<string[]> {
  return await readdir(folder).catch(() => [])
}
