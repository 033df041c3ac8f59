/** Makes selectors for an element, and finds elements by them, in the daemon's isolated world. */
import { isSecure, secretsOf, secureParts } from './secure-fields.ts'
import { sent } from './sent.ts'

export interface Found {
  /** Ordered: href, semantic classes, data-*, id, then name and label, then a composed one. */
  readonly selectors: readonly string[]
  /** Attributes that hold a secure field's value. */
  readonly secret?: readonly string[]
  readonly frame?: string
  readonly shadow?: 'open' | 'closed'
}

function selectorsOf(this: Node, knownSecure: boolean | null): Found {
  let element = (this.nodeType === 1 ? this : this.parentElement || (this.getRootNode() as ShadowRoot)?.host) as
    | Element
    | undefined
  // Parts of a native control (a select's list) are in a user-agent root that selectors cannot reach: the control
  // stands for them. Asking such a root for its mode crashes the page's process.
  const attachable = /^(article|aside|blockquote|body|div|footer|h[1-6]|header|main|nav|p|section|span|[^-]*-.*)$/
  while (element) {
    const { host } = element.getRootNode() as ShadowRoot
    if (!host || attachable.test(host.localName)) break
    element = host
  }
  const isSecret = knownSecure || (!!element && isSecure(element))
  const home = this.ownerDocument || (this as Document)
  const view = home.defaultView
  const inFrame = !!view && view.parent !== view
  const place = inFrame ? { frame: home.URL } : {}
  if (!element) return { selectors: [], ...place }
  const target = element
  const root = target.getRootNode() as ParentNode &
    Node & { readonly host?: Element; readonly mode?: 'open' | 'closed' }
  const isOnly = (selector: string) => {
    try {
      // With many matches the first one is found quickly; only if it is the target is the whole document searched.
      return root.querySelector(selector) === target && root.querySelectorAll(selector).length === 1
    } catch {
      return false
    }
  }
  const quote = (value: string) =>
    `"${value.replace(/["\\]/g, '\\$&').replace(/[\u0000-\u001f\u007f\u2028\u2029]/g, (c) => `\\${c.codePointAt(0)!.toString(16)} `)}"`
  const has = (name: string, value: string) => `[${CSS.escape(name)}${value === '' ? '' : `=${quote(value)}`}]`
  const isUsable = (value: string | null): value is string =>
    value !== null && value.length <= 300 && !value.includes('\u0000')
  const tag = (at: Element) => CSS.escape(at.localName)

  const states =
    /^(active|selected|open|opened|closed|show|shown|hide|hidden|visible|invisible|focus(ed)?|hover|disabled|enabled|current|checked|collapsed?|collapsing|expanded|loading|loaded|in|out|first|last|odd|even|fade|is-.*|has-.*|ng-.*|v-.*|js-focus-visible|focus-visible)$/i
  const utility =
    /[:[\]/!@%.]|^-|^(container|row|col|clearfix|rounded|border|shadow|flex|grid|block|inline|hidden|relative|absolute|fixed|sticky|static|float|truncate|underline|italic|uppercase|lowercase|capitalize|antialiased|grow|shrink|transition|transform|table|contents|group|peer|prose|small|lead|left|right|center|wrap|nowrap|bold|visually-hidden|sr-only)$|^((m|p)[trblxyse]?|w|h|min-w|min-h|max-w|max-h|size|gap|gap-x|gap-y|space-x|space-y|z|top|left|right|bottom|inset|order|col|row|grid|grid-cols|grid-rows|flex|basis|grow|shrink|items|justify|content|self|place|text|font|leading|tracking|bg|from|via|to|border|rounded|ring|shadow|opacity|overflow|cursor|pointer-events|select|duration|ease|delay|transition|transform|translate-x|translate-y|scale|rotate|fill|stroke|d|fs|fw|lh|float|position|align|line-clamp|object|aspect|divide|outline|accent|whitespace|break|g|gx|gy|offset|mt|animate|mx|my|px|py)-[a-z0-9.-]*$/
  const isHashed = (name: string) =>
    (/^(css|sc|jsx|jss|emotion|svelte|styled|astro|data-v)-?[a-z0-9]+/i.test(name) && /\d|[A-Z]/.test(name.slice(3))) ||
    /[_-](?=[A-Za-z0-9]{5,}$)(?=[A-Za-z]*\d)(?=\d*[A-Za-z])/.test(name) ||
    /^_?[a-z]*\d[a-z\d]*[A-Z]|^[a-zA-Z]{1,3}\d[a-zA-Z\d]*$|^_[A-Za-z0-9]{4,8}$/.test(name) ||
    /\d{4,}/.test(name)
  const classesOf = (at: Element) =>
    [...at.classList].filter(
      (name) => name.length > 1 && name.length <= 60 && !states.test(name) && !utility.test(name) && !isHashed(name),
    )
  const secrets = isSecret ? secretsOf(target) : []
  const holdsSecret = (name: string, value: string) =>
    isSecret && (name === 'value' || secrets.some((secret) => value.includes(secret)))
  const isTest = (name: string) => /^data-(test|testid|test-id|qa|cy|e2e|pw|automation.*|test-.*)$/.test(name)
  const dataOf = (at: Element) => {
    const named = [...at.attributes].filter(
      ({ name, value }) =>
        name.startsWith('data-') &&
        isUsable(value) &&
        value.length <= 120 &&
        !holdsSecret(name, value) &&
        !/^data-(react|v-|reactid|radix|headlessui|state|focus|hover|active|emotion|styled|ssr|hydr|index|loading)/.test(
          name,
        ) &&
        !/^[[{]/.test(value.trim()),
    )
    return named
      .sort((a, b) => Number(isTest(b.name)) - Number(isTest(a.name)))
      .map(({ name, value }) => has(name, value))
  }

  // A form's own `id` may be one of its fields.
  const idOf = (at: Element) => {
    const id = at.getAttribute('id')
    return isUsable(id) && id !== '' ? [`#${CSS.escape(id)}`] : []
  }
  const groups: string[][] = []
  const href = target.getAttribute('href')
  groups.push(
    isUsable(href) && href !== '' && href !== '#' && !/^\s*javascript:/i.test(href)
      ? [has('href', href), tag(target) + has('href', href)]
      : [],
  )
  const classes = classesOf(target).map((name) => `.${CSS.escape(name)}`)
  const joined = classes.join('')
  groups.push(classes.length > 0 ? [...classes, joined, tag(target) + joined] : [])
  groups.push(dataOf(target))
  groups.push(idOf(target))
  const selectors = groups.flatMap((group) => group.find(isOnly) ?? [])
  if (selectors.length === 0) {
    const further = ['name', 'aria-label', 'title', 'alt', 'placeholder', 'for', 'src', 'type'].flatMap((name) => {
      const value = target.getAttribute(name)
      return isUsable(value) && value !== '' && value.length <= 120 && !holdsSecret(name, value)
        ? [tag(target) + has(name, value)]
        : []
    })
    const named = further.find(isOnly) ?? (isOnly(tag(target)) ? tag(target) : undefined)
    if (named) selectors.push(named)
  }
  if (selectors.length === 0) selectors.push(...composed())

  /** From the element up to an ancestor with a selector of its own, or the top. */
  function composed(): string[] {
    const isUnique = (selector: string) => {
      try {
        return root.querySelectorAll(selector).length === 1
      } catch {
        return false
      }
    }
    const parts: string[] = []
    for (let at: Element | null = target; at; at = at.parentElement) {
      const anchors = at === target ? [] : [...idOf(at), ...dataOf(at).slice(0, 2)]
      const anchor = anchors.find(isUnique)
      if (anchor !== undefined) {
        const short = `${anchor} ${parts.at(-1)}`
        return [isOnly(short) ? short : [anchor, ...parts.reverse()].join(' > ')].filter(isOnly)
      }
      const { localName, parentNode } = at
      const siblings = parentNode ? [...parentNode.children].filter((other) => other.localName === localName) : [at]
      const own = at === target ? joined : ''
      let part = tag(at)
      if (siblings.length > 1) {
        const byClass = own !== '' && siblings.filter((other) => other.matches(part + own)).length === 1
        part = byClass ? part + own : `${part}:nth-of-type(${siblings.indexOf(at) + 1})`
      }
      // In a shadow root the path has no root element to start from.
      if (!at.parentElement && root.nodeType === 11) part += ':not(* > *)'
      parts.push(part)
      if (parts.length <= 3) {
        const path = [...parts].reverse().join(' > ')
        if (isOnly(path)) return [path]
      }
    }
    const whole = parts.reverse().join(' > ')
    return isOnly(whole) ? [whole] : []
  }

  const secret = isSecret
    ? [...target.attributes].filter(({ name, value }) => holdsSecret(name, value)).map(({ name }) => name)
    : []
  return { selectors, secret, ...place, ...(root.nodeType === 11 && root.host ? { shadow: root.mode! } : {}) }
}

/** Selectors that each match only this element within its document or shadow root. */
export const selectorScript = sent(selectorsOf, ...secureParts)

/**
 * If the document has a secure field, disables the parts of a selector that test what such a field holds: the selected
 * option, its value, its validity. Everything else matches as before.
 */
function blind(root: ParentNode, selector: string): string {
  if (![...root.querySelectorAll('input, textarea, select')].some(isSecure)) return selector
  const sheet = new CSSStyleSheet()
  sheet.insertRule(`${selector}\n{}`)
  // Normalised: no comments or needless escapes, strings in double quotes.
  const { selectorText } = sheet.cssRules[0] as CSSStyleRule
  const button = ':is([type=checkbox], [type=radio], [type=submit], [type=button], [type=reset]):not([autocomplete])'
  const fields = `form, fieldset, textarea, select, optgroup, option, input:not(${button})`
  const text = '"(?:[^"\\\\]|\\\\.)*"'
  const state =
    '(?:(?:user-)?(?:in)?valid|(?:in|out-of)-range|checked|default|placeholder-shown|autofill|blank)(?![\\w-])'
  const parts = new RegExp(
    `${text}|\\\\.|(:${state}|\\[(?:[^\\]|"]*\\|)?value(?:[~|^$*]?=(?:${text}|[^\\]])*)?\\])`,
    'gi',
  )
  return selectorText.replace(parts, (part, asks?: string) => (asks ? `${asks}:not(${fields})` : part))
}

/** The first match in a root, then in the open shadow roots inside. */
function within(root: ParentNode, selector: string): Element | null {
  const found = root.querySelector(blind(root, selector))
  if (found) return found
  for (const element of root.querySelectorAll('*')) {
    const inner = element.shadowRoot && within(element.shadowRoot, selector)
    if (inner) return inner
  }
  return null
}

/** The first match and the number of matches: in a document with its open shadow roots, or in a closed root. */
interface Match {
  readonly place: Element
  readonly matches: number
}

function firstIn(root: ParentNode & Node, selector: string): Match | null {
  const place = within(root, selector)
  return place && { place, matches: countIn(root, selector) }
}

function countIn(root: ParentNode, selector: string): number {
  let count = root.querySelectorAll(blind(root, selector)).length
  for (const { shadowRoot } of root.querySelectorAll('*')) if (shadowRoot) count += countIn(shadowRoot, selector)
  return count
}

function findInDocument(selector: string): Match | null | false {
  try {
    document.createDocumentFragment().querySelector(selector)
    // What is left open (a bracket, a string, a comment) is closed by the end of a selector's text, but not within a
    // rule.
    new CSSStyleSheet().insertRule(`${selector}\n{}`)
  } catch {
    return false
  }
  return firstIn(document, selector)
}

const findParts = [firstIn, countIn, within, blind, ...secureParts] as const

/** False for an invalid selector. */
export const findScript = sent(findInDocument, ...findParts)

function findInRoot(this: ShadowRoot, selector: string): Match | null {
  return this.isConnected ? firstIn(this, selector) : null
}

export const findInRootScript = sent(findInRoot, ...findParts)
