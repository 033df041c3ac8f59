/** A step of `ix do` in words: `click "Sign in"`, `set "User" = ann`, `expect "Total" = 12`. */
import { stateWords } from '../element.ts'
import { given } from '../given.ts'
import { actionWords } from '../methods/interact.ts'
import { nearestNames, nearNames } from '../near-names.ts'
import { calledWords } from '../step.ts'
import { meantWord } from '../understood.ts'
import { elementAfterKeys, named } from './named.ts'
import { paramsOf, type Typed, targetOf } from './params.ts'
import { inputOf } from './tool-input.ts'
import { requireText } from './typed-text.ts'
import { type Command, commandNamed, type Option } from './usage.ts'
import { UsageError } from './usage-error.ts'
import { isFocus, isIdOf, isPath, isPause, isPoint, split, textOf, type Word, wordsIn } from './words.ts'

type Step = { [part: string]: unknown }

/** Stands for a value from stdin until it has been read. */
export const fromStdin = Symbol('from stdin')
/** Stands for a value that the person will type when the step is reached. */
export const fromPerson = Symbol('from person')
/** Where the client saves what a step has downloaded; not sent to the daemon. */
export const saveAs = Symbol('save as')
const unseen = new Map<string, symbol>([
  ['from stdin', fromStdin],
  ['from person', fromPerson],
])

/** Steps whose names differ from their method's. */
const stepOfMethod: { readonly [method: string]: string } = {
  navigate: 'goto',
  wait: 'wait',
  text: 'text',
  explore: 'look',
  screenshot: 'screenshot',
}
/** Words that may separate the element from the rest. */
const joints: { readonly [part: string]: readonly string[] } = {
  value: ['=', 'to'],
  files: ['=', 'to'],
  to: ['to', 'at', 'by'],
  state: ['is', '='],
}
const directions = ['up', 'down', 'left', 'right', 'top', 'bottom']

export function stepIn(line: string, command: Command): Step {
  const tool = /^\s*call(?:[-_]tool)?\s+([^\s{]+)\s*(.*?)\s*$/s.exec(line)
  if (tool !== null) return { action: 'call', tool: tool[1], ...inputOf(tool[2]!, line) }
  const [verb, ...rest] = wordsIn(line)
  if (verb === undefined) throw new UsageError('A step is empty.')
  const { fixed, part } = verbOf(verb.text)
  const { find: flags, maxTokens, words } = withoutFlags(rest, line, command)
  const step: Step = { ...stepOf({ ...fixed }, part, words, line), ...given({ maxTokens }) }
  return flags === undefined ? step : { ...step, find: { ...(step.find as object), ...merged(step.find, flags) } }
}

/** A find in words combined with the flags next to it. */
function merged(find: unknown, flags: Step): Step {
  const { filter } = (find ?? {}) as { readonly filter?: object }
  return {
    ...flags,
    ...((filter ?? flags.filter) !== undefined && { filter: { ...filter, ...(flags.filter as object) } }),
  }
}

interface Verb {
  readonly fixed: Step
  /** Which parameter it takes besides an element. */
  readonly part?: string | undefined
}

function verbOf(word: string): Verb {
  const plain = word.toLowerCase()
  const own = plain === 'go' ? 'goto' : String(meantWord(calledWords, plain))
  if ((calledWords as readonly string[]).includes(own)) return { fixed: { action: own } }
  const action = plain.replaceAll('-', '_')
  const typed = commandNamed(plain.replaceAll('_', '-'))
  // `expand` as a command means something else.
  if ((actionWords as readonly string[]).includes(action) && typed?.fixed.action === undefined)
    return { fixed: { action } }
  const command = typed ?? commandNamed(String(meantWord(actionWords, plain)).replaceAll('_', '-'))
  if (command?.method === 'interact' && command.fixed.action !== undefined)
    return { fixed: { ...command.fixed }, part: command.positional.find(({ path }) => path !== 'elementId')?.path }
  const called = command === undefined ? undefined : stepOfMethod[command.method]
  if (called !== undefined) return { fixed: { action: called } }
  const known = [
    ...calledWords,
    ...['open', 'set', 'check', 'uncheck', 'press'],
    ...actionWords.map((one) => one.replaceAll('_', '-')),
  ]
  const near = nearNames(plain, known).join(' or ')
  const nearest = `The nearest are ${nearestNames(plain, known).join(', ')}.`
  throw new UsageError(`"${word}" is no step. ${near === '' ? nearest : `Did you mean ${near}?`}`)
}

/** Takes out the flags of a find and the token limit of a look, which may be anywhere in a step. */
function withoutFlags(
  words: readonly Word[],
  line: string,
  { options }: Command,
): { find?: Step; maxTokens?: unknown; words: readonly Word[] } {
  const known = options.filter(({ path }) => path.startsWith('find.') || path === 'maxTokens')
  const typed: { [flag: string]: string | boolean | string[] } = {}
  const rest: Word[] = []
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at]!
    const [, flag, own] =
      word.quoted && !/^--[a-z-]+=/.test(word.text) ? [] : (/^--([a-z-]+)(?:=(.*))?$/s.exec(word.text) ?? [])
    if (flag === undefined) {
      rest.push(word)
      continue
    }
    const option = known.find((one) => one.flag === flag)
    if (option === undefined && flag !== 'all') throw unknownFlag(flag, line, known)
    const isSwitch = option === undefined || ('type' in option.schema && option.schema.type === 'boolean')
    if (!isSwitch && own === undefined) at += 1
    const value = isSwitch ? true : (own ?? words[at]?.text)
    if (value === undefined) throw new UsageError(`${line}: --${flag} needs a value.`)
    typed[flag] = value
  }
  if (Object.keys(typed).length === 0) return { words: rest }
  const { find, maxTokens } = paramsOf({ ...ofFind, options: known }, typed as Typed, [])
  return { ...(find !== undefined && { find: find as Step }), maxTokens, words: rest }
}

const ofFind = {
  name: 'do',
  summary: '',
  method: 'interact',
  fixed: {},
  positional: [],
  scopeAt: 'find.',
  examples: [],
} as const

function unknownFlag(flag: string, line: string, known: readonly Option[]): UsageError {
  const near = nearNames(
    flag,
    known.map((one) => one.flag),
  )[0]
  return new UsageError(
    `${line}: there is no flag --${flag} in a step.${near === undefined ? ` Known: ${known.map((one) => `--${one.flag}`).join(', ')}.` : ` Did you mean --${near}?`}`,
  )
}

function stepOf(step: Step, part: string | undefined, words: readonly Word[], line: string): Step {
  switch (step.action) {
    case 'goto':
      return address(step, words, line)
    case 'wait':
    case 'expect':
      return checked(step, words, line)
    case 'key':
    case 'menu': {
      const [first, second] = split(words, ['on', 'in'])
      const at = step.action === 'key' ? elementAfterKeys(first) : -1
      if (at > 0) return { ...step, keys: textOf(words.slice(0, at)), ...named(words.slice(at), false) }
      return {
        ...step,
        ...(part !== undefined && { [part]: textOf(first) }),
        ...(step.action === 'menu' ? (named(second, false) ?? { find: {} }) : named(second, false)),
      }
    }
    case 'download':
      return downloading(step, words, line)
    case 'accept':
    case 'dismiss':
      return words.length === 0 ? step : { ...step, value: saidIn(words) }
    default:
      return calledWords.some((word) => word === step.action)
        ? { ...step, ...named(words, true) }
        : acted(step, part, words, line)
  }
}

/** `set "User" = ann`, `drag "A" to "B"`, `click "Save"`. */
function acted(step: Step, part: string | undefined, words: readonly Word[], line: string): Step {
  const last = words.at(-1)
  if (step.action === 'scroll' && last !== undefined && !last.quoted && directions.includes(last.text))
    return { ...step, value: last.text, ...named(words.slice(0, -1), false) }
  const [first, second] = halves(step, part, words)
  if (step.action === 'type' && second === undefined) {
    const [text, field] = split(first, ['in', 'into'])
    if (field !== undefined && text.length === 1 && text[0]!.quoted && field.length > 0)
      return { ...step, ...named(field, false), value: saidIn(text) }
    requireText(first, line)
    return { ...step, value: saidIn(first) }
  }
  const isBy = words.some(({ text, quoted }, at) => text === 'by' && !quoted && isPoint(words.slice(at + 1)))
  // Where it is from is not known here.
  if (step.action === 'drag' && isBy)
    throw new UsageError(
      `${line}: a drag goes to an element or to a point of the page, such as to 400,300, not by a distance.`,
    )
  const legs = step.action === 'drag' ? legsOf(first) : [first]
  const isAlone = second === undefined || second.length === 0
  if (isAlone && step.action === 'set_value') throw new UsageError(`${line}: say to what, such as set "User" = ann.`)
  const subject = named(legs[0], false)
  if (isAlone) return { ...step, ...subject }
  if (part !== 'to')
    return { ...step, ...subject, [part!]: part === 'files' ? second.map(({ text }) => text) : saidIn(second) }
  const [, ...via] = legs
  const on = via.length > 0 ? { via: via.map((leg) => pointOf(leg) ?? noPoint(leg, line)) } : {}
  const point = pointOf(second)
  if (point === undefined) return { ...step, ...subject, to: { ...named(second, false), ...on } }
  if (subject === undefined) return { ...step, find: { scope: 'position', ...point } }
  return { ...step, ...subject, to: { ...point, ...on } }
}

/**
 * The element and its argument: split at a word between them, before what stdin or the person supplies, after an id as
 * in a command, or between two words of which one must be the argument.
 */
function halves(
  step: Step,
  part: string | undefined,
  words: readonly Word[],
): readonly [readonly Word[], readonly Word[] | undefined] {
  const isUnseen = part === 'value' && typeof saidIn(words.slice(-2)) === 'symbol'
  if (isUnseen && !words.some(({ text, quoted }) => !quoted && text === '='))
    return [words.slice(0, -2), words.slice(-2)]
  if (part === undefined || step.value !== undefined) return [words, undefined]
  const [first, second] = split(words, joints[part] ?? [])
  // As in a command: `drag 436 400,300`.
  const isToPoint = part === 'to' && words.length > 1 && isPoint(words.slice(-1)) && words.at(-2)!.text !== 'via'
  if (second === undefined && isToPoint) return [words.slice(0, -1), words.slice(-1)]
  // A plain number may be the beginning of what is typed.
  const isOfId =
    isIdOf(words[0]!) && (step.action !== 'type' || words[0]!.text.startsWith('[') || words[1]?.quoted === true)
  const isAfterId = words.length > 1 && (isOfId || isFocus(words[0]!))
  const isElement = (word: Word) => word.quoted || isIdOf(word)
  const isOfTwo =
    words.length === 2 &&
    (step.action === 'set_value' ||
      (['select', 'toggle'].includes(String(step.action)) && words[0]!.quoted) ||
      (step.action === 'drag' && words.every(isElement)))
  const isOfPaths = part === 'files' && words.length > 1 && words[0]!.quoted && words.slice(1).every(isPath)
  const isPair = second === undefined && (isOfTwo || (part !== 'to' && (isAfterId || isOfPaths)))
  return isPair ? [words.slice(0, 1), words.slice(1)] : [first, second]
}

function pointOf(words: readonly Word[]): Step | undefined {
  return isPoint(words) ? targetOf(words[0]!.text) : undefined
}

function noPoint(words: readonly Word[], line: string): never {
  throw new UsageError(`${line}: via is followed by a point, such as via 120,80, not "${textOf(words)}".`)
}

/** Splits at each `via`: the part before the first, then the points. */
function legsOf(words: readonly Word[]): readonly (readonly Word[])[] {
  const at = words.flatMap(({ text, quoted }, place) => (text === 'via' && !quoted ? [place] : []))
  return [-1, ...at].map((start, leg) => words.slice(start + 1, at[leg]))
}

function address(step: Step, words: readonly Word[], line: string): Step {
  const rest = words[0]?.text === 'to' && words.length > 1 ? words.slice(1) : words
  const url = textOf(rest)
  if (url === '') throw new UsageError(`${line}: say where, such as open https://example.com.`)
  return ['back', 'forward', 'reload'].includes(url) ? { action: url } : { ...step, url }
}

/** `download "Export" to FILE`, `download 33 FILE`, and as in the command, `download FILE --any Export`. */
function downloading(step: Step, words: readonly Word[], line: string): Step {
  const [first, second] = split(words, ['to', '='])
  const isPair = second === undefined && words.length > 1 && (isIdOf(words[0]!) || isPath(words.at(-1)!))
  const isFile = second === undefined && words.length === 1 && line.includes(' --')
  const [what, file] = isPair ? [words.slice(0, -1), words.slice(-1)] : isFile ? [[], words] : [first, second]
  if (what.length === 0 && !isFile)
    throw new UsageError(`${line}: say what starts it, such as download "Export" to FILE.`)
  return { ...step, ...named(what, false), ...(file !== undefined && { [saveAs]: textOf(file) }) }
}

/** `expect not "Error"`, `expect "Save" is disabled`, `expect url = "*" + "/cart"`, `expect count "Delete" = 3`, `wait "Saved" gone`. */
function checked(step: Step, words: readonly Word[], line: string): Step {
  const has = (at: number, text: string) => words.at(at)?.text === text && words.at(at)?.quoted === false
  if (has(0, 'not')) return { ...checked(step, words.slice(1), line), not: true }
  if (has(-1, 'gone') || has(-1, 'absent')) return { ...step, ...named(words.slice(0, -1), true), not: true }
  if (step.action === 'wait' && (isPause(words) || (words.length === 1 && has(0, 'settled')))) return step
  const isUrl = step.action === 'expect' && (has(0, 'url') || has(0, 'address'))
  if (isUrl)
    return {
      ...step,
      url: textOf(words.slice(1).filter((word, at) => at > 0 || word.quoted || !joints.state!.includes(word.text))),
    }
  if (step.action === 'expect' && has(0, 'count')) {
    const [what, number = []] = split(words.slice(1), joints.state!)
    if (!/^\d+$/.test(textOf(number))) throw new UsageError(`${line}: say how many, such as expect count "Delete" = 3.`)
    return { ...step, ...named(what, true), count: Number(textOf(number)) }
  }
  const isState = (word: string) => (stateWords as readonly string[]).includes(word)
  const last = words.at(-1)
  const isNamed = words.at(-2)?.quoted || (words.length === 2 && isIdOf(words[0]!))
  const [what, state] =
    isNamed && last?.quoted === false && isState(last.text) ? [words.slice(0, -1), [last]] : split(words, ['is'])
  if (state !== undefined) {
    const not = state[0]?.text === 'not'
    const word = textOf(not ? state.slice(1) : state)
    if (!isState(word))
      throw new UsageError(`${line}: "${word}" is no state. Known: ${stateWords.join(', ')}. A value goes after =.`)
    return { ...step, ...named(what, true), state: word, ...(not && { not: true }) }
  }
  const [element, value] = split(words, step.action === 'expect' ? ['='] : [])
  return { ...step, ...named(element, true), ...(value !== undefined && { value: saidIn(value) }) }
}

/** A quoted text, or the words as typed. */
function saidIn(words: readonly Word[]): string | symbol {
  const [only, other] = words
  const text =
    other === undefined
      ? textOf(words)
      : words
          .map(({ raw }) => raw)
          .join('')
          .trim()
  return (only?.quoted !== true && unseen.get(textOf(words))) || text
}
