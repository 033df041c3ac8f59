/**
 * Overrides of what a tab sees, and of its requests. They last until they are undone, their session ends, the tab is closed
 * or the daemon exits; then the browser is as before.
 */
import type { Emulation } from '../../../api-schema/emulation.ts'
import type { Law } from '../law.ts'
import type { Target } from '../target.ts'

/** A request is answered in its server's place, held back, or sent with other headers. */
export interface RouteWish {
  /** Whole urls, with `*` for any text. */
  readonly url: string
  /** Upper case. */
  readonly method?: string
  /** In the protocol's words: Document, Script, Fetch, … */
  readonly type?: string
  readonly effect: RouteEffect
  /** Limits it to requests between documents and addresses that the law allows. */
  readonly law?: Law | undefined
}

export type Headers = readonly { readonly name: string; readonly value: string }[]

export type RouteEffect =
  | { readonly kind: 'block' }
  | { readonly kind: 'answer'; readonly status: number; readonly headers: Headers; readonly body: string }
  /** Request headers; one without a value is removed. */
  | { readonly kind: 'headers'; readonly headers: Headers }
  /** `authorization` is secret. */
  | { readonly kind: 'sign_in'; readonly authorization: string }

export interface Route extends RouteWish {
  readonly id: string
  /** Number of requests it has changed. */
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
  /** Replaces the current emulation. Throws unsupported_here, without a change, if the browser refuses a part. */
  emulate(target: Target, emulation: Emulation, session: string, signal: AbortSignal): Promise<void>
  /** Restores overrides that a picture larger than the viewport has ended. Never throws. */
  renew(target: Target): Promise<void>
  routes(target: Target): readonly Route[]
  /** Of several matching routes, the newest applies. */
  addRoute(target: Target, wish: RouteWish, session: string, signal: AbortSignal): Promise<Route>
  /** Removes one route, or all. False if there is none. */
  removeRoutes(target: Target, id: string | undefined, signal: AbortSignal): Promise<boolean>
  /** Of the tab's context. */
  permissions(target: Target, signal: AbortSignal): Promise<readonly Permission[]>
  /** `undefined` restores the browser's default. */
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
