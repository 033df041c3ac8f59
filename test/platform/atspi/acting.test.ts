/** Texts, passwords and windows of a Linux desktop. Controls are tried in the contract and in `laws/desktop-widgets`. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { desktopOrSkip } from '../../fixtures/desktop/desktop.ts'
import { setUpHands } from '../../fixtures/desktop/hands.ts'

const applications = ['mousepad', 'gtk4-widget-factory']

t.test('a desktop', async (t) => {
  if (!desktopOrSkip(t, applications)) return
  const { desktop, world, one, act, effects, fails, now } = await setUpHands(t, applications)

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

  await t.test('what a password field is set to is not confirmed, and nowhere', async (t) => {
    const app = 'gtk4-widget-factory'
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

  await t.test('a window is closed, and what asks is left open', async (t) => {
    const window = await one('mousepad', { role: 'AXWindow' })
    await act(await one('mousepad', { role: 'AXTextArea' }), { action: 'set_value', value: 'not saved' })
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
