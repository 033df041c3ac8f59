/** Which documents a caller may know. */
export interface Law {
  /** Equal for callers with equal rights. */
  readonly name: string
  has(address: string): boolean
  /** `what` is a sentence about the request. */
  refusal(what: string): Error
}
