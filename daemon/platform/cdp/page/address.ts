/** Turns an address as written by a caller into one that a tab can navigate to. */
import { Problem } from '../../../problem.ts'

const schemes = new Set(['http:', 'https:', 'file:', 'about:', 'data:', 'blob:'])

/** Throws invalid_params if it is not an address or its scheme is not meant for pages. */
export function addressOf(text: string): string {
  const trimmed = text.trim()
  let url: URL
  try {
    url = new URL(trimmed)
  } catch {
    const guess = /^[\w-]+(\.[\w-]+)+([:/?#]|$)|^localhost([:/]|$)/.test(trimmed)
      ? ` Did you mean https://${trimmed}?`
      : ''
    throw badAddress(`${JSON.stringify(trimmed.slice(0, 200))} is not an address.${guess}`)
  }
  if (!schemes.has(url.protocol)) throw badAddress(`Addresses of the scheme ${url.protocol} cannot be opened.`)
  return url.href
}

function badAddress(message: string): Problem {
  return new Problem('invalid_params', {
    message,
    hint: 'Pass url with http:, https:, file: or about:blank.',
    data: { path: 'url' },
  })
}
