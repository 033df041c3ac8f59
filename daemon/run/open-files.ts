/** How many files the system lets this process have open. Node has raised that to the hard limit by itself. */
import { readFileSync } from 'node:fs'

/** Node opens the daemon's modules side by side. A connection takes one more each, a browser a few. */
const least = 256

/** A sentence for the person where the daemon could not even be loaded. Only Linux tells the limit for nothing. */
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
