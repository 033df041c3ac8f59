/** Types of what tests use of the plain JavaScript beside it, which runs before anything is installed. */
interface PagePackage {
  readonly name: string
  readonly integrity: string
  /** Below the project's. */
  readonly folder: string
}
export const adminLte: PagePackage
export const swaggerUi: PagePackage
