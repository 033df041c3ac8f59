/** Types of the plain JavaScript beside it, which also writes the page. */
export interface Row {
  readonly title: string
  /** Tests of the suite that try it too, run again and again in a soak. */
  readonly files?: readonly string[]
  /** What of it no one here can try, and why. */
  readonly not?: string
}
export type RowName = `${'A' | 'I' | 'D' | 'L' | 'N'}${number}`
export const rows: { readonly [name: RowName]: Row }
