/** Menus, lists, trees and what else opens, on a Linux desktop: each toolkit has its own ways. */
import t from 'tap'
import type { Element } from '../../../api-schema/element.ts'
import { desktopOrSkip } from '../../fixtures/desktop/desktop.ts'
import { nameOf, setUpHands } from '../../fixtures/desktop/hands.ts'
import { random } from '../../fixtures/random.ts'

const applications = ['mousepad', 'gnome-calculator', 'gtk3-widget-factory', 'gtk4-demo-application', 'kcalc']

t.test('a desktop of menus', async (t) => {
  if (!desktopOrSkip(t, [...applications, 'gtk4-demo'])) return
  const { desktop, world, all, one, act, effects, fails, now, state } = await setUpHands(t, applications)
  const window = (app: string, title?: string) =>
    one(app, { role: 'AXWindow', ...(title !== undefined && { titleContains: title }) })
  /** The last of those that are so called to the letter. */
  const named = async (app: string, role: string, name: string): Promise<Element> => {
    const found = (await all(app, { role })).filter((element) => nameOf(element) === name)
    return found.at(-1) ?? one(app, { role, titleContains: name })
  }

  await t.test('GTK 3: the menu bar, by its path', async (t) => {
    const text = await one('mousepad', { role: 'AXTextArea' })
    const menu = (path: string) => fails(text, { action: 'menu', path })
    await act(text, { action: 'set_value', value: 'words' })
    t.match(await menu('Edit > Nowhere'), { name: 'not_found', message: /no entry "Nowhere"/ })
    t.match(await menu('Ed1t > Cut'), { name: 'not_found', data: { near: ['Edit'] } })
    t.match(await menu('Edit > Redo'), { name: 'element_changed', data: { reason: 'disabled' } })
    t.match(await menu('Edit > Delete'), {
      name: 'element_ambiguous',
      data: { candidates: ['Delete Selection', 'Delete Line'] },
    })
    t.match(await menu('Document > Size'), { name: 'not_found', message: /no entry "Size"/ }, 'it only leads further')
    t.notMatch(await world.settled('mousepad'), /menu item/, 'nothing is left open')
    const whole = await one('mousepad', { role: 'AXApplication' })
    t.match(await fails(whole, { action: 'menu', path: 'Edit > Nowhere' }), { name: 'not_found' })
    t.notMatch(await world.settled('mousepad'), /menu item/, 'nor where the application was asked as a whole')
    // It tells of no entry whether it is chosen: nothing can be read back.
    t.match(await act(text, { action: 'menu', path: 'document > tab size > 4' }), {
      effect: 'unverified',
      route: 'native',
    })
    await act(text, { action: 'menu', path: 'Edit > Select All' })
    await act(text, { action: 'menu', path: 'Edit > Delete Selection' })
    t.equal((await now(text)).value, undefined)
  })

  await t.test('GTK 4: the menus of buttons', async (t) => {
    const app = 'gnome-calculator'
    const calculator = await window(app)
    t.match(await act(calculator, { action: 'menu', path: 'Basic > Advanced' }), {
      effect: 'confirmed',
      changed: { changed: [{ was: { name: 'Basic' }, now: { name: 'Advanced' } }] },
    })
    const mode = await named(app, 'AXButton', 'Advanced')
    t.ok((await now(mode)).capabilities?.includes('hasMenu'))
    t.match(await act(mode, { action: 'menu', path: 'Basic' }), { effect: 'confirmed' })
    t.equal(nameOf(await now(mode)), 'Basic')
    t.match(await fails(calculator, { action: 'menu', path: 'Mode selection > Nowhere' }), {
      name: 'not_found',
      hint: /"Basic", "Advanced", "Financial"/,
    })
    t.match(await fails(calculator, { action: 'menu', path: 'Nowhere' }), {
      name: 'not_found',
      hint: /"Mode selection", "Primary menu"/,
    })
    t.same(
      await effects(
        mode,
        { action: 'show_menu' },
        { action: 'show_menu' },
        { action: 'expand' },
        { action: 'collapse' },
        { action: 'collapse' },
      ),
      ['confirmed native', 'noop native', 'noop native', 'confirmed native', 'noop native'],
    )
    t.notMatch(await world.settled(app), /Financial/, 'nothing is left open')
    t.match(await act(calculator, { action: 'menu', path: 'Primary menu > Preferences' }), { effect: 'confirmed' })
    const dialog = await window(app, 'Preferences')
    t.match(await fails(calculator, { action: 'key', keys: 'Escape' }), {
      name: 'element_changed',
      data: { reason: 'covered' },
    })
    t.match(await act(dialog, { action: 'close' }), { effect: 'confirmed', changed: { removed: [{}] } })
  })

  await t.test('GTK 4: a menu bar, and menus in menus', async (t) => {
    const app = 'gtk4-demo-application'
    const main = await window(app)
    t.match(await act(main, { action: 'menu', path: 'File > Color > Green' }), { effect: 'confirmed' })
    t.match(await fails(main, { action: 'menu', path: 'File > Colour > Green' }), {
      name: 'not_found',
      data: { near: ['Color'] },
    })
    const file = await named(app, 'AXMenuBarItem', 'File')
    t.same(await effects(file, { action: 'expand' }, { action: 'expand' }), ['confirmed pointer', 'noop native'])
    t.match(await act(file, { action: 'collapse' }), { effect: 'confirmed' })
    t.match(await act(main, { action: 'menu', path: 'Help > About' }), { effect: 'confirmed' })
    await act(await window(app, 'About'), { action: 'close' })
    const text = await one(app, { role: 'AXTextArea' })
    for (const action of ['right_click', 'show_menu'] as const) {
      t.match(await act(text, { action }), { effect: 'confirmed', changed: { added: [{}] } }, action)
      t.match(await world.settled(app, { includeDisabled: true }), /Paste/)
      t.match(await act(main, { action: 'key', keys: 'Escape' }), { changed: { removed: [{}] } })
    }
  })

  await t.test('GTK 4: a list of choices', async (t) => {
    const demo = await desktop.start('gtk4-demo', '--run=dropdown')
    const list = await world.again(() => one('gtk4-demo', { role: 'AXPopUpButton' }))
    t.same(await effects(list, { action: 'select', value: '5 minutes' }, { action: 'select', value: '5 minutes' }), [
      'confirmed pointer',
      'noop native',
    ])
    t.match(await fails(list, { action: 'select', value: 'Never' }), { name: 'not_found', hint: /"2 minutes"/ })
    t.notMatch(await world.settled('gtk4-demo'), /20 minutes/, 'the list is closed again')
    t.same(
      await effects(
        list,
        { action: 'expand' },
        { action: 'expand' },
        { action: 'collapse' },
        { action: 'collapse' },
        { action: 'set_value', value: '20 minutes' },
      ),
      ['confirmed native', 'noop native', 'confirmed native', 'noop native', 'confirmed pointer'],
    )
    t.match(await world.settled('gtk4-demo', { includeNonInteractable: true }), /20 minutes/)
    await demo.end()
  })

  await t.test('GTK 3: lists of choices, trees and scrolled parts', async (t) => {
    const app = 'gtk3-widget-factory'
    const left = await one(app, { role: 'AXPopUpButton', valueContains: 'Left' })
    t.same(await effects(left, { action: 'expand' }, { action: 'expand' }, { action: 'collapse' }), [
      'confirmed native',
      'noop native',
      'confirmed native',
    ])
    const combo = await one(app, { role: 'AXComboBox' })
    t.same(await effects(combo, { action: 'select', value: 'Mickey' }, { action: 'set_value', value: 'Somebody' }), [
      'confirmed native',
      'confirmed native',
    ])
    t.match(await now(await one(app, { role: 'AXTextField' })), { value: 'Somebody' })
    const text = await one(app, { role: 'AXTextArea' })
    t.same(
      await effects(
        text,
        { action: 'scroll', value: 'bottom' },
        { action: 'scroll', value: 'down' },
        { action: 'scroll', value: 'up' },
        { action: 'scroll', to: { y: 100 } },
      ),
      ['confirmed native', 'noop native', 'confirmed native', 'confirmed pointer'],
    )
    t.match(await act(text, { action: 'right_click' }), { changed: { added: [{}] } })
    t.match(await act(await window(app), { action: 'key', keys: 'Escape' }), { effect: 'confirmed' })
    t.match(await act(await one(app, { role: 'AXButton', titleContains: 'Cool' }), { action: 'hover' }), {
      route: 'pointer',
    })
    await act(await named(app, 'AXRadioButton', 'Page 3'), { action: 'click' })
    const row = await named(app, 'AXCell', 'Charlemagne')
    t.same(
      await effects(
        row,
        { action: 'select' },
        { action: 'select' },
        { action: 'collapse' },
        { action: 'collapse' },
        { action: 'expand' },
      ),
      ['confirmed native', 'noop native', 'confirmed native', 'noop native', 'confirmed native'],
    )
    const tree = await one(app, { role: 'AXOutline' })
    t.match(await act(tree, { action: 'select', value: 'Attila the Hun' }), { effect: 'confirmed' })
    t.notOk((await state(row)).includes('selected'), 'one alone')
  })

  await t.test('Qt: menus, a dialog of its own, and all that is in it', async (t) => {
    const app = 'kcalc'
    const main = await window(app)
    t.match(await act(main, { action: 'menu', path: 'Settings > Science Mode' }), { effect: 'confirmed' })
    t.match(await fails(main, { action: 'menu', path: 'Settings > Nowhere' }), { hint: /"Science Mode"/ })
    t.same(await effects(await named(app, 'AXRadioButton', 'Rad'), { action: 'click' }, { action: 'select' }), [
      'confirmed native',
      'noop native',
    ])
    const second = await named(app, 'AXCheckBox', 'Shift')
    t.same(
      await effects(second, { action: 'toggle', value: 'on' }, { action: 'toggle', value: 'on' }, { action: 'toggle' }),
      ['confirmed native', 'noop native', 'confirmed native'],
    )
    t.match(await act(main, { action: 'menu', path: 'Settings > Configure KCalc' }), {
      effect: 'confirmed',
      changed: { added: [{ name: 'Configure' }] },
    })
    const spinner = await one(app, { role: 'AXIncrementor' })
    t.same(
      await effects(
        spinner,
        { action: 'increment' },
        { action: 'increment' },
        { action: 'decrement' },
        { action: 'set_value', value: '15' },
      ),
      ['confirmed keys', 'confirmed keys', 'confirmed keys', 'confirmed native'],
    )
    t.equal((await now(spinner)).value, '15')
    const font = await named(app, 'AXRow', 'Font')
    t.same(await effects(font, { action: 'select' }, { action: 'select' }), ['confirmed pointer', 'noop native'])
    t.notOk((await state(await named(app, 'AXRow', 'General'))).includes('selected'), 'one alone')
    const list = await one(app, { role: 'AXList' })
    t.match(await act(list, { action: 'select', value: 'Constants' }), { effect: 'confirmed' })
    const [name, value] = await all(app, { role: 'AXTextField' })
    t.same(
      await effects(name!, { action: 'set_value', value: 'Gr' }, { action: 'type', value: 'üß' }, { action: 'focus' }),
      ['confirmed native', 'confirmed keys', 'noop native'],
    )
    t.equal((await now(name!)).value, 'Grüß')
    t.same(
      await effects(
        value!,
        { action: 'double_click' },
        { action: 'key', keys: 'Control+A Delete' },
        { action: 'type', value: '2,5' },
      ).then((told) => told.slice(1)),
      ['confirmed keys', 'confirmed keys'],
    )
    t.equal((await now(value!)).value, '2,5')
    t.match(await act(await named(app, 'AXButton', 'Cancel'), { action: 'click' }), { effect: 'confirmed' })
  })
})

t.test('a title of a menu bar opens its own menu while another one is open, in any order', async (t) => {
  if (!desktopOrSkip(t, ['kcalc'])) return
  const hands = await setUpHands(t, ['kcalc'])
  const titles = await hands.all('kcalc', { role: 'AXMenuBarItem' })
  const { oneOf } = random()
  const holds = new Map<string, string>()
  let open: string | undefined
  for (let turn = 0; turn < 8; turn++) {
    const title = oneOf(titles.filter((one) => nameOf(one) !== open))
    open = nameOf(title)
    t.match(await hands.act(title, { action: 'click' }), { effect: 'confirmed' }, open)
    const entries = (await hands.all('kcalc', { role: 'AXMenuItem' })).filter(({ state }) => !state?.includes('hidden'))
    const shown = entries.map(nameOf).join()
    t.not(shown, '', 'its menu is open')
    t.equal(shown, holds.get(open) ?? shown, 'and is the one that it opened before')
    t.notOk(
      [...holds].some(([other, held]) => other !== open && held === shown),
      'and no other',
    )
    holds.set(open, shown)
  }
})
