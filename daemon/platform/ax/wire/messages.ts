/**
 * The messages between the daemon and the ax host, the only process that loads the native libraries. They use the
 * child's IPC channel with 'advanced' serialisation. Data only: this file loads nothing.
 *
 * The daemon sends `Request`s with unique ids; the host sends one `Reply` to each, in any order, and in between
 * `Batch`es of a read and unsolicited `HostEvent`s. All refs die with the host.
 */
import type { Cut, RawElement, RawFrame, RawValue, Ref } from './raw-element.ts'

export interface ReadParams {
  /** All of one application. */
  readonly refs: readonly Ref[]
  /** The elements and everything below; with their lists of children, new ones whole; or the elements alone. */
  readonly part: 'whole' | 'children' | 'self'
  /** Elements whose rows the daemon has: `children` does not reread them. */
  readonly known?: readonly Ref[]
  /** Lists, each with a row to read along though the list does not show it. */
  readonly kept?: readonly (readonly [list: Ref, row: Ref])[]
  /** Maximum number of elements; default 50,000. */
  readonly limit?: number
  /** Levels below the given ones; default 100. */
  readonly depth?: number
  /** Maximum characters of text; default 20,000,000. */
  readonly characters?: number
  /** Include closed menus of the menu bar. */
  readonly menus?: boolean
}

interface ReadResult {
  readonly elements: number
  readonly complete: boolean
  /** Present if something was left out. */
  readonly cuts: { readonly [cut in Cut]?: number }
  /** Requests to the application. */
  readonly requests: number
  /** Total milliseconds. */
  readonly ms: number
}

export interface RawApp {
  readonly pid: number
  readonly bundleId: string
  readonly name: string
  readonly active: boolean
  /** Shows in the Dock; the others have at most items in the menu bar. */
  readonly regular: boolean
  /** Not regular, and has such items. */
  readonly menuBar?: true
  /** Of its bundle or executable, if known. */
  readonly path?: string
  /** Unix milliseconds, if known: with the pid it identifies the instance. */
  readonly started?: number
}

export interface RawWindow {
  readonly id: number
  readonly pid: number
  /** Requires the permission to record the screen. */
  readonly name?: string
  /** Its application. */
  readonly owner?: string
  readonly layer: number
  readonly onScreen: boolean
  readonly frame: RawFrame
}

export interface MouseStep {
  readonly type: 'move' | 'down' | 'up' | 'drag'
  readonly x: number
  readonly y: number
  readonly button?: 'left' | 'right' | 'middle'
  /** 1, or 2 for the second click of a double click. */
  readonly clicks?: number
  readonly modifiers?: readonly Modifier[]
}

export type Modifier = 'shift' | 'control' | 'option' | 'command' | 'fn'

/**
 * A key by its code, an ANSI position, or by the `character` that it produces in the person's keyboard layout, with the
 * code for when no key produces it; or text, as if typed, without a code.
 */
export type KeyStep =
  | {
      readonly code: number
      readonly character?: string
      readonly down: boolean
      readonly modifiers?: readonly Modifier[]
    }
  | { readonly text: string }

export type SettableValue =
  | string
  | number
  | boolean
  | { readonly kind: 'point'; readonly x: number; readonly y: number }
  | { readonly kind: 'size'; readonly width: number; readonly height: number }
  | { readonly kind: 'range'; readonly location: number; readonly length: number }
  | { readonly kind: 'element'; readonly ref: Ref }
  | { readonly kind: 'elements'; readonly refs: readonly Ref[] }

/** What works here. Features with missing symbols are off, with the reason. */
export interface Capabilities {
  readonly platform: string
  readonly libraries: readonly string[]
  /** True, or why not. */
  readonly features: { readonly [feature in Feature]: true | string }
  /** Whether many values can be turned to text in one call, by the self-test at start; else why not. */
  readonly join: true | string
}

/** An attribute of the application. */
export type WakeWord = 'AXManualAccessibility' | 'AXEnhancedUserInterface'

export type Feature = 'reading' | 'observers' | 'applications' | 'windows' | 'input'

export interface Detail {
  readonly attributes: { readonly [name: string]: RawValue }
  readonly settable: readonly string[]
}

/** Each call's parameters and result. */
export interface Calls {
  /** Answered at once unless the host is inside a native call. */
  ping: { params: Record<never, never>; result: { readonly refs: number } }
  capabilities: { params: Record<never, never>; result: Capabilities }
  /** Prompts only with `prompt`. `works`: true if a real read succeeded, else its AXError. */
  permission: {
    params: { readonly prompt?: boolean }
    result: {
      readonly trusted: boolean
      readonly works: true | number
      readonly screenRecording?: boolean
      /** Path of the program that holds the permission, if macOS says. */
      readonly responsible?: string
    }
  }
  /** `spared`: applications that are not asked anything, since a host ended on them. */
  apps: { params: { readonly spared: readonly number[] }; result: { readonly apps: readonly RawApp[] } }
  /** Windows of all applications, front to back. */
  windows: { params: Record<never, never>; result: { readonly windows: readonly RawWindow[] } }
  /** Activation and the like through the system, not AX. `done`: the system accepted the call. */
  application: {
    params: { readonly pid: number; readonly action: 'activate' | 'hide' | 'unhide' | 'quit' | 'force-quit' }
    result: { readonly done: boolean }
  }
  /**
   * The root of an application, with a time limit for each message to it (milliseconds, default 1,000). Fails with
   * -25204, -25211 or -25202 if the application does not answer.
   */
  open: { params: { readonly pid: number; readonly messageMs?: number }; result: { readonly ref: Ref } }
  /**
   * Asks an application to build its tree, if it does so on demand. AXEnhancedUserInterface also changes how its
   * windows move: unless another program had set it (`already`), `close` and the end of the host reset it. `left`: a
   * host that has ended could not.
   */
  wake: {
    params: { readonly pid: number; readonly by: WakeWord; readonly left?: boolean }
    result: { readonly woken: 'asked' | 'already' | 'refused' }
  }
  /** Releases all refs, observers and marks of the application, and resets what `wake` set. */
  close: { params: { readonly pid: number; readonly left?: boolean }; result: Record<never, never> }
  forget: { params: { readonly refs: readonly Ref[] }; result: Record<never, never> }
  read: { params: ReadParams; result: ReadResult }
  /** Reports the application's changes from now on. `missing`: unsupported notifications. */
  observe: { params: { readonly pid: number }; result: { readonly missing: readonly string[] } }
  /** Turns the run loop until everything that has arrived is reported, as events before this reply. */
  settle: { params: { readonly pid: number }; result: { readonly settled: boolean; readonly reason?: string } }
  /** Screen points. With a pid, only within that application. `chain`: its ancestors, nearest first, up to the root. */
  at: {
    params: { readonly pid?: number; readonly x: number; readonly y: number }
    result: { readonly ref?: Ref; readonly pid?: number; readonly chain: readonly Ref[] }
  }
  /** Without a pid: in the frontmost application. */
  focused: {
    params: { readonly pid?: number }
    result: { readonly pid?: number; readonly ref?: Ref; readonly window?: Ref; readonly chain: readonly Ref[] }
  }
  /** Positions and sizes of living elements; those without are left out. */
  frames: {
    params: { readonly refs: readonly Ref[] }
    result: { readonly frames: readonly (readonly [Ref, RawFrame])[] }
  }
  actions: { params: { readonly ref: Ref }; result: { readonly actions: readonly string[] } }
  /**
   * A -25204 from this call does not fail the next ones: AXPress and AXShowMenu block while the menu or dialog they
   * opened is open, yet the application answers everything else.
   */
  perform: { params: { readonly ref: Ref; readonly action: string }; result: Record<never, never> }
  set: {
    params: { readonly ref: Ref; readonly attribute: string; readonly value: SettableValue }
    result: Record<never, never>
  }
  /** Named attributes of one element, in one request. A secure field's texts are left out. */
  attributes: {
    params: { readonly ref: Ref; readonly names: readonly string[] }
    result: { readonly values: { readonly [name: string]: RawValue } }
  }
  /** Everything about one element. */
  detail: { params: { readonly ref: Ref }; result: Detail }
  /** Items of a list attribute, from an index on. `total`: how many there are. */
  range: {
    params: { readonly ref: Ref; readonly attribute: string; readonly from: number; readonly count: number }
    result: { readonly refs: readonly Ref[]; readonly total: number }
  }
  /** The window server's number of a window element. */
  windowId: { params: { readonly ref: Ref }; result: { readonly id?: number } }
  mouse: { params: { readonly steps: readonly MouseStep[]; readonly pid?: number }; result: Record<never, never> }
  /** Lines, positive down and right, at a screen point. */
  scroll: {
    params: { readonly x: number; readonly y: number; readonly dx: number; readonly dy: number }
    result: Record<never, never>
  }
  keys: { params: { readonly steps: readonly KeyStep[]; readonly pid?: number }; result: Record<never, never> }
}

export type Call = keyof Calls

export type Request = { [C in Call]: RequestOf<C> }[Call]

export interface RequestOf<C extends Call> {
  readonly id: number
  readonly call: C
  readonly params: Calls[C]['params']
  /** Milliseconds after arrival at which the host answers with what it has, or with `timeout`. */
  readonly ms: number
}

/** To the host; has no reply. `more`: one more batch of the read may be sent; up to four may be in flight. */
type Notice = { readonly notice: 'more'; readonly id: number } | { readonly notice: 'cancel'; readonly id: number }

export type ToHost = Request | Notice

/** Elements of a read, at most `batchSize`. Parents come before their children. */
export interface Batch {
  readonly id: number
  readonly elements: readonly RawElement[]
}

export const batchSize = 500
/** Batches that may be sent before the first `more`. */
export const startCredit = 4

export type HostError =
  /** A native call failed. -25204 also stands for calls skipped within 2 s of one that timed out. */
  | {
      readonly kind: 'ax'
      readonly axError: number
      /** The C function. */
      readonly in: string
      readonly attribute?: string
      readonly action?: string
      readonly pid?: number
    }
  /** The application's process does not exist. */
  | { readonly kind: 'ended'; readonly pid: number }
  /** No such ref: released, or from another host. */
  | { readonly kind: 'ref'; readonly ref: Ref }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'unsupported'; readonly feature: Feature; readonly reason: string }
  /** A fault in the host itself. */
  | { readonly kind: 'host'; readonly message: string }

export type Reply =
  | { readonly id: number; readonly result: Calls[Call]['result'] }
  | { readonly id: number; readonly error: HostError }

export type HostEvent =
  /** Sent once, when requests are accepted. */
  | { readonly event: 'ready'; readonly capabilities: Capabilities }
  /** The libraries cannot be loaded, or reading is impossible; the host then exits. */
  | { readonly event: 'unusable'; readonly reason: string }
  /** Something changed somewhere in the application. Notifications of one name in one turn are one event. */
  | {
      readonly event: 'dirty'
      readonly pid: number
      readonly notification: string
    }
  /** Notifications were lost: too many came, the machine slept, or the observer had to be recreated. */
  | { readonly event: 'lost'; readonly pid: number; readonly reason: 'storm' | 'sleep' | 'observer' }
  /**
   * Requests to an application begin (to the system if there is no pid); repeated every tenth of a second while they
   * continue, before the next one. A host that owes an answer and stays silent is stuck in a call to the application it
   * last named.
   */
  | { readonly event: 'asking'; readonly pid?: number }
  /** The process has exited. Its refs still have to be released with `close`. */
  | { readonly event: 'gone'; readonly pid: number }

/** Concerning one application, for its readers. */
export type AppEvent = Exclude<HostEvent, { readonly event: 'ready' | 'unusable' | 'asking' }>

export type FromHost = Reply | Batch | HostEvent
