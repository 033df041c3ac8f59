/** Requests as `ix` commands, through a real shell and back; and what the daemon says in the words of flags. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import t, { type Test } from 'tap'
import { commandLine } from '../../api-schema/cli/command-line.ts'
import { helpFor, overview } from '../../api-schema/cli/help.ts'
import { hintsInFlags, inFlags } from '../../api-schema/cli/in-flags.ts'
import { localCommands } from '../../api-schema/cli/local-commands.ts'
import { paramsOf } from '../../api-schema/cli/params.ts'
import { saveAs, stepIn } from '../../api-schema/cli/steps.ts'
import { aliases, commandNamed, commands } from '../../api-schema/cli/usage.ts'
import type { Method } from '../../api-schema/method.ts'
import { actionWords } from '../../api-schema/methods/interact.ts'
import { type MethodName, methods } from '../../api-schema/methods.ts'
import { understand } from '../../api-schema/understood.ts'
import { commandArguments } from '../../clients/terminal/arguments.ts'
import { axRole } from '../../daemon/platform/atspi/read/roles.ts'
import { roles } from '../../daemon/platform/cdp/read/roles.ts'
import { shortRole } from '../../daemon/platform/element/role-words.ts'
import { holds } from '../fixtures/cases.ts'

type Params = { readonly [name: string]: unknown }

/** What `ix` makes of a line that a shell has taken apart. */
function typed(line: string): { readonly method: string; readonly params: Params } {
  const script = line.replace(/^ix /, "printf '%s\\0' ")
  const [name = '', ...rest] = execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1)
  if (name === 'call') return { method: rest[0]!, params: JSON.parse(rest[1]!) }
  const command = commandNamed(name)!
  const { typed, words } = commandArguments(rest, command)
  if (name === 'do') {
    const steps = words.map((word) => stepIn(word, commandNamed('interact')!))
    return { method: command.method, params: { ...paramsOf({ ...command, positional: [] }, typed, []), steps } }
  }
  return { method: command.method, params: paramsOf(command, typed, words) }
}

function understood(method: string, params: Params): Params {
  const own = structuredClone(params)
  understand((methods as { readonly [name: string]: Method })[method]!.params, own)
  return own
}

function comesBack(t: Test, method: MethodName, params: Params): void {
  const line = commandLine(method, params)
  const back = typed(line)
  t.equal(back.method, method, line)
  t.same(understood(method, back.params), understood(method, params), line)
}

t.test('words name the element beside flags that only narrow which one is meant', async (t) => {
  const asked = (line: string) => typed(line).params
  for (const [line, same] of [
    ['ix click 7 --type button', 'ix click --any 7 --type button'],
    ['ix click Save --near "Row 4"', 'ix click --any Save --near "Row 4"'],
    ['ix set Search tea --type textfield', 'ix set --any Search tea --type textfield'],
    ['ix toggle Wifi on --type switch', 'ix toggle --any Wifi on --type switch'],
    ['ix click Save --role AXButton --tab t1', 'ix click --any Save --role AXButton --tab t1'],
  ] as const)
    t.same(asked(line), asked(same), line)
  t.match(asked('ix click --type button 10,10'), { to: { x: 10, y: 10 } }, 'a point is no text')
  t.match(asked('ix set tea --type textfield'), { value: 'tea', find: { elementTypes: ['textfield'] } }, 'a kind alone')
  t.match(asked('ix click 7 --tab t1'), { elementId: '7' }, 'an id in a tab')
})

t.test('a switch is turned to what is said', async (t) => {
  t.match(typed('ix toggle 12 off').params, { action: 'toggle', elementId: '12', value: 'off' })
  const step = stepIn('toggle "Wifi" on', commandNamed('interact')!)
  t.match(step, { action: 'toggle', value: 'on', find: { filter: { anyFieldContains: 'Wifi' } } })
  t.throws(() => typed('ix check 12 off'), { message: /one word too many/ })
})

t.test('a drag by a distance is refused, since a distance would be taken for a point', async (t) => {
  const step = (line: string) => stepIn(line, commandNamed('interact')!)
  t.throws(() => step('drag "Divider" by 60,0'), { message: /goes to an element or to a point of the page/ })
  t.same(step('drag "Divider" to 60,0').to, { x: 60, y: 0 })
  t.match(step('scroll "List" by 0,300'), { to: { x: 0, y: 300 } })
})

t.test('what is typed where the focus is, and nothing that may name a field', async (t) => {
  const step = (line: string) => stepIn(line, commandNamed('interact')!)
  for (const line of ['type "green tea"', 'type green tea']) t.same(step(line), { action: 'type', value: 'green tea' })
  t.match(step('type "Tags" = sport'), { value: 'sport' })
  t.same(step('type [436] green tea'), { action: 'type', elementId: '436', value: 'green tea' }, 'an id as it is shown')
  for (const [line, one, other] of [
    ['type "Tags" sport', 'type "Tags" = sport', 'type "Tags sport"'],
    ['type 436 green tea', 'type 436 = green tea', 'type "436 green tea"'],
    ['type Tags "sport"', 'type Tags = sport', 'type "Tags sport"'],
    ['type textfield hello', 'type textfield = hello', 'type "textfield hello"'],
  ] as const) {
    t.throws(() => step(line), { message: `${line}: say ${one}, or ${other} to type all of it where the focus is.` })
    for (const said of [one, other]) t.doesNotThrow(() => step(said), said)
  }
})

t.test('a time alone is for the page to come to rest', async (t) => {
  const step = (line: string) => stepIn(line, commandNamed('interact')!)
  for (const line of ['wait 1500', 'wait 1500ms', 'wait 2s', 'sleep 1', 'pause 2 seconds', 'wait 0.5 s'])
    t.same(step(line), { action: 'wait' }, line)
  t.match(step('wait "1500"'), { find: { filter: { anyFieldContains: '1500' } } })
  t.match(step('wait [1500]'), { elementId: '1500' })
  t.match(step('wait 1500 gone'), { elementId: '1500', not: true })
  t.match(step('wait 1500 disabled'), { elementId: '1500', state: 'disabled' })
  t.match(paramsOf(commandNamed('wait')!, {}, ['1500']), { until: 'settled' })
})

t.test('kinds of two words, and the part that something is in, are no part of its text', async (t) => {
  const step = (line: string) => stepIn(line, commandNamed('interact')!)
  const filter = { role: 'menu item', anyFieldContains: 'Copy' }
  t.same(step('click menu item "Copy"'), { action: 'click', find: { filter } })
  t.same(step('look radio group'), { action: 'look', find: { filter: { role: 'radio group' } } })
  t.same(step('wait menu item "Copy" in "File"'), { action: 'wait', find: { filter, near: 'File' } })
  t.same(step('click button in dialog "Sure?"'), { action: 'click', find: { elementTypes: ['button'], near: 'Sure?' } })
  t.same(step('click menu item'), { action: 'click', find: { filter: { anyFieldContains: 'menu item' } } })
})

t.test('every kind that a view shows may stand before a quoted text', async (t) => {
  const textOf = (line: string) =>
    (stepIn(line, commandNamed('interact')!) as { find?: { filter?: Params } }).find?.filter?.anyFieldContains
  const desktop = Array.from({ length: 140 }, (_, number) => axRole(number))
  const shown = new Set([...Object.values(roles), ...desktop].map(({ role, subrole }) => shortRole(role, subrole)))
  const taken = [...shown].filter((kind) => textOf(`click ${kind} "Copy"`) === 'Copy')
  t.same(taken, [...shown])
})

t.test('a download names what starts it, and where the file is to go', async (t) => {
  const step = (line: string) => stepIn(line, commandNamed('interact')!)
  const find = { filter: { anyFieldContains: 'CSV' } }
  t.same(step('download "CSV" to /tmp/x'), { action: 'download', find, [saveAs]: '/tmp/x' })
  t.same(step('download link "CSV" = x.csv'), {
    action: 'download',
    find: { ...find, elementTypes: ['link'] },
    [saveAs]: 'x.csv',
  })
  t.same(step('download 33 x.csv'), { action: 'download', elementId: '33', [saveAs]: 'x.csv' })
  t.same(step('download "CSV" ./x.csv'), { action: 'download', find, [saveAs]: './x.csv' })
  t.match(step('download x.csv --any CSV'), { action: 'download', find, [saveAs]: 'x.csv' })
  t.same(step('download "CSV"'), { action: 'download', find })
  t.throws(() => step('download'), { message: /say what starts it/ })
})

t.test('paths may follow what takes the files', async (t) => {
  const step = (line: string) => stepIn(line, commandNamed('interact')!)
  t.same(
    step('upload "Choose Files" /tmp/a.csv "/tmp/b c.csv"'),
    step('upload "Choose Files" = /tmp/a.csv "/tmp/b c.csv"'),
  )
  t.same(step('upload Choose = a.csv'), {
    action: 'upload',
    find: { filter: { anyFieldContains: 'Choose' } },
    files: ['a.csv'],
  })
})

t.test('where something is may be said as a person says it', async (t) => {
  const step = (line: string) => stepIn(line, commandNamed('interact')!)
  for (const where of ['in "Facet"', 'in group "Facet"', 'in Facet'])
    t.same(step(`wait "off" ${where}`), step('wait "off" near Facet'))
  t.match(step('click Sign in now'), { find: { filter: { anyFieldContains: 'Sign in now' } } })
  t.match(step('click textfield: near “Port” =81'), { find: { filter: { anyFieldContains: /near “Port”/ } } })
})

t.test('kinds that views show are understood where they are meant', async (t) => {
  const find = (line: string) => (stepIn(line, commandNamed('interact')!) as { find: object }).find
  t.same(find('wait option "Dora"'), { filter: { role: 'option', anyFieldContains: 'Dora' } })
  t.same(find('look "Food" group'), find('look group "Food"'))
  t.same(find('look region'), { filter: { role: 'region' } })
  t.same(find('wait textbox "Street"'), { elementTypes: ['textbox'], filter: { anyFieldContains: 'Street' } })
  t.same(find('click text editor'), { filter: { anyFieldContains: 'text editor' } })
  t.same(find('click option'), { filter: { anyFieldContains: 'option' } })
})

t.test('a state may stand bare after what is quoted, or after an id', async (t) => {
  const step = (line: string) => stepIn(line, commandNamed('interact')!)
  t.same(step('wait "Name" filled'), step('wait "Name" is filled'))
  t.same(step('expect 12 enabled'), step('expect 12 is enabled'))
  t.same(step('wait "Save" is not disabled'), { ...step('wait "Save" disabled'), not: true })
  t.match(step('wait Save enabled'), { find: { filter: { anyFieldContains: 'Save enabled' } } })
})

t.test('a value keeps the quotes and backslashes inside its words', async (t) => {
  for (const value of [
    'value*cells["Quantity"].value',
    "don't",
    '\\d+',
    '<a href="x y">',
    'C:\\temp\\new',
    'a  b',
    'say "hi" now',
    '"a" and "b"',
    "rock 'n' roll",
    '5" nail',
    'x near "y"',
  ]) {
    t.match(stepIn(`set 3 = ${value}`, commandNamed('interact')!), { value })
  }
})

t.test('a kind may follow a quoted text; other words are no part of it', async (t) => {
  const step = (line: string) => stepIn(line, commandNamed('interact')!)
  t.same(step('click "Login" button'), step('click button "Login"'))
  t.same(step('click "Delete" button near "Order 7"'), step('click button "Delete" near "Order 7"'))
  t.same(step('click Delete nth 2'), step('click Delete --nth 2'))
  t.same(step('click button Delete near "Order 7" nth 2'), step('click button Delete near "Order 7" --nth 2'))
  t.match(step('click "the nth 2"'), { find: { filter: { anyFieldContains: 'the nth 2' }, nth: undefined } })
  for (const line of ['click "add" within dialog', 'click "Login" kind button'])
    t.throws(() => step(line), { message: /cannot follow "(add|Login)": what can is near "Words"/ }, line)
  t.match(helpFor('do'), /near "Words",\s+in\s+row "Words"/, 'the help says how')
})

t.test('what a command takes after an id, or before it, a step takes too', async (t) => {
  const step = (line: string) => stepIn(line, commandNamed('interact')!)
  t.same(step('set 33 Plants'), { action: 'set_value', elementId: '33', value: 'Plants' })
  t.same(step('set User "Ann Lee"'), {
    action: 'set_value',
    find: { filter: { anyFieldContains: 'User' } },
    value: 'Ann Lee',
  })
  t.throws(() => step('set "User" Ann Lee'), /say to what/, 'of three words either could be longer')
  t.same(step('set [33] "green tea"'), { action: 'set_value', elementId: '33', value: 'green tea' })
  t.same(step('select 12 Norway'), { action: 'select', elementId: '12', value: 'Norway' })
  const fruit = { find: { filter: { anyFieldContains: 'Fruit' } } }
  t.same(step('select "Fruit" Banana'), { action: 'select', ...fruit, value: 'Banana' })
  t.same(step('select Red Fruit'), { action: 'select', find: { filter: { anyFieldContains: 'Red Fruit' } } })
  t.throws(() => step('frobnicate x'), {
    message: '"frobnicate" is no step. The nearest are forward, download, focus.',
  })
  t.same(step('upload 12 a.txt'), { action: 'upload', elementId: '12', files: ['a.txt'] })
  t.same(step('key Enter 68'), { action: 'key', keys: 'Enter', elementId: '68' })
  t.same(step('key 4 2'), { action: 'key', keys: '4 2' }, 'a digit is a key')
  const seat = { find: { filter: { anyFieldContains: 'Seat 4A' } } }
  t.same(step('key Enter "Seat 4A"'), { action: 'key', keys: 'Enter', ...seat })
  t.same(step('key Enter on "Seat 4A"'), { action: 'key', keys: 'Enter', ...seat })
  t.same(step('key Control+A Delete button "Seat 4A" near "Row 4"'), {
    action: 'key',
    keys: 'Control+A Delete',
    find: { elementTypes: ['button'], ...seat.find, near: 'Row 4' },
  })
  t.same(step('key Enter "Seat 4A" in "Row 4"'), {
    action: 'key',
    keys: 'Enter',
    find: { ...seat.find, near: 'Row 4' },
  })
  t.same(step('key Tab "a"'), { action: 'key', keys: 'Tab a' }, 'a letter is a key')
  t.same(step('key "Seat 4A"'), { action: 'key', keys: 'Seat 4A' }, 'keys come first')
  t.same(step('type 33 "=SUM(B2:B4)"'), { action: 'type', elementId: '33', value: '=SUM(B2:B4)' })
  t.throws(() => step('type 33 tea'), { message: /say type 33 = tea, or type "33 tea"/ })
  t.same(step('type focused tea'), { action: 'type', elementId: 'focused', value: 'tea' })
})

t.test('a step that calls a tool of a page takes its input in words, or as JSON', (t) => {
  const step = (words: string) => stepIn(words, commandNamed('interact')!)
  t.same(step('call search q=tea max=3'), { action: 'call', tool: 'search', input: { q: 'tea', max: '3' } })
  t.same(step('call-tool search q="green tea"'), { action: 'call', tool: 'search', input: { q: 'green tea' } })
  t.same(step(`call search {"q": "it's", "max": 3}`), { action: 'call', tool: 'search', input: { q: "it's", max: 3 } })
  t.same(step('call refresh'), { action: 'call', tool: 'refresh' })
  for (const words of ['call search tea', 'call search {"q": '])
    t.throws(() => step(words), /such as call search q=tea/)
  t.end()
})

t.test('a request and its command are the same', async (t) => {
  for (const method of Object.values<Method>(methods))
    for (const { params } of method.examples) comesBack(t, method.name as MethodName, params as Params)
  const word = fc
    .string({ minLength: 1, maxLength: 12, unit: 'binary' })
    .filter((text) => !/[\0\r]/.test(text) && !text.startsWith('{'))
  const where = fc.record(
    {
      tab: word,
      filter: fc
        .record({ anyFieldContains: word, role: word }, { requiredKeys: [] })
        .filter((one) => Object.keys(one).length > 0),
      elementTypes: fc.constantFrom(['button'], ['button', 'link']),
    },
    { requiredKeys: ['filter'] },
  )
  const point = fc.record({ tab: word, x: fc.integer(), y: fc.integer() }, { requiredKeys: ['x', 'y'] })
  const requests = fc.oneof(
    fc.record({ method: fc.constant('explore' as const), params: where }),
    fc.record({
      method: fc.constant('text' as const),
      params: fc.record({ find: where.map(({ filter }) => ({ filter })), tab: word }),
    }),
    fc.record({
      method: fc.constant('interact' as const),
      params: fc.record(
        { find: fc.oneof(where, point), action: fc.constantFrom(...actionWords), value: word, keys: word },
        { requiredKeys: ['find', 'action'] },
      ),
    }),
  )
  const property = fc.property(requests, ({ method, params }) => {
    const back = typed(commandLine(method, params))
    assert.deepEqual([back.method, understood(method, back.params)], [method, understood(method, params)])
  })
  await t.test('through a shell and back', (t) => holds(t, property, { numRuns: 300 }))
})

t.test('words that the view shows, and those of other tools, are understood in flags too', async (t) => {
  t.same(typed('ix explore --type textarea,Combobox').params, { elementTypes: ['textfield', 'dropdown'] })
  t.throws(() => typed('ix explore --type picture'), /"picture" is no type\. Known: button, /)
})

t.test('what is no method is quoted too', async (t) => {
  for (const method of ['$(touch x)', "a'b", 'x; y', 'tools/call']) {
    t.same(typed(commandLine(method, { at: '`id`' })), { method, params: { at: '`id`' } })
  }
})

t.test('what is said of parameters is said of flags', async (t) => {
  const cases: [string, string, string][] = [
    ['click', 'params.elementId: expected a text', 'ID: expected a text'],
    ['click', 'Use the elementId of one of the candidates.', 'Use the ID of one of the candidates.'],
    ['explore', 'params.filter.role: no', '--role: no'],
    ['click', 'params.find.filter.role: no', '--role: no'],
    ['explore', 'Call explore with includeHidden.', 'Run ix explore with --include-hidden.'],
    [
      'explore',
      'For example: explore {"scope":"application","bundleId":"Notes","filter":{"anyFieldContains":"save it"}}',
      "For example: ix explore --app Notes --any 'save it'",
    ],
    ['explore', 'There is no "elementId" in "aB"; iPhone stays', 'There is no "elementId" in "aB"; iPhone stays'],
    [
      'explore',
      'Call navigate with a url, or tabs for the list.',
      'Run ix navigate with a url, or ix tabs for the list.',
    ],
    ['explore', 'Call interact with action accept or dismiss.', 'Run ix accept or ix dismiss.'],
    ['explore', 'Call tabs with action "close" and this tab.', 'Run ix tabs close and this tab.'],
    [
      'explore',
      'Call navigate {"action":"reload"}, then explore again.',
      'Run ix navigate --action reload, then ix explore again.',
    ],
    [
      'screenshot',
      'To press at 120,80: interact {"action":"click","find":{"tab":"t1","x":120,"y":80}}',
      'To press at 120,80: ix click --at 120,80 --tab t1',
    ],
    ['click', 'For example: {"elementId":"436"} or {"elementId":"5"}', 'For example: ix click 436 or ix click 5'],
    [
      'explore',
      'hidden: set includeHidden and includeDisabled to true.',
      'hidden: add --include-hidden and --include-disabled.',
    ],
    ['screenshot', 'Omit inline, or leave out `tab`.', 'Omit --inline, or leave out --tab.'],
    [
      'explore',
      'Call the shop or wait for it, or text for the rest.',
      'Call the shop or wait for it, or text for the rest.',
    ],
    ['confirm', 'The confirmToken is unknown.', 'The TOKEN is unknown.'],
    ['click', 'interact {"broken', 'interact {"broken'],
  ]
  for (const [name, said, meant] of cases) t.equal(inFlags(said, commandNamed(name)!), meant)
})

t.test('the hints of an answer speak of flags, what it shows does not change', async (t) => {
  const outline = '[1] button: Call explore'
  const answer = {
    outline,
    hint: 'Call navigate to open one.',
    truncated: { reason: 'limit', hint: 'Raise maxTokens.' },
  }
  t.same(hintsInFlags(answer, commandNamed('explore')!), {
    outline,
    hint: 'Run ix navigate to open one.',
    truncated: { reason: 'limit', hint: 'Raise --max-tokens.' },
  })
  t.same(hintsInFlags({ tips: ['Call text.'] }, commandNamed('eval')!), { tips: ['Run ix text.'] })
})

t.test('help fits a terminal, examples first', async (t) => {
  const names = [...commands.map(({ name }) => name), ...Object.keys(aliases), ...Object.keys(localCommands)]
  t.equal(new Set(names).size, names.length, 'each name once')
  for (const name of ['', ...names]) {
    const page = name === '' ? overview() : helpFor(name)!
    for (const line of page.split('\n')) t.ok(line.length <= 80 || / {2}ix /.test(line), `${name}: ${line}`)
  }
  t.match(helpFor('click'), /^ix click ID \[X,Y\]\n\n {2}ix click 436\n/)
  t.match(helpFor('press'), /^ix key KEYS/)
  t.match(overview(), /press for key/)
  for (const { name, examples } of commands)
    for (const example of examples)
      t.doesNotThrow(
        () =>
          typed(
            example
              .replace(/(?<!--stdin) < \S+$/, '')
              .replace(/--stdin < .*/, name === 'route' ? '' : 'read')
              .replace('ix --session shop ', 'ix '),
          ),
        `${name}: ${example}`,
      )
})

t.test('a point of a step is a point', async (t) => {
  const step = (line: string) => stepIn(line, commandNamed('interact')!)
  const at = (x: number, y: number) => ({ find: { scope: 'position', x, y } })
  t.same(step('click 120,80'), { action: 'click', ...at(120, 80) })
  t.same(step('click at 120,80'), { action: 'click', ...at(120, 80) })
  t.same(
    step('hover "120,80"'),
    { action: 'hover', find: { filter: { anyFieldContains: '120,80' } } },
    'in quotes: words',
  )
  t.same(step('drag 10,20 to 30,40'), { action: 'drag', ...at(10, 20), to: { x: 30, y: 40 } })
  const via = [
    { x: 1, y: 2 },
    { x: 3, y: 4 },
  ]
  t.same(step('drag 436 400,300'), { action: 'drag', elementId: '436', to: { x: 400, y: 300 } })
  t.same(step('drag 436 440'), { action: 'drag', elementId: '436', to: { elementId: '440' } })
  t.match(step('drag "A" "B"').to, { find: { filter: { anyFieldContains: 'B' } } })
  t.same(step('drag 10,20 via 1,2 via 3,4 to 30,40'), { action: 'drag', ...at(10, 20), to: { x: 30, y: 40, via } })
  t.match(step('drag "A" via 1,2 via 3,4 to "B"').to, { via, find: { filter: { anyFieldContains: 'B' } } })
  t.throws(() => step('drag "A" via "B" to 30,40'), { message: /via is followed by a point/ })
})

t.test('a row of a step is named in either way', async (t) => {
  const step = (line: string) => stepIn(line, commandNamed('interact')!)
  const box = { find: { elementTypes: ['checkbox'], near: 'report-2025-07.ipynb' } }
  t.same(step('click checkbox in row report-2025-07.ipynb'), { action: 'click', ...box })
  t.same(step('click checkbox near "report-2025-07.ipynb"'), { action: 'click', ...box })
  t.same(step('click "in row 5"'), { action: 'click', find: { filter: { anyFieldContains: 'in row 5' } } })
  t.same(step('click Sign in'), { action: 'click', find: { filter: { anyFieldContains: 'Sign in' } } })
})
