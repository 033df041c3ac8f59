/** Where another tool needs less than this project, and why, as far as is known. */
import { show } from '../report.ts'

/** One figure of all tools, by name; NaN for a tool that has none. Less is better. */
export interface Compared {
  readonly what: string
  readonly of: (name: string) => number
}

/** By the beginning of the figure's name: a sentence or two. */
const reasons: { readonly [what: string]: string } = {
  'opening the page, ms':
    'The answer to opening a page has the view in it, as the row below tells: most of the time is that of reading the page, which the others begin when they are asked for a view.',
  'opening the page and a first view':
    'Most of it is opening the page, as above. A first view right after is made of what was read, unless the page has done something since: while a document is new (250 ms) Chromium does not tell what, and its tree is read a second time.',
  'until a view is there':
    'The tree is asked for with the listeners, the styles and the DOM beside it: what can be pressed without being a control, and what is covered, is not in the tree alone.',
  'find, act, learn, lean: ms':
    'Three of the four lead to another page: the answer here has its beginning, so it is read; the others tell that with a call more, or not at all.',
  'find, act, learn, lean, on':
    'What the act brings moves or fades in, and the answer waits until that has ended; the others answer meanwhile.',
  ping: 'It goes through `ix mcp` to the daemon and back, and so tells that both are there; the others answer from the process that is asked.',
  'memory after start':
    'Two Node processes, the daemon and `ix mcp`, of some 40 MiB each before they do anything, most of it the program, which all Node processes share (PSS tells of that); the native program of agent-browser has none of it.',
  'memory with one page': 'The same.',
  'memory after all pages':
    'The trees that are kept warm, so that a view again and the change after an act cost little; the others read anew.',
}

export function behind(compared: readonly Compared[], names: readonly string[], own: string): readonly string[] {
  return compared.flatMap(({ what, of }) => {
    const less = names.filter((name) => name !== own && of(name) < of(own))
    if (less.length === 0) return []
    const others = less.map((name) => `${name} ${show(of(name))}`).join(', ')
    const [, why = 'Why is not known.'] = Object.entries(reasons).find(([begin]) => what.startsWith(begin)) ?? []
    return [`- ${what}: ${show(of(own))}; ${others}. ${why}`]
  })
}
