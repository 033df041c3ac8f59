/**
 * An application without accessibility as a source: its only elements are its windows, as the window system has them.
 * It is acted upon like any other, by keys, by the pointer and through the window manager; nothing inside a window can
 * be read.
 */

import { quoted } from '../../../api-schema/quoted.ts'
import { Problem } from '../../problem.ts'
import { Flag } from '../element/flags.ts'
import { type Key, type Row, row } from '../element/row.ts'
import type { Act, Detail, Performed, Reading, ReadOptions, Source } from '../platform.ts'
import { perform } from './act/act.ts'
import type { DesktopWindow, DesktopWindows } from './desktop/windows.ts'
import { Reached, type ReachedOptions } from './reached.ts'
import { Role } from './read/roles.ts'
import { none } from './toolkits/toolkits.ts'
import type { AppAccess, CallArguments } from './wire/access.ts'
import { type Facts, Has, type Ref } from './wire/facts.ts'

export interface BareOptions extends ReachedOptions {
  /** Those of a desktop that is open. */
  readonly windows: DesktopWindows
}

const root: Key = 1
/** Actions on elements inside windows, which nobody knows. */
const ofElements: ReadonlySet<Act['action']> = new Set<Act['action']>([
  ...(['collapse', 'decrement', 'expand', 'increment', 'menu', 'select', 'set_value', 'show_menu', 'toggle'] as const),
  'upload',
])

export class BareApplication extends Reached implements Source, AppAccess {
  protected readonly access = this
  readonly toolkit = none
  readonly root = root
  readonly #options: BareOptions
  readonly #stop: () => void
  /** As last read, by key: an id may be reused after its window has gone, a key never is. */
  #known = new Map<Key, DesktopWindow>()
  #lastKey = root

  constructor(options: BareOptions) {
    super(options)
    this.#options = options
    this.#stop = options.windows.watch(
      (window) => this.#changed(window),
      () => this.end('the window system is gone'),
    )
  }

  get windows(): readonly Key[] {
    return [...this.#known.keys()]
  }

  get unseen(): string {
    return `${quoted(this.name)} has no accessibility: only its windows are known. Look at a picture of one, click at a point in it, send keys or type text into it`
  }

  async read(_marks: ReadonlyMap<Key, number> | 'all', { signal }: ReadOptions): Promise<Reading> {
    this.begin(signal)
    this.notifier.reading()
    const windows = await this.#options.windows.windowsOf(this.owner, signal)
    if (windows.length === 0) {
      this.end('its windows were closed')
      this.begin(signal)
    }
    // In the order of their creation: which is in front changes all the time.
    const known = new Map<Key, DesktopWindow>()
    for (const window of windows.toSorted((a, b) => a.id - b.id)) {
      known.set(this.#keyOf(window.id) ?? ++this.#lastKey, window)
      this.#options.windows.follow(window.id)
    }
    this.#known = known
    const rows = [...known].map(([key, window]) => rowOf(key, window))
    const children = rows.map(({ key }) => key)
    const top = row({ key: root, role: 'AXApplication', title: this.name, children })
    return { rows: [top, ...rows], whole: true, root, complete: true }
  }

  async settle(signal: AbortSignal): Promise<{ readonly settled: boolean; readonly reason: string }> {
    this.begin(signal)
    return { settled: false, reason: this.unseen }
  }

  async focused(signal: AbortSignal): Promise<Key | undefined> {
    this.begin(signal)
    return [...this.#known].find(([, { active }]) => active)?.[0]
  }

  readonly perform: Source['perform'] = async (key, act, signal): Promise<Performed> => {
    this.begin(signal)
    if (ofElements.has(act.action)) throw this.#nothing()
    this.settling.arm()
    try {
      const done = await perform(this, await this.tools(signal), key, act, signal)
      return done.route === 'native' ? done : { ...done, doubt: 'nothing in its window can be read back' }
    } finally {
      this.notify()
    }
  }

  async detail(key: Key, signal: AbortSignal): Promise<Detail> {
    this.begin(signal)
    const { id, wmClass, wmInstance, title } = this.#known.get(key) ?? {}
    const words = { window: id === undefined ? undefined : `0x${id.toString(16)}`, wmClass, wmInstance, title }
    const found = Object.entries(words).filter((one): one is [string, string] => one[1] !== undefined)
    return { attributes: Object.fromEntries(found) }
  }

  ref(key: Key): Ref | undefined {
    return this.facts(key)?.ref
  }

  key({ path }: Ref): Key | undefined {
    return this.#keyOf(Number(path))
  }

  parent(key: Key): Key | undefined {
    return key === root ? undefined : root
  }

  facts(key: Key): Facts | undefined {
    const window = this.#known.get(key)
    if (window === undefined && key !== root) return undefined
    return {
      key,
      ref: { bus: '', path: String(window?.id ?? '') },
      parent: undefined,
      role: window === undefined ? Role.application : Role.frame,
      name: window?.title ?? '',
      description: '',
      interfaces: Has.Component,
      states: 0,
      moreStates: 0,
      childCount: window === undefined ? this.#known.size : 0,
    }
  }

  row(key: Key): Row | undefined {
    const window = this.#known.get(key)
    if (key === root) return row({ key, role: 'AXApplication', title: this.name, children: this.windows })
    return window && rowOf(key, window)
  }

  systemWindow(key: Key): number | undefined {
    return this.#known.get(key)?.id
  }

  async call(...[ref, , member, , , signal]: CallArguments): Promise<readonly unknown[]> {
    this.begin(signal)
    if (member !== 'GetExtents') throw this.#nothing()
    const window = await this.#options.windows.read(Number(ref.path), signal)
    if (window === undefined) throw new Problem('element_gone')
    const { x, y, width, height } = window.outer
    return [[x, y, width, height]]
  }

  async get(): Promise<unknown> {
    throw this.#nothing()
  }

  async set(): Promise<void> {
    throw this.#nothing()
  }

  async reread(key: Key, signal: AbortSignal): Promise<Row | undefined> {
    this.begin(signal)
    const id = this.systemWindow(key)
    if (id === undefined) return this.row(key)
    const window = await this.#options.windows.read(id, signal)
    return window && rowOf(key, window)
  }

  #changed(window: number | undefined): void {
    if (window !== undefined && this.#keyOf(window) === undefined) return
    this.settling.happened()
    this.notify()
    this.notifier.event()
  }

  #keyOf(id: number): Key | undefined {
    for (const [key, window] of this.#known) if (window.id === id) return key
    return undefined
  }

  #nothing(): Problem {
    return new Problem('unsupported_here', {
      message: `${this.unseen}.`,
      hint: 'Call {screenshot} for a picture. For a window call {interact} with action key, type or click, which takes a point of it.',
    })
  }

  protected release(): void {
    this.#stop()
  }
}

function rowOf(key: Key, { title, active, minimized, modal }: DesktopWindow): Row {
  // Something inside it can be pressed, and takes keys.
  let flags = Flag.clickable | Flag.focusable
  if (active) flags |= Flag.focused
  if (minimized) flags |= Flag.hidden
  if (modal) flags |= Flag.modal
  return row({ key, role: 'AXWindow', title, flags })
}
