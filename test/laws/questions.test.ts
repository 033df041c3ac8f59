/** What a dialog asks is in the default view with its buttons; what only names a field is not told twice. */
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { desktopOrSkip, startDesktop, toolkitsOrSkip } from '../fixtures/desktop/desktop.ts'
import { openDesktopWorld } from '../fixtures/desktop/world.ts'
import { python } from '../fixtures/find-desktop.mjs'
import { type Random, random } from '../fixtures/random.ts'
import { chromiumOrSkip } from '../fixtures/web/chromium.ts'
import { openPage } from '../fixtures/web/inside.ts'
import { minutes, tell, turns } from './law.ts'

t.setTimeout(600_000 + 300_000 * minutes)
const { signal } = new AbortController()
const law = 'What a dialog asks is shown with its buttons.'
const fixture = fileURLToPath(new URL('../fixtures/desktop/question.py', import.meta.url))

function questionOf({ below, oneOf }: Random): { readonly question: string; readonly detail: string } {
  const verb = oneOf(['Delete', 'Replace', 'Discard', 'Send', 'Überschreiben'])
  const what = oneOf(['files', 'messages', 'Änderungen', 'ファイル'])
  const question = `${verb} all ${2 + below(900)} ${what}?`
  return { question, detail: oneOf(['This cannot be undone.', `They were changed ${below(60)} minutes ago.`]) }
}

/** Ways in which pages make their dialogs; B stands for the buttons. */
const ways: { readonly [how: string]: (question: string, detail: string) => string } = {
  'dialog, shown': (q, d) => `<dialog id="d"><p>${q}</p><p>${d}</p>B</dialog><script>d.showModal()</script>`,
  alertdialog: (q, d) =>
    `<div role="alertdialog" aria-modal="true" aria-label="Files"><div><div>${q}</div>${d}</div>B</div>`,
  'buttons first': (q, d) =>
    `<div role="dialog" aria-label="Files"><footer>B</footer><section><p>${q}</p><p>${d}</p></section></div>`,
  'with a check box': (q, d) =>
    `<div role="dialog"><p>${q}</p><p>${d}</p><label><input type="checkbox"> Do not ask again</label>B</div>`,
  'with a field': (q, d) => `<div role="dialog"><p>${q}</p><p>${d}</p><label>Reason <input></label>B</div>`,
  'said in the heading and again': (q, d) =>
    `<div role="dialog" aria-labelledby="h"><h2 id="h">${q}</h2><p>${q}</p><p>${d}</p>B</div>`,
  'described by a text in pieces': (q, d) =>
    `<dialog open aria-label="Files" aria-describedby="d"><p>${q}</p><p id="d">${d.replace(/(\w+)\.$/, '<b>$1</b>.')}</p>B</dialog>`,
  'told as a message as well': (q, d) =>
    `<div role="dialog"><div role="alert">${q}</div><p>${q}</p><p>${d}</p><p>${d}</p>B</div>`,
  'in the name of a group': (q, d) =>
    `<div role="dialog"><fieldset><legend>${q}</legend>B</fieldset><p>${d}</p><h3>${d}</h3></div>`,
  'in the description of a button': (q, d) =>
    `<div role="dialog"><p>${q}</p><p id="d">${d}</p>B<button aria-describedby="d">Help</button></div>`,
  'a dialog in a dialog': (q, d) =>
    `<div role="dialog" aria-label="Mail"><div role="alertdialog"><p>${q}</p><p>${d}</p>B</div></div>`,
  'in many wrappers': (q, d) =>
    `<div role="dialog" tabindex="-1"><div><div><span><span>${q}</span></span></div><div><small>${d}</small></div></div>B</div>`,
}
const labels = ['Do not ask again', 'Reason', 'Keep', 'Go on']

t.test('pages', async (t) => {
  if (!chromiumOrSkip(t)) return
  const dice = random()
  const wrong: string[] = []
  let cases = 0
  const { tab, outside, ...world } = await openPage(t, 'about:blank')
  for (const _ of turns(t, 2)) {
    for (const [how, write] of Object.entries(ways)) {
      const { question, detail } = questionOf(dice)
      const html = write(question, detail).replace('B', '<button>Keep</button><button>Go on</button>')
      await outside.evaluate(
        `document.open(), document.write(${JSON.stringify(`<h1>Mail</h1>${html}`)}), document.close()`,
      )
      const { outline = '' } = await world.call('explore', { scope: 'tab', tab, format: 'outline' })
      const lines = outline.split('\n')
      const shown = [question, detail].every((text) => lines.filter((line) => line.includes(text)).length === 1)
      const isOnce = labels.every((label) => lines.filter((line) => line.includes(label)).length <= 1)
      cases++
      if (!shown || !isOnce) wrong.push(`${how}: ${outline}`)
    }
  }
  tell(t, { law, on: `${Object.keys(ways).length} ways in which pages make dialogs`, cases, wrong })
})

if (desktopOrSkip(t, [python]) && toolkitsOrSkip(t)) {
  t.test('desktop', async (t) => {
    const dice = random()
    const desktop = await startDesktop(t)
    const world = openDesktopWorld(t, desktop.env)
    for (const toolkit of ['gtk3', 'gtk4', 'qt5', 'qt6']) {
      const wrong: string[] = []
      let cases = 0
      for (const _ of turns(t, 1)) {
        const { question, detail } = questionOf(dice)
        const program = await desktop.start(python, fixture, toolkit, question, detail)
        const outline = await world.again(async () => {
          const target = (await world.platform.targets(signal)).find(({ pid }) => pid === program.pid)
          const text = await world.settled(target!.id)
          if (!/Yes/.test(text)) throw new Error(`no dialog yet: ${text}`)
          return text
        })
        cases++
        if (!outline.includes(question) || !outline.includes(detail)) wrong.push(outline)
        await program.end()
      }
      tell(t, { law, on: `message dialogs of ${toolkit}`, cases, wrong })
    }
  })
}
