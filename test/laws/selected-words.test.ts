import { fileURLToPath } from 'node:url'
import t from 'tap'
import { Problem } from '../../daemon/problem.ts'
import { flat } from '../e2e/client.ts'
import { noCompiler } from '../fixtures/ax/stub.ts'
import { makeWorld } from '../fixtures/ax/world.ts'
import { openWorld } from '../fixtures/daemon/world.ts'
import { desktopOrSkip, toolkitsOrSkip } from '../fixtures/desktop/desktop.ts'
import { setUpHands } from '../fixtures/desktop/hands.ts'
import { python } from '../fixtures/find-desktop.mjs'
import { type Random, random } from '../fixtures/random.ts'
import { orProblem } from '../fixtures/thrown.ts'
import { answerThat } from '../fixtures/until.ts'
import { openChangingPage } from './changing-page.ts'
import { minutes, tell, turns } from './law.ts'

t.setTimeout(600_000 + 120_000 * minutes)
/** What is answered for words that stand there so often. */
const answers = ['not_found', 'confirmed', 'element_ambiguous']
const law = 'Words that are said to be selected are, and no others.'
const program = fileURLToPath(new URL('../fixtures/desktop/texts.py', import.meta.url))

interface Case {
  readonly text: string
  readonly asked: string
  /** How often it stands there. */
  readonly times: number
}

/** Words in a row; one that stands there twice, or is not there. */
function caseOf({ below, shuffled }: Random): Case {
  const words = shuffled(['tea', 'Zürich', '日本語', '👩‍👧', 'a.b*c', '(x)', 'שלום', 'fox', 'end']).slice(
    0,
    4 + below(5),
  )
  const text = words.join(' ')
  const from = below(words.length)
  const asked = words.slice(from, from + 1 + below(3)).join(' ')
  if (below(6) === 0) return { text, asked: 'nowhere', times: 0 }
  if (below(6) === 0) return { text: `${text} ${asked}`, asked, times: 2 }
  return { text, asked, times: 1 }
}

/** Its words in pieces, as bold and small ones are. */
const inPieces = (text: string) =>
  text
    .split(' ')
    .map((word, at) => (at % 2 === 0 ? word : `<b>${word}</b>`))
    .join(' ')
const holders: { readonly [name: string]: (text: string) => string } = {
  'a paragraph': (text) => `<p>${text}</p>`,
  'a paragraph in pieces': (text) => `<p tabindex="0" role="article">${inPieces(text)}</p>`,
  'a heading': (text) => `<h2>${inPieces(text)}</h2>`,
  'a text field': (text) => `<input aria-label="Field" value="${text}">`,
  'an area': (text) => `<textarea aria-label="Field">${text}</textarea>`,
  'an editable part': (text) => `<div contenteditable role="textbox" aria-label="Field">${inPieces(text)}</div>`,
  'a part with a shadow tree': (text) => `<div><template shadowrootmode="open"><p>${text}</p></template></div>`,
}

t.test('in a page', async (t) => {
  const world = await openChangingPage(t, (body) => `<title>Texts</title>${body}<button>Other</button>`)
  if (world === undefined) return
  const { call, tab, outside, dice, show } = world
  const kinds = Object.entries(holders)
  const wrong: string[] = []
  let cases = 0
  for (const turn of turns(t, kinds.length * 3)) {
    const [name, html] = kinds[turn % kinds.length]!
    const { text, asked, times } = caseOf(dice)
    await show(html(text))
    const { elements } = await call('explore', { scope: 'tab', tab, limit: 50, includeNonInteractable: true })
    const target = flat(elements).find(
      (one) =>
        /Text|Heading|Group/.test(one.role) && [one.name, one.value].some((words) => words?.includes(text.slice(0, 3))),
    )
    if (target === undefined) {
      wrong.push(`${name}: not found`)
      continue
    }
    const answer = await call('interact', { elementId: target.id, action: 'select', value: asked }).catch(
      (error: unknown) => {
        if (error instanceof Problem) return error
        throw error
      },
    )
    const selected = await outside.evaluate<string>(`(() => {
      const { activeElement: field } = document
      if (field && 'selectionStart' in field && field.selectionStart !== null) return field.value.slice(field.selectionStart, field.selectionEnd)
      const host = [...document.querySelectorAll('div')].find((one) => one.shadowRoot)
      return String((host?.shadowRoot ?? document).getSelection())
    })()`)
    cases++
    const told = answer instanceof Problem ? answer.name : answer.effect
    const expected = answers[times]
    const isSelected = selected.replace(/\s+/g, ' ').trim() === (times === 1 ? asked : '')
    if (told !== expected || !isSelected)
      wrong.push(`${name}: ${JSON.stringify(asked)} of ${JSON.stringify(text)} is ${told}: ${JSON.stringify(selected)}`)
  }
  tell(t, { law, on: `${kinds.length} kinds of texts of pages`, cases, wrong })
})

t.test('on a stub of macOS', { skip: noCompiler }, async (t) => {
  const bundleId = 'org.example.texts'
  const text = `app pid=332 bundle=${bundleId} title=Texts front
  AXWindow as=main title=Main sub=AXStandardWindow main AXMinimized=false AXModal=false at=0,30,400,1200
    AXTextField as=line title=Line value="was" at=10,40,200,20
    AXTextArea as=body title=Body value="was" at=10,70,200,200
`
  const stub = makeWorld(t, { worlds: [text], apps: `332=${bundleId}` })
  const world = openWorld(t, [stub.platform])
  const dice = random()
  const wrong: string[] = []
  let cases = 0
  for (const turn of turns(t, 12)) {
    const [handle, title] = [['line', 'Line'] as const, ['body', 'Body'] as const][turn % 2]!
    const { text, asked, times } = caseOf(dice)
    await stub.command(`set ${handle} AXValue ${JSON.stringify(text)}`)
    const find = { scope: 'application', bundleId, filter: { titleContains: title } } as const
    const answer = await world
      .call('interact', { find, action: 'select', value: asked } as never)
      .catch((error: unknown) => {
        if (error instanceof Problem) return { effect: error.name }
        throw error
      })
    cases++
    const range = await stub.command(`get ${handle} AXSelectedTextRange`)
    const wanted = `${text.indexOf(asked)} ${asked.length}`
    const { effect } = answer as { readonly effect: string }
    const isRight = effect === answers[times]
    if (!isRight || (times === 1 && range.match(/\d+/g)?.join(' ') !== wanted))
      wrong.push(`${JSON.stringify(asked)} of ${JSON.stringify(text)} is ${effect}: ${range}, not ${wanted}`)
  }
  tell(t, { law, on: 'texts of a stub of macOS', cases, wrong })
})

t.test('on a desktop', async (t) => {
  if (!desktopOrSkip(t) || !toolkitsOrSkip(t)) return
  const hands = await setUpHands(t, [])
  const dice = random()
  for (const toolkit of ['gtk3', 'gtk4', 'qt5', 'qt6'] as const) {
    await t.test(toolkit, async (t) => {
      const running = await hands.start(python, program, toolkit)
      const { app } = running
      const wrong: string[] = []
      let cases = 0
      for (const turn of turns(t, 8, undefined, 4)) {
        const name = ['Line', 'Body'][turn % 2]!
        const field = async () => (await hands.all(app, { role: turn % 2 === 0 ? 'AXTextField' : 'AXTextArea' }))[0]!
        const { text, asked, times } = caseOf(dice)
        const held = () => running.held()[name]
        await hands.act(await field(), { action: 'set_value', value: text })
        await answerThat(held, (now) => now === text)
        // Keys press what has not the focus, if nothing else gives it to it: that ends a selection.
        await hands.act(await field(), { action: 'click' })
        const answer = await orProblem(hands.act(await field(), { action: 'select', value: asked }))
        cases++
        const told = answer instanceof Problem ? answer.name : answer.effect
        if (told !== answers[times]) {
          wrong.push(`${name}: ${JSON.stringify(asked)} of ${JSON.stringify(text)} is ${told}`)
          continue
        }
        if (times !== 1) continue
        await hands.act(await field(), { action: 'key', keys: 'Delete' })
        const left = text.replace(asked, '')
        const has = await answerThat(held, (now) => now !== text).catch(() => text)
        if (has !== left)
          wrong.push(`${name}: ${JSON.stringify(asked)} of ${JSON.stringify(text)}: ${JSON.stringify(has)} is left`)
      }
      tell(t, { law, on: `texts of ${toolkit}`, cases, wrong })
      await running.end()
    })
  }
})
