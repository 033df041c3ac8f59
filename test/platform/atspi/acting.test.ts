/** Everything that `interact` does to applications of a Linux desktop: real toolkits on a real X server. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import type { Frame } from '../../../api-schema/element.ts'
import { desktopOrSkip } from '../../fixtures/desktop/desktop.ts'
import { flat, setUpHands } from '../../fixtures/desktop/hands.ts'

const applications = ['gnome-calculator', 'mousepad', 'gtk3-widget-factory', 'gtk4-widget-factory', 'kcalc']

function isWithin(inner: Frame, outer: Frame): boolean {
  const left = inner.x >= outer.x && inner.y >= outer.y
  return left && inner.x + inner.width <= outer.x + outer.width && inner.y + inner.height <= outer.y + outer.height
}

t.test('a desktop of five toolkits', async (t) => {
  if (!desktopOrSkip(t, applications)) return
  const { desktop, world, all, one, unchecked, act, effects, fails, now, state } = await setUpHands(t, applications)

  await t.test('the calculator adds up', async (t) => {
    const press = (name: string) =>
      world.call('interact', {
        find: {
          scope: 'application',
          bundleId: 'org.gnome.Calculator',
          filter: { anyFieldContains: name },
          elementTypes: ['button'],
        },
        action: 'click',
      })
    for (const name of ['7', 'Add', '7', 'Calculate Result'])
      t.match(await press(name), { effect: 'confirmed', route: 'native' })
    const display = await one('gnome-calculator', { role: 'AXTextArea' })
    t.equal(display.value, '14')
  })

  await t.test('KCalc adds up, by its buttons and by keys', async (t) => {
    for (const name of ['7', '+', '7'])
      await act(await one('kcalc', { role: 'AXButton', titleContains: name }), { action: 'click' })
    const { effect, route } = await act(await one('kcalc', { role: 'AXWindow' }), { action: 'key', keys: 'Enter' })
    t.same([effect, route], ['confirmed', 'keys'])
    t.match(await world.settled('kcalc', { includeNonInteractable: true }), /text: "?14"?/)
  })

  await t.test('a text is written, read back and saved', async (t) => {
    const text = await one('mousepad', { role: 'AXTextArea' })
    const file = join(desktop.folder, 'saved.txt')
    t.same(
      await effects(
        text,
        { action: 'set_value', value: 'Grüße\nzwei' },
        { action: 'set_value', value: 'Grüße\nzwei' },
        { action: 'key', keys: 'Control+End Enter' },
        { action: 'type', value: 'x é "1"' },
        { action: 'type', value: ' 日本語の文字列' },
      ),
      ['confirmed native', 'noop native', 'confirmed keys', 'confirmed keys', 'confirmed native'],
    )
    const written = 'Grüße\nzwei\nx é "1" 日本語の文字列'
    t.equal((await now(text)).value, written)
    const saveAs = await act(text, { action: 'menu', path: 'File > Save As…' })
    t.match(saveAs, { effect: 'confirmed', changed: { added: [{ name: 'Save As' }] } })
    t.match(await fails(text, { action: 'set_value', value: 'behind the dialog' }), {
      name: 'element_changed',
      data: { reason: 'covered', by: 'dialog "Save As"' },
    })
    await act(await one('mousepad', { role: 'AXTextField' }), { action: 'set_value', value: file })
    const save = await one('mousepad', { role: 'AXButton', titleContains: 'Save' })
    // It is enabled when the folder has been looked at.
    t.equal((await world.again(() => act(save, { action: 'click' }))).effect, 'confirmed')
    t.equal(readFileSync(file, 'utf8').trimEnd(), written)
    t.match(await world.settled('mousepad'), /saved\.txt - Mousepad/)
  })

  await t.test('the controls of GTK 3', async (t) => {
    const app = 'gtk3-widget-factory'
    const box = await unchecked(app)
    t.same(
      await effects(
        box,
        { action: 'toggle' },
        { action: 'toggle', value: 'on' },
        { action: 'set_value', value: 'false' },
        { action: 'click' },
      ),
      ['confirmed native', 'noop native', 'confirmed native', 'confirmed native'],
    )
    t.ok((await state(box)).includes('checked'))
    const combo = await one(app, { role: 'AXPopUpButton', valueContains: 'Left' })
    t.same(
      await effects(
        combo,
        { action: 'select', value: 'right' },
        { action: 'select', value: 'Right' },
        { action: 'set_value', value: 'Middle' },
      ),
      ['confirmed native', 'noop native', 'confirmed native'],
    )
    t.equal((await now(combo)).value, 'Middle')
    t.match(await fails(combo, { action: 'select', value: 'Wrong' }), {
      name: 'not_found',
      hint: 'There are: "Left", "Middle", "Right".',
    })
    const spinner = await one(app, { role: 'AXIncrementor' })
    t.same(
      await effects(
        spinner,
        { action: 'set_value', value: '999' },
        { action: 'increment' },
        { action: 'increment' },
        { action: 'decrement' },
      ),
      ['confirmed native', 'confirmed native', 'noop native', 'confirmed native'],
    )
    t.equal((await now(spinner)).value, '999')
    t.match(await fails(spinner, { action: 'set_value', value: '1001' }), {
      name: 'invalid_params',
      data: { maximum: 1000 },
    })
    t.match(await fails(spinner, { action: 'set_value', value: 'ten' }), { name: 'invalid_params' })
    const slider = await one(app, { role: 'AXSlider' })
    t.same(await effects(slider, { action: 'set_value', value: '25' }, { action: 'increment' }), [
      'confirmed native',
      'confirmed native',
    ])
    t.equal((await now(slider)).value, '26')
    t.equal((await act(slider, { action: 'drag', to: { x: 900, y: 700 } })).route, 'pointer')
    t.not((await now(slider)).value, '26')
    const [first, second] = await all(app, { role: 'AXTabButton' })
    t.same(await effects(second!, { action: 'click' }, { action: 'select' }), ['confirmed pointer', 'noop native'])
    t.notOk((await state(first!)).includes('selected'))
    const cell = await one(app, { role: 'AXCell', titleContains: 'Cimi' })
    t.equal((await act(cell, { action: 'click' })).effect, 'confirmed')
    t.ok((await state(cell)).includes('selected'))
    const fields = await all(app, { role: 'AXTextField' })
    const entry = fields.find(({ value, state }) => value === 'entry' && state?.includes('disabled') !== true)!
    t.same(await effects(entry, { action: 'type', value: ' more' }, { action: 'focus' }), [
      'confirmed keys',
      'noop native',
    ])
    t.equal((await now(entry)).value, 'entry more')
    const off = fields.find(({ state }) => state?.includes('disabled'))!
    t.match(await fails(off, { action: 'set_value', value: 'x' }), {
      name: 'element_changed',
      data: { reason: 'disabled' },
    })
    const popover = await one(app, { role: 'AXToggle', titleContains: 'Menu' })
    t.match(await act(popover, { action: 'click' }), { changed: { added: [{}] } })
    await act(popover, { action: 'click' })
  })

  await t.test('the controls of GTK 4', async (t) => {
    const app = 'gtk4-widget-factory'
    const box = await unchecked(app)
    const before = (await state(box)).includes('checked')
    t.equal((await act(box, { action: 'toggle' })).effect, 'confirmed')
    t.equal((await state(box)).includes('checked'), !before, 'pressed where it is seen, since it tells no action')
    const tabs = await all(app, { role: 'AXTabButton' })
    const other = tabs.find(({ state }) => state?.includes('selected') !== true)!
    t.same(await effects(other, { action: 'click' }, { action: 'select' }), ['confirmed pointer', 'noop native'])
    const slider = await one(app, { role: 'AXSlider' })
    t.same(await effects(slider, { action: 'set_value', value: '25' }, { action: 'increment' }), [
      'confirmed native',
      'confirmed native',
    ])
    t.equal((await now(slider)).value, '26')
    const entry = (await all(app, { role: 'AXTextField' })).find(
      ({ value, state }) => value === 'entry' && !state?.includes('disabled'),
    )!
    t.same(await effects(entry, { action: 'set_value', value: 'é' }, { action: 'type', value: 'nd' }), [
      'confirmed native',
      'confirmed keys',
    ])
    t.equal((await now(entry)).value, 'énd')
    const password = await one(app, { role: 'AXSecureTextField' })
    const written = { action: 'set_value', value: 'sesame' } as const
    t.same(
      await effects(password, written, written),
      ['unverified native', 'unverified native'],
      'no guess is confirmed',
    )
    const { id: elementId } = password
    const whole = { scope: 'application', bundleId: app, includeNonInteractable: true } as const
    const asked = {
      outline: await world.call('explore', { ...whole, format: 'outline' }),
      fields: await world.call('explore', { ...whole, format: 'json' }),
      around: await world.call('explore', { scope: 'element', elementId, includeNonInteractable: true }),
      expand: await world.call('expand', { elementId }),
      text: await world.call('text', { elementId }),
    }
    for (const [way, answer] of Object.entries(asked)) t.notMatch(JSON.stringify(answer), /sesame/, way)
    const held = { ...whole, filter: { valueContains: 'sesame' } }
    t.same((await world.call('explore', held)).elements ?? [], [], 'nor found by it')
  })

  await t.test('an element is where it is told to be', async (t) => {
    for (const [app, role] of [
      ['gnome-calculator', 'AXButton'],
      ['gtk3-widget-factory', 'AXCheckBox'],
      ['kcalc', 'AXButton'],
    ] as const) {
      const window = await one(app, { role: 'AXWindow' })
      await act(window, { action: 'raise' })
      const whole = { includeNonInteractable: true, showCoordinates: true }
      const shown = await all(app, { role }, { includeNonInteractable: false, showCoordinates: true })
      let exact = 0
      const asked = shown.filter(({ role: own, frame }) => own === role && frame !== undefined)
      for (const { frame } of asked) {
        const [x, y] = [frame!.x + frame!.width / 2, frame!.y + frame!.height / 2]
        const { elements } = await world.call('explore', { scope: 'position', x, y, ...whole })
        // Its own label or icon may be the innermost.
        const hit = flat(elements ?? []).at(-1)?.frame
        if (hit !== undefined && isWithin(hit, frame!)) exact++
      }
      t.ok(asked.length > 5 && exact === asked.length, `${app}: ${exact} of ${asked.length}`)
    }
  })

  await t.test('windows', async (t) => {
    const window = await one('mousepad', { role: 'AXWindow' })
    const frame = async () => (await now(window)).frame!
    t.same(
      await effects(
        window,
        { action: 'raise' },
        { action: 'maximize' },
        { action: 'maximize' },
        { action: 'maximize', value: 'restore' },
        { action: 'minimize' },
        { action: 'minimize' },
        { action: 'minimize', value: 'restore' },
        { action: 'move', to: { x: 60, y: 80 } },
        { action: 'resize', to: { x: 720, y: 540 } },
        { action: 'resize', to: { x: 720, y: 540 } },
      ).then((told) => told.slice(1)),
      [
        'confirmed native',
        'noop native',
        'confirmed native',
        'confirmed native',
        'noop native',
        'confirmed native',
        'confirmed native',
        'confirmed native',
        'noop native',
      ],
    )
    t.same(await frame(), { x: 60, y: 80, width: 720, height: 540 })
    t.match(await fails(window, { action: 'move' }), { name: 'invalid_params' })
  })

  await t.test('the pointer gets to what another window covers; keys go to no other window', async (t) => {
    const editor = await one('mousepad', { role: 'AXWindow' })
    const calculator = await one('gnome-calculator', { role: 'AXWindow' })
    await act(calculator, { action: 'move', to: { x: 70, y: 100 } })
    await act(calculator, { action: 'raise' })
    const text = await one('mousepad', { role: 'AXTextArea' })
    await act(text, { action: 'set_value', value: 'one two' })
    t.match(await act(text, { action: 'double_click' }), { route: 'pointer' })
    t.ok((await state(editor)).includes('focused'), 'its window is in front now')
    await act(calculator, { action: 'raise' })
    await act(text, { action: 'type', value: '!' })
    t.match((await now(text)).value, /!/)
    t.notMatch((await one('gnome-calculator', { role: 'AXTextArea' })).value ?? '', /!/)
  })

  await t.test('what cannot be done says why', async (t) => {
    const label = await one('gtk3-widget-factory', { role: 'AXStaticText' })
    t.match(await fails(label, { action: 'set_value', value: 'x' }), { name: 'unsupported_here' })
    t.match(await fails(label, { action: 'expand' }), { name: 'unsupported_here' })
    t.match(await fails(label, { action: 'increment' }), { name: 'unsupported_here' })
    t.match(await fails(label, { action: 'upload', files: ['/dev/null'] } as never), { name: 'unsupported_here' })
    const window = await one('kcalc', { role: 'AXWindow' })
    t.match(await fails(window, { action: 'scroll', value: 'sideways' }), { name: 'invalid_params' })
  })

  await t.test('a window is closed, and what asks is left open', async (t) => {
    const window = await one('mousepad', { role: 'AXWindow' })
    const closed = await act(window, { action: 'close' })
    t.match(closed, { why: 'it is still open', changed: { added: [{ role: 'AXWindow' }] } }, 'it asks whether to save')
    const leave = await one('mousepad', { role: 'AXButton', titleContains: 'Don' })
    await act(leave, { action: 'click' })
    t.match(
      await world.again(async () => {
        const { apps } = await world.call('apps')
        if (apps.some(({ name }) => name === 'mousepad')) throw new Error('still there')
        return apps.length
      }),
      applications.length - 1,
    )
    t.ok(existsSync(join(desktop.folder, 'saved.txt')))
  })
})
