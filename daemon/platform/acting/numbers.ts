/** Numbers for sliders and other controls with a range. */
import { quoted } from '../../../api-schema/quoted.ts'
import { invalidValue } from './problems.ts'

export interface Range {
  readonly least?: number | undefined
  readonly most?: number | undefined
}

/** Throws invalid_params for anything but a number within the range. */
export function numberWithin(value: string, { least = -Infinity, most = Infinity }: Range): number {
  // `2,5` is a decimal in much of the world; `1,000` elsewhere means a thousand.
  const number = value.trim() === '' ? Number.NaN : Number(value.trim().replace(/,(?!\d{3}$)/, '.'))
  if (Number.isFinite(number) && number >= least && number <= most) return number
  const ends = [
    ...(Number.isFinite(least) ? [`from ${least}`] : []),
    ...(Number.isFinite(most) ? [`${Number.isFinite(least) ? '' : 'up '}to ${most}`] : []),
  ]
  const range = ['a number', ...ends].join(' ')
  throw invalidValue(`${quoted(value)} is not ${range}.`, `Pass ${range}.`, {
    ...(Number.isFinite(least) && { minimum: least }),
    ...(Number.isFinite(most) && { maximum: most }),
  })
}
