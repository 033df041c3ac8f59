/** Removes a name and password from an address, `https://name:password@host/`: used to sign in, never shown. */

export function withoutCredentials(url: string): string {
  return url.includes('@') ? url.replace(/^([a-z][\w+.-]*:\/\/)[^/?#]*@/i, '$1') : url
}
