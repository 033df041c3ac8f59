/** Options of a page in Firefox: the page hears of what is chosen, as it does from a person. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { desktopOrSkip } from '../../fixtures/desktop/desktop.ts'
import { setUpHands } from '../../fixtures/desktop/hands.ts'
import { largeApplications } from '../../fixtures/find-desktop.mjs'

if (!largeApplications.includes('firefox-esr')) {
  t.plan(0, 'in npm run test:desktop-full')
  process.exit(0)
}
if (!desktopOrSkip(t, ['firefox-esr'])) process.exit(0)
t.setTimeout(180_000)
const hands = await setUpHands(t, [])
const page = join(hands.desktop.folder, 'page.html')
writeFileSync(
  page,
  `<title>Tea</title><label>Kind <select onchange="heard.textContent = 'heard ' + this.value">
  <option>None<option>Green<option>Black<option>White</select></label><p id=heard>heard nothing</p>`,
)

t.test('the page hears of each', async (t) => {
  const { app } = await hands.start('firefox-esr', page)
  for (const value of ['Black', 'None', 'White', 'Green']) {
    const box = await hands.one(app, { role: 'AXPopUpButton', titleContains: 'Kind' })
    t.match(await hands.act(box, { action: 'select', value }), { effect: 'confirmed' }, value)
    t.equal((await hands.all(app, { titleContains: `heard ${value}` })).length > 0, true, `it heard of ${value}`)
  }
})
