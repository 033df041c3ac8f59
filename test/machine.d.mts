/** Types of what tests use of the plain JavaScript beside it, which runs before anything is installed. */
export const adminLte: { readonly name: string; readonly integrity: string; readonly folder: string }
