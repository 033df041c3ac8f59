/** Anything with named parts. */
export type Fields = { readonly [name: string]: unknown }

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null
}
