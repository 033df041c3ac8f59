/** The input that a step gives to a page's tool. */
import { UsageError } from './usage-error.ts'
import { wordsIn } from './words.ts'

/** `{"q": "tea"}`, or `q=tea max=3`. */
export function inputOf(text: string, line: string): { readonly input?: unknown } {
  if (text === '') return {}
  const wrong = () =>
    new UsageError(`${line}: say what the tool takes, such as call search q=tea or call search {"q": "tea"}.`)
  if (!text.startsWith('{')) {
    const pairs = wordsIn(text).map((word) => /^([^=]+)=(.*)$/s.exec(word.text))
    if (pairs.includes(null)) throw wrong()
    return { input: Object.fromEntries(pairs.map((pair) => [pair![1], pair![2]])) }
  }
  try {
    return { input: JSON.parse(text) }
  } catch {
    throw wrong()
  }
}
