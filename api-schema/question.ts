/** A question from an agent to its person, in the form shown wherever it can be answered. */

/** `always`: the same question is not asked again. */
export const replyWords = ['yes', 'no', 'always'] as const
export type ReplyWord = (typeof replyWords)[number]

/** `act`: may an action be done? `text`: what only the person knows, typed unseen. */
export const questionKinds = ['act', 'text'] as const

export interface OpenQuestion {
  readonly id: string
  readonly kind: (typeof questionKinds)[number]
  readonly agent: string
  /** The session's id, and its client's name for it. */
  readonly session: string
  readonly name?: string
  /** A sentence. Whatever is in quotes in it comes from the screen, and may be anything. */
  readonly text: string
  readonly answers: readonly ReplyWord[]
  /** How long the question stays open, and until when, in ISO 8601. */
  readonly seconds: number
  readonly until: string
}
