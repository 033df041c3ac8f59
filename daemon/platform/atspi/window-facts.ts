/** What only the window system knows of an application's windows: which are modal, and what is written in their title bars. */
import { Flag } from '../element/flags.ts'
import type { Key, Row } from '../element/row.ts'
import type { Tools } from './act/subject/subject.ts'
import { blocks, type Stacked } from './geometry/frames.ts'
import type { Mirror } from './read/mirror.ts'
import { Role, roles } from './read/roles.ts'
import type { AppAccess } from './wire/access.ts'

/** Windows without a title bar: menus, lists and tips. */
const bare = roles('popupMenu menu toolTip window')

/** How long after a window has come the window manager may say more about it. */
const youngMs = 1000

export class WindowFacts {
  readonly #access: AppAccess
  readonly #mirror: Mirror
  /** When the window system was first asked about each, as `performance.now()`; those that are modal, for good. */
  readonly #judged = new Map<Key, number>()
  /** Windows that have got their title from the window system: it may change. */
  readonly #titled = new Set<Key>()

  constructor(access: AppAccess, mirror: Mirror) {
    this.#access = access
    this.#mirror = mirror
  }

  /** Has a window come so lately that it may be called modal yet? From what was read alone. */
  isUnsure(): boolean {
    return this.#unjudged().length > 0
  }

  /** From what was read alone. */
  isAsked(): boolean {
    return this.#unjudged().length > 0 || this.#untitled().length > 0
  }

  /** Rows that have changed by what the window system says. */
  async told({ geometry, windows }: Tools, signal: AbortSignal): Promise<readonly Row[]> {
    if (windows.missing !== undefined) return []
    const stack = await geometry.stackOf(this.#access, this.#shown(), signal)
    const modal = this.#unjudged().filter((key) => this.#isModal(key, stack))
    const rows = [
      ...modal.map((key) => this.#mirror.tell(key, { isModal: true })),
      ...this.#untitled().map((key) => this.#entitle(key, stack)),
    ]
    return [...new Map(rows.flatMap((row) => (row === undefined ? [] : [[row.key, row] as const]))).values()]
  }

  #shown(): readonly Key[] {
    return this.#access.windows.filter((key) => ((this.#access.row(key)?.flags ?? 0) & Flag.hidden) === 0)
  }

  #unjudged(): readonly Key[] {
    if (this.#access.toolkit.hidesModality !== true) return []
    const shown = this.#shown()
    const isOld = (key: Key) => performance.now() - (this.#judged.get(key) ?? Number.POSITIVE_INFINITY) > youngMs
    return shown.length < 2 ? [] : shown.filter((key) => !isOld(key))
  }

  #isModal(key: Key, stack: ReadonlyMap<Key, Stacked>): boolean {
    const over = stack.get(key)
    if (over === undefined) return false
    const below = [...stack.values()].filter(({ place, owners }) => place > over.place && !owners.has(over.x.id))
    const isModal = below.length > 0 && below.every((at) => blocks(over, at, stack))
    if (isModal || !this.#judged.has(key)) this.#judged.set(key, isModal ? 0 : performance.now())
    return isModal
  }

  #untitled(): readonly Key[] {
    const { toolkit } = this.#access
    const isOfKind = (key: Key) => toolkit.namesMessages === true && this.#access.facts(key)?.role === Role.alert
    const isUntitled = (key: Key) =>
      this.#titled.has(key) || isOfKind(key) || this.#access.row(key)?.title === undefined
    return this.#shown().filter((key) => !this.#isBare(key) && isUntitled(key))
  }

  #isBare(key: Key): boolean {
    return bare.has(this.#access.facts(key)?.role ?? 0)
  }

  /** Only if its window is certain: no other of the application may be that one. */
  #entitle(key: Key, stack: ReadonlyMap<Key, Stacked>): Row | undefined {
    const x = stack.get(key)?.x
    const isShared = [...stack].some(([other, at]) => other !== key && at.x.id === x?.id && !this.#isBare(other))
    if (!x?.title?.trim() || isShared) return undefined
    this.#titled.add(key)
    return this.#mirror.tell(key, { title: x.title })
  }
}
