/**
 * What a script may be: an expression, or statements of which the last one's value counts. Knows as much of the
 * language as it takes to find where the last statement begins; the page's own compiler has the last word.
 */

export interface Form {
  readonly kind: 'expression' | 'body'
  readonly text: string
}

/** In the order to try; a form that does not compile does nothing. All keep the numbers of the script's lines. */
export function formsOf(script: string): Form[] {
  const returning = withReturn(script)
  return [
    { kind: 'expression', text: script.replace(/[\s;]+$/, '') },
    ...(returning === undefined ? [] : [{ kind: 'body', text: returning } as const]),
    { kind: 'body', text: script },
  ]
}

function withReturn(script: string): string | undefined {
  const last = lastStatement(script)
  if (last === undefined || valueless.has(last.word)) return undefined
  const { start, end } = last
  return `${script.slice(0, start)}return (${script.slice(start, end)}\n)${script.slice(end)}`
}

const words = (text: string) => new Set(text.split(' '))
/** Statements that have no value. */
const valueless = words(
  'const let var function class if for while do switch try return throw break continue with debugger import export {',
)
/** Their closing brace ends them. */
const blocks = words('function class if for while do switch try with {')
/** What follows the brackets after these belongs to them. */
const heads = words('if for while with')
/** After these the statement goes on, in the next line too. */
const openEnds = words(
  'return typeof instanceof in of new delete void throw case do else await yield let const var extends',
)
const joining = words('else catch finally')

interface Statement {
  readonly start: number
  readonly end: number
  /** Its first word or mark. */
  readonly word: string
}

interface Token {
  readonly text: string
  readonly kind: 'space' | 'word' | 'literal' | 'mark'
}

export function lastStatement(script: string): Statement | undefined {
  let [start, end, word] = [-1, -1, '']
  let [newLine, ended, headClosed] = [false, true, false]
  let before = ''
  /** What came before each bracket that is open. */
  const open: string[] = []
  for (let at = 0; at < script.length; ) {
    const token = tokenAt(script, at, before)
    const { text } = token
    const from = at
    at += text.length
    if (token.kind === 'space') {
      newLine ||= text.includes('\n')
      continue
    }
    if (open.length === 0) {
      if (joins(text, word)) ended = false
      else if (text === ';') {
        if (!ended) end = from
        ended = true
      } else if (ended || (!headClosed && begins(token, before, newLine, word))) {
        ;[start, end, ended] = [from, -1, false]
        word = text === 'async' && /^[^\S\n]+function\b/.test(script.slice(at, at + 20)) ? 'function' : text
      }
    }
    headClosed = false
    if (text === '(' || text === '[' || text === '{') open.push(before)
    else if (text === ')' || text === ']' || text === '}') {
      const opener = open.pop() ?? ''
      headClosed = text === ')' && open.length === 0 && heads.has(opener) && word !== 'do'
    }
    newLine = false
    // `for await (…)` has a head, too.
    if (text !== 'await' || before !== 'for') before = text
  }
  return start < 0 ? undefined : { start, end: end < 0 ? script.length : end, word }
}

function joins(text: string, statement: string): boolean {
  return joining.has(text) || (text === 'while' && statement === 'do')
}

/** Does a token begin a statement, where no semicolon parts it from the one before? */
function begins({ text, kind }: Token, before: string, newLine: boolean, statement: string): boolean {
  if (before === '}' && blocks.has(statement)) return true
  if (!newLine || text === 'in' || text === 'instanceof' || text.startsWith('`')) return false
  if (before !== '++' && before !== '--' && isOpenEnd(before)) return false
  return kind !== 'mark' || ['{', '!', '~', '++', '--'].includes(text)
}

/** A word or mark after which a value is to come. */
function isOpenEnd(before: string): boolean {
  return before === '' || before === '/' || openEnds.has(before) || /^[^\p{ID_Continue}$#)\]}"'`/]/u.test(before)
}

// Lengths are bounded, so that no text makes it look at the rest of a line again and again.
const regex = /\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.){0,100}\]){1,300}\/[a-z]*/y
const tokens =
  /([^\S\n]+|\n|\/\/[^\n]*|\/\*.*?(?:\*\/|$))|([\p{ID_Start}$_#][\p{ID_Continue}$\u200c\u200d]*)|(\d[\w.]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|=>|\+\+|--|\?\.|!==?|./suy

function tokenAt(script: string, at: number, before: string): Token {
  if (script[at] === '`') return { text: template(script, at), kind: 'literal' }
  if (script[at] === '/' && script[at + 1] !== '/' && script[at + 1] !== '*' && isOpenEnd(before)) {
    regex.lastIndex = at
    const found = regex.exec(script)
    if (found !== null) return { text: found[0], kind: 'literal' }
  }
  tokens.lastIndex = at
  const [text = script[at]!, space, word, literal] = tokens.exec(script) ?? []
  const kind = space !== undefined ? 'space' : word !== undefined ? 'word' : literal !== undefined ? 'literal' : 'mark'
  return { text, kind }
}

/** A template as one token, with all that is in its `${…}`. */
function template(script: string, from: number): string {
  /** Braces open in each template that is open. */
  const depths: number[] = []
  for (let at = from; at < script.length; at++) {
    const character = script[at]
    const depth = depths.at(-1)
    if (character === '\\') at++
    else if (character === '`') {
      if (depth !== 0) depths.push(0)
      else if (depths.length === 1) return script.slice(from, at + 1)
      else depths.pop()
    } else if (depth === 0) {
      if (character === '$' && script[at + 1] === '{') {
        depths[depths.length - 1] = 1
        at++
      }
    } else if (character === '{') depths[depths.length - 1]!++
    else if (character === '}') depths[depths.length - 1]!--
  }
  return script.slice(from)
}
