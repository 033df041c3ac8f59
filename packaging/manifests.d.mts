/** What the tests use of `manifests.mjs`. */
type Package = {
  readonly name: string
  readonly version: string
  readonly description: string
  readonly license: string
}
export function inCheckout(pkg: Package): { readonly [path: string]: string }
export function installLinks(pkg: Package): { readonly Cursor: string; readonly 'VS Code': string }
