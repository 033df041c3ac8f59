/** What an agent has to ask its person, as the places show it where it can be answered. */

/** `always`: not again for the same. */
export const replyWords = ['yes', 'no', 'always'] as const
export type ReplyWord = (typeof replyWords)[number]

/** `act`: whether an act may be done. `text`: what only the person knows, typed unseen. */
export const questionKinds = ['act', 'text'] as const

export interface OpenQuestion {
  readonly id: string
  readonly kind: (typeof questionKinds)[number]
  readonly agent: string
  /** Id of the session, and what its client calls it. */
  readonly session: string
  readonly name?: string
  /** A sentence. What stands in quotes in it comes from the screen, and may be anything. */
  readonly text: string
  readonly answers: readonly ReplyWord[]
  /** How long it waits, and until when, in ISO 8601. */
  readonly seconds: number
  readonly until: string
}
