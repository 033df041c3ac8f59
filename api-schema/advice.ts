/**
 * What to do next, in errors and answers. Methods are named in braces, `Call {explore} again.`, so that the advice can
 * be adapted to the caller: an agent is never sent to a tool that it does not have.
 */

/** In order of preference: the first one whose methods the caller has is used. */
export type Advice = string | readonly string[]

/** Can the caller call a method? */
export type Has = (method: string) => boolean

export const hasAll: Has = () => true

/** `{{` is a literal brace. */
const mark = /\{\{|\{([a-z][a-z_]*(?:\.[a-z_]+)?)\}/g

/** Said when all available advice needs methods that the caller lacks. */
const elsewhere = 'The tool that would help is not in this list: start with --groups all and without --slim to get it.'

/** The advice in plain words, without the sentences that name what the caller lacks. */
export function advise(advice: Advice, has: Has = hasAll): string {
  const choices = typeof advice === 'string' ? [advice] : advice
  const fitting = choices.find((one) => isFor(one, has))
  if (fitting !== undefined) return plainly(fitting)
  const left = (choices.at(-1) ?? '').split(/(?<=[.!?;])\s+/).filter((sentence) => isFor(sentence, has))
  const said = plainly(left.join(' ')).replace(/;$/, '.')
  return said === '' ? elsewhere : said.replace(/^[a-z]/, (letter) => letter.toUpperCase())
}

/** Escapes text from elsewhere, such as a page, for use in advice: it names no method. */
export function verbatim(text: string): string {
  return text.replaceAll('{', '{{')
}

/** Can every method it names be called? */
export function isFor(text: string, has: Has): boolean {
  return methodsIn(text).every(has)
}

export function methodsIn(text: string): string[] {
  return [...text.matchAll(mark)].flatMap(([, method]) => (method === undefined ? [] : [method]))
}

function plainly(text: string): string {
  return text.replace(mark, (whole, method: string | undefined) => method ?? whole[0]!)
}
