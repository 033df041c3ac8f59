/** What each action aims at and needs: one row an action. */
import type { CapabilityWord } from '../../api-schema/element.ts'
import type { ActionWord, ElementWord } from '../../api-schema/methods/interact.ts'

/** What must be true after it. */
export type Goal =
  /** Anything that a person can see and that does not change by itself. */
  | 'anything'
  | 'toggled'
  | 'selected'
  | 'expanded'
  | 'stepped'
  | 'menu'
  | 'value'
  | 'typed'
  | 'focused'
  | 'closed'
  | 'hidden'
  | 'dragged'
  | 'moved'
  | 'files'

export interface ActionRow {
  readonly goal: Goal
  /** Of several elements called alike those with the first of these abilities that any has are meant. */
  readonly takes?: readonly CapabilityWord[]
  /** Only controls take it: the one control next to some words is meant by them, too. */
  readonly ofControl?: true
  /** The element itself is meant, and not one in it that is called the same. */
  readonly ofWhole?: true
  /** The goal is a state of the target: how the press ended does not matter once it is there. */
  readonly ofState?: true
  /** The element is read again: some targets do not report what a program, rather than a person, has set. */
  readonly rereads?: true
  /** Positions are read before and after. */
  readonly ofPlace?: true
  /** By the pointer, which moves the focus to what can have it: that alone does not show that more was done. */
  readonly points?: true
  /** What it shows a moment late is waited for. */
  readonly showsLate?: true
  /** A find may name a point and nothing else. */
  readonly atPoint?: true
  /** Goes to whatever has the focus if no element is named. */
  readonly ofFocus?: true
  /** On or by a window: a find that only names an application is enough. */
  readonly ofWindow?: true
}

const hover = { goal: 'anything', points: true, atPoint: true, takes: ['clickable'] } as const
const press = { ...hover, showsLate: true } as const

export const actions: { readonly [action in ElementWord]: ActionRow } = {
  click: press,
  double_click: press,
  right_click: press,
  hover,
  drag: { goal: 'dragged', ofWhole: true, points: true, ofPlace: true, atPoint: true, showsLate: true },
  scroll: { goal: 'moved', ofPlace: true, ofFocus: true },
  set_value: {
    goal: 'value',
    ofControl: true,
    rereads: true,
    takes: ['editable', 'adjustable', 'toggleable', 'selectable'],
  },
  type: { goal: 'typed', ofControl: true, rereads: true, ofFocus: true, takes: ['editable'] },
  key: { goal: 'anything', ofFocus: true },
  select: { goal: 'selected', ofControl: true, ofWhole: true, ofState: true, rereads: true, takes: ['selectable'] },
  toggle: { goal: 'toggled', ofControl: true, ofWhole: true, ofState: true, rereads: true, takes: ['toggleable'] },
  expand: { goal: 'expanded', ofWhole: true, ofState: true },
  collapse: { goal: 'expanded', ofWhole: true, ofState: true },
  increment: { goal: 'stepped', ofControl: true, rereads: true, takes: ['adjustable'] },
  decrement: { goal: 'stepped', ofControl: true, rereads: true, takes: ['adjustable'] },
  focus: { goal: 'focused' },
  show_menu: { goal: 'menu' },
  menu: { goal: 'anything', ofWindow: true },
  upload: { goal: 'files', ofControl: true },
  raise: { goal: 'anything', ofWindow: true },
  minimize: { goal: 'hidden', ofWindow: true },
  maximize: { goal: 'anything', ofWindow: true },
  close: { goal: 'closed', ofWindow: true },
  move: { goal: 'moved', ofPlace: true, ofWindow: true },
  resize: { goal: 'moved', ofPlace: true, ofWindow: true },
}

/** Nothing for those on a page's dialog. */
export function rowOf(action: ActionWord): Partial<ActionRow> {
  return action in actions ? actions[action as ElementWord] : {}
}
