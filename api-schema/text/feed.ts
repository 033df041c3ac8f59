/** The last line about a feed: what came before, what is lost, how to go on. */
interface Noted {
  readonly last?: number | undefined
  readonly more?: number | undefined
  readonly lost?: number | undefined
  readonly shownLength?: number | undefined
  readonly totalLength?: number | undefined
  readonly confirmToken?: string | undefined
  readonly hint?: string | undefined
}

export function noteOf({ last, more, lost, shownLength, totalLength, confirmToken, hint }: Noted): string {
  const notes = [
    more !== undefined && `${more} more before`,
    lost !== undefined && `${lost} lost`,
    confirmToken !== undefined && `${shownLength} of ${totalLength} characters, confirmToken ${confirmToken}`,
    last !== undefined && `last ${last}`,
    hint,
  ]
  const note = notes.filter(Boolean).join(', ')
  return note === '' ? '' : `(${note})`
}
