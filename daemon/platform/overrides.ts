/**
 * What tabs of browsers are made to see, and what comes between them and their servers. It holds until it is undone, its
 * session ends, the tab is closed or the daemon goes: the browser then is as it was.
 */
import type { Emulation } from '../../api-schema/emulation.ts'
import type { Law } from './law.ts'
import type { Target } from './target.ts'

/** A request is answered in its server's place, held back, or sent with other headers. */
export interface RouteWish {
  /** Whole urls, with `*` for any text. */
  readonly url: string
  /** Upper case. */
  readonly method?: string
  /** In the protocol's words: Document, Script, Fetch, … */
  readonly type?: string
  readonly effect: RouteEffect
  /** It only takes requests of documents that this has, to addresses that it has. */
  readonly law?: Law | undefined
}

export type Headers = readonly { readonly name: string; readonly value: string }[]

export type RouteEffect =
  | { readonly kind: 'block' }
  | { readonly kind: 'answer'; readonly status: number; readonly headers: Headers; readonly body: string }
  /** Of the request; one without a value is left out. */
  | { readonly kind: 'headers'; readonly headers: Headers }
  /** `authorization` is secret. */
  | { readonly kind: 'sign_in'; readonly authorization: string }

export interface Route extends RouteWish {
  readonly id: string
  /** Requests that it has changed. */
  readonly used: number
}

export const settings = ['granted', 'denied'] as const
export type PermissionSetting = (typeof settings)[number]

export interface Permission {
  readonly origin: string
  readonly name: string
  readonly setting: PermissionSetting
}

export interface Overrides {
  emulation(target: Target): Emulation
  /** In place of all that held. Throws unsupported_here for what the browser refuses, and then nothing has changed. */
  emulate(target: Target, emulation: Emulation, session: string, signal: AbortSignal): Promise<void>
  /** Sets again what a picture of more than the viewport has ended. Never throws. */
  renew(target: Target): Promise<void>
  routes(target: Target): readonly Route[]
  /** The newest that fits a request decides. */
  addRoute(target: Target, wish: RouteWish, session: string, signal: AbortSignal): Promise<Route>
  /** The one, or all. False if there is none. */
  removeRoutes(target: Target, id: string | undefined, signal: AbortSignal): Promise<boolean>
  /** In the context of the tab. */
  permissions(target: Target, signal: AbortSignal): Promise<readonly Permission[]>
  /** `undefined`: as the browser has it. */
  permit(
    target: Target,
    wish: {
      readonly origin: string
      readonly names: readonly string[]
      readonly setting: PermissionSetting | undefined
      readonly session: string
    },
    signal: AbortSignal,
  ): Promise<void>
}
