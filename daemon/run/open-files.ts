/** The limit on open files. Node raises it to the hard limit by itself. */
import { readFileSync } from 'node:fs'

/** Node opens the daemon's modules in parallel; each connection needs one more, each browser a few. */
const least = 256

/** A message for the user if the limit is too low to load the daemon. Linux only: other systems would need a child process. */
export function tooFewFiles(): string | undefined {
  const most = limit()
  if (most === undefined || most >= least) return undefined
  return `ixd: it may have only ${most} files open at a time here, and needs ${least} to start, with more for connections and browsers.
Raise the hard limit (ulimit -n 1024 as root, or LimitNOFILE=1024 in its systemd unit), and start it again.`
}

function limit(): number | undefined {
  try {
    const found = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))
    return found === null ? undefined : Number(found[1])
  } catch {
    return undefined
  }
}
