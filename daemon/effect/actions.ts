/** What each action is for and what it needs, one row per action. */
import type { CapabilityWord } from '../../api-schema/element.ts'
import type { ActionWord, ElementWord } from '../../api-schema/methods/interact.ts'

/** What must be true afterwards. */
export type Goal =
  /** Anything a person can see that does not change by itself. */
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
  /** Picks among elements with the same name: those with the first of these abilities that any of them has. */
  readonly takes?: readonly CapabilityWord[]
  /** Only controls take it, so words may also name the one control next to them. */
  readonly ofControl?: true
  /** Names the element itself rather than one inside it with the same name. */
  readonly ofWhole?: true
  /** The goal is a state of the target: once reached, it does not matter where the press ended. */
  readonly ofState?: true
  /** Rereads the element: some targets do not report values set by a program. */
  readonly rereads?: true
  /** Positions are read before and after. */
  readonly ofPlace?: true
  /** Uses the pointer, which moves the focus; a focus change alone proves nothing then. */
  readonly points?: true
  /** Its purpose is what the pointer brings. */
  readonly isForPointer?: true
  /** It may be meant to move the focus: anywhere, or away from the element that must have it for the action. */
  readonly movesFocus?: 'anywhere' | 'away'
  /** What to ask a page if nothing else proves the effect. */
  readonly asks?: 'marked' | 'brought'
  /** Waits longer for the first visible effect. */
  readonly showsLate?: true
  /** Waits for what a search finds. */
  readonly bringsLate?: true
  /** A find may consist of a point alone. */
  readonly atPoint?: true
  /** Without a named element it goes to the focused one. */
  readonly ofFocus?: true
  /** Acts on a window, so a find may name just the application. */
  readonly ofWindow?: true
}

/** What the pointer or a press brings may come late: tooltips take up to a second. */
const pointer = { goal: 'anything', points: true, atPoint: true, showsLate: true, takes: ['clickable'] } as const
const press = { ...pointer, asks: 'marked' } as const

export const actions: { readonly [action in ElementWord]: ActionRow } = {
  click: press,
  double_click: press,
  right_click: press,
  hover: { ...press, isForPointer: true },
  drag: {
    goal: 'dragged',
    ofWhole: true,
    points: true,
    ofPlace: true,
    atPoint: true,
    showsLate: true,
    asks: 'brought',
  },
  scroll: { goal: 'moved', ofPlace: true, ofFocus: true },
  set_value: {
    goal: 'value',
    ofControl: true,
    rereads: true,
    bringsLate: true,
    takes: ['editable', 'adjustable', 'toggleable', 'selectable', 'hasMenu'],
  },
  type: { goal: 'typed', ofControl: true, rereads: true, bringsLate: true, ofFocus: true, takes: ['editable'] },
  key: { goal: 'anything', ofFocus: true, movesFocus: 'away', asks: 'marked' },
  select: {
    goal: 'selected',
    ofControl: true,
    ofWhole: true,
    ofState: true,
    rereads: true,
    takes: ['selectable', 'hasMenu'],
  },
  toggle: { goal: 'toggled', ofControl: true, ofWhole: true, ofState: true, rereads: true, takes: ['toggleable'] },
  expand: { goal: 'expanded', ofWhole: true, ofState: true },
  collapse: { goal: 'expanded', ofWhole: true, ofState: true },
  increment: { goal: 'stepped', ofControl: true, rereads: true, takes: ['adjustable'] },
  decrement: { goal: 'stepped', ofControl: true, rereads: true, takes: ['adjustable'] },
  focus: { goal: 'focused' },
  show_menu: { goal: 'menu' },
  menu: { goal: 'anything', ofWindow: true, showsLate: true },
  upload: { goal: 'files', ofControl: true, showsLate: true },
  raise: { goal: 'anything', ofWindow: true, movesFocus: 'anywhere' },
  minimize: { goal: 'hidden', ofWindow: true },
  maximize: { goal: 'anything', ofWindow: true },
  close: { goal: 'closed', ofWindow: true },
  move: { goal: 'moved', ofPlace: true, ofWindow: true },
  resize: { goal: 'moved', ofPlace: true, ofWindow: true },
}

/** Empty for the actions that answer a page's dialog. */
export function rowOf(action: ActionWord): Partial<ActionRow> {
  return action in actions ? actions[action as ElementWord] : {}
}
