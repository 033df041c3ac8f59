/**
 * Which fields of a page must not be read: passwords, codes and everything on a card. The only definition: it runs
 * here, on markup and on the mirror of a page, and is sent to the page along with code that shows text.
 */
import { sent } from './sent.ts'

/** Can a field with this tag be secure at all? */
export function mayBeSecure(tag: string): boolean {
  return tag === 'input' || tag === 'textarea' || tag === 'select'
}

/**
 * `type` and `autocomplete` as in the markup. A field is secure if it has one of HTML's autocomplete tokens for these,
 * in any case and among other tokens (`section-a billing cc-number`), or is an `input` of type password. For cards that
 * includes every `cc-` token, even the owner's name and card type: guessing which ones matter is not worth a leak.
 */
export function isSecureField(
  tag: string,
  type: string | null | undefined,
  autocomplete: string | null | undefined,
): boolean {
  if (!mayBeSecure(tag)) return false
  if (tag === 'input' && type?.trim().toLowerCase() === 'password') return true
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

/** Drawn as dots by CSS, or by a font made for it, whatever kind of element it is. */
export function isMasked(element: Element): boolean {
  const style = element.ownerDocument.defaultView?.getComputedStyle(element)
  const how = style?.getPropertyValue('-webkit-text-security') || 'none'
  return how !== 'none' || /text-security/i.test(style?.fontFamily ?? '')
}

/** Kept in the isolated world, out of the page's sight: fields the daemon has seen to be secure. */
interface Memory {
  interfaceExplorerSecure?: WeakSet<Node>
}

export function isSecure(element: Element): boolean {
  const { localName } = element
  if (isSecureField(localName, element.getAttribute('type'), element.getAttribute('autocomplete'))) return true
  if (!mayBeSecure(localName)) return false
  return !!(globalThis as Memory).interfaceExplorerSecure?.has(element) || isMasked(element)
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
  const areas = [...(element.localName === 'textarea' ? [element] : []), ...element.querySelectorAll('textarea')]
  const text = areas.some(isSecure) ? '' : element.innerText || ''
  return element.getAttribute('aria-label') || text.trim().replace(/\s+/g, ' ')
}

export function remember(this: Node): void {
  const memory = globalThis as Memory
  memory.interfaceExplorerSecure ||= new WeakSet()
  memory.interfaceExplorerSecure.add(this)
}

/** Send along with any code that calls these. */
export const secureParts = [mayBeSecure, isSecureField, isMasked, isSecure, secretsOf, nameOf] as const

/** Makes `isSecure` remember the element it is called on. */
export const rememberScript = sent(remember)
