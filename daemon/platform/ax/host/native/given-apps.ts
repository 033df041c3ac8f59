/**
 * `IX_AX_APPS`: a list of applications that replaces the system's, `pid=bundleId,…`. A bundle id may be followed by the
 * bundle's path and by `agent`, for one that is not in the Dock, each after a semicolon.
 */
import type { RawApp } from '../../wire/messages.ts'

export function isListGiven(env: NodeJS.ProcessEnv): boolean {
  return env.IX_AX_APPS !== undefined && env.IX_AX_APPS !== ''
}

interface Entry {
  readonly pid: number
  readonly bundleId: string
  readonly path?: string
  readonly regular: boolean
}

function entryOf(part: string): Entry | undefined {
  const [id = '', ...words] = part.split(';').map((word) => word.trim())
  const [, pid, bundleId] = /^(\d{1,9})\s*=\s*(\S.*)$/.exec(id) ?? []
  if (pid === undefined || bundleId === undefined) return undefined
  const path = words.find((word) => word.startsWith('/'))
  if (words.some((word) => word !== path && word !== 'agent')) return undefined
  return { pid: Number(pid), bundleId, regular: !words.includes('agent'), ...(path !== undefined && { path }) }
}

/** Malformed items are skipped: `wrongIn` reports them. */
export function givenApps(list: string, activePid: number | undefined): RawApp[] {
  return list.split(',').flatMap((part) => {
    const entry = entryOf(part)
    if (entry === undefined) return []
    const name = entry.bundleId.split('.').at(-1)!
    return [{ ...entry, name, active: entry.pid === activePid }]
  })
}

/** What is wrong with the list, if anything. */
export function wrongIn(list: string): string | undefined {
  const wrong = list.split(',').filter((part) => entryOf(part) === undefined)
  if (wrong.length === 0) return undefined
  const shown = wrong.slice(0, 5).map((part) => JSON.stringify(part.slice(0, 60)))
  return `IX_AX_APPS has items that are not of the form pid=bundleId, left out: ${shown.join(', ')}`
}
