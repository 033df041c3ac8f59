/** The platform of Linux desktops held to the contract: real applications of GTK 3, GTK 4 and Qt. */
import t, { type Test } from 'tap'
import { AtspiPlatform } from '../../../daemon/platform/atspi/atspi.ts'
import { State } from '../../../daemon/platform/atspi/read/states.ts'
import type { Bus } from '../../../daemon/platform/atspi/wire/bus.ts'
import { statesOf } from '../../../daemon/platform/atspi/wire/cache-items.ts'
import type { Ref } from '../../../daemon/platform/atspi/wire/facts.ts'
import { absent, callOn, getOf } from '../../../daemon/platform/atspi/wire/peer.ts'
import { Flag } from '../../../daemon/platform/element/flags.ts'
import type { Row } from '../../../daemon/platform/element/row.ts'
import type { Target } from '../../../daemon/platform/platform.ts'
import { type Application, desktopOrSkip, startDesktop } from '../../fixtures/desktop/desktop.ts'
import { childrenOf, rootsOn } from '../../fixtures/full-walk.ts'
import { until } from '../../fixtures/until.ts'
import { contract, type Scene } from '../contract.ts'

if (!desktopOrSkip(t, ['gnome-calculator', 'gtk3-widget-factory', 'kcalc'])) process.exit(0)

t.setTimeout(600_000)
const signal = new AbortController().signal
const log = { info() {}, warn() {} }
const desktop = await startDesktop(t)

type Fits = (role: number, name: string) => boolean
const role = { frame: 23, pushButton: 43, text: 61 } as const

/** Somebody else at the same application, over a connection of their own. */
class Hand {
  readonly #bus: Bus
  readonly #root: Ref

  constructor(bus: Bus, root: Ref) {
    this.#bus = bus
    this.#root = root
  }

  static async on(t: Test, name: string): Promise<Hand> {
    const { bus, roots } = await rootsOn(desktop.accessibilityBus)
    t.teardown(() => bus.close())
    return new Hand(bus, roots.get(name)!)
  }

  /** Presses what fits, and returns when `seen` answers otherwise than before. */
  async press(fits: Fits, seen: () => Promise<unknown>, window?: 'last'): Promise<void> {
    const was = String(await seen())
    const from = window === undefined ? this.#root : (await this.#windows()).at(-1)!
    const at = await this.find(fits, from)
    if (at === undefined) throw new Error(`nothing is such: ${fits}`)
    await callOn(this.#bus, at, 'Action', 'DoAction', 'i', [0], signal)
    await until(async () => {
      const now = await seen()
      return now !== undefined && String(now) !== was
    }, `another answer than ${was}`)
  }

  /** The name, or the text, of what fits now. */
  async name(fits: Fits): Promise<unknown> {
    const at = await this.find(fits)
    return at && (await this.#nameOf(at))
  }

  async text(fits: Fits): Promise<unknown> {
    const at = await this.find(fits)
    return at && (await callOn(this.#bus, at, 'Text', 'GetText', 'ii', [0, 100], signal))[0]
  }

  /** How many windows there are, and which is in front: undefined while none is. */
  async windows(): Promise<string | undefined> {
    const windows = await this.#windows()
    for (const window of windows) {
      const [states] = await callOn(this.#bus, window, 'Accessible', 'GetState', '', [], signal)
      if ((statesOf(states).states >>> State.active) & 1) return `${windows.length} ${window.path}`
    }
    return undefined
  }

  async find(fits: Fits, from = this.#root): Promise<Ref | undefined> {
    const [role] = await callOn(this.#bus, from, 'Accessible', 'GetRole', '', [], signal)
    if (fits(Number(role), String(await this.#nameOf(from)))) return from
    for (const child of await childrenOf(this.#bus, from)) {
      // Qt lists some that it does not know when they are asked.
      const found = await this.find(fits, child).catch(absent)
      if (found !== undefined) return found
    }
    return undefined
  }

  #windows(): Promise<Ref[]> {
    return childrenOf(this.#bus, this.#root)
  }

  #nameOf(at: Ref): Promise<unknown> {
    return getOf(this.#bus, at, 'Accessible', 'Name', signal)
  }
}

/** Returns when one of its elements has the focus: the window manager gives it a while after the window came. */
async function takesKeys(platform: AtspiPlatform, target: Target): Promise<void> {
  const source = await platform.open(target, signal)
  const hasFocus = async () => {
    await source.read('all', { signal, deadline: Number.POSITIVE_INFINITY })
    return (await source.focused(signal)) !== undefined
  }
  await until(hasFocus, 'an element has the focus')
  await source.close()
}

/** Applications that the next test takes as they are. */
const kept = new Map<string, Application>()

/** Starts the application for one test and ends it after; one that is kept serves until it is ended. */
async function started(t: Test, name: string, how: 'kept' | 'new' = 'new') {
  const application = kept.get(name) ?? (await desktop.start(name))
  if (how === 'kept') kept.set(name, application)
  else t.teardown(() => application.end())
  const platform = new AtspiPlatform({ log })
  t.teardown(() => platform.close())
  const target = (await platform.targets(signal)).find((one) => one.pid === application.pid)!
  await takesKeys(platform, target)
  const end = async () => {
    kept.delete(name)
    await application.end()
    await application.program.gone
  }
  return { platform, target, end, hand: await Hand.on(t, name) }
}

const called =
  (...names: readonly string[]): Fits =>
  (number, name) =>
    number === role.pushButton && names.includes(name)
const isButton = (title: string) => (row: Row) => row.role === 'AXButton' && row.title === title
const isEnabled = ({ flags }: Row) => (flags & (Flag.disabled | Flag.hidden)) === 0
const isZoom = (row: Row) => row.role === 'AXButton' && (row.title === 'Maximize' || row.title === 'Restore')

async function widgets(t: Test): Promise<Scene> {
  const { platform, target, end, hand } = await started(t, 'gtk3-widget-factory')
  const zoom: Fits = (_, name) => name === 'Maximize' || name === 'Restore'
  return {
    platform,
    target,
    end,
    button: { press: isZoom, changes: isZoom },
    checkbox: (row) => row.title === 'checkbutton' && isEnabled(row) && (row.flags & Flag.mixed) === 0,
    field: (row) => row.role === 'AXTextField' && (row.flags & Flag.hasTooltip) !== 0,
    disabled: (row) => row.title === 'togglebutton' && (row.flags & Flag.disabled) !== 0,
    hidden: (row) => row.title === 'Get Busy' && (row.flags & Flag.hidden) !== 0,
    adjustable: (row) => row.role === 'AXIncrementor' && isEnabled(row),
    dropdown: {
      find: (row) => row.role === 'AXPopUpButton' && /^(Left|Middle|Right)$/.test(row.value ?? '') && isEnabled(row),
      option: 'Right',
    },
    label: (row) => row.role === 'AXStaticText' && isEnabled(row),
    appears: {
      by: (row) => row.title === 'Menu' && row.role === 'AXCheckBox',
      what: (row) => row.title === 'Get Busy' && (row.flags & Flag.hidden) === 0,
    },
    pokes: {
      text: () => hand.press(zoom, () => hand.name(zoom)),
      insert: async () => {
        await hand.press(called('About Widget Factory'), () => hand.windows())
        await takesKeys(platform, target)
      },
      remove: () => hand.press(called('Close'), () => hand.windows(), 'last'),
    },
  }
}

async function qtCalculator(t: Test): Promise<Scene> {
  const { platform, target, end, hand } = await started(t, 'kcalc')
  const display: Fits = (number, name) => number === role.frame && /^\d+$/.test(name)
  return {
    platform,
    target,
    end,
    button: { press: isButton('7'), changes: (row) => row.description === 'Result Display' },
    hidden: (row) => row.title === 'Hyp',
    menu: {
      on: (row) => row.role === 'AXWindow',
      paths: [
        ['Settings', 'Science Mode'],
        ['settings', 'simple mode'],
      ],
    },
    pokes: { text: () => hand.press(called('8'), () => hand.name(display)) },
  }
}

async function gtk4Calculator(t: Test): Promise<Scene> {
  const { platform, target, end, hand } = await started(t, 'gnome-calculator', 'kept')
  const display: Fits = (number) => number === role.text
  return {
    platform,
    target,
    end,
    button: { press: isButton('7'), changes: (row) => row.role === 'AXTextArea' && (row.flags & Flag.editable) !== 0 },
    menu: {
      on: (row) => row.role === 'AXWindow',
      paths: [
        ['Mode selection', 'Advanced'],
        ['mode selection', 'basic'],
      ],
    },
    pokes: { text: () => hand.press(called('8', '8 8'), () => hand.text(display)) },
  }
}

t.test('GTK 3', (t) => contract(t, { scene: widgets }))
t.test('GTK 4', (t) => contract(t, { scene: gtk4Calculator }))
t.test('Qt', (t) => contract(t, { scene: qtCalculator }))
