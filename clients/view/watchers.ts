/** Names of sessions that only watch. Their calls are not shown to other watchers. */

export function watcherName(): string {
  return `view-${globalThis.crypto.randomUUID()}`
}

export function isWatcher(name: string | undefined): boolean {
  return name !== undefined && /^view-[0-9a-f]{8}-[0-9a-f-]{27}$/.test(name)
}
