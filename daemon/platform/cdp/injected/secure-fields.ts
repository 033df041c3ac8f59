/**
 * Which fields of a page must not be read: passwords, codes and everything on a card. The only definition: it runs
 * here, on markup and on the mirror of a page, and is sent to the page along with code that shows text.
 */
import { memory } from './memory.ts'
import { sent } from './sent.ts'

/** Can a field with this tag be secure at all? */
export function mayBeSecure(tag: string): boolean {
  return tag === 'input' || tag === 'textarea' || tag === 'select'
}

/**
 * `type` and `autocomplete` as in the markup. A field is secure if it is an `input` of type password, or has one of
 * HTML's autocomplete tokens for secrets, in any case and among other tokens (`section-a billing cc-number`). For cards
 * that is every `cc-` token, even the owner's name and the card type: guessing which ones matter is not worth a leak.
 * On a list (`role=combobox`) that is no password field, `new-password` only keeps browsers from filling it.
 */
export function isSecureField(
  tag: string,
  type: string | null | undefined,
  autocomplete: string | null | undefined,
  role?: string | null,
): boolean {
  if (!mayBeSecure(tag)) return false
  if (tag === 'input' && type?.trim().toLowerCase() === 'password') return true
  if (role === 'combobox' && autocomplete === 'new-password') return false
  return /(?:^|\s)(?:(?:current|new)-password|one-time-code|cc-[a-z-]+)(?=\s|$)/i.test(autocomplete ?? '')
}

/** The only attributes kept of a secure field: pages write values into others. */
export const keptOfSecure: ReadonlySet<string> = new Set([
  'id',
  'name',
  'type',
  'placeholder',
  'autocomplete',
  'aria-label',
  'aria-labelledby',
  'title',
  'role',
])

/**
 * Does a text (a `srcdoc`, a data URL, a template in an attribute) hold the markup of a secure field, also escaped or
 * encoded? It is a document of its own, whose fields nobody checks.
 */
export function holdsSecureMarkup(text: string): boolean {
  let markup = text
  for (let level = 0; level < 3; level++) {
    const at = markup.search(/<\s*(?:input|textarea|select)\b/i)
    if (at >= 0 && /password|one-time-code|\bcc-[a-z]/i.test(markup.slice(at))) return true
    if (!/&(?:amp|lt|#)|%3c|;base64,/i.test(markup)) return false
    markup = markup.replace(/&lt;?|&#(?:60|x3c);?/gi, '<').replace(/&amp;?|&#(?:38|x26);?/gi, '&')
    markup = markup.replace(/%([2-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    const [, encoded = ''] = /;base64,([\w+/=]+)/.exec(markup) ?? []
    try {
      if (encoded !== '') markup = atob(encoded)
    } catch {}
  }
  return false
}

/** An option of a secure list, or a secure field that has its value as content: not shown. */
export function isInSecure(element: Element): boolean {
  const field = /^opt(?:ion|group)$/.test(element.localName) ? element.closest('select') : element
  return field !== null && /^(?:textarea|select)$/.test(field.localName) && isSecure(field)
}

/** Are its characters drawn as dots, by CSS or by a font made for that? Any kind of element can be. */
export function isMasked(element: Element): boolean {
  const style = element.ownerDocument.defaultView?.getComputedStyle(element)
  const how = style?.getPropertyValue('-webkit-text-security') || 'none'
  return how !== 'none' || /text-security/i.test(style?.fontFamily ?? '')
}

/** Kept in the isolated world, out of the page's reach: fields that the daemon has seen to be secure. */
interface Kept {
  secure?: WeakSet<Node>
}

/** Secure by its own markup? */
export function isSaidSecure(element: Element): boolean {
  const [type, autocomplete, role] = ['type', 'autocomplete', 'role'].map((name) => element.getAttribute(name))
  return isSecureField(element.localName, type, autocomplete, role)
}

export function isSecure(element: Element): boolean {
  if (isSaidSecure(element)) return true
  if (!mayBeSecure(element.localName)) return false
  return !!memory<Kept>().secure?.has(element) || isMasked(element)
}

/** The strings in it that must not be revealed. */
export function secretsOf(field: Element): string[] {
  const { value, defaultValue, selectedOptions } = field as HTMLInputElement & HTMLSelectElement
  return [value, defaultValue, ...[...(selectedOptions || [])].map((option) => option.text)].filter(
    (text) => typeof text === 'string' && text.length > 2,
  )
}

/** An element's name on the page: its label or text, unless that contains a secure field. */
export function nameOf(element: HTMLElement): string {
  const text = [element, ...element.querySelectorAll('textarea, select')].some(isInSecure)
    ? ''
    : element.innerText || ''
  return element.getAttribute('aria-label') || text.trim().replace(/\s+/g, ' ')
}

export function remember(this: Node): void {
  const kept = memory<Kept>()
  kept.secure ??= new WeakSet()
  kept.secure.add(this)
}

/** Send along with any code that calls these. */
export const secureParts = [
  memory,
  mayBeSecure,
  isSecureField,
  isMasked,
  isSaidSecure,
  isSecure,
  isInSecure,
  holdsSecureMarkup,
  secretsOf,
  nameOf,
] as const

/** Makes `isSecure` remember the element it is called on. */
export const rememberScript = sent(remember, memory)
