/** Windows, keyboard, pointer, pictures and clipboard of a real X11 desktop. */
import { execFileSync } from 'node:child_process'
import t from 'tap'
import { DesktopClipboard } from '../../../daemon/platform/atspi/apps/clipboard.ts'
import { captureScreen } from '../../../daemon/platform/atspi/capture/capture.ts'
import { handOf } from '../../../daemon/platform/atspi/desktop/hand.ts'
import type { Recipient } from '../../../daemon/platform/atspi/desktop/input.ts'
import { textForms } from '../../../daemon/platform/atspi/desktop/selection.ts'
import type { DesktopWindow } from '../../../daemon/platform/atspi/desktop/windows.ts'
import { pixelsOf, XDesktop } from '../../../daemon/platform/atspi/x11/desktop.ts'
import { readKeymap, XKeyboard } from '../../../daemon/platform/atspi/x11/keyboard.ts'
import { pointerOf } from '../../../daemon/platform/atspi/x11/pointer.ts'
import { XSelection } from '../../../daemon/platform/atspi/x11/selection.ts'
import { XServer } from '../../../daemon/platform/atspi/x11/server.ts'
import { XWindowManager } from '../../../daemon/platform/atspi/x11/window-manager.ts'
import { XWindows } from '../../../daemon/platform/atspi/x11/windows.ts'
import { desktopOrSkip, startDesktop } from '../../fixtures/desktop/desktop.ts'

const { signal } = new AbortController()

function clipboardOf(server: XServer): DesktopClipboard {
  const selection = new XSelection(server)
  return new DesktopClipboard(async () => selection)
}

t.test('without a server', async (t) => {
  const cases = [
    ['nonsense', /nonsense cannot be reached: DISPLAY is not the name of one/],
    [':4093', /:4093 cannot be reached/],
  ] as const
  for (const [name, message] of cases) {
    const server = new XServer(name)
    await t.rejects(server.open(signal), { name: 'unsupported_here', message })
    server.close()
  }
})

t.test('a desktop', async (t) => {
  if (!desktopOrSkip(t, ['mousepad', 'gnome-calculator'])) return
  const desktop = await startDesktop(t, ['mousepad', 'gnome-calculator'])
  const [mousepad, calculator] = desktop.applications.map(({ pid }) => pid)
  const display = desktop.env.DISPLAY!
  const server = new XServer(display)
  t.teardown(() => server.close())
  const connection = await server.open(signal)
  const whole = new XDesktop(display)
  t.teardown(() => whole.close())
  const windows = new XWindows(server)
  const manager = new XWindowManager(server)
  const only = async (pid: number | undefined): Promise<DesktopWindow> => {
    const [window, ...more] = await windows.windowsOf(pid!, signal)
    t.same(more, [])
    return window!
  }
  const editor = await only(mousepad)
  const keyboard = new XKeyboard(connection)
  const to: Recipient = { window: editor.id, verify: async () => {} }

  await t.test('the window at a point is the one that a person sees there', async (t) => {
    const { outer, frame } = await only(mousepad)
    const at = async (x: number, y: number) => (await windows.at(x, y, signal)).owner
    t.equal(await at(frame.x + 10, frame.y + 100), mousepad)
    t.equal(await at(outer.x + 100, outer.y + 5), mousepad, 'its frame is the window manager’s, and belongs to it')
    const other = await only(calculator)
    await manager.move(other.id, outer.x, outer.y, signal)
    await manager.activate(other.id, signal)
    t.equal(await at(frame.x + 100, frame.y + 100), calculator)
    await manager.activate(editor.id, signal)
    t.equal(await at(frame.x + 100, frame.y + 100), mousepad)
    t.same(await windows.at(connection.size.width - 1, connection.size.height - 1, signal), {})
  })

  const selection = new XSelection(server)
  const clipboard = new DesktopClipboard(async () => selection)
  /** Copies until the clipboard holds it: an application carries keys out, and pastes, a little after it got them. */
  const copies = async (keys: string, text: string, most = 100) => {
    let copied: string | undefined
    for (let tries = 0; tries < most && copied !== text; tries++) {
      await connection.until(async () => false, 20, signal)
      await keyboard.keys(keys, to, signal)
      copied = (await clipboard.read(signal)).text
    }
    return copied
  }
  const written = (text: string) => copies('Control+A Control+C', text)

  await t.test('the pointer presses, and drags over text', async (t) => {
    await keyboard.keys('Control+A Delete', to, signal)
    const lines = 'one two\n'.repeat(20)
    await keyboard.text(lines, to, signal)
    t.equal(await written(lines), lines)
    const { frame } = await only(mousepad)
    const line = { x: frame.x + 20, y: frame.y + 200 }
    const handAt = (point: typeof line) => handOf(pointerOf(connection, editor.id), point)
    await handAt(line).press('left', 2)
    t.equal(await copies('Control+C', 'one'), 'one', 'a double click selects a word')
    const end = { ...line, x: line.x + 200 }
    await handAt(end).press('left', 1)
    await handAt(end).drag([{ ...line, x: frame.x + 4 }], signal)
    t.equal(await copies('Control+C', 'one two'), 'one two')
  })

  await t.test('text of any script is typed whole, and the keyboard is as it was', async (t) => {
    const before = (await readKeymap(connection)).spare
    const texts = [
      'Hello, World! "quoted" ~`^ {[]}\\|\n\ttab',
      'héllo ✓ 日本 ñ€ ž 😀👍🏽',
      Array.from({ length: 12 }, (_, n) => String.fromCodePoint(0x4e00 + n * 7)).join(''),
      `${'x'.repeat(500)}é${'Y'.repeat(500)}`,
    ]
    for (const text of texts) {
      await keyboard.keys('Control+A Delete', to, signal)
      await keyboard.text(text, to, signal)
      t.equal(await written(text), text)
    }
    keyboard.restore()
    await keyboard.settled(signal)
    t.same((await readKeymap(connection)).spare, before)
    await t.rejects(keyboard.text('a\u0007', to, signal), { name: 'invalid_params', message: /U\+0007/ })
    await t.rejects(keyboard.keys('Controll+A', to, signal), { name: 'invalid_params' })
  })

  await t.test('another layout takes back the keys that were lent for foreign characters', async (t) => {
    const layout = (name: string) => execFileSync('setxkbmap', [name], { env: process.env })
    t.teardown(() => layout('us'))
    const [first, second] = ['Ωé日→✓', 'ψЖ語←✗ é ç 1']
    for (const name of ['fr', 'us', 'de']) {
      await keyboard.keys('Control+A Delete', to, signal)
      await keyboard.text(first, to, signal)
      t.equal(await written(first), first)
      layout(name)
      await keyboard.keys('Control+A Delete', to, signal)
      await keyboard.text(second, to, signal)
      t.equal(await written(second), second, `after ${name} was set`)
    }
  })

  await t.test('keys go nowhere once the window has lost the keyboard', async (t) => {
    const lost = { window: editor.id, verify: () => Promise.reject(new Error('lost')) }
    await t.rejects(keyboard.text('never', lost, signal), { message: 'lost' })
    const elsewhere = { ...to, window: (await only(calculator)).id }
    await t.rejects(keyboard.text('never', elsewhere, signal), { name: 'element_changed', data: { pressed: 0 } })
    t.notMatch(await copies('Control+A Control+C', 'never', 3), /never/)
  })

  await t.test('capital letters are typed with Caps Lock on', async (t) => {
    await keyboard.keys('Control+A Delete CapsLock', to, signal)
    await keyboard.text('aBc1!', to, signal)
    await keyboard.keys('CapsLock', to, signal)
    t.equal((await readKeymap(connection)).locked, false)
    t.equal(await written('aBc1!'), 'aBc1!')
  })

  await t.test('the clipboard holds text, files and pictures, for us and for others', async (t) => {
    const { data: picture } = await captureScreen(whole, { format: 'png', maxWidth: 1 }, signal)
    await clipboard.write({ files: ['/tmp/a b.txt', '/tmp/ü'], picture }, signal)
    t.same(await clipboard.read(signal), { text: '/tmp/a b.txt\n/tmp/ü', files: ['/tmp/a b.txt', '/tmp/ü'], picture })
    const other = new XServer(display)
    const theirs = clipboardOf(other)
    const large = 'é日'.repeat(300_000)
    await clipboard.write({ text: large }, signal)
    t.equal((await theirs.read(signal)).text, large, 'large text goes to another client whole')
    await keyboard.keys('Control+A', to, signal)
    await clipboard.write({ text: 'line é ✓' }, signal)
    await keyboard.keys('Control+V', to, signal)
    t.equal(await written('line é ✓'), 'line é ✓', 'an application pastes it')
    await theirs.write({ text: 'from another' }, signal)
    t.equal((await clipboard.read(signal)).text, 'from another')
    other.close()
  })

  await t.test('the clipboard is lent for a paste, and holds again what it held', async (t) => {
    const paste = () => keyboard.keys('Control+A Control+V', to, signal)
    const held = { text: 'theirs', files: ['/tmp/a b.txt'] }
    const other = new XServer(display)
    const theirs = clipboardOf(other)
    for (const [owner, by] of [
      [clipboard, 'us'],
      [theirs, 'another'],
    ] as const) {
      await owner.write(held, signal)
      t.equal(await selection.lend(textForms(`lent by ${by} 😀`), editor.id, paste, signal), true)
      t.same(await theirs.read(signal), held, 'as it was')
      t.equal(await written(`lent by ${by} 😀`), `lent by ${by} 😀`)
    }
    await theirs.write(held, signal)
    // Who holds it may not have heard yet that it is lent.
    const third = new XServer(display)
    const bystander = clipboardOf(third)
    let seen: string | undefined
    const look = async () => {
      seen = (await bystander.read(signal)).text
    }
    t.equal(await selection.lend(textForms('not pasted'), editor.id, look, signal), false, 'only its window counts')
    t.equal(seen, 'not pasted')
    t.same(await clipboard.read(signal), held)
    const copied = selection.lend(textForms('x'), editor.id, () => theirs.write({ text: 'new' }, signal), signal)
    t.equal(await copied, false)
    t.same(await clipboard.read(signal), { text: 'new' }, 'what is copied meanwhile stays')
    other.close()
    third.close()
  })

  await t.test('large text comes from an application in parts', async (t) => {
    const large = 'abcdefghi\n'.repeat(40_000)
    await clipboard.write({ text: large }, signal)
    await keyboard.keys('Control+A Control+V Control+V', to, signal)
    t.equal(await written(large + large), large + large)
  })

  await t.test('pictures have the colours of the screen', async (t) => {
    const { frame } = await only(mousepad)
    const area = [frame.x, frame.y, 60, 40]
    const image = await connection.request<{ depth: number; data: Buffer }>('GetImage', [
      2,
      connection.root,
      ...area,
      -1,
    ])
    const { data, raw } = await pixelsOf(connection, image, 60)
    t.same(raw, { width: 60, height: 40 })
    t.same([...data.subarray(0, 3)], [image.data[2], image.data[1], image.data[0]])
    const screen = await captureScreen(whole, { format: 'webp', maxWidth: 100 }, signal)
    t.equal(screen.data.toString('latin1', 8, 12), 'WEBP')
    t.match(screen, { width: 100, area: connection.size, limited: false })
    const { data: all } = await captureScreen(whole, { format: 'png' }, signal)
    const { default: sharp } = await import('sharp')
    const part = sharp(all).extract({ left: frame.x, top: frame.y, width: 60, height: 40 })
    t.ok((await part.removeAlpha().raw().toBuffer()).equals(data), 'to the pixel')
  })

  await t.test('a server that ends is told, and a new one is found', async (t) => {
    const pending = connection.request('GetImage', [2, connection.root, 0, 0, 1000, 1000, -1])
    connection.close()
    await t.rejects(pending, { name: 'unresponsive' })
    t.throws(() => connection.send('GetInputFocus'), { name: 'unresponsive' })
    t.ok((await windows.list(signal)).length >= 2, 'the next question connects again')
    await desktop.end()
    const error = await windows.list(signal).catch((thrown: Error) => thrown)
    t.match(error, { name: /^(unsupported_here|unresponsive)$/ })
  })
})
