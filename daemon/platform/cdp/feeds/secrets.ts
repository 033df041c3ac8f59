/** Removes passwords, tokens and the like from what is reported of a request, going by their names. Pure. */
import { redacted } from '../../element/flags.ts'
import { isSecureField } from '../injected/secure-fields.ts'

const words = new Set([
  ...['password', 'passwd', 'pwd', 'passphrase', 'passcode', 'secret', 'secrets', 'credential', 'credentials'],
  ...['authorization', 'cookie', 'cookies', 'csrf', 'xsrf', 'jwt', 'otp', 'totp', 'pin', 'cvv', 'cvc', 'ssn', 'iban'],
  ...['signature', 'sig', 'sid'],
])
/** Parts of names, without word separators. */
const phrases =
  /password|passwd|(api|private|access|secret|session)key|(access|auth|refresh|id|security|middleware)token|csrf|xsrf|sess(ion)?id|(card|cc)num|securitycode|onetime(code|pass)|verificationcode/
/** Tokens that mark a position, or that say what kind another token is. */
const harmlessToken = new Set(['page', 'next', 'prev', 'previous', 'continuation', 'cursor', 'sync', 'type', 'count'])

/** Whether anything of this name is secret. `known`: names of a page's own secure fields. */
export function isSecret(name: string, known?: ReadonlySet<string>): boolean {
  if (known?.has(name)) return true
  const parts = name
    .slice(0, 200)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
  if (parts.some((part) => words.has(part.replace(/(?<!\d)\d+$/, '')))) return true
  if (parts.includes('token')) return !parts.some((part) => harmlessToken.has(part))
  return name.toLowerCase() === 'auth' || phrases.test(parts.join(''))
}

/** Removes values of the query and a password before the host; the rest stays as sent. */
export function publicUrl(url: string): string {
  const bare = url.replace(/^([a-z][\w+.-]*:\/\/)[^/?#@]*@/i, `$1${redacted}@`)
  return bare.replace(/[?#].*$/s, (rest) => rest.replace(/([?&#;])([^=&#;]{1,200})=([^&#;]*)/g, publicPair))
}

const publicPair = (pair: string, before: string, name: string, value: string) =>
  value !== '' && isSecret(decoded(name)) ? `${before}${name}=${redacted}` : pair

const urlHeaders = new Set(['location', 'referer', 'content-location', 'refresh'])

export function publicHeader(name: string, value: string): string {
  if (isSecret(name)) return redacted
  return urlHeaders.has(name.toLowerCase()) ? publicUrl(value) : value
}

/** What a request sent: JSON, a form, a multipart form, or any other text. `known`: see `isSecret`. */
export function publicData(text: string, known: ReadonlySet<string>): string {
  const json = publicJson(text, {
    isSecret: (name) => isSecret(name, known),
    secret: () => redacted,
    other: (inner) => (inner.length > longestInner ? inner : publicText(inner, known)),
  })
  if (json !== undefined) return json
  const boundary = /^--[^\r\n]{1,200}/.exec(text)?.[0]
  if (boundary !== undefined && /content-disposition:\s*form-data/i.test(text))
    return publicParts(text, boundary, known)
  if (/^[^\s=&]{1,200}=\S*$/.test(text)) return publicForm(text, known)
  return publicText(text, known)
}

/** A response: JSON without secrets, HTML without secure fields' values. Sentences about passwords stay. */
export function publicBody(text: string, mimeType: string): string {
  if (/html|xml/i.test(mimeType)) return publicHtml(text)
  const secret = (value: string) => (/\s/.test(value) ? value : redacted)
  return publicJson(text, { isSecret, secret, other: (inner) => inner }) ?? text
}

const longestTag = 5000

function publicHtml(html: string): string {
  const field = /<(input|textarea|select)\b/gi
  let shown = ''
  let at = 0
  for (let found = field.exec(html); found !== null; found = field.exec(html)) {
    const end = endOfTag(html, found.index)
    const tag = html.slice(found.index, end)
    const name = found[1]!.toLowerCase()
    const isSecure = isSecureTag(name, tag)
    shown += html.slice(at, found.index) + (isSecure ? tag.replace(valueIn, `$1"${redacted}"`) : tag)
    at = end
    if (isSecure && name !== 'input') {
      const closing = html.slice(end).search(name === 'select' ? /<\/select/i : /<\//)
      at = closing < 0 ? html.length : end + closing
      shown += name === 'select' ? html.slice(end, at).replace(selectedIn, '') : redacted
    }
    field.lastIndex = at
  }
  return shown + html.slice(at)
}

function isSecureTag(name: string, tag: string): boolean {
  const values = new Map<string, string>()
  for (const [, attribute, ...value] of tag.slice(name.length + 1).matchAll(attributeIn)) {
    const key = attribute!.toLowerCase()
    // If an attribute is repeated, the first one counts.
    if (!values.has(key)) values.set(key, value.find((one) => one !== undefined) ?? '')
  }
  return isSecureField(name, values.get('type'), values.get('autocomplete'))
}

const attributeIn = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"?|'([^']*)'?|([^\s>"']+)))?/g

/** Says which option was selected. */
const selectedIn = /\sselected(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]*))?(?=[\s>/])/gi
const valueIn = /\b(value\s*=\s*)("[^"]*"?|'[^']*'?|[^\s>]+)/gi

function endOfTag(html: string, start: number): number {
  const most = Math.min(html.length, start + longestTag)
  let quote = ''
  for (let i = start; i < most; i++) {
    const char = html[i]!
    if (quote !== '') quote = char === quote ? '' : quote
    else if (char === '"' || char === "'") quote = char
    else if (char === '>') return i + 1
  }
  return most
}

/** How to treat text inside JSON, under a secret name or any other. */
interface Rule {
  isSecret(name: string): boolean
  secret(text: string): string
  other(text: string): string
}

const deepest = 100
/** Longer text inside JSON is not inspected. */
const longestInner = 2000

/** Undefined if it is not JSON. Unchanged if nothing in it is secret. */
function publicJson(text: string, rule: Rule): string | undefined {
  if (!/^\s*[{[]/.test(text)) return undefined
  let hides = false
  const noted = (shown: string, value: unknown) => {
    hides ||= shown !== value
    return shown
  }
  const shownOf = (value: unknown, isSecret: boolean, depth: number): unknown => {
    if (typeof value === 'string')
      return noted(isSecret && value !== '' ? rule.secret(value) : rule.other(value), value)
    if (typeof value === 'number') return isSecret ? noted(redacted, value) : value
    if (typeof value !== 'object' || value === null) return value
    if (depth > deepest) return noted(redacted, value)
    if (Array.isArray(value)) return value.map((item) => shownOf(item, isSecret, depth + 1))
    // Fields may be listed: {"name": "password", "value": "…"}.
    const { name, key, id } = value as { readonly [name: string]: unknown }
    const isField = [name, key, id].some((one) => typeof one === 'string' && rule.isSecret(one))
    const shown = Object.entries(value).map(([name, inner]) => [
      name,
      shownOf(inner, isSecret || rule.isSecret(name) || (isField && name === 'value'), depth + 1),
    ])
    return Object.fromEntries(shown)
  }
  try {
    const shown = shownOf(JSON.parse(text), false, 0)
    return hides ? JSON.stringify(shown) : text
  } catch {
    return undefined
  }
}

function publicForm(text: string, known: ReadonlySet<string>): string {
  return text.replace(/(?<![^=&])([^=&]+)=([^&]*)/g, (pair, name: string, value: string) =>
    value !== '' && isSecret(decoded(name), known) ? `${name}=${redacted}` : pair,
  )
}

function publicParts(text: string, boundary: string, known: ReadonlySet<string>): string {
  return text
    .split(boundary)
    .map((part) => {
      const end = part.search(/\r?\n\r?\n/)
      if (end < 0) return part
      const head = part.slice(0, end)
      const name = /\bname="([^"]*)"/i.exec(head)?.[1] ?? ''
      const body = part.slice(end).trim()
      if (/\bfilename\*?=/i.test(head)) return `${head}\r\n\r\n[${body.length} characters of a file]\r\n`
      return isSecret(name, known) && body !== '' ? `${head}\r\n\r\n${redacted}\r\n` : part
    })
    .join(boundary)
}

/** Pairs in a text of another kind, or a truncated one. */
function publicText(text: string, known: ReadonlySet<string>): string {
  return text
    .replace(
      /(?<![\w.$-])([\w.$-]{1,60})(\\?["']?\s{0,5}[:=]\s{0,5})(\\?"(?:[^"\\]|\\[^"])*\\?"?|'[^']*'?|[^\s,;&}\])"']+)/g,
      (pair, name: string, between: string) => (isSecret(name, known) ? `${name}${between}${redacted}` : pair),
    )
    .replace(/<([\w:.-]{1,60})(\s[^<>]{0,500})?>([^<]+)(?=<\/)/g, (element, name: string, rest: string = '') =>
      isSecret(name, known) ? `<${name}${rest}>${redacted}` : element,
    )
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name.replaceAll('+', ' '))
  } catch {
    return name
  }
}
