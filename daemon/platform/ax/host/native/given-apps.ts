/** `IX_AX_APPS`: a list of applications that replaces the system's, `pid=bundleId` or `pid=bundleId;path`. */
import type { RawApp } from '../../wire/messages.ts'

export function isListGiven(env: NodeJS.ProcessEnv): boolean {
  return env.IX_AX_APPS !== undefined && env.IX_AX_APPS !== ''
}

interface Entry {
  readonly pid: number
  readonly bundleId: string
  readonly path?: string
}

function entryOf(part: string): Entry | undefined {
  const [, pid, bundleId, path] = /^\s*(\d{1,9})\s*=\s*([^\s;][^;]*?)\s*(?:;\s*(\/.*?)\s*)?$/.exec(part) ?? []
  if (pid === undefined || bundleId === undefined) return undefined
  return { pid: Number(pid), bundleId, ...(path !== undefined && { path }) }
}

/** Malformed items are skipped: `wrongIn` reports them. */
export function givenApps(list: string, activePid: number | undefined): RawApp[] {
  return list.split(',').flatMap((part) => {
    const entry = entryOf(part)
    if (entry === undefined) return []
    const name = entry.bundleId.split('.').at(-1)!
    return [{ ...entry, name, active: entry.pid === activePid, hidden: false, regular: true }]
  })
}

/** What is wrong with the list, if anything. */
export function wrongIn(list: string): string | undefined {
  const wrong = list.split(',').filter((part) => entryOf(part) === undefined)
  if (wrong.length === 0) return undefined
  const shown = wrong.slice(0, 5).map((part) => JSON.stringify(part.slice(0, 60)))
  return `IX_AX_APPS has items that are not of the form pid=bundleId, left out: ${shown.join(', ')}`
}
