/** Types of what tests use of the plain JavaScript beside it, which runs before anything is installed. */
interface PagePackage {
  readonly name: string
  readonly integrity: string
  /** Below the project's. */
  readonly folder: string
}
export const adminLte: PagePackage
export const swaggerUi: PagePackage
/** Installs what of it is missing where that can be done; answers why not for each need that is not met. */
export function meet(wanted: {
  readonly [name: string]: { readonly packages: readonly string[]; readonly met: () => boolean; readonly skip: string }
}): { readonly [name: string]: string }
