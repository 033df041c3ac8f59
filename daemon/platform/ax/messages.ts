/**
 * The messages between the daemon and the ax host, the child process that alone loads the native libraries. They go
 * over the child's IPC channel, serialised 'advanced'. Data only: this file loads nothing.
 *
 * The daemon sends `Request`s, each with an id of its own; the host sends one `Reply` to each, in any order, and
 * between them `Batch`es of a read and `HostEvent`s that nobody asked for. A host that dies takes all refs with it.
 */
import type { Cut, RawElement, RawFrame, RawValue, Ref } from './raw-element.ts'

export interface ReadParams {
  /** All of one application. */
  readonly refs: readonly Ref[]
  /** The elements and all under them; the elements and their lists of children, of which new ones are read whole; the elements alone. */
  readonly part: 'whole' | 'children' | 'self'
  /** Elements whose rows the daemon has: `children` reads none of them again. */
  readonly known?: readonly Ref[]
  /** Elements to read at most; default 50,000. */
  readonly limit?: number
  /** Levels under the given ones; default 100. */
  readonly depth?: number
  /** Characters of text to send at most; default 20,000,000. */
  readonly characters?: number
  /** Also the menus of the menu bar that are not open. */
  readonly menus?: boolean
  /** Ask each element for its actions, also where its role says them: one more request an element. */
  readonly exactActions?: boolean
}

export interface ReadResult {
  readonly elements: number
  readonly complete: boolean
  /** When not complete, or rows or menus were left out. */
  readonly cuts: { readonly [cut in Cut]?: number }
  /** Requests to the application. */
  readonly requests: number
  /** Milliseconds in all. */
  readonly ms: number
}

export interface RawApp {
  readonly pid: number
  readonly bundleId: string
  readonly name: string
  readonly active: boolean
  readonly hidden: boolean
  /** Shows in the Dock; the others have at most a menu bar item. */
  readonly regular: boolean
  /** Of its bundle or executable, where that is known. */
  readonly path?: string
  /** Unix milliseconds, where that is known: with the pid it is the instance. */
  readonly started?: number
}

export interface RawWindow {
  readonly id: number
  readonly pid: number
  /** Only with the permission to record the screen. */
  readonly name?: string
  /** Of its application. */
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
  /** 1, 2 for the second click of a double click. */
  readonly clicks?: number
  readonly modifiers?: readonly Modifier[]
}

export type Modifier = 'shift' | 'control' | 'option' | 'command' | 'fn'

/** A named key or a letter of a shortcut by code (an ANSI position); or text, as if typed, by no code. */
export type KeyStep =
  | { readonly code: number; readonly down: boolean; readonly modifiers?: readonly Modifier[] }
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

/** What works here. A feature whose symbols are missing is off, with the reason. */
export interface Capabilities {
  readonly platform: string
  readonly libraries: readonly string[]
  /** True: on. Else why not. */
  readonly features: { readonly [feature in Feature]: true | string }
  /** Whether many values are turned to text in one call, after the check at start; else why not. */
  readonly join: true | string
}

export type Feature = 'reading' | 'observers' | 'applications' | 'windows' | 'input'

export interface Detail {
  readonly attributes: { readonly [name: string]: RawValue }
  readonly settable: readonly string[]
  readonly actions: readonly { readonly name: string; readonly description?: string }[]
  readonly parameterized: readonly string[]
}

/** Each call: what is sent and what comes back. */
export interface Calls {
  /** Answered at once whenever the host is not inside a native call. */
  ping: { params: Record<never, never>; result: { readonly pid: number; readonly refs: number; readonly busy: number } }
  capabilities: { params: Record<never, never>; result: Capabilities }
  /** Never prompts unless `prompt`. `works`: a real read succeeded; else the AXError that it met. */
  permission: {
    params: { readonly prompt?: boolean }
    result: {
      readonly trusted: boolean
      readonly works: true | number
      readonly screenRecording?: boolean
      /** Path of the program that macOS gives the permission to, where it tells. */
      readonly responsible?: string
    }
  }
  apps: { params: Record<never, never>; result: { readonly apps: readonly RawApp[] } }
  /** Windows of all applications, front to back. */
  windows: { params: Record<never, never>; result: { readonly windows: readonly RawWindow[] } }
  /** Activation and the like by the system, not by AX. `done`: the system took the call. */
  application: {
    params: { readonly pid: number; readonly action: 'activate' | 'hide' | 'unhide' | 'quit' | 'force-quit' }
    result: { readonly done: boolean }
  }
  /**
   * The root of an application, with a time limit for each message to it (milliseconds, default 1,000). Fails with
   * -25204, -25211 or -25202 when the application does not answer. With `wake`, asks one that builds its tree on demand to do so.
   */
  open: {
    params: { readonly pid: number; readonly messageMs?: number; readonly wake?: boolean }
    result: { readonly ref: Ref; readonly woken?: 'asked' | 'already' | 'refused' }
  }
  /** Gives all refs, observers and marks of the application back. */
  close: { params: { readonly pid: number }; result: Record<never, never> }
  forget: { params: { readonly refs: readonly Ref[] }; result: Record<never, never> }
  read: { params: ReadParams; result: ReadResult }
  /** Tells changes of the application from now on. `missing`: notifications that it does not offer. */
  observe: { params: { readonly pid: number }; result: { readonly missing: readonly string[] } }
  /** Tells changes of single elements, by their refs, one request each. Dead ones and unsupported pairs are left out. */
  watch: {
    params: { readonly refs: readonly Ref[]; readonly notifications: readonly string[] }
    result: { readonly registered: number }
  }
  /** Turns the run loop until what has arrived by now is told, as events before this reply. */
  settle: { params: { readonly pid: number }; result: { readonly settled: boolean; readonly reason?: string } }
  /** Screen points. With a pid, only within that application. `chain`: its ancestors, nearest first, up to the root. */
  at: {
    params: { readonly pid?: number; readonly x: number; readonly y: number }
    result: { readonly ref?: Ref; readonly pid?: number; readonly chain: readonly Ref[] }
  }
  /** Without a pid: of the application that is in front. */
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
   * A -25204 of this call does not make the next ones fail: AXPress and AXShowMenu block while the menu or dialog is
   * open that they opened, and the application answers all else.
   */
  perform: { params: { readonly ref: Ref; readonly action: string }; result: Record<never, never> }
  set: {
    params: { readonly ref: Ref; readonly attribute: string; readonly value: SettableValue }
    result: Record<never, never>
  }
  settable: { params: { readonly ref: Ref; readonly attribute: string }; result: { readonly settable: boolean } }
  /** Named attributes of one element, in one request. A secure field's texts are left out. */
  attributes: {
    params: { readonly ref: Ref; readonly names: readonly string[] }
    result: { readonly values: { readonly [name: string]: RawValue } }
  }
  /** Everything about one element. */
  detail: { params: { readonly ref: Ref }; result: Detail }
  /** Items of an attribute that is a list, from an index on. `total`: how many there are. */
  range: {
    params: { readonly ref: Ref; readonly attribute: string; readonly from: number; readonly count: number }
    result: { readonly refs: readonly Ref[]; readonly total: number }
  }
  /** A part of an element's text. */
  text: {
    params: { readonly ref: Ref; readonly location: number; readonly length: number }
    result: { readonly text: string; readonly characters: number }
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
  /** Milliseconds from its arrival at which the host answers with what it has, or with `timeout`. */
  readonly ms: number
}

/** To the host, answered by nothing. `more`: one more batch of the read may be sent; four may be on their way. */
export type Notice =
  | { readonly notice: 'more'; readonly id: number }
  | { readonly notice: 'cancel'; readonly id: number }

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
  /** A native call failed. -25204 also stands for calls that were not made, within 2 s after one that timed out. */
  | {
      readonly kind: 'ax'
      readonly axError: number
      /** The C function. */
      readonly in: string
      readonly attribute?: string
      readonly action?: string
      readonly pid?: number
    }
  /** The application's process is not there. */
  | { readonly kind: 'ended'; readonly pid: number }
  /** No such ref: forgotten, or of another host. */
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
  /** Sent once, when requests are taken. */
  | { readonly event: 'ready'; readonly capabilities: Capabilities }
  /** The libraries cannot be loaded or reading is not to be had; the host ends after this. */
  | { readonly event: 'unusable'; readonly reason: string }
  /**
   * Something changed: at the element that was watched, or, with `ref` that of the root, somewhere in the application. `count` notifications
   * of one name in one turn are one event.
   */
  | {
      readonly event: 'dirty'
      readonly pid: number
      readonly ref: Ref
      readonly notification: string
      readonly count: number
    }
  /** Notifications were missed: too many came, the machine slept, or the observer had to be made anew. */
  | { readonly event: 'lost'; readonly pid: number; readonly reason: 'storm' | 'sleep' | 'observer' }
  /**
   * Requests to an application begin, or to the system where there is no pid; and again while they go on, before one of them, after a tenth
   * of a second. A host that has something to answer and says nothing for long is stuck in a call, about the application that it named last.
   */
  | { readonly event: 'asking'; readonly pid?: number }
  /** The process has ended. Its refs are still to be given back by `close`. */
  | { readonly event: 'gone'; readonly pid: number }

/** Of one application, for who reads it. */
export type AppEvent = Exclude<HostEvent, { readonly event: 'ready' | 'unusable' | 'asking' }>

export type FromHost = Reply | Batch | HostEvent

/**
 * Environment of the host. `IX_CF_LIB` and `IX_AX_LIB` name the libraries; `IX_AX_APPS` (`pid=bundleId,…`) stands for
 * the list of running applications.
 */
export const environment = ['IX_CF_LIB', 'IX_AX_LIB', 'IX_AX_APPS'] as const
