/** May this process read other applications? What the system says, and whether a read works. */

import { AXError } from '../../wire/ax-error.ts'
import type { Calls } from '../../wire/messages.ts'
import type { AxCalls } from './ax-calls.ts'
import { AxFault } from './ax-fault.ts'
import type { CFRef } from './cf.ts'
import type { Engine, Library } from './engine.ts'

export type Permission = Calls['permission']['result']

/** The system's answer may be stale either way: the read decides. */
export function permission(engine: Engine, ax: AxCalls, library: Library, prompt: boolean): Permission {
  const trusted = prompt ? askFor(ax, library) : isTrusted(library)
  const screen = screenRecording(library, prompt)
  const responsible = responsibleProgram(engine)
  return {
    trusted,
    works: tryRead(ax, trusted),
    ...(screen !== undefined && { screenRecording: screen }),
    ...(responsible !== undefined && { responsible }),
  }
}

/**
 * The process to which macOS attributes this one's actions: the terminal application, or the program launchd started.
 * Found by an undocumented system call; without that there is no answer.
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

/** Memory taken here is never freed. */
let pathMemory: ReturnType<Engine['memory']> | undefined

/** Undefined on systems that cannot say. Even prompting shows the system's dialog only once. */
function screenRecording(library: Library, prompt: boolean): boolean | undefined {
  const ask = (name: string) => (library.has(name) ? library.def(name, 'u8', [])() !== 0 : undefined)
  const isAllowed = ask('CGPreflightScreenCaptureAccess')
  return isAllowed === false && prompt ? ask('CGRequestScreenCaptureAccess') : isAllowed
}

export function isTrusted(library: Library): boolean {
  return library.def('AXIsProcessTrusted', 'u8', [])() !== 0
}

/** Shows the system's dialog, once, if permission has not been granted. */
function askFor({ cf }: AxCalls, library: Library): boolean {
  const create = cf.maybe<CFRef>('CFDictionaryCreate', 'ptr', ['ptr', 'ptr', 'ptr', 'i64', 'ptr', 'ptr'])
  const keys = cf.address('kCFTypeDictionaryKeyCallBacks')
  const values = cf.address('kCFTypeDictionaryValueCallBacks')
  if (!create || !keys || !values || !library.has('kAXTrustedCheckOptionPrompt')) return isTrusted(library)
  cf.pointers[0] = library.data('kAXTrustedCheckOptionPrompt')
  cf.pointers[1] = cf.trueRef
  const options = create(0n, cf.valuesAddress, cf.valuesAddress + 8n, 1, keys, values)
  const trusted = library.def('AXIsProcessTrustedWithOptions', 'u8', ['ptr'])(options) !== 0
  cf.call.release(options)
  return trusted
}

/** Without permission some systems answer as if the application were busy: then no failure is an accident. */
function tryRead(ax: AxCalls, trusted: boolean): true | number {
  const system = ax.systemWide()
  try {
    const found = ax.copy(system, 'AXFocusedApplication')
    if (found === undefined) return trusted ? true : AXError.noValue
    ax.cf.call.release(found)
    return true
  } catch (error) {
    if (!(error instanceof AxFault)) throw error
    // Nothing is in front, or it does not answer: that says nothing about permission.
    return error.axError === AXError.apiDisabled || !trusted ? error.axError : true
  } finally {
    ax.cf.call.release(system)
  }
}
