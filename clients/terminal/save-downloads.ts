/** Copies files that steps have downloaded to the requested places: the daemon keeps them in a folder of its own. */
import { copyFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { saveAs } from '../../api-schema/cli/steps.ts'
import { UsageError } from '../../api-schema/cli/usage-error.ts'
import { isRemote } from '../reach/place.ts'

type Wishes = readonly { readonly [saveAs]?: string }[]

export async function saveDownloads({ steps }: { steps?: unknown }, ask: () => Promise<unknown>): Promise<unknown> {
  const wishes = (Array.isArray(steps) ? steps : []) as Wishes
  const isWished = wishes.some((one) => one[saveAs] !== undefined)
  if (isWished && isRemote())
    throw new UsageError('The file would be on the machine of the daemon (IX_URL): ix click, then ix downloads.')
  const result = (await ask()) as { readonly steps?: { readonly step: number; path?: string }[] }
  for (const told of isWished ? (result.steps ?? []) : []) {
    const file = wishes[told.step - 1]?.[saveAs]
    if (file === undefined || told.path === undefined) continue
    await copyFile(told.path, resolve(file))
    told.path = file
  }
  return result
}
