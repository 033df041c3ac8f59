/** Text entered in each toolkit: `confirmed` only for what has arrived whole, by the program or its saved file. */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t, { type Test } from 'tap'
import type { Element } from '../../api-schema/element.ts'
import { Problem } from '../../daemon/problem.ts'
import { desktopOrSkip, toolkitsOrSkip, waylandOrSkip } from '../fixtures/desktop/desktop.ts'
import { type Hands, nameOf, setUpHands } from '../fixtures/desktop/hands.ts'
import { largeApplications, missingPrograms, python } from '../fixtures/find-desktop.mjs'
import { random as seeded } from '../fixtures/random.ts'
import { orProblem } from '../fixtures/thrown.ts'
import { answerThat } from '../fixtures/until.ts'
import { minutes, tell, turns } from './law.ts'

const program = fileURLToPath(new URL('../fixtures/desktop/texts.py', import.meta.url))
if (!desktopOrSkip(t)) process.exit(0)
t.setTimeout(600_000 + 300_000 * minutes)
const hands = await setUpHands(t, [])
const dice = seeded()
const law = 'A text that is confirmed has arrived whole.'

const line = 'The quick brown fox é 日 jumps 😀 over it. '
const texts: { readonly [kind: string]: string } = {
  emoji: 'a😀b👍🏽c👩‍👩‍👧d𝄞',
  'combining marks': 'e\u0301 a\u0323\u0308 n\u0303o',
  CJK: '日本語テキスト，中文 한국어',
  'right to left': 'שלום world مرحبا',
  spaces: '  two  and   three',
  tabs: 'a\tb\t\tc',
  'line breaks': 'one\ntwo\n\nfour',
  'a long text': line.repeat(75).slice(0, 3000),
}

interface Place {
  readonly on: string
  readonly fields: readonly string[]
  readonly hands: Hands
  /** How many cases the short form tries. */
  readonly least: number
  /** Where to enter; what it held before is empty. */
  emptied(name: string): Promise<Element>
  /** By another way than the daemon's. */
  held(name: string): string | Promise<string>
}

async function tryTexts(t: Test, { on, fields, hands, least, emptied, held }: Place): Promise<void> {
  const wrong: string[] = []
  const cases = fields.flatMap((name) =>
    Object.entries(texts).flatMap(([kind, text]) =>
      (['set_value', 'type'] as const).map((action) => ({ name, kind, text, action })),
    ),
  )
  let order: typeof cases = []
  let [tried, arrived] = [0, 0]
  for (const turn of turns(t, least, undefined, 4)) {
    if (order.length === 0) order = dice.shuffled(cases)
    const { name, kind, text, action } = order.pop()!
    const field = await emptied(name)
    const value = `${turn} ${text}`
    const answer = await orProblem(hands.act(field, { action, value }))
    const has = await held(name)
    tried++
    if (has === value) arrived++
    const isConfirmed = !(answer instanceof Problem) && answer.effect === 'confirmed'
    // A paragraph is only the first of the lines that were entered.
    if (isConfirmed === (has === value) || (!isConfirmed && text.includes('\n'))) continue
    const told = answer instanceof Problem ? answer.message : `${answer.effect} (${answer.why ?? answer.route})`
    wrong.push(`${action} ${kind} into ${name} is ${told}: ${JSON.stringify(has).slice(0, 200)}`)
  }
  t.comment(`${arrived} of ${tried} arrived`)
  tell(t, { law, on, cases: tried, wrong })
}

async function open(hands: OnDesktop, name: string, ...args: readonly string[]) {
  const started = await hands.start(name, ...args)
  const { app } = started
  const fields = async () => (await hands.all(app, {})).filter(({ role }) => /^AXText(Field|Area)$/.test(role ?? ''))
  return { ...started, fields }
}

type OnDesktop = Awaited<ReturnType<typeof setUpHands>>

async function emptied(hands: Hands, field: Element): Promise<Element> {
  await hands.act(field, { action: 'set_value', value: '' })
  return field
}

function tryToolkit(t: Test, hands: OnDesktop, toolkit: string, desktop: string, least: number): void {
  t.test(`${toolkit} on ${desktop}`, async (t) => {
    if (!toolkitsOrSkip(t)) return
    const { held, fields, end } = await open(hands, python, program, toolkit)
    await tryTexts(t, {
      on: `fields of ${toolkit} on ${desktop}`,
      fields: ['Line', 'Body'],
      hands,
      least,
      emptied: async (name) => emptied(hands, (await fields()).find((one) => nameOf(one) === name)!),
      held: (name) => String(held()[name]),
    })
    await end()
  })
}

for (const toolkit of ['gtk3', 'gtk4', 'qt5', 'qt6']) tryToolkit(t, hands, toolkit, 'X11', 14)
t.test('on sway', async (t) => {
  if (!waylandOrSkip(t)) return
  const onSway = await setUpHands(t, [], undefined, { wayland: 'sway' })
  for (const toolkit of ['gtk3', 'gtk4', 'qt5']) tryToolkit(t, onSway, toolkit, 'sway', 8)
})

/** Editors of files: what they save is what they hold. */
for (const [name, ...args] of [['mousepad'], ['gedit', '--standalone'], ['kate', '--startanon']] as const) {
  t.test(name, async (t) => {
    if (missingPrograms([name]).length > 0) return void t.plan(0, `needs ${name}`)
    const file = join(hands.desktop.folder, `${name}.txt`)
    writeFileSync(file, 'saved before')
    // They may end the last line, and take spaces from the ends of lines.
    const saved = () => readFileSync(file, 'utf8').trimEnd()
    const { fields, end } = await open(hands, name, ...args, file)
    const field = async () => (await fields()).find(({ role }) => role === 'AXTextArea')!
    await tryTexts(t, {
      on: name,
      fields: ['its text'],
      hands,
      least: 4,
      emptied: async () => emptied(hands, await field()),
      held: async () => {
        const before = saved()
        await hands.act(await field(), { action: 'key', keys: 'Control+S' })
        return await answerThat(saved, (now) => now !== before)
      },
    })
    await end()
  })
}

t.test('lowriter', async (t) => {
  if (!largeApplications.includes('lowriter')) return void t.plan(0, 'needs lowriter and IX_DESKTOP_FULL=1')
  const { app, end } = await open(hands, 'lowriter')
  const ask = `import pyatspi
def texts(one):
    if one.getRole() == pyatspi.ROLE_DOCUMENT_TEXT:
        print("\\n".join(part.queryText().getText(0, -1) for part in one))
    else:
        for part in one: texts(part)
texts(next(app for app in pyatspi.Registry.getDesktop(0) if app.name == "soffice"))`
  const held = () => execFileSync(python, ['-c', ask], { encoding: 'utf8' }).slice(0, -1)
  await tryTexts(t, {
    on: 'lowriter',
    fields: ['document', 'paragraph'],
    hands,
    least: 8,
    emptied: async (name) => {
      const all = await hands.all(app, {})
      const page = all.find(({ role, name = '' }) => role === 'AXTextArea' && name.includes('Document'))!
      await hands.act(page, { action: 'key', keys: 'Control+A Delete' })
      await answerThat(held, (text) => text === '')
      return name === 'document' ? page : (await hands.all(app, {})).find(({ id }) => page.children![0]!.id === id)!
    },
    held,
  })
  await end()
})
