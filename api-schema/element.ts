/** The element on the wire: its keys, and the closed lists of words that clients can rely on. */
import type { ObjectSchema } from './schema.ts'

/** Types of interactive elements, each a set of roles and subroles (`daemon/tree/element-types.ts`). */
export const elementTypes = [
  'button',
  'checkbox',
  'radio',
  'textfield',
  'dropdown',
  'slider',
  'link',
  'tab',
  'any',
] as const
export type ElementType = (typeof elementTypes)[number]

/**
 * State words, the normal one first in each pair. Only abnormal ones are shown, except by `expand`.
 * States are listed in this order.
 */
export const stateWords = [
  'enabled',
  'disabled',
  'visible',
  'hidden',
  'unfocused',
  'focused',
  'unselected',
  'selected',
  'collapsed',
  'expanded',
  'editable',
  'readonly',
  'optional',
  'required',
  'unchecked',
  'checked',
  'mixed',
  'empty',
  'filled',
  'busy',
  'modal',
  'invalid',
] as const
export type StateWord = (typeof stateWords)[number]

const capabilityWords = [
  'clickable',
  'editable',
  'toggleable',
  'selectable',
  'adjustable',
  'scrollable',
  'hasChildren',
  'hasMenu',
  'hasHelp',
  'hasTooltip',
  'navigable',
  'focusable',
] as const
export type CapabilityWord = (typeof capabilityWords)[number]

/** Position and size in screen points from the main display's top left. */
export interface Frame {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface Element {
  readonly id: string
  readonly role: string
  readonly subrole?: string
  readonly name?: string
  readonly title?: string
  readonly value?: string
  readonly description?: string
  readonly identifier?: string
  readonly placeholder?: string
  readonly help?: string
  readonly url?: string
  readonly frame?: Frame
  /** The same place in page pixels, for an element in a tab. */
  readonly pageFrame?: Frame
  readonly state?: readonly StateWord[]
  readonly capabilities?: readonly CapabilityWord[]
  readonly actions?: readonly string[]
  readonly attributes?: { readonly [name: string]: string }
  /** How many options its closed list has. */
  readonly options?: number
  /** How many similar siblings follow that are not shown. */
  readonly more?: number
  readonly children?: readonly Element[]
}

declare module './schema.ts' {
  interface Named {
    Element: Element
  }
}

const text = { type: 'string' } as const
export const frameSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['x', 'y', 'width', 'height'],
  properties: { x: { type: 'number' }, y: { type: 'number' }, width: { type: 'number' }, height: { type: 'number' } },
} as const satisfies ObjectSchema

/** Registered under the name `Element`. */
export const elementSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['id', 'role'],
  properties: {
    id: { type: 'string', description: 'Short decimal; belongs to the element for as long as it lives.' },
    role: { type: 'string', description: 'AX word, the same on every platform.' },
    subrole: text,
    name: text,
    title: text,
    value: text,
    description: text,
    identifier: text,
    placeholder: text,
    help: text,
    url: text,
    frame: frameSchema,
    pageFrame: frameSchema,
    state: { type: 'array', items: { type: 'string', enum: stateWords } },
    capabilities: { type: 'array', items: { type: 'string', enum: capabilityWords } },
    actions: { type: 'array', items: text },
    attributes: { type: 'object', additionalProperties: text },
    options: { type: 'integer', minimum: 1 },
    more: { type: 'integer', minimum: 1 },
    children: { type: 'array', items: { $ref: 'Element' } },
  },
} as const satisfies ObjectSchema
