/** What a field is called follows its label, wherever in the label the text stands, also long after the page was read. */
import t from 'tap'
import { flat } from '../e2e/client.ts'
import { until } from '../fixtures/until.ts'
import { openChangingPage } from './changing-page.ts'
import { settledLaw, tell, turns } from './law.ts'

const controls = [
  '<input>',
  '<textarea></textarea>',
  '<input type="checkbox">',
  '<select><option>One</option></select>',
]
const wraps = [
  (text: string, control: string) => `<label><span>${text}</span> ${control}</label>`,
  (text: string, control: string) => `<label>${text} ${control}</label>`,
  (text: string, control: string) => `<label><div><b><i>${text}</i></b></div><div>${control}</div></label>`,
  (text: string, control: string) => `<div><label>${control}<span>${text}</span></label></div>`,
  (text: string, control: string) => `<label for="it">${text}</label>${control.replace(/^<\w+/, '$& id="it"')}`,
]
const ways = [
  (text: string) => `find(document.body).nodeValue = '${text}'`,
  (text: string) => `find(document.body).parentNode.textContent = '${text}'`,
  (text: string) => `find(document.body).replaceWith('${text}')`,
]

const script = `<script>
function find(root) {
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) if (texts.currentNode.nodeValue.includes('Phone')) return texts.currentNode
}
</script>`

t.test('fields are called as their labels are now', async (t) => {
  const page = await openChangingPage(t, (part) => `<title>Form</title>${script}<main>${part}</main>`)
  if (page === undefined) return
  const { call, dice, outside, show, tab } = page
  const wrong: string[] = []
  let cases = 0
  for (const _ of turns(t, 20, dice)) {
    const html = dice.oneOf(wraps)('Phone', dice.oneOf(controls))
    // A text of its own is all that is written anew: with its parent the field would go.
    const way = html.startsWith('<label>Phone') ? ways[0]! : dice.oneOf(ways)
    await show(html)
    const names = async (freshness: 'auto' | 'fresh') => {
      const { elements } = await call('explore', { scope: 'tab', tab, format: 'json', freshness })
      return flat(elements).map(({ role, name }) => `${role} ${name}`)
    }
    await names('auto')
    // From then on what changes is told by events, and the page is not read whole again.
    await until(
      async () => !(await page.commands(() => names('auto'))).includes('Accessibility.getFullAXTree'),
      'watched',
    )
    await outside.evaluate(way('City'))
    cases++
    const [kept, anew] = [await names('auto'), await names('fresh')]
    if (kept.join() !== anew.join()) wrong.push(`${html}, ${way('City')}: ${kept.join()}, but ${anew.join()}`)
  }
  tell(t, { law: settledLaw, on: 'names of fields by their labels', cases, wrong })
})
