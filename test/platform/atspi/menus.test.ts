/** Menus, lists, trees and what else opens, on a Linux desktop: each toolkit has its own ways. */
import { fileURLToPath } from 'node:url'
import t from 'tap'
import type { Element } from '../../../api-schema/element.ts'
import { desktopOrSkip, toolkitsOrSkip } from '../../fixtures/desktop/desktop.ts'
import { nameOf, setUpHands } from '../../fixtures/desktop/hands.ts'
import { python } from '../../fixtures/find-desktop.mjs'
import { random } from '../../fixtures/random.ts'
import { answerThat } from '../../fixtures/until.ts'

const pointed = fileURLToPath(new URL('../../fixtures/desktop/pointed.py', import.meta.url))
const texts = fileURLToPath(new URL('../../fixtures/desktop/texts.py', import.meta.url))
const withMenus = fileURLToPath(new URL('../../fixtures/desktop/menus.py', import.meta.url))

const applications = ['mousepad', 'gnome-calculator', 'gtk4-demo-application']

t.test('a desktop of menus', async (t) => {
  if (!desktopOrSkip(t, [...applications, 'gtk4-demo', 'kcalc'])) return
  const { desktop, world, all, one, act, effects, fails, now } = await setUpHands(t, applications)
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
    const noMenu = { name: 'not_found', message: '"Select All" is no menu: pressing it does something.' }
    t.match(await menu('Edit > Select All > Nowhere'), noMenu, 'and is not pressed')
    t.notMatch(await world.settled('mousepad'), /menu item/, 'nothing is left open')
    const whole = await one('mousepad', { role: 'AXApplication' })
    t.match(await fails(whole, { action: 'menu', path: 'Edit > Nowhere' }), { name: 'not_found' })
    t.notMatch(await world.settled('mousepad'), /menu item/, 'nor where the application was asked as a whole')
    await act(text, { action: 'menu', path: 'Search > Go to' })
    const behind = { name: 'element_changed', data: { reason: 'covered' } }
    t.match(await fails(whole, { action: 'menu', path: 'Edit > Select All' }), behind, 'nobody gets behind a dialog')
    await act(await window('mousepad', 'Go To'), { action: 'close' })
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

  await t.test('GTK 3: a scrolled text, and its menu', async (t) => {
    const text = await one('mousepad', { role: 'AXTextArea' })
    await act(text, { action: 'set_value', value: 'line\n'.repeat(200) })
    const [top, bottom, down, up] = ['top', 'bottom', 'down', 'up'].map(
      (value) => ({ action: 'scroll', value }) as const,
    )
    await act(text, top!)
    t.same(await effects(text, bottom!, down!, up!), ['confirmed native', 'noop native', 'confirmed native'])
    t.match(await act(text, { action: 'right_click' }), { changed: { added: [{}] } })
    t.match(await act(await window('mousepad'), { action: 'key', keys: 'Escape' }), { effect: 'confirmed' })
  })

  await t.test('a title of a menu bar opens its own menu while another one is open, in any order', async (t) => {
    await desktop.start('kcalc')
    const titles = await all('kcalc', { role: 'AXMenuBarItem' })
    const { oneOf } = random()
    const holds = new Map<string, string>()
    let open: string | undefined
    for (let turn = 0; turn < 8; turn++) {
      const title = oneOf(titles.filter((one) => nameOf(one) !== open))
      open = nameOf(title)
      t.match(await act(title, { action: 'click' }), { effect: 'confirmed' }, open)
      const entries = (await all('kcalc', { role: 'AXMenuItem' })).filter(({ state }) => !state?.includes('hidden'))
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
})

for (const toolkit of ['qt5', 'qt6'])
  t.test(`${toolkit}: the menu of a field, which no window lists`, async (t) => {
    if (!desktopOrSkip(t, [python]) || !toolkitsOrSkip(t)) return
    const { start, one, act, all, world } = await setUpHands(t, [])
    const { app, held, end } = await start(python, texts, toolkit)
    const line = await one(app, { role: 'AXTextField' })
    await act(line, { action: 'set_value', value: 'tea' })
    const entries = async () =>
      (await all(app, { role: 'AXMenuItem' })).filter(({ state }) => !state?.includes('hidden')).map(nameOf)
    t.match(await act(line, { action: 'right_click' }), { effect: 'confirmed', changed: { added: [{}] } })
    t.match(await entries(), ['Undo', 'Redo', 'Cut', 'Copy', 'Paste', 'Delete', 'Select All'], 'without their keys')
    t.match(await act(line, { action: 'key', keys: 'Escape' }), { effect: 'confirmed' })
    t.same(await entries(), [])
    await act(line, { action: 'right_click' })
    await act(await one(app, { role: 'AXMenuItem', titleContains: 'Select All' }), { action: 'click' })
    await act(line, { action: 'right_click' })
    const removal = await one(app, { role: 'AXMenuItem', titleContains: 'Delete' })
    t.match(await act(removal, { action: 'click' }), { effect: 'confirmed' })
    await answerThat(held, ({ Line }) => Line === '')

    // What has the keys is the field, and not its drawing area.
    await act(await one(app, { role: 'AXTextArea' }), { action: 'focus' })
    const find = { scope: 'application', bundleId: app } as const
    t.match(await world.call('interact', { find, action: 'type', value: 'leaves' }), { effect: 'confirmed' })
    await answerThat(held, ({ Body }) => Body === 'leaves')
    await end()
  })

t.test('GTK 3: a menu that stands beside its button, and a button that is only drawn', async (t) => {
  if (!desktopOrSkip(t, [python]) || !toolkitsOrSkip(t)) return
  const { start, all, act, fails, now } = await setUpHands(t, [])
  const { app, lines, end } = await start(python, pointed, 'gtk3', 'popups')
  const button = (await all(app, { role: 'AXCheckBox' })).find((element) => nameOf(element) === 'Menu')!
  // With a menu open, a press beside it does nothing else.
  await act(button, { action: 'click' })
  const [beside] = await all(app, { role: 'AXRow', titleContains: 'Row two' })
  t.match(await act(beside!, { action: 'right_click' }), { effect: 'unverified' })
  t.notOk(
    lines().some((line) => line.startsWith('press Row two')),
    'the program has not been told of it',
  )

  await act(button, { action: 'menu', path: 'Right' })
  await answerThat(lines, (told) => told.includes('chose Right'))
  t.match(await fails(button, { action: 'menu', path: 'Up' }), { name: 'not_found', hint: /"Left", "Right"/ })
  t.notMatch((await now(button)).state, ['checked'], 'and it is put away')

  const [drawn] = await all(app, { role: 'AXGroup', anyFieldContains: 'Drawn' }, { includeNonInteractable: false })
  t.ok(drawn, 'it is among what can be pressed')
  await act(drawn!, { action: 'click' })
  await answerThat(lines, (told) => told.includes('press Drawn 1'))
  await end()
})

t.test('GTK 4: menus of buttons without names are known by what they hold', async (t) => {
  if (!desktopOrSkip(t, [python]) || !toolkitsOrSkip(t)) return
  const { start, one, act, fails, world } = await setUpHands(t, [])
  const { app, lines, end } = await start(python, pointed, 'gtk4', 'popups')
  const window = await one(app, { role: 'AXWindow' })
  for (const path of ['Down', 'Right']) {
    await act(window, { action: 'menu', path })
    await answerThat(lines, (told) => told.includes(`chose ${path}`))
  }
  t.match(await fails(window, { action: 'menu', path: 'Nowhere' }), {
    name: 'not_found',
    message: /no entry "Nowhere"/,
  })
  t.notMatch(await world.settled(app), /menu item/, 'and nothing is left open')
  await end()
})

for (const toolkit of ['qt5', 'qt6'])
  t.test(`${toolkit}: a button's menu that is no element`, async (t) => {
    if (!desktopOrSkip(t, [python]) || !toolkitsOrSkip(t)) return
    const { start, one, act, now } = await setUpHands(t, [])
    const { app, lines, end } = await start(python, pointed, toolkit, 'popups')
    const button = (titleContains: string) => one(app, { role: 'AXButton', titleContains })
    const create = await button('Create')
    t.match(await act(create, { action: 'click' }), { effect: 'confirmed' }, 'is open while the button is pressed')
    const isOpen = async () => (await now(create)).state?.includes('expanded') === true
    t.equal(await isOpen(), true)
    await act(create, { action: 'key', keys: 'ArrowDown Enter' })
    await answerThat(lines, (told) => told.includes('chose Left'))
    t.equal(await isOpen(), false)
    const { effect } = await act(await button('Alpha'), { action: 'click' })
    t.equal(effect, 'unverified', 'another is pressed for a moment, and opens nothing')
    await end()
  })

for (const toolkit of ['gtk3', 'gtk4', 'qt5', 'qt6'])
  t.test(`${toolkit}: a path that fails is put away before it is answered, and nothing more is`, async (t) => {
    if (!desktopOrSkip(t, [python]) || !toolkitsOrSkip(t)) return
    const { start, one, act, fails, world } = await setUpHands(t, [])
    const { app, lines, end } = await start(python, withMenus, toolkit)
    const window = await one(app, { role: 'AXWindow' })
    const isShut = (told: readonly string[]) =>
      told.filter((line) => line.startsWith('shut')).length === told.filter((line) => line.startsWith('open')).length
    for (const path of ['File > Recent > Nowhere', 'File > Nowhere', 'Edit > Nowhere']) {
      t.match(await fails(window, { action: 'menu', path }), { name: 'not_found' }, path)
      t.ok(isShut(lines()), 'its menus are shut by then')
      // What is opened since stays.
      t.match(await act(await one(app, { role: 'AXMenuBarItem', titleContains: 'Edit' }), { action: 'click' }), {
        effect: 'confirmed',
      })
      t.match(await world.settled(app), /Copy/, 'and another one stays open')
      await act(window, { action: 'key', keys: 'Escape' })
    }
    t.notOk(lines().includes('Escape'), 'and the window has got none of it')
    await act(window, { action: 'menu', path: 'File > Recent > Two' })
    await answerThat(lines, (told) => told.includes('chose Two'))
    const choose = async () => (await act(window, { action: 'menu', path: 'View > Small' })).effect
    t.equal(await choose(), 'confirmed')
    t.equal(await choose(), 'unverified', 'of one that was chosen already its mark proves nothing')
    await end()
  })
