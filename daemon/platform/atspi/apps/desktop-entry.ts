/** One installed application as its desktop entry file describes it (freedesktop.org's Desktop Entry Specification). */
import { pathToFileURL } from 'node:url'

export interface DesktopEntry {
  /** `org.gnome.Calculator`: its path below an applications folder, without `.desktop`. */
  readonly id: string
  readonly path: string
  /** As displayed. */
  readonly name: string
  /** The same in the file's own language. */
  readonly plainName: string
  /** The kind of application: `Text Editor`. */
  readonly kind: string | undefined
  /** The program and its arguments, with field codes for files, icon and name. */
  readonly words: readonly string[]
  /** The application counts as installed only if this program exists. */
  readonly tryExec: string | undefined
  readonly folder: string | undefined
  readonly icon: string | undefined
  /** WM_CLASS of its windows. */
  readonly windowClass: string | undefined
  /** Deleted by the user; entries of the same id in other folders do not count either. */
  readonly hidden: boolean
  /** In no menu: it only opens files of some type, or is part of another application. */
  readonly noDisplay: boolean
  readonly terminal: boolean
}

export type Takes = 'none' | 'one' | 'many'

const group = '[Desktop Entry]'
/** A key may be followed by a locale in brackets. */
const keyLine = /^([A-Za-z0-9-]+)(?:\[([^\]]+)\])?\s*=\s*(.*?)\s*$/
const escapes: { readonly [letter: string]: string } = { s: ' ', n: '\n', t: '\t', r: '\r', '\\': '\\' }
const fieldCode = /%(.)/g
/** Those after the first row have lost their meaning, but occur in old files. */
const fieldCodes = new Set([...'fFuUick%', ...'dDnNvm'])

/**
 * Undefined unless the text is a complete application entry. `locales`: preferred first, as `localesOf` returns them.
 */
export function entryOf(
  text: string,
  id: string,
  path: string,
  locales: readonly string[] = [],
): DesktopEntry | undefined {
  const values = valuesOf(text, locales)
  const get = (key: string) => values.get(key)?.value || undefined
  const is = (key: string) => values.get(key)?.value === 'true'
  const [name, plainName] = [get('Name'), values.get('Name')?.plain]
  const words = wordsOf(get('Exec') ?? '')
  if (get('Type') !== 'Application' || name === undefined || words === undefined || words.length === 0) return undefined
  return {
    id,
    path,
    name,
    plainName: plainName ?? name,
    kind: get('GenericName'),
    words,
    tryExec: get('TryExec'),
    folder: get('Path'),
    icon: get('Icon'),
    windowClass: get('StartupWMClass'),
    hidden: is('Hidden'),
    noDisplay: is('NoDisplay'),
    terminal: is('Terminal'),
  }
}

/** `de_DE.UTF-8@euro` as the names a file may use for it, best first; empty for the files' own language. */
export function localesOf(env: { readonly [name: string]: string | undefined }): string[] {
  const set = env.LC_ALL || env.LC_MESSAGES || env.LANG || ''
  const [, language, country, modifier] = /^([a-zA-Z]+)(_[A-Za-z]+)?(?:\.[^@]*)?(@.+)?$/.exec(set) ?? []
  if (language === undefined || language === 'C' || language === 'POSIX') return []
  const names = [[language, country, modifier], [language, country], [language, modifier], [language]]
  return [...new Set(names.filter((parts) => !parts.includes(undefined)).map((parts) => parts.join('')))]
}

interface Value {
  /** In the best of the locales. */
  value: string
  plain?: string
  /** Index among the locales; the unlocalised value comes last. */
  rank: number
}

function valuesOf(text: string, locales: readonly string[]): Map<string, Value> {
  const values = new Map<string, Value>()
  let isInside = false
  for (const raw of text.split('\n')) {
    const line = raw.trim()
    if (line.startsWith('[')) isInside = line === group && values.size === 0
    if (!isInside || line.startsWith('#')) continue
    const [, key, locale, written = ''] = keyLine.exec(line) ?? []
    if (key === undefined) continue
    const rank = locale === undefined ? locales.length : locales.indexOf(locale)
    if (rank < 0) continue
    const value = written.replace(/\\([sntr\\])/g, (_, letter: string) => escapes[letter]!)
    const known = values.get(key) ?? { value, rank }
    values.set(key, known)
    if (rank <= known.rank) Object.assign(known, { value, rank })
    if (locale === undefined) known.plain = value
  }
  return values
}

/**
 * Splits a command line at its quotes as the specification says, without a shell or shell syntax. Undefined for an
 * unclosed quote or an unknown field code.
 */
export function wordsOf(line: string): string[] | undefined {
  const words: string[] = []
  let word: string | undefined
  for (let at = 0; at < line.length; at++) {
    const letter = line[at]!
    if (letter === ' ' || letter === '\t' || letter === '\n') {
      if (word !== undefined) words.push(word)
      word = undefined
    } else if (letter === '"' || letter === "'") {
      const quoted = quotedAt(line, at)
      if (quoted === undefined) return undefined
      word = (word ?? '') + quoted.text
      at = quoted.end
    } else if (letter === '\\' && at + 1 < line.length) word = (word ?? '') + line[++at]
    else word = (word ?? '') + letter
  }
  if (word !== undefined) words.push(word)
  const codes = words.flatMap((one) => [...one.matchAll(fieldCode)].map(([, code]) => code!))
  return codes.every((code) => fieldCodes.has(code)) ? words : undefined
}

/** The text from a quote to its closing one. The specification has no single quotes, but they are common. */
function quotedAt(line: string, start: number): { readonly text: string; readonly end: number } | undefined {
  const quote = line[start]
  let text = ''
  for (let at = start + 1; at < line.length; at++) {
    const letter = line[at]!
    if (letter === quote) return { text, end: at }
    const isEscape = quote === '"' && letter === '\\' && '"`$\\'.includes(line[at + 1] ?? ' ')
    text += isEscape ? line[++at] : letter
  }
  return undefined
}

/** How many files it opens at a time. */
export function takes({ words }: DesktopEntry): Takes {
  const codes = new Set(words.flatMap((word) => [...word.matchAll(fieldCode)].map(([, code]) => code)))
  if (words.some((word) => word === '%F' || word === '%U')) return 'many'
  return ['f', 'u', 'F', 'U'].some((code) => codes.has(code)) ? 'one' : 'none'
}

/** The program and its arguments. `files`: absolute paths, no more than it takes. */
export function commandOf(entry: DesktopEntry, files: readonly string[]): [program: string, ...args: string[]] {
  const urls = files.map((file) => pathToFileURL(file).href)
  const meant: { readonly [code: string]: string } = {
    f: files[0] ?? '',
    F: files[0] ?? '',
    u: urls[0] ?? '',
    U: urls[0] ?? '',
    c: entry.name,
    k: entry.path,
    '%': '%',
  }
  const [program = '', ...args] = entry.words.flatMap((word) => {
    if (word === '%F') return files
    if (word === '%U') return urls
    if (word === '%i') return entry.icon === undefined ? [] : ['--icon', entry.icon]
    const text = word.replace(fieldCode, (_, code: string) => meant[code] ?? '')
    // An unquoted code with no value is dropped; a quoted empty word is an argument.
    return text === '' && word !== '' ? [] : [text]
  })
  return [program, ...args]
}
