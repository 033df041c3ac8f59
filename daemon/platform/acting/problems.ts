/** Why an action cannot be done, worded the same on every platform. */
import type { Advice } from '../../../api-schema/advice.ts'
import { Problem } from '../../problem.ts'
import type { Key } from '../element/row.ts'
import type { Check } from '../platform.ts'
import { dialogWords, type OpenDialog } from '../tab/dialog.ts'

export function unsupported(message: string, hint = 'Call {expand} to see what the element can do.'): Problem {
  return new Problem('unsupported_here', { message, hint })
}

/** Found while acting; `daemon/effect/act.ts` words what `check` finds beforehand. */
export function changed(
  reason: Exclude<Check['reason'], undefined | 'gone'>,
  message: string,
  by?: { readonly name: string; readonly key?: Key },
  hint?: Advice,
): Problem {
  return new Problem('element_changed', {
    message: `${message} Nothing was done.`,
    ...(hint !== undefined && { hint }),
    data: { reason, ...(by !== undefined && { by: by.name }), ...(by?.key !== undefined && { byKey: by.key }) },
  })
}

export function invalidValue(message: string, hint: string, more: { readonly [name: string]: unknown } = {}): Problem {
  return new Problem('invalid_params', { message, hint, data: { path: 'value', ...more } })
}

/** For set_value on anything but a field, slider, check box or list. */
export function takesNoValue(): Problem {
  return unsupported(
    'The element takes no value.',
    'Call {expand} to see what it can do, or act on the field next to it or within it.',
  )
}

/** For keys that would reach another element. */
export function losesFocus(): Problem {
  return unsupported(
    'It does not keep the keyboard focus: the page puts it elsewhere. No key was sent.',
    'Act on the element that has the focus, or click it first.',
  )
}

export function lostFocus(): Problem {
  return unsupported(
    'The keyboard focus went elsewhere after the first keys. The others were held back.',
    'See what it holds now, then act on the element that has the focus.',
  )
}

/** For keys whose element is no longer shown. */
export function pageLeft(done: string): Problem {
  return new Problem('element_changed', {
    message: `Another page came meanwhile: ${done}, and the others held back.`,
    hint: 'Call {explore} to see the page that is there now.',
    data: { reason: 'moved' },
  })
}

/** A secret must not go where it could be read. */
export function keepsSecret(): Problem {
  return unsupported(
    'What a secure field holds is not copied or cut.',
    'Write what you know into the other field with action set_value.',
  )
}

export function dialogOpen(dialog: OpenDialog, tab?: string): Problem {
  const data = { dialog, ...(tab !== undefined && { tab }) }
  return new Problem('dialog_open', { message: dialogWords(dialog, tab), data })
}
