/** Acting in LibreOffice Calc and in Firefox: a sheet is filled in, and a form of a page. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { desktopOrSkip } from '../../fixtures/desktop/desktop.ts'
import { nameOf, setUpHands } from '../../fixtures/desktop/hands.ts'
import { largeApplications } from '../../fixtures/find-desktop.mjs'

const missing = (name: string) => (largeApplications.includes(name) ? false : 'in npm run test:desktop-full')

t.test('LibreOffice Calc', { skip: missing('localc') }, async (t) => {
  if (!desktopOrSkip(t)) return
  const { desktop, world, all, one, act, effects, fails, now, state } = await setUpHands(t, [])
  await desktop.start('localc')
  const app = 'soffice'
  await world.again(() => world.settled(app))
  const cell = async (name: string) =>
    (await all(app, { role: 'AXCell', titleContains: name })).find((one) => nameOf(one) === name)!
  const main = await one(app, { role: 'AXWindow', titleContains: 'LibreOffice Calc' })
  const [first, second] = [await cell('B2'), await cell('B3')]
  t.same(await effects(first, { action: 'set_value', value: '42' }, { action: 'set_value', value: '42' }), [
    'confirmed keys',
    'noop native',
  ])
  t.match(await act(second, { action: 'set_value', value: '=B2+1' }), { effect: 'confirmed' })
  t.equal((await now(second)).value, '43', 'what the sheet makes of it is read back')
  t.match(await act(first, { action: 'set_value', value: 'Grüße' }), { effect: 'confirmed' })
  t.equal((await now(first)).value, 'Grüße')
  // It goes on telling the text of a cell that was emptied: what counts with it knows better.
  t.match(await act(first, { action: 'set_value', value: '' }), { route: 'keys' })
  t.equal((await now(second)).value, '1')
  t.match(await fails(main, { action: 'menu', path: 'Sheet > Nowhere' }), { name: 'not_found' })
  t.match(await act(main, { action: 'menu', path: 'Sheet > Insert Sheet at End' }), {
    effect: 'confirmed',
    changed: { added: [{ name: 'Append Sheet' }] },
  })
  t.match(await act(await one(app, { role: 'AXButton', titleContains: 'OK' }), { action: 'click' }), {
    effect: 'confirmed',
  })
  const [sheet1, sheet2] = await all(app, { role: 'AXTabButton' })
  t.ok((await state(sheet2!)).includes('selected'))
  t.same(await effects(sheet1!, { action: 'select' }, { action: 'select' }), ['confirmed native', 'noop native'])
  t.notOk((await state(sheet2!)).includes('selected'))
})

const form = `<!doctype html><title>Order</title>
<form onsubmit="event.preventDefault(); out.textContent = [who.value, size.value, gift.checked].join(' ')">
  <label>Name <input id="who"></label>
  <label>Size <select id="size"><option>small<option>large</select></label>
  <label><input type="checkbox" id="gift"> Gift</label>
  <button>Send</button>
</form>
<p id="out" role="status"></p>`

t.test('Firefox', { skip: missing('firefox-esr') }, async (t) => {
  if (!desktopOrSkip(t)) return
  const { desktop, world, one, act, effects, now } = await setUpHands(t, [])
  const page = join(desktop.folder, 'form.html')
  writeFileSync(page, form)
  await desktop.start('firefox-esr', page)
  const app = 'firefox-esr'
  const field = await world.again(() => one(app, { role: 'AXTextField', titleContains: 'Name' }))
  t.match(await act(field, { action: 'set_value', value: 'Ann' }), { effect: 'confirmed' })
  t.match(await act(field, { action: 'type', value: ' Né' }), { effect: 'confirmed' })
  t.equal((await now(field)).value, 'Ann Né')
  const size = await one(app, { role: 'AXPopUpButton', titleContains: 'Size' })
  t.same(await effects(size, { action: 'select', value: 'large' }, { action: 'select', value: 'large' }), [
    'confirmed native',
    'noop native',
  ])
  const gift = await one(app, { role: 'AXCheckBox', titleContains: 'Gift' })
  t.same(await effects(gift, { action: 'toggle', value: 'on' }, { action: 'toggle', value: 'on' }), [
    'confirmed native',
    'noop native',
  ])
  const sent = await act(await one(app, { role: 'AXButton', titleContains: 'Send' }), { action: 'click' })
  t.match(sent, { effect: 'confirmed', route: 'native' })
  t.match(await world.settled(app, { includeNonInteractable: true }), /Ann Né large true/)
})
