/** Every kind of widget in every toolkit: what is `confirmed` is held by the program, and seldom is more held. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import type { Element } from '../../api-schema/element.ts'
import { desktopOrSkip, toolkitsOrSkip } from '../fixtures/desktop/desktop.ts'
import { type Act, nameOf, setUpHands } from '../fixtures/desktop/hands.ts'
import { itWas } from '../fixtures/evidence/recording.ts'
import { python } from '../fixtures/find-desktop.mjs'
import { type Random, random as seeded } from '../fixtures/random.ts'
import { again } from '../fixtures/until.ts'
import { isFew, minutes, tell, turns } from './law.ts'

const folder = new URL('../fixtures/desktop/widgets/', import.meta.url)
const at = (name: string) => fileURLToPath(new URL(name, folder))
const wrapper = '/usr/share/java/java-atk-wrapper.jar'
const assistive = '-Djavax.accessibility.assistive_technologies=org.GNOME.Accessibility.AtkWrapper'
const imports = (modules: string) => () =>
  spawnSync(python, ['-c', `import ${modules}`], { stdio: 'ignore' }).status === 0
/** Kinds of widgets that do not say what they hold: of these, what was done may be unverified. */
const unreadable: { readonly [toolkit: string]: readonly string[] } = { qml: ['list'] }
/**
 * What is refused and not done, since the toolkit offers no way: GTK 4 gives the focus to nothing but fields on request,
 * and before 4.10 a button that is off does not say that it can be on.
 */
const cannot: { readonly [toolkit: string]: RegExp } = { gtk4: /does not take the keyboard|no on and off states/ }
/** Of each toolkit, what starts its program, and whether that can be. Tk shows no elements at all: it is left out. */
const programs: { readonly [toolkit: string]: readonly [command: readonly string[], isThere?: () => boolean] } = {
  gtk3: [[python, at('gtk.py'), 'gtk3']],
  gtk4: [[python, at('gtk.py'), 'gtk4']],
  qt5: [[python, at('qt.py'), 'qt5']],
  qt6: [[python, at('qt.py'), 'qt6']],
  qml: [[python, at('qml.py')], imports('PyQt6.QtQml, PyQt6.QtQuick')],
  wx: [[python, at('wxwidgets.py')], imports('wx, wx.dataview')],
  swing: [['java', `-Xbootclasspath/a:${wrapper}`, assistive, at('Widgets.java')], () => existsSync(wrapper)],
}
if (!desktopOrSkip(t, [python]) || !toolkitsOrSkip(t)) process.exit(0)
t.setTimeout(600_000 + 300_000 * minutes)
const hands = await setUpHands(t, [])

interface Widget {
  readonly name: string
  readonly kind: string
  readonly options?: readonly string[] | { readonly [branch: string]: readonly string[] }
  readonly least?: number
  readonly most?: number
  readonly step?: number
}
type State = { readonly [name: string]: unknown }
/** What is done: with the element of this name, and what its widget then holds. */
interface Deed {
  readonly to: string
  readonly roles?: RegExp
  readonly act: Act
  readonly holds: unknown
  /** Where it is not called so: the cell after the one of this name. */
  readonly after?: string
  /** More may be around it: what was there, unless that was selected. */
  readonly isPart?: boolean
}

const widgets: readonly Widget[] = JSON.parse(readFileSync(at('widgets.json'), 'utf8'))
const words = ['oak tree', 'Elm', '12 pines', 'ash-grey', 'yew']
const twoDigits = (dice: Random, bound: number, from = 0) => String(from + dice.below(bound)).padStart(2, '0')
const set = (to: string, value: string, holds: unknown = value): Deed => ({
  to,
  act: { action: 'set_value', value },
  holds,
})
const texts = ({ name }: Widget, _: State, dice: Random): Deed[] => [
  set(name, dice.oneOf(words)),
  { to: name, act: { action: 'type', value: ' x' }, holds: ' x', isPart: true },
]
const stepped = (shown: (number: number) => string) => {
  return ({ name, least = 0, most = 0, step = 1 }: Widget, was: State): Deed[] => {
    const number = Number(/[\d.,]+/.exec(`${was[name]}`)?.[0].replace(',', '.') ?? 0)
    const to = (by: number) => shown(Math.min(most, Math.max(least, number + by)))
    return [
      { to: name, act: { action: 'increment' }, holds: to(step) },
      { to: name, act: { action: 'decrement' }, holds: to(-step) },
    ]
  }
}
const turned = ({ name }: Widget, was: State, dice: Random): Deed[] => {
  const isOn = dice.oneOf([true, false])
  return [
    { to: name, act: { action: 'toggle' }, holds: !was[name] },
    { to: name, act: { action: 'toggle', value: isOn ? 'on' : 'off' }, holds: isOn },
    { to: name, act: { action: 'click' }, holds: !was[name] },
    { to: name, act: { action: 'key', keys: 'Space' }, holds: !was[name] },
  ]
}
const chosen =
  (roles?: RegExp) =>
  (widget: Widget, _: State, dice: Random): Deed[] => {
    const to = dice.oneOf(widget.options as readonly string[])
    const of = roles === undefined ? {} : { roles }
    return [
      { to, ...of, act: { action: 'click' }, holds: to },
      { to, ...of, act: { action: 'select' }, holds: to },
    ]
  }
const picked = ({ name, options }: Widget, _: State, dice: Random): Deed[] => {
  const value = dice.oneOf(options as readonly string[])
  return [{ to: name, act: { action: 'select', value }, holds: value }, set(name, value)]
}
const listed = /row|cell|item/i
/** What a person does with each kind of widget. */
const deeds: { readonly [kind: string]: (widget: Widget, was: State, dice: Random) => Deed[] } = {
  text: texts,
  area: (widget, was, dice) => [...texts(widget, was, dice), set(widget.name, 'two\nlines')],
  password: ({ name }, _, dice) => [set(name, dice.oneOf(words))],
  masked: ({ name }, _, dice) => [set(name, `${twoDigits(dice, 90)}-${twoDigits(dice, 90)}`)],
  number: (widget, was, dice) => [set(widget.name, `${dice.below(41)}`), ...stepped(String)(widget, was)],
  decimal: (widget, was, dice) => {
    const value = `${dice.below(90)},${dice.oneOf(['00', '50'])}`
    const shown = (number: number) => number.toFixed(2).replace('.', ',')
    return [
      set(widget.name, value),
      set(widget.name, String(Number(value.replace(',', '.'))), value),
      ...stepped(shown)(widget, was),
    ]
  },
  unit: (widget, was, dice) => {
    const value = `${dice.below(90)} cm`
    return [
      set(widget.name, value),
      set(widget.name, value.split(' ')[0]!, value),
      ...stepped((one) => `${one} cm`)(widget, was),
    ]
  },
  special: (widget, was, dice) => {
    const shown = (number: number) => (number === 0 ? 'Auto' : String(number))
    return [set(widget.name, shown(dice.below(10))), ...stepped(shown)(widget, was)]
  },
  date: ({ name }, _, dice) => [
    set(name, `20${twoDigits(dice, 50, 10)}-${twoDigits(dice, 12, 1)}-${twoDigits(dice, 28, 1)}`),
  ],
  time: ({ name }, _, dice) => [set(name, `${twoDigits(dice, 24)}:${twoDigits(dice, 60)}`)],
  check: turned,
  switch: turned,
  toggle: turned,
  radios: chosen(),
  choice: picked,
  combo: (widget, was, dice) => [...picked(widget, was, dice), set(widget.name, dice.oneOf(words))],
  slider: (widget, was, dice) => [set(widget.name, `${dice.below(101)}`), ...stepped(String)(widget, was)],
  list: chosen(listed),
  tree: ({ options }, was, dice) => {
    const open = `${was.Open}`.split(' ')
    const inner = Object.entries(options!).flatMap(([top, inner]) => (open.includes(top) ? [top, ...inner] : [top]))
    return chosen(listed)({ name: '', kind: '', options: inner }, was, dice)
  },
  branches: (_, was, dice) => {
    const to = dice.oneOf(['cats', 'dogs'])
    const isOpen = `${was.Open}`.split(' ').includes(to)
    const others = `${was.Open}`.split(' ').filter((one) => one !== to)
    const holds = [...others, ...(isOpen ? [] : [to])].filter(Boolean).sort().join(' ')
    return [{ to, roles: listed, act: { action: isOpen ? 'collapse' : 'expand' }, holds }]
  },
  rows: chosen(listed),
  cells: ({ name }, was, dice) => {
    const amounts = was[name] as readonly string[]
    const [row, value] = [dice.below(3), `${100 + dice.below(900)}`]
    const after = widgets.find(({ kind }) => kind === 'rows')!.options as readonly string[]
    return [{ ...set(amounts[row]!, value, amounts.with(row, value)), roles: listed, after: after[row]! }]
  },
  tabs: chosen(/tab|radio/i),
  button: ({ name }, was) => [
    { to: name, act: { action: 'click' }, holds: Number(was[name]) + 1 },
    { to: name, act: { action: 'key', keys: 'Space' }, holds: Number(was[name]) + 1 },
  ],
}

for (const [toolkit, [command, isThere]] of Object.entries(programs)) {
  const left = isThere !== undefined && (isFew ? 'in the long form only' : !isThere() && 'its toolkit is not installed')
  t.test(toolkit, { skip: left }, async (t) => {
    const { app, held: now, end } = await hands.start(command[0]!, ...command.slice(1))
    const comesToHold = (name: string, { holds, isPart }: Deed, ms: number) => {
      const isHeld = () => (isPart ? `${now()[name]}`.includes(`${holds}`) : same(now()[name], holds))
      return again(async () => isHeld() || Promise.reject(new Error('not held')), ms).catch(() => false)
    }
    const own = widgets.filter(({ name }) => name in now())
    const start = Math.max(
      0,
      own.findIndex(({ kind }) => kind === 'cells'),
    )
    const dice = seeded()
    const untrue: string[] = []
    const missed: string[] = []
    let cases = 0
    for (const turn of turns(t, isFew ? 4 : 60, dice)) {
      // Each in its turn, far from the one before.
      const widget = own[(start + 13 * turn) % own.length]!
      const was = now()
      const does = deedFor(widget, was, dice)
      const { to, roles, act, after } = does
      const deed = `${widget.kind} ${to} ${JSON.stringify(act)} of ${JSON.stringify(was[widget.name])}`
      cases++
      const all = await hands.all(app, {})
      const element = elementOf(all, to, roles) ?? (after === undefined ? undefined : cellAfter(all, after))
      if (element === undefined) {
        missed.push(`${deed}: is not there`)
        continue
      }
      const { effect, why, untaken } = await hands.act(element, act).catch((error) => ({
        effect: 'refused',
        why: String(error.data?.message ?? error.message),
        untaken: undefined,
      }))
      const isClaimed = effect === 'confirmed' || effect === 'noop'
      if (isClaimed && untaken !== undefined)
        await hands.act(elementOf(await hands.all(app, {}), 'Save')!, { action: 'click' })
      const isHeld = await comesToHold(widget.name, does, isClaimed ? 2000 : 300)
      if (effect === 'confirmed' || effect === 'unverified') itWas(untaken === undefined ? isHeld : undefined)
      const answer = `${deed}: ${effect} (${why ?? ''}), held ${JSON.stringify(now()[widget.name])}`
      if (isClaimed && !isHeld) untrue.push(answer)
      const isSilent = ['password', ...(unreadable[toolkit] ?? [])].includes(widget.kind)
      const isLeft = effect === 'refused' && !isHeld && cannot[toolkit]?.test(why ?? '')
      if (!isClaimed && !(isSilent && effect === 'unverified' && isHeld) && !isLeft) missed.push(answer)
      const others = Object.keys(was).filter((name) => name !== widget.name && !same(was[name], now()[name]))
      if (others.some((name) => !(untaken && name === 'Save') && !isBeside(widget, name)))
        untrue.push(`${deed}: changed ${others}`)
    }
    const on = `widgets of ${toolkit}`
    tell(t, { law: 'What is confirmed is what the program holds.', on, cases, wrong: untrue })
    const most = Math.floor(cases * 0.03)
    tell(t, { law: 'What was done is confirmed.', on, cases, wrong: missed.slice(most) })
    await end()
  })
}

/** A press of what is chosen already changes nothing, and is left out. */
function deedFor(widget: Widget, was: State, dice: Random): Deed {
  const all = deeds[widget.kind]!(widget, was, dice)
  const some = all.filter(({ act, holds }) => act.action !== 'click' || !same(holds, was[widget.name]))
  return dice.oneOf(some.length > 0 ? some : all)
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

/** A row is selected by whatever is done with it; a branch that is closed may hold the selection. */
function isBeside({ kind }: Widget, name: string): boolean {
  return (
    (kind === 'cells' && name === 'Stock') ||
    (kind === 'branches' && name === 'Beasts') ||
    (kind === 'tree' && name === 'Open')
  )
}

/** Cells of wxWidgets go on saying what they said when they were made. */
function cellAfter(all: readonly Element[], name: string): Element | undefined {
  const cells = all.filter(({ role }) => role === 'AXCell')
  return cells[cells.findIndex((one) => nameOf(one) === name) + 1]
}

function elementOf(all: readonly Element[], name: string, roles = /./): Element | undefined {
  // Qt Quick keeps the name of a password field to itself: the text beside it is said.
  const isCalled = (one: Element) => [name, `near “${name}”`].includes(nameOf(one))
  const named = all.filter((one) => isCalled(one) && one.role !== 'AXStaticText' && one.role !== 'AXGroup')
  return named.find(({ role }) => roles.test(role)) ?? named[0]
}
