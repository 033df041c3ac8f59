/** Source text of the function that makes selectors for an element; it runs in the daemon's isolated world. */

/**
 * Answers `{selectors, frame, shadow, secret}`: selectors that each match the element alone within its document or
 * shadow root, in the order href, semantic classes, data-*, id, then name and label, then a composed one;
 * `secret` names the attributes that hold a secure field's value.
 */
export const selectorScript = `function (knownSecure) {
  let element = this.nodeType === 1 ? this : this.parentElement || (this.getRootNode() && this.getRootNode().host)
  // Parts of a native control (the list of a select) lie in a root of the browser's own, which selectors cannot name:
  // the control stands for them. To ask such a root for its mode ends the page's process.
  const attachable = /^(article|aside|blockquote|body|div|footer|h[1-6]|header|main|nav|p|section|span|.*-.*)$/
  for (let host; element && (host = element.getRootNode().host) && !attachable.test(host.localName); ) element = host
  const isSecure = knownSecure || (!!element && element.localName === 'input' &&
    (element.type === 'password' || /\\b(current-password|new-password|one-time-code|cc-[a-z-]+)\\b/.test(element.autocomplete || '')))
  const home = this.ownerDocument || this
  const view = home.defaultView
  const inFrame = !!view && view.parent !== view
  const place = inFrame ? { frame: home.URL } : {}
  if (!element) return { selectors: [], ...place }
  const root = element.getRootNode()
  const isOnly = (selector) => {
    try {
      // The first match is found soon where there are many; only then is the whole document worth a look.
      return root.querySelector(selector) === element && root.querySelectorAll(selector).length === 1
    } catch {
      return false
    }
  }
  const escape = (name) => CSS.escape(name)
  const quote = (value) =>
    '"' + value.replace(/["\\\\]/g, '\\\\$&').replace(/[\\u0000-\\u001f\\u007f\\u2028\\u2029]/g, (c) => '\\\\' + c.codePointAt(0).toString(16) + ' ') + '"'
  const has = (name, value) => '[' + escape(name) + (value === '' ? '' : '=' + quote(value)) + ']'
  const isUsable = (value) => value !== null && value.length <= 300 && !value.includes('\\u0000')
  const tag = (at) => escape(at.localName)

  const states = /^(active|selected|open|opened|closed|show|shown|hide|hidden|visible|invisible|focus(ed)?|hover|disabled|enabled|current|checked|collapsed?|collapsing|expanded|loading|loaded|in|out|first|last|odd|even|fade|is-.*|has-.*|ng-.*|v-.*|js-focus-visible|focus-visible)$/i
  const utility = /[:\\[\\]\\/!@%.]|^-|^(container|row|col|clearfix|rounded|border|shadow|flex|grid|block|inline|hidden|relative|absolute|fixed|sticky|static|float|truncate|underline|italic|uppercase|lowercase|capitalize|antialiased|grow|shrink|transition|transform|table|contents|group|peer|prose|small|lead|left|right|center|wrap|nowrap|bold|visually-hidden|sr-only)$|^((m|p)[trblxyse]?|w|h|min-w|min-h|max-w|max-h|size|gap|gap-x|gap-y|space-x|space-y|z|top|left|right|bottom|inset|order|col|row|grid|grid-cols|grid-rows|flex|basis|grow|shrink|items|justify|content|self|place|text|font|leading|tracking|bg|from|via|to|border|rounded|ring|shadow|opacity|overflow|cursor|pointer-events|select|duration|ease|delay|transition|transform|translate-x|translate-y|scale|rotate|fill|stroke|d|fs|fw|lh|float|position|align|line-clamp|object|aspect|divide|outline|accent|whitespace|break|g|gx|gy|offset|mt|animate|mx|my|px|py)-[a-z0-9.-]*$/
  const isHashed = (name) =>
    /^(css|sc|jsx|jss|emotion|svelte|styled|astro|data-v)-?[a-z0-9]+/i.test(name) && /\\d|[A-Z]/.test(name.slice(3)) ||
    /(__|_|-{1,2})(?=[A-Za-z0-9_-]*\\d)(?=[A-Za-z0-9_-]*[A-Za-z])[A-Za-z0-9]{5,}$/.test(name) ||
    /^_?[a-z]*\\d[a-z\\d]*[A-Z]|^[a-zA-Z]{1,3}\\d+[a-zA-Z\\d]*$|^_[A-Za-z0-9]{4,8}$/.test(name) || /\\d{4,}/.test(name)
  const classesOf = (at) => [...at.classList].filter((name) => name.length > 1 && name.length <= 60 && !states.test(name) && !utility.test(name) && !isHashed(name))
  const secrets = isSecure ? [element.value, element.defaultValue].filter((text) => typeof text === 'string' && text.length > 2) : []
  const holdsSecret = (name, value) => isSecure && (name === 'value' || secrets.some((secret) => value.includes(secret)))
  const isTest = (name) => /^data-(test|testid|test-id|qa|cy|e2e|pw|automation.*|test-.*)$/.test(name)
  const dataOf = (at) => {
    const named = [...at.attributes].filter(({ name, value }) =>
      name.startsWith('data-') && isUsable(value) && value.length <= 120 && !holdsSecret(name, value) && !/^data-(react|v-|reactid|radix|headlessui|state|focus|hover|active|emotion|styled|ssr|hydr|index|loading)/.test(name) && !/^[\\[{]/.test(value.trim()))
    return named.sort((a, b) => isTest(b.name) - isTest(a.name)).map(({ name, value }) => has(name, value))
  }

  // A form's own \`id\` may be one of its fields.
  const idOf = (at) => {
    const id = at.getAttribute('id')
    return isUsable(id) && id !== '' ? ['#' + escape(id)] : []
  }
  const groups = []
  const href = element.getAttribute('href')
  groups.push(isUsable(href) && href !== '' && href !== '#' && !/^\\s*javascript:/i.test(href) ? [has('href', href), tag(element) + has('href', href)] : [])
  const classes = classesOf(element).map((name) => '.' + escape(name))
  const joined = classes.join('')
  groups.push(classes.length > 0 ? [...classes, joined, tag(element) + joined] : [])
  groups.push(dataOf(element))
  groups.push(idOf(element))
  const selectors = groups.flatMap((group) => group.find(isOnly) ?? [])
  if (selectors.length === 0) {
    const further = ['name', 'aria-label', 'title', 'alt', 'placeholder', 'for', 'src', 'type'].flatMap((name) => {
      const value = element.getAttribute(name)
      return isUsable(value) && value !== '' && value.length <= 120 && !holdsSecret(name, value) ? [tag(element) + has(name, value)] : []
    })
    const named = further.find(isOnly) ?? (isOnly(tag(element)) ? tag(element) : undefined)
    if (named) selectors.push(named)
  }
  if (selectors.length === 0) selectors.push(...composed())

  /** From the element upwards to an ancestor that can be told by itself, else to the top. */
  function composed() {
    const isUnique = (selector) => {
      try {
        return root.querySelectorAll(selector).length === 1
      } catch {
        return false
      }
    }
    const parts = []
    for (let at = element; at; at = at.parentElement) {
      const anchors = at === element ? [] : [...idOf(at), ...dataOf(at).slice(0, 2)]
      const anchor = anchors.find(isUnique)
      if (anchor !== undefined) {
        const short = anchor + ' ' + parts.at(-1)
        return [isOnly(short) ? short : [anchor, ...parts.reverse()].join(' > ')].filter(isOnly)
      }
      const siblings = at.parentNode ? [...at.parentNode.children].filter((other) => other.localName === at.localName) : [at]
      const own = at === element ? joined : ''
      let part = tag(at)
      if (siblings.length > 1) {
        const byClass = own !== '' && siblings.filter((other) => other.matches(tag(at) + own)).length === 1
        part = byClass ? part + own : part + ':nth-of-type(' + (siblings.indexOf(at) + 1) + ')'
      }
      // In a shadow root the path has no top of its own to start from.
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

  const secret = isSecure ? [...element.attributes].filter(({ name, value }) => holdsSecret(name, value)).map(({ name }) => name) : []
  return { selectors, secret, ...place, ...(root.nodeType === 11 && root.host ? { shadow: root.mode } : {}) }
}`
