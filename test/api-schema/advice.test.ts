/** What to do next, as errors and answers say it: for whom it is said, and that no text of ours names a method unmarked. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { advise, hasAll, methodsIn, verbatim } from '../../api-schema/advice.ts'
import { errors } from '../../api-schema/errors.ts'
import { instructions, toolGroups, toolName, tools } from '../../api-schema/mcp-tools.ts'
import { methods } from '../../api-schema/methods.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const names = Object.keys(methods)
const lists = {
  core: tools(['core']),
  page: tools(['core', 'page']),
  scripts: tools(['core', 'scripts']),
  all: tools(toolGroups),
  slim: tools(['core'], true),
}
const hasIn = (list: readonly { readonly name: string }[]) => (method: string) =>
  list.some(({ name }) => name === toolName(method))

t.test('who lacks a method is not sent to it', async (t) => {
  const has = (method: string) => method === 'explore'
  t.equal(advise('Call {explore}, or {tabs}.'), 'Call explore, or tabs.')
  t.equal(advise(['Call {tabs}.', 'Call {explore}.'], has), 'Call explore.', 'the first that fits')
  t.equal(advise(['Call {tabs}.', 'Call {explore}.']), 'Call tabs.')
  t.equal(advise('See data.reason; call {expand} for more. Try again.', has), 'See data.reason; Try again.')
  t.equal(advise('See data.reason; call {expand}.', has), 'See data.reason.')
  t.equal(advise('See {expand}; then try {explore}.', has), 'Then try explore.')
  t.match(advise('Call {tabs}.', has), /--groups all.*--slim/, 'nothing is left: where there is more')
  const page = verbatim('{tabs} {"a":{"b":1}} {{')
  t.equal(advise(`Act on ${page}.`, has), 'Act on {tabs} {"a":{"b":1}} {{.', 'a page names no method')
  t.equal(advise('For example: {"url":"x"} {x, y}', has), 'For example: {"url":"x"} {x, y}')
})

t.test('the hint of every error fits every list', async (t) => {
  for (const [what, list] of Object.entries(lists))
    for (const [name, { hint }] of Object.entries(errors)) {
      const said = advise(hint, hasIn(list))
      t.not(said, '')
      for (const method of methodsIn(typeof hint === 'string' ? hint : hint.join(' ')))
        if (!hasIn(list)(method)) t.notMatch(said, new RegExp(`\\b${method}\\b`), `${what}: ${name}`)
    }
})

t.test('texts of the sources name methods in braces, and methods that there are', async (t) => {
  const folders = ['daemon', 'api-schema'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  )
  let marked = 0
  // `Call explore`, `For example: text {…}`: as the advice speaks. A record says `explore` of itself, in its own words.
  const unmarked = new RegExp(`\\b([Cc]all|then call|For example:|or call) (${names.join('|').replace('.', '\\.')})\\b`)
  const files = folders.filter((file) => file.endsWith('.ts') && !file.startsWith(join('api-schema', 'cli')))
  for (const file of files) {
    for (const [at, line] of readFileSync(join(root, file), 'utf8').split('\n').entries()) {
      if (/^\s*(\*|\/\/|\/\*\*)/.test(line)) continue
      for (const [text] of line.matchAll(/'(?:[^'\\]|\\.)*'|`[^`]*`|"(?:[^"\\]|\\.)*"/g)) {
        if (!text.includes(' ')) continue
        if (unmarked.test(text)) t.fail(`${file}:${at + 1} names a method without braces: ${text}`)
        for (const [, method] of text.matchAll(/(?<![$\w])\{(eval_\w+|rpc\.\w+|[a-z]{4,})\}/g)) {
          if (names.includes(method!)) marked++
        }
      }
    }
  }
  t.ok(marked > 60, `${marked} marks`)
})

t.test('the lists and the instructions name no tool that is not listed', async (t) => {
  for (const [what, list] of Object.entries(lists)) {
    const absent = names.filter((name) => !hasIn(list)(name)).map(toolName)
    for (const text of [instructions, JSON.stringify(list)])
      for (const name of absent) t.notMatch(text, new RegExp(`\`${name}\`|\\b[Cc]all ${name}\\b`), `${what}: ${name}`)
  }
  t.ok(hasAll('anything'))
})
