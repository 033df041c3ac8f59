/** Whether this process may read other applications: what the system says, and whether a read works. */

import type { AxCalls } from './ax-calls.ts'
import { AXError } from './ax-error.ts'
import { AxFault } from './ax-fault.ts'
import type { CFRef } from './cf.ts'
import type { Engine, Library } from './engine.ts'
import type { Calls } from './messages.ts'

export type Permission = Calls['permission']['result']

/** The system's answer may be out of date either way: the read has the last word. */
export function permission(engine: Engine, ax: AxCalls, library: Library, prompt: boolean): Permission {
  const trusted = prompt ? askFor(ax, library) : isTrusted(library)
  const screen = screenRecording(library, prompt)
  const responsible = responsibleProgram(engine)
  return {
    trusted,
    works: tryRead(ax),
    ...(screen !== undefined && { screenRecording: screen }),
    ...(responsible !== undefined && { responsible }),
  }
}

/**
 * The process to which macOS attributes what this one does: the terminal's application, or the program that launchd started. The
 * system has a call for it that is in no header; where it has not, there is no answer.
 */
function responsibleProgram({ openLibrary, memory }: Engine): string | undefined {
  const own = openLibrary('')
  const [ask, locate] = ['responsibility_get_pid_responsible_for_pid', 'proc_pidpath'] as const
  if (!own.has(ask) || !own.has(locate)) return undefined
  pathMemory ??= memory(4096)
  const { bytes, address } = pathMemory
  const pid = own.def(ask, 'i32', ['i32'])(process.pid)
  const length = pid > 0 ? own.def(locate, 'i32', ['i32', 'ptr', 'u32'])(pid, address, bytes.length) : 0
  return length > 0 ? bytes.toString('utf8', 0, length) : undefined
}

/** What is taken is never given back. */
let pathMemory: ReturnType<Engine['memory']> | undefined

/** Undefined on systems that do not tell. Asking, too, shows the system's dialog once alone. */
function screenRecording(library: Library, prompt: boolean): boolean | undefined {
  const told = (name: string) => (library.has(name) ? library.def(name, 'u8', [])() !== 0 : undefined)
  const isAllowed = told('CGPreflightScreenCaptureAccess')
  return isAllowed === false && prompt ? told('CGRequestScreenCaptureAccess') : isAllowed
}

function isTrusted(library: Library): boolean {
  return library.def('AXIsProcessTrusted', 'u8', [])() !== 0
}

/** Shows the system's dialog, once, where permission was not given yet. */
function askFor({ cf }: AxCalls, library: Library): boolean {
  const create = cf.maybe<CFRef>('CFDictionaryCreate', 'ptr', ['ptr', 'ptr', 'ptr', 'i64', 'ptr', 'ptr'])
  const keys = cf.address('kCFTypeDictionaryKeyCallBacks')
  const values = cf.address('kCFTypeDictionaryValueCallBacks')
  if (!create || !keys || !values || !library.has('kAXTrustedCheckOptionPrompt')) return isTrusted(library)
  cf.pointers[0] = library.data('kAXTrustedCheckOptionPrompt')
  cf.pointers[1] = cf.trueRef
  const options = create(0n, cf.valuesAddress, cf.valuesAddress + 8n, 1, keys, values)
  const trusted = library.def('AXIsProcessTrustedWithOptions', 'u8', ['ptr'])(options) !== 0
  cf.release(options)
  return trusted
}

function tryRead(ax: AxCalls): true | number {
  const system = ax.systemWide()
  try {
    const found = ax.copy(system, 'AXFocusedApplication')
    if (found !== undefined) ax.cf.release(found)
    return true
  } catch (error) {
    if (!(error instanceof AxFault)) throw error
    // Nothing is in front, or it does not answer: that is no question of permission.
    return error.axError === AXError.apiDisabled ? error.axError : true
  } finally {
    ax.cf.release(system)
  }
}
