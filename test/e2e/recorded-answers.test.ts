/**
 * A fixed list of calls on each recording that comes with the package, answered byte by byte as `test/fixtures/answers/`
 * has it: what changes there is a change that users see. `IX_WRITE_ANSWERS=1` writes the files anew.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { type Asking, clientInside } from './client.ts'

const recordings = ['calculator', 'editor', 'spreadsheet', 'page'] as const
const examples = fileURLToPath(new URL('../../examples/recordings/', import.meta.url))
const answers = fileURLToPath(new URL('../fixtures/answers/', import.meta.url))

type Call = readonly [method: string, params: object]

/** Words that stand in the recordings, and some that do not. */
const words = ['7', 'clear', 'file', 'A1', 'sum', 'index', 'é', 'no such text']
const roles = ['button', 'AXMenuItem', 'link', 'textarea', 'row', 'buton']

function looks(where: object): readonly Call[] {
  const explore = (params: object): Call => ['explore', { ...where, ...params }]
  const nothingLeftOut = { includeNonInteractable: true, includeHidden: true, includeDisabled: true }
  return [
    ...['json', 'outline', 'list', 'count', 'text', 'tree'].map((format) => explore({ format })),
    ...[100, 400, 20_000].map((maxTokens) => explore({ format: 'outline', maxTokens })),
    ...[1, 3, 10_000].map((limit) => explore({ format: 'outline', limit })),
    ...[1, 2, 50].map((maxDepth) => explore({ format: 'outline', maxDepth })),
    explore({ format: 'outline', ...nothingLeftOut }),
    explore({ ...nothingLeftOut, showCoordinates: true, showActions: true, limit: 20 }),
    ...words.map((text) => explore({ format: 'outline', filter: { anyFieldContains: text } })),
    ...roles.map((role) => explore({ format: 'outline', filter: { role } })),
    ...['button', 'checkbox', 'textfield', 'link', 'tab'].map((type) =>
      explore({ format: 'list', elementTypes: [type] }),
    ),
    ['text', where],
    ['wait', { ...where, filter: { anyFieldContains: 'no such text' }, until: 'absent' }],
    ['visibility', { find: { ...where, filter: { anyFieldContains: '7' } } }],
    ['apps', {}],
    ['tabs', {}],
  ]
}

/** What an action answers is told in full by its difference; the last ones are wrong. */
const acts: { readonly [name in (typeof recordings)[number]]: readonly object[] } = {
  calculator: [
    { find: { filter: { titleContains: '1' }, elementTypes: ['button'] }, action: 'click' },
    { find: { filter: { titleContains: 'add' } }, action: 'click' },
    { find: { filter: { titleContains: 'Clear Display' } }, action: 'click' },
    { find: { filter: { titleContains: 'primary menu' } }, action: 'click', format: 'outline' },
  ],
  editor: [{ find: { filter: { role: 'textarea' } }, action: 'set_value', value: 'Tea at four.', format: 'outline' }],
  spreadsheet: [{ find: { filter: { titleContains: 'B2' } }, action: 'click' }],
  page: [{ find: { filter: { titleContains: 'next' } }, action: 'click', format: 'outline' }],
}
const wrong: readonly object[] = [
  { find: { filter: { anyFieldContains: 'no such text' } }, action: 'click' },
  { find: { filter: { role: 'button' } }, action: 'click' },
  { elementId: '999999', action: 'click' },
  { elementId: '2', action: 'toggle', value: 'banana' },
  { elementId: '2', action: 'set_value' },
  { elementId: '2', action: 'fly' },
]

/** Revisions begin at the clock, and tokens are random: those are told as steps from the first, and these not at all. */
function steady(text: string, first: number): string {
  const shown = text.replace(/("(?:cursor|confirmToken)":"|confirmToken |cursor )[\w-]{8,}/g, '$1…')
  return shown.replace(/"waitedMs":\d+/g, '"waitedMs":…').replace(/\b\d{8,}\b/g, (digits) => {
    const step = Number(digits) - first
    return step >= 0 && step < 10_000 ? `R+${step}` : digits
  })
}

async function play(client: Asking, name: (typeof recordings)[number]): Promise<string> {
  const lines: string[] = []
  let first = 0
  const ask = async (method: string, params: object): Promise<{ readonly revision?: number }> => {
    const { json } = await client.post(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))
    const { result, error } = json as { readonly result?: { readonly revision?: number }; readonly error?: object }
    if (first === 0) first = result?.revision ?? 0
    lines.push(steady(`${method} ${JSON.stringify(params)}\n  ${JSON.stringify(result ?? { error })}`, first))
    return result ?? {}
  }
  const { apps } = await client.call('apps')
  const { tabs } = await client.call('tabs')
  const where =
    tabs[0] === undefined ? { scope: 'application', bundleId: apps[0]!.bundleId } : { scope: 'tab', tab: tabs[0].tab }
  const { revision } = await ask('explore', where)
  await ask('explore', { ...where, since: revision })
  for (const [method, params] of looks(where)) await ask(method, params)
  for (let id = 1; id <= 40; id++)
    await ask('expand', { elementId: String(id), ...(id % 2 === 0 && { format: 'outline' }) })
  await ask('alignment', { elementId: '3', otherId: '4' })
  for (const act of acts[name]) {
    const { find } = act as { readonly find: object }
    await ask('interact', { ...act, find: { ...where, ...find } })
  }
  await ask('explore', { ...where, since: revision, format: 'outline' })
  for (const act of wrong)
    await ask('interact', 'find' in act ? { ...act, find: { ...where, ...(act.find as object) } } : act)
  const tool = await client.tool('explore', where)
  lines.push(steady(`tool explore\n  ${JSON.stringify(tool)}`, first))
  return `${lines.join('\n')}\n`
}

for (const name of recordings) {
  t.test(name, async (t) => {
    const client = await clientInside(t, [`${examples}${name}.json`])
    const answered = await play(client, name)
    const file = `${answers}${name}.txt`
    if (process.env.IX_WRITE_ANSWERS) {
      mkdirSync(answers, { recursive: true })
      writeFileSync(file, answered)
    }
    const expected = readFileSync(file, 'utf8').split('\n')
    const lines = answered.split('\n')
    t.equal(lines.length, expected.length, 'as many answers')
    for (const [at, line] of lines.entries())
      if (line !== expected[at]) t.equal(line, expected[at], `after ${lines[at - 1]?.slice(0, 200)}`)
    t.comment(`${(lines.length - 1) / 2} answers`)
  })
}
