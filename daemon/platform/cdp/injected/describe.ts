/**
 * Describes a value in the page's own world. Scripts of the page may have altered what this calls, so the result is the
 * page's text, and is treated as such.
 */

export interface Limits {
  readonly most: number
  readonly shown: number
  readonly counted: number
}

/** As in `platform/tab/scripts.ts`; readers trust nothing that a page sends. */
export interface Described {
  readonly type: string
  readonly plain: boolean
  readonly total: number
  readonly more?: boolean
  readonly whole?: string
  readonly summary?: Summary
}

type Summary =
  | string
  | { readonly name: string; readonly size: number; readonly items: readonly Summary[]; readonly lines: boolean }
  | { readonly name: string; readonly size: number; readonly keys: readonly string[] }

type Thing = { readonly [name: string]: unknown }
type List = Thing & ArrayLike<unknown>
interface Native {
  call(on: unknown, ...args: readonly unknown[]): unknown
}

/** One walk builds the text and counts it; beyond `limits.most` it only counts, and at `limits.counted` it stops. */
export function describe(value: unknown, limits: Limits): Described {
  const stop = {}
  const quote = (text: string) => JSON.stringify(text)
  const oneLine = (text: unknown, most: number) => {
    const line = String(text)
      .slice(0, most * 2)
      .replace(/\s+/g, ' ')
      .trim()
    return line.length > most ? `${line.slice(0, most)}…` : line
  }
  // From the prototypes: a page may define its own Node, and form fields may have any name.
  const native = (object: object, name: string): Native => {
    for (let at = Object.getPrototypeOf(object); at; at = Object.getPrototypeOf(at)) {
      const found = Object.getOwnPropertyDescriptor(at, name)
      if (found) return found.get || found.value
    }
    return undefined as unknown as Native
  }
  const some = document.createElement('a')
  const nodeTypeOf = native(some, 'nodeType')
  const isNode = (value: unknown): value is Node => {
    try {
      return (nodeTypeOf.call(value) as number) > 0
    } catch {
      return false
    }
  }
  const classOf = (value: Thing): string => {
    const tag = Object.prototype.toString.call(value).slice(8, -1)
    const made = tag === 'Object' && (value.constructor as unknown as Thing | undefined)
    return (
      oneLine((made && typeof made.name === 'string' && made.name) || tag, 40).replace(/[^\w$ .-]/g, '') || 'Object'
    )
  }
  const isList = (value: Thing): value is List => {
    if (Array.isArray(value)) return true
    if (ArrayBuffer.isView(value)) return typeof value.length === 'number'
    return /(List|Collection|NamedNodeMap|Arguments)$/.test(classOf(value)) && typeof value.length === 'number'
  }
  const kindOf = (value: unknown): string => {
    if (value === null) return 'null'
    if (typeof value !== 'object') return typeof value
    if (isNode(value)) return 'node'
    const thing = value as Thing
    if (thing.window === thing) return 'Window'
    if (Array.isArray(value)) return 'array'
    const name = classOf(thing)
    return name === 'Object' || name === 'Error' ? name.toLowerCase() : name
  }

  const word = (text: string) => (/[\s\p{Cc}\p{Cf}"<>]/u.test(text) ? quote(text.slice(0, 100)) : text.slice(0, 100))
  // Never a node's content: a value, text or attribute may be secret.
  const nodeLine = (node: Node): string => {
    const type = nodeTypeOf.call(node)
    if (type === 9) return `#document ${word(native(document, 'URL').call(node) as string)}`
    if (type === 2) return `#attribute ${word((node as Attr).name)}`
    if (type === 11)
      return (node as ShadowRoot).host ? `#shadow-root of ${nodeLine((node as ShadowRoot).host)}` : '#document-fragment'
    if (type !== 1)
      return `${word(native(some, 'nodeName').call(node) as string)} (${(node as Text).length || 0} characters)`
    const id = native(some, 'getAttribute').call(node, 'id') as string | null
    const names = native(some, 'classList').call(node) as DOMTokenList
    let classes = ''
    for (let i = 0; i < names.length && classes.length < 100; i++) classes += `.${word(names[i]!)}`
    const { x, y, width, height } = native(some, 'getBoundingClientRect').call(node) as DOMRect
    const head =
      (native(some, 'localName').call(node) as string) +
      (id ? ` id=#${word(id)}` : '') +
      (classes ? ` class=${classes}` : '')
    return `<${head}> @ (${Math.round(x)},${Math.round(y)}) ${Math.round(width)}x${Math.round(height)}`
  }
  const errorLine = (error: Thing) => `${oneLine(error.name, 100)}: ${oneLine(error.message, 500)}`

  // A value as text: JSON if possible, else what a console shows.
  const textOf = (value: unknown, most: number, counted: number) => {
    const ancestors: unknown[] = []
    const out = { text: '', total: 0, plain: true, more: false }
    const put = (piece: string): void => {
      out.total += piece.length
      if (out.total <= most) out.text += piece
      if (out.total > counted) throw stop
    }
    const odd = (piece: string): void => {
      out.plain = false
      put(piece)
    }
    const putText = (text: string): void => {
      if (text.length <= most) {
        put(quote(text))
        return
      }
      out.total += text.length + 2
      if (out.total > counted) throw stop
    }
    const items = (list: List): void => {
      const count = list.length
      const between = count > 0 && isNode(list[0]) ? '\n' : ','
      put('[')
      for (let i = 0; i < count; i++) {
        if (i > 0) put(between)
        walk(list[i])
      }
      put(']')
    }
    const entries = (value: Thing, name: string): void => {
      odd(`${name}(${value.size}) {`)
      let first = true
      for (const entry of value as unknown as Iterable<readonly [unknown, unknown]>) {
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
    const fields = (value: Thing, name: string): void => {
      const keys = Object.keys(value)
      // The browser's own objects have their fields on the prototype.
      if (keys.length === 0 && name !== 'Object') {
        const names: string[] = []
        for (const key in value) if (names.push(oneLine(key, 60)) >= 50) break
        odd(`${name} {${names.join(', ')}}`)
        return
      }
      put('{')
      let first = true
      for (const key of keys) {
        let field: unknown
        try {
          field = value[key]
        } catch (error) {
          field = error
        }
        // As in JSON.
        if (field === undefined) continue
        if (!first) put(',')
        first = false
        put(`${quote(key)}:`)
        walk(field)
      }
      put('}')
    }
    const object = (value: Thing): unknown => {
      if (ancestors.includes(value)) return odd('[circular]')
      if (ancestors.length >= 100) return odd('[deeper]')
      // A fast path for long lists of rows.
      const isPlain = Object.getPrototypeOf(value) === Object.prototype && typeof value.toJSON !== 'function'
      if (isPlain || Array.isArray(value)) {
        ancestors.push(value)
        if (isPlain) fields(value, 'Object')
        else items(value as unknown as List)
        return ancestors.pop()
      }
      if (isNode(value)) return odd(nodeLine(value))
      if (value.window === value) return odd('Window')
      const name = classOf(value)
      if (name === 'Error' || name === 'DOMException') return odd(errorLine(value))
      if (name === 'RegExp') return odd(oneLine(value, 500))
      if (/^(Promise|Weak\w+)$/.test(name)) return odd(name)
      if (/^(ArrayBuffer|SharedArrayBuffer|Blob|File)$/.test(name))
        return odd(`${name}(${value.byteLength ?? value.size})`)
      if (/^(String|Number|Boolean|BigInt|Symbol)$/.test(name)) return walk((value as object).valueOf())
      ancestors.push(value)
      if (isList(value)) {
        odd(`${name}(${value.length}) `)
        items(value)
      } else if (name === 'Map' || name === 'Set') entries(value, name)
      else if (name === 'Date' && Number.isNaN((value as unknown as Date).getTime())) odd('Invalid Date')
      else if (typeof value.toJSON === 'function') walk(value.toJSON())
      else fields(value, name)
      ancestors.pop()
    }
    const walk = (value: unknown): unknown => {
      switch (typeof value) {
        case 'string':
          return putText(value)
        case 'number':
          return Number.isFinite(value) && !Object.is(value, -0)
            ? put(String(value))
            : odd(Object.is(value, -0) ? '-0' : String(value))
        case 'boolean':
          return put(String(value))
        case 'bigint':
          return odd(`${value}n`)
        case 'object': {
          if (value === null) return put('null')
          const { length } = ancestors
          try {
            return object(value as Thing)
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

  const brief = (item: unknown, most: number): Summary => {
    const { text, total } = textOf(item, most, most)
    if (total <= most) return text
    return typeof item === 'string' ? `${quote(item.slice(0, most))}…` : summaryOf(item, most)
  }
  const summaryOf = (value: unknown, most: number): Summary => {
    if (typeof value === 'string') return value.slice(0, most)
    if (typeof value !== 'object') return textOf(value, most, most).text
    const thing = value as Thing
    const name = value === null ? 'object' : Array.isArray(value) ? 'Array' : classOf(thing)
    if (isList(thing)) {
      const lines = thing.length > 0 && isNode(thing[0])
      const items: Summary[] = []
      for (let i = 0; i < thing.length && i < (lines ? 50 : 3); i++) items.push(brief(thing[i], most / 4))
      return { name, size: thing.length, items, lines }
    }
    if (name === 'Map' || name === 'Set') {
      const items: Summary[] = []
      for (const entry of thing as unknown as Iterable<unknown>) {
        if (items.length >= 3) break
        items.push(brief(entry, most / 4))
      }
      return { name, size: thing.size as number, items, lines: false }
    }
    const keys = Object.keys(thing)
    const shown: string[] = []
    for (let i = 0, length = 0; i < keys.length && length < most; length += keys[i++]!.length + 2)
      shown.push(oneLine(keys[i]!, 200))
    return { name, size: keys.length, keys: shown }
  }

  const type = kindOf(value)
  if (typeof value === 'string') {
    const whole = value.length <= limits.most ? { whole: value } : {}
    return {
      type,
      plain: true,
      total: value.length,
      ...whole,
      ...(value.length > limits.shown && { summary: summaryOf(value, limits.shown) }),
    }
  }
  const { text, total, plain, more } = textOf(value, limits.most, limits.counted)
  const isLarge = total > limits.shown
  const thing = value as Thing
  const isNodes = value !== null && typeof value === 'object' && isList(thing) && thing.length > 0 && isNode(thing[0])
  return {
    type,
    plain,
    total,
    ...(more && { more }),
    ...(total <= limits.most && { whole: text }),
    ...((isLarge || isNodes) && { summary: summaryOf(value, limits.shown) }),
  }
}
