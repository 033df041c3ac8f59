/** The names of a page's elements: the browser's candidates, and words of the markup where it has none. */
import type { Protocol } from 'devtools-protocol'
import { words } from '../../basics/words.ts'
import { type Candidate, candidate, nameAmong, type Source } from '../../naming/candidates.ts'
import type { DomFacts } from './dom-mirror.ts'

type Named = Pick<Protocol.Accessibility.AXNode, 'name'>

export function textOf(value: Protocol.Accessibility.AXValue | undefined): string | undefined {
  const found = value?.value
  if (found === undefined || found === null) return undefined
  const string = (typeof found === 'number' ? withoutNoise(found) : String(found)).trim()
  return string === '' ? undefined : string
}

/** Chromium keeps numbers in 32 bits: 0.6 comes as 0.6000000238418579. */
function withoutNoise(number: number): string {
  return String(Number.isInteger(number) ? number : Number(number.toPrecision(7)))
}

/** Roles that Chromium names by their whole contents: parts of layout tables always, others while focused. */
const groups =
  words(`LayoutTable LayoutTableRow LayoutTableCell generic group list listitem DescriptionList definition paragraph
  contentinfo Figcaption caption LabelText Legend code emphasis strong mark time deletion insertion`)

const kinds: { readonly [type in Protocol.Accessibility.AXValueSourceType]?: Source } = {
  relatedElement: 'label',
  contents: 'contents',
  placeholder: 'placeholder',
}

/** `shown`: the value a box shows, which may be part of its label. */
export function computedName({ name }: Named, said: string, shown: string | undefined): string | undefined {
  const whole = textOf(name)
  const isGroup = groups.has(said)
  // Most names need no look at their sources.
  if (whole === undefined || (!isGroup && whole !== shown)) return whole
  return nameAmong(candidatesOf(name!, whole, shown), { isGroup })?.text
}

/** What the browser made the name from, then what it passed over. */
function* candidatesOf(
  { sources = [] }: Protocol.Accessibility.AXValue,
  whole: string,
  shown: string | undefined,
): Iterable<Candidate | undefined> {
  const made = (words: string | undefined, type: Protocol.Accessibility.AXValueSourceType, attribute?: string) => {
    const from = attribute === 'title' ? 'tooltip' : (kinds[type] ?? 'author')
    return candidate(words === shown && attribute === 'aria-labelledby' ? 'value' : from, words)
  }
  const found = sources.find(({ value, superseded }) => value !== undefined && !superseded)
  yield made(whole, found?.type ?? 'implicit', found?.attribute)
  for (const one of sources) if (one !== found) yield made(textOf(one.value), one.type, one.attribute)
}

/** For a picture followed by text that begins with the same words: the browser says both, a person sees them once. */
export function saidOnce(name: string, said: (role: string) => readonly string[]): string {
  const first = name.slice(0, name.indexOf(' '))
  if (!name.includes(first, first.length || name.length)) return name
  const texts = said('AXStaticText')
  for (const words of said('AXImage'))
    for (const text of texts) {
      if (!text.startsWith(words) || /^[\p{L}\p{N}]/u.test(text.slice(words.length))) continue
      const twice = [`${words} ${text}`, `${text} ${words}`].find((both) => name.includes(both))
      if (twice !== undefined) return name.replace(twice, () => text)
    }
  return name
}

/** The name of an element that Chromium does not name. */
export function nameWritten(dom: DomFacts | undefined, words?: string): string | undefined {
  const { 'aria-label': label, alt, title } = dom?.attributes ?? {}
  return label ?? (words || undefined) ?? alt ?? title
}
