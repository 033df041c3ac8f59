/** The loaded native libraries, and what can be done with them. */

import type { Capabilities, Feature, HostEvent } from '../../wire/messages.ts'
import { AxCalls } from './ax-calls.ts'
import { Cf } from './cf.ts'
import { ElementTable } from './element-table.ts'
import { createEngine, type Engine, type Library } from './engine.ts'
import { isListGiven, wrongIn } from './given-apps.ts'
import { createInput, type Input } from './input.ts'
import { createJoin, type Join } from './join.ts'
import { createLayout } from './layout.ts'
import { Observers } from './observers.ts'
import { Progress } from './progress.ts'
import { createWorkspace, type Workspace } from './running-apps.ts'

export interface Native {
  readonly engine: Engine
  readonly ax: AxCalls
  readonly library: Library
  readonly table: ElementTable
  readonly join: Join | undefined
  /** Features with missing symbols are absent. */
  readonly observers?: Observers
  readonly input?: Input
  readonly workspace?: Workspace
  readonly capabilities: Capabilities
}

const frameworks = '/System/Library/Frameworks'
/** Seconds for one message before an application counts as hung; shorter than the silence the host is allowed. */
const messageTimeout = 0.6

/** Throws if reading is impossible. */
export function loadNative(env: NodeJS.ProcessEnv, emit: (event: HostEvent) => void): Native {
  const cfPath = env.IX_CF_LIB || `${frameworks}/CoreFoundation.framework/CoreFoundation`
  const axPath = env.IX_AX_LIB || `${frameworks}/ApplicationServices.framework/ApplicationServices`
  const engine = createEngine()
  const libraries = { cf: engine.openLibrary(cfPath), ax: engine.openLibrary(axPath) }
  const cf = new Cf(engine, libraries.cf)
  const ax = new AxCalls(cf, libraries.ax, new Progress(emit))
  const table = new ElementTable(cf)
  const system = ax.systemWide()
  ax.setTimeout(system, messageTimeout)
  cf.call.release(system)
  const join = env.IX_AX_JOIN === 'off' ? 'switched off' : createJoin(ax)
  const attempt = <T>(make: () => T): T | string => {
    try {
      return make()
    } catch (error) {
      return (error as Error).message
    }
  }
  const observers = attempt(() => new Observers(engine, ax, libraries, table, emit))
  const layout = attempt(() =>
    createLayout(
      engine,
      cf,
      env.IX_AX_LIB ? libraries.ax : engine.openLibrary(`${frameworks}/Carbon.framework/Carbon`),
    ),
  )
  const input = attempt(() => createInput(engine, cf, libraries.ax, typeof layout === 'string' ? undefined : layout))
  const workspace = attempt(() => createWorkspace(engine, cf, libraries.ax))
  const on = (made: unknown) => (typeof made === 'string' ? made : true)
  const features: { readonly [feature in Feature]: true | string } = {
    reading: true,
    observers: on(observers),
    applications: applications(env, workspace),
    windows:
      typeof workspace === 'string' ? workspace : workspace.hasWindows || 'CGWindowListCopyWindowInfo is missing',
    input: on(input),
  }
  return {
    ...{ engine, ax, library: libraries.ax, table },
    join: typeof join === 'string' ? undefined : join,
    ...(typeof observers !== 'string' && { observers }),
    ...(typeof input !== 'string' && { input }),
    ...(typeof workspace !== 'string' && { workspace }),
    capabilities: {
      platform: process.platform,
      libraries: [cfPath, axPath],
      features,
      join: typeof join === 'string' ? join : true,
    },
  }
}

function applications(env: NodeJS.ProcessEnv, workspace: Workspace | string): true | string {
  if (isListGiven(env)) return wrongIn(env.IX_AX_APPS!) ?? true
  if (process.platform === 'darwin') return typeof workspace === 'string' ? workspace : true
  return 'nothing lists them here: set IX_AX_APPS to pid=bundleId,…'
}
