/** An element's text and its selection; positions are in the toolkit's characters. */
import { native } from '../../../acting/performed.ts'
import { cannotSelect, placeOfWords } from '../../../acting/words.ts'
import type { Performed } from '../../../platform.ts'
import { readText } from '../../read/extras.ts'
import { ask, property, type Queried } from '../../wire/access.ts'
import { has, isOn, now, type Subject, soon } from '../subject/subject.ts'

const addedMs = 500
const texts = new Set(['AXTextField', 'AXTextArea', 'AXStaticText', 'AXHeading'])

/**
 * Without `words`, the whole content of a field. Undefined if it is not a text. Throws not_found, element_ambiguous,
 * unsupported_here.
 */
export async function selectText(subject: Subject, words: string | undefined): Promise<Performed | undefined> {
  const row = await now(subject)
  if (!has(subject, 'Text') || !texts.has(row.role)) return undefined
  if (words === undefined && row.role !== 'AXTextField' && row.role !== 'AXTextArea') return undefined
  const text = isOn(row, 'secure') ? undefined : await textIn(subject)
  if (text === undefined) throw cannotSelect()
  const placeIn = (at: number) => (subject.access.toolkit.countsUtf16 ? at : [...text.slice(0, at)].length)
  const [start, end] = placeOfWords(text, words)
  const [from, to] = [placeIn(start), placeIn(end)]
  const [count] = await ask(subject, 'Text', 'GetNSelections')
  if (count === 0) await addSelection(subject, from, to)
  else await ask(subject, 'Text', 'SetSelection', 'iii', [0, from, to])
  if (!(await isSelected(subject, from, to))) throw cannotSelect()
  return { ...native, seen: true }
}

/** A text area of GTK 4 adds the selection and never answers. */
async function addSelection(subject: Subject, from: number, to: number): Promise<void> {
  const done = new AbortController()
  const signal = AbortSignal.any([subject.signal, done.signal])
  const answered = ask({ ...subject, signal }, 'Text', 'AddSelection', 'ii', [from, to]).catch(() => [])
  await Promise.race([answered, soon(subject, addedMs, () => isSelected(subject, from, to))])
  done.abort()
}

async function isSelected(subject: Subject, from: number, to: number): Promise<boolean> {
  if (from === to) return true
  const found = await selection(subject)
  if (found !== undefined) return found[0] === from && found[1] === to
  const [count] = await ask(subject, 'Text', 'GetNSelections')
  const caret = await property(subject, 'Text', 'CaretOffset')
  return subject.access.toolkit.hidesSelection === true && count === 1 && (caret === from || caret === to)
}

export async function textIn(at: Queried): Promise<string | undefined> {
  return (await readText(at))?.[0]
}

export async function selection(subject: Subject): Promise<readonly [number, number] | undefined> {
  const [count] = await ask(subject, 'Text', 'GetNSelections')
  if (typeof count !== 'number' || count < 1) return undefined
  const [start, end] = await ask(subject, 'Text', 'GetSelection', 'i', [0])
  if (typeof start !== 'number' || typeof end !== 'number' || start === end) return undefined
  return [Math.min(start, end), Math.max(start, end)]
}
