/** Chromium's browsers show their pages to other programs only on request, by an attribute with side effects. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { RawApp } from '../wire/messages.ts'
import type { RawElement } from '../wire/raw-element.ts'

/** What its windows show that is in no element, and how to get at it; undefined if there is nothing of the kind. */
export async function withheldBy(
  { bundleId, path }: Pick<RawApp, 'bundleId' | 'path'>,
  elements: readonly RawElement[],
): Promise<string | undefined> {
  const has = (role: string) => elements.some(({ facts, children }) => facts.AXRole === role && children?.length !== 0)
  if (path === undefined || !has('AXWindow') || has('AXWebArea') || !(await isChromium(path))) return undefined
  // The application chooses its own id.
  const id = /^[\w.-]+$/.test(bundleId) ? bundleId : 'BUNDLE_ID'
  return (
    'Its pages are in no element: Chromium shows them only where AXEnhancedUserInterface is set, which changes how its ' +
    `windows move. The person can start ixd with --enhanced-app=${id}, or have the pages read with --cdp.`
  )
}

const renderer = / Helper \(Renderer\)\.app$/

/** All of them run their pages in a program inside the bundle, with the same kind of name. */
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
