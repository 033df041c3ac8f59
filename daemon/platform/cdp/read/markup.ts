/** Which tags and attributes matter to the tree. */
import { words } from '../../basics/words.ts'

export const controlTags = new Set(['button', 'input', 'select', 'textarea', 'summary'])
export const controlRoles = words(`button link checkbox radio switch tab menuitem menuitemcheckbox menuitemradio
  combobox textbox searchbox slider spinbutton`)

const kept = words(`id name href alt title role type placeholder autocomplete for label accept min max readonly
  tabindex draggable contenteditable disabled`)
/** Attributes that can affect the element's own accessibility node. */
const significant = new Set([
  ...kept,
  ...words(`value checked disabled hidden open step required selected inert
  popover scope multiple size src onclick lang`),
])
/** Tags that format text: a style sheet rule alone never hides them. */
export const formatting = words(`a abbr b br cite code dfn em i img kbd mark q s samp small strong sub sup tt u var
  wbr`)

/** Is the attribute searched or shown? */
export const isKept = (name: string) => kept.has(name) || name.startsWith('data-') || name.startsWith('aria-')

/** Does a change to this attribute require rereading the element? */
export const affectsRow = (name: string) =>
  significant.has(name) || name.startsWith('aria-') || name.startsWith('data-')

/** SVG tags: Chromium omits these without a name, unless they listen to clicks. */
export const shapeTags = words('g path rect circle ellipse line polyline polygon image use')
