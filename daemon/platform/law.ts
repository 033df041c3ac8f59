/** Which documents of the world one caller may know. */
export interface Law {
  /** The same for callers with the same rights. */
  readonly name: string
  has(address: string): boolean
  /** `what` is a sentence about what was asked for. */
  refusal(what: string): Error
}
