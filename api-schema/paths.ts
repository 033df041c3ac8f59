/** Where the daemon and its clients meet: folders and file names, as pure functions of the system's properties. */

export interface Surroundings {
  readonly env: { readonly [name: string]: string | undefined }
  /** `process.platform`. */
  readonly platform: string
  readonly uid: number
  readonly home: string
  /** The system's folder for temporary files. */
  readonly tmp: string
  /** `/run/user/UID`, if it exists: programs started without a session's environment find it this way. */
  readonly userRun?: string | undefined
}

/** Names inside the runtime folder. */
export const runtimeFiles = { socket: 'ixd.sock', token: 'token', state: 'state.json', log: 'ixd.log' } as const

/** Largest size, in bytes, of a log that whoever starts the daemon opens for it. */
export const logBytesVariable = 'IX_LOG_BYTES'
/** Set by `npm start` when there is nothing to see: plays a recording until something live is asked for. */
export const demonstrationVariable = 'IX_DEMONSTRATION'

/**
 * Variables set by a program that starts the daemon with open sockets, from descriptor 3 on: their number, and the
 * starter's own process id, since the daemon's is not known before it exists.
 */
export const handOver = { count: 'IX_LISTEN_FDS', by: 'IX_LISTEN_PPID' } as const

/** Written when the daemon is ready, removed when it stops. */
export interface StateFile {
  readonly pid: number
  readonly version: string
  readonly socket: string
  readonly url?: string
  readonly platforms: readonly string[]
}

/** Socket, token and state file. Private to the user: the daemon keeps its mode at 0700. */
export function runtimeDir({ env, platform, uid, home, tmp, userRun }: Surroundings): string {
  if (env.IX_RUNTIME_DIR) return env.IX_RUNTIME_DIR
  if (isAbsolute(env.XDG_RUNTIME_DIR)) return `${env.XDG_RUNTIME_DIR}/ix`
  // Not $TMPDIR on macOS, where files are removed after three days without a read.
  if (platform === 'darwin') return `${home}/Library/Application Support/ix/run`
  return userRun ? `${userRun}/ix` : `${tmp}/ix-${uid}`
}

/** What survives a restart: the record of used ids, agents' tokens. */
export function stateDir({ env, platform, home }: Surroundings): string {
  if (env.IX_STATE_DIR) return env.IX_STATE_DIR
  if (isAbsolute(env.XDG_STATE_HOME)) return `${env.XDG_STATE_HOME}/ix`
  return platform === 'darwin' ? `${home}/Library/Application Support/ix` : `${home}/.local/state/ix`
}

/** Downloads of the daemon's own browser. Not in the runtime folder, which may be in memory. */
export function downloadsDir(surroundings: Surroundings): string {
  return `${stateDir(surroundings)}/downloads`
}

/** What `ix browser install` has downloaded: a folder per version, with a link in it to the program. */
export function browsersDir({ env, platform, home }: Pick<Surroundings, 'env' | 'platform' | 'home'>): string {
  if (isAbsolute(env.XDG_CACHE_HOME)) return `${env.XDG_CACHE_HOME}/ix/browsers`
  return platform === 'darwin' ? `${home}/Library/Caches/ix/browsers` : `${home}/.cache/ix/browsers`
}

export const browserLink = 'program'

export function configFile({ env, home }: Surroundings): string {
  return env.IX_CONFIG || `${home}/.config/ix/config.json`
}

function isAbsolute(path: string | undefined): path is string {
  return path?.startsWith('/') === true
}
