/**
 * Source text of the function that describes a value in the page's own world. It runs beside scripts of the page,
 * which may have altered what it calls: what comes back is text of the page, and is treated as such.
 */

/**
 * `(value, limits)` → `Described` of `platform/page.ts`. One walk makes the whole as text and counts it; above
 * `limits.most` it only counts on, and above `limits.counted` it stops.
 */
export const describeScript = String.raw`(value, limits) => {
  const stop = {}
  const quote = (text) => JSON.stringify(text)
  const oneLine = (text, most) => {
    const line = String(text).slice(0, most * 2).replace(/\s+/g, ' ').trim()
    return line.length > most ? line.slice(0, most) + '…' : line
  }
  // From the prototypes: a page has names of its own for Node, and its forms have fields of any name.
  const native = (object, name) => {
    for (let at = Object.getPrototypeOf(object); at; at = Object.getPrototypeOf(at)) {
      const found = Object.getOwnPropertyDescriptor(at, name)
      if (found) return found.get || found.value
    }
  }
  const some = document.createElement('a')
  const nodeTypeOf = native(some, 'nodeType')
  const isNode = (value) => {
    try {
      return nodeTypeOf.call(value) > 0
    } catch {
      return false
    }
  }
  const classOf = (value) => {
    const tag = Object.prototype.toString.call(value).slice(8, -1)
    const made = tag === 'Object' && value.constructor
    return oneLine((made && typeof made.name === 'string' && made.name) || tag, 40).replace(/[^\w$ .-]/g, '') || 'Object'
  }
  const isList = (value) => {
    if (Array.isArray(value)) return true
    if (ArrayBuffer.isView(value)) return typeof value.length === 'number'
    return /(List|Collection|NamedNodeMap|Arguments)$/.test(classOf(value)) && typeof value.length === 'number'
  }
  const kindOf = (value) => {
    if (value === null) return 'null'
    if (typeof value !== 'object') return typeof value
    if (isNode(value)) return 'node'
    if (value.window === value) return 'Window'
    if (Array.isArray(value)) return 'array'
    const name = classOf(value)
    return name === 'Object' || name === 'Error' ? name.toLowerCase() : name
  }

  const word = (text) => (/[\s\p{Cc}\p{Cf}"<>]/u.test(text) ? quote(text.slice(0, 100)) : text.slice(0, 100))
  // Never what a node holds: a value, a text or an attribute may be a secret.
  const nodeLine = (node) => {
    const type = nodeTypeOf.call(node)
    if (type === 9) return '#document ' + word(native(document, 'URL').call(node))
    if (type === 2) return '#attribute ' + word(node.name)
    if (type === 11) return node.host ? '#shadow-root of ' + nodeLine(node.host) : '#document-fragment'
    if (type !== 1) return word(native(some, 'nodeName').call(node)) + ' (' + (node.length || 0) + ' characters)'
    const id = native(some, 'getAttribute').call(node, 'id')
    const names = native(some, 'classList').call(node)
    let classes = ''
    for (let i = 0; i < names.length && classes.length < 100; i++) classes += '.' + word(names[i])
    const { x, y, width, height } = native(some, 'getBoundingClientRect').call(node)
    const head = native(some, 'localName').call(node) + (id ? ' id=#' + word(id) : '') + (classes ? ' class=' + classes : '')
    return '<' + head + '> @ (' + Math.round(x) + ',' + Math.round(y) + ') ' + Math.round(width) + 'x' + Math.round(height)
  }
  const errorLine = (error) => oneLine(error.name, 100) + ': ' + oneLine(error.message, 500)

  // Text of a value: JSON where there is JSON for it, else what a console shows.
  const textOf = (value, most, counted) => {
    const ancestors = []
    const out = { text: '', total: 0, plain: true, more: false }
    const put = (piece) => {
      out.total += piece.length
      if (out.total <= most) out.text += piece
      if (out.total > counted) throw stop
    }
    const odd = (piece) => {
      out.plain = false
      put(piece)
    }
    const putText = (text) => {
      if (text.length <= most) return put(quote(text))
      out.total += text.length + 2
      if (out.total > counted) throw stop
    }
    const items = (list) => {
      const count = list.length
      const between = count > 0 && isNode(list[0]) ? '\n' : ','
      put('[')
      for (let i = 0; i < count; i++) {
        if (i > 0) put(between)
        walk(list[i])
      }
      put(']')
    }
    const entries = (value, name) => {
      odd(name + '(' + value.size + ') {')
      let first = true
      for (const entry of value) {
        if (!first) put(', ')
        first = false
        if (name === 'Set') walk(entry)
        else {
          walk(entry[0])
          put(' => ')
          walk(entry[1])
        }
      }
      put('}')
    }
    const fields = (value, name) => {
      const keys = Object.keys(value)
      // Objects of the browser have their fields on the prototype.
      if (keys.length === 0 && name !== 'Object') {
        const names = []
        for (const key in value) if (names.push(oneLine(key, 60)) >= 50) break
        return odd(name + ' {' + names.join(', ') + '}')
      }
      put('{')
      let first = true
      for (const key of keys) {
        let field
        try {
          field = value[key]
        } catch (error) {
          field = error
        }
        // As in JSON.
        if (field === undefined) continue
        if (!first) put(',')
        first = false
        put(quote(key) + ':')
        walk(field)
      }
      put('}')
    }
    const object = (value) => {
      if (ancestors.includes(value)) return odd('[circular]')
      if (ancestors.length >= 100) return odd('[deeper]')
      // The many rows of a list are told fast.
      const isPlain = Object.getPrototypeOf(value) === Object.prototype && typeof value.toJSON !== 'function'
      if (isPlain || Array.isArray(value)) {
        ancestors.push(value)
        isPlain ? fields(value, 'Object') : items(value)
        return ancestors.pop()
      }
      if (isNode(value)) return odd(nodeLine(value))
      if (value.window === value) return odd('Window')
      const name = classOf(value)
      if (name === 'Error' || name === 'DOMException') return odd(errorLine(value))
      if (name === 'RegExp') return odd(oneLine(value, 500))
      if (/^(Promise|Weak\w+)$/.test(name)) return odd(name)
      if (/^(ArrayBuffer|SharedArrayBuffer|Blob|File)$/.test(name)) return odd(name + '(' + (value.byteLength ?? value.size) + ')')
      if (/^(String|Number|Boolean|BigInt|Symbol)$/.test(name)) return walk(value.valueOf())
      ancestors.push(value)
      if (isList(value)) {
        odd(name + '(' + value.length + ') ')
        items(value)
      } else if (name === 'Map' || name === 'Set') entries(value, name)
      else if (name === 'Date' && Number.isNaN(value.getTime())) odd('Invalid Date')
      else if (typeof value.toJSON === 'function') walk(value.toJSON())
      else fields(value, name)
      ancestors.pop()
    }
    const walk = (value) => {
      switch (typeof value) {
        case 'string':
          return putText(value)
        case 'number':
          return Number.isFinite(value) && !Object.is(value, -0) ? put(String(value)) : odd(Object.is(value, -0) ? '-0' : String(value))
        case 'boolean':
          return put(String(value))
        case 'bigint':
          return odd(value + 'n')
        case 'object': {
          if (value === null) return put('null')
          const { length } = ancestors
          try {
            return object(value)
          } catch (error) {
            if (error === stop) throw error
            ancestors.length = length
            return odd('[unreadable]')
          }
        }
        case 'function':
          return odd(oneLine(Function.prototype.toString.call(value), 200))
        default:
          return odd(oneLine(String(value), 200))
      }
    }
    try {
      walk(value)
    } catch (error) {
      if (error !== stop) throw error
      out.more = true
    }
    return out
  }

  const brief = (item, most) => {
    const { text, total } = textOf(item, most, most)
    if (total <= most) return text
    return typeof item === 'string' ? quote(item.slice(0, most)) + '…' : summaryOf(item, most)
  }
  const summaryOf = (value, most) => {
    if (typeof value === 'string') return value.slice(0, most)
    const name = value === null || typeof value !== 'object' ? typeof value : Array.isArray(value) ? 'Array' : classOf(value)
    if (typeof value !== 'object') return textOf(value, most, most).text
    if (isList(value)) {
      const lines = value.length > 0 && isNode(value[0])
      const items = []
      for (let i = 0; i < value.length && i < (lines ? 50 : 3); i++) items.push(brief(value[i], most / 4))
      return { name, size: value.length, items, lines }
    }
    if (name === 'Map' || name === 'Set') {
      const items = []
      for (const entry of value) {
        if (items.length >= 3) break
        items.push(brief(entry, most / 4))
      }
      return { name, size: value.size, items, lines: false }
    }
    const keys = Object.keys(value)
    const shown = []
    for (let i = 0, length = 0; i < keys.length && length < most; length += keys[i++].length + 2) shown.push(oneLine(keys[i], 200))
    return { name, size: keys.length, keys: shown }
  }

  const type = kindOf(value)
  if (typeof value === 'string') {
    const whole = value.length <= limits.most ? { whole: value } : {}
    return { type, plain: true, total: value.length, ...whole, ...(value.length > limits.shown && { summary: summaryOf(value, limits.shown) }) }
  }
  const { text, total, plain, more } = textOf(value, limits.most, limits.counted)
  const isLarge = total > limits.shown
  const isNodes = value !== null && typeof value === 'object' && isList(value) && value.length > 0 && isNode(value[0])
  return {
    type,
    plain,
    total,
    ...(more && { more }),
    ...(total <= limits.most && { whole: text }),
    ...((isLarge || isNodes) && { summary: summaryOf(value, limits.shown) }),
  }
}`
