/** Sessions that only watch: their own calls are nobody's work, and are shown to no other watcher. */

export function watcherName(): string {
  return `view-${globalThis.crypto.randomUUID()}`
}

export function isWatcher(name: string | undefined): boolean {
  return name !== undefined && /^view-[0-9a-f]{8}-[0-9a-f-]{27}$/.test(name)
}
