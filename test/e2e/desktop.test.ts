import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import t, { type Test } from 'tap'
import type { Result } from '../../api-schema/methods.ts'
import { serve } from '../fixtures/daemon/serve.ts'
import { typed } from '../fixtures/daemon/typed.ts'
import { type Desktop, desktopOrSkip, startDesktop } from '../fixtures/desktop/desktop.ts'
import { answerThat } from '../fixtures/until.ts'
import { page } from '../fixtures/web/acting-pages.ts'
import { chromiumOrSkip } from '../fixtures/web/chromium.ts'
import { type Client, daemonFor } from './client.ts'

interface There extends Client {
  readonly desktop: Desktop
  /** Started by `apps`; gone with the desktop. Answers what it is called. */
  launch(bundleId: string, files?: readonly string[]): Promise<string>
  /** Explores until everything that has happened is in the answer. */
  outline(bundleId: string, more?: object): Promise<string>
}

async function openDesktop(t: Test, platforms = 'atspi'): Promise<There> {
  const desktop = await startDesktop(t)
  const client = await daemonFor(t, [], { ...desktop.env, IX_PLATFORMS: platforms })
  return {
    ...client,
    desktop,
    launch: async (bundleId, files) => {
      const answer = await client.call('apps', { action: 'launch', bundleId, ...(files && { files }) })
      return answer.apps[0]!.bundleId
    },
    outline: async (bundleId, more = {}) => {
      const asked = { scope: 'application', bundleId, format: 'outline', includeNonInteractable: true, ...more }
      const { outline = '' } = await answerThat(
        () => client.call('explore', asked),
        ({ settled }) => settled !== false,
      )
      return outline
    },
  }
}

/** The file's text, as soon as it holds this. */
async function onceHolds(path: string, part: string): Promise<string> {
  return await answerThat(
    () => readFileSync(path, 'utf8'),
    (text) => text.includes(part),
  )
}

t.test('applications by ix', async (t) => {
  if (!desktopOrSkip(t, ['gnome-calculator', 'mousepad'])) return
  const { call, home, launch } = await openDesktop(t)
  await launch('mousepad')
  await launch('Calculator')
  const list = async () => (await call('apps')).apps.map(({ bundleId }) => bundleId)
  t.same(await list(), ['org.gnome.Calculator', 'org.xfce.mousepad'], 'the one in front first')
  t.match(await typed(home, 'apps', 'activate', 'MOUSEPAD'), { code: 0, out: /^org\.xfce\.mousepad .*focused/ })
  t.match(await typed(home, 'apps', 'hide', 'mousepad'), { code: 0, out: /^org\.xfce\.mousepad/ })
  t.match(await typed(home, 'apps', 'launch', 'org.gnome.Calculater'), {
    code: 1,
    err: /app_not_found: .*\nnear: org\.gnome\.Calculator\b.*\nhint: /,
  })
  t.match(await typed(home, 'apps', 'quit', 'org.gnome.Calculator'), { code: 0, out: /ended: org\.gnome\.Calculator/ })
  t.match(await typed(home, 'apps', 'quit', 'org.gnome.Calculator'), { code: 1, err: /app_not_found/ })
  t.same(await list(), ['org.xfce.mousepad'])

  const { pid } = (await call('apps')).apps[0]!
  t.match(await typed(home, 'stop'), { code: 0 })
  t.match(
    await typed(home, 'apps'),
    { code: 0, out: new RegExp(`^org\\.xfce\\.mousepad .*pid ${pid}\\b`) },
    'it outlives the daemon',
  )
  t.match(await typed(home, 'stop'), { code: 0 })
})

t.test('a tab that was gone to is meant until something else has the focus', async (t) => {
  if (!desktopOrSkip(t, ['gnome-calculator', 'mousepad']) || !chromiumOrSkip(t)) return
  const { home, launch } = await openDesktop(t, 'atspi,cdp')
  const server = await serve(t, {
    pages: { '/': page(`<title>Order</title><button onclick="document.title = 'Sent'">Send</button>`) },
  })
  await launch('mousepad')
  await launch('gnome-calculator')
  const isOf = async (words: RegExp, why: string) => t.match(await typed(home, 'explore'), { code: 0, out: words }, why)
  await isOf(/Calculator/, 'what has the focus')
  t.match(await typed(home, 'do', `open ${server.origin}/`, 'click "Send"'), {
    code: 0,
    out: /click "Send": confirmed/,
  })
  await isOf(/page: Sent/, 'in the next call too')
  t.match(await typed(home, 'apps', 'activate', 'mousepad'), { code: 0 })
  await isOf(/mousepad/i, 'what a person has gone to since')
  t.match(await typed(home, 'tabs', 'select', 't1'), { code: 0 })
  await isOf(/page: Sent/, 'and back')
  await typed(home, 'stop')
})

type Taken = Result<'screenshot'>

/** Checks what the answer says of its picture against the picture, and that it is not one colour. */
async function isPicture(t: Test, taken: Taken, what: string): Promise<void> {
  const data = taken.path === undefined ? Buffer.from(taken.data!, 'base64') : readFileSync(taken.path)
  const picture = sharp(data)
  t.match(await picture.metadata(), { width: taken.width, height: taken.height, format: taken.format }, what)
  t.equal(taken.bytes, data.length, what)
  const { channels } = await picture.stats()
  t.ok(
    channels.some(({ min, max }) => max - min > 20),
    `${what} is not one colour`,
  )
}

t.test('pictures', async (t) => {
  if (!desktopOrSkip(t, ['gnome-calculator', 'mousepad'])) return
  const { call, fail, launch } = await openDesktop(t)
  const bundleId = await launch('gnome-calculator')
  const take = (params: object, imageOptions?: object) =>
    call('screenshot', { ...params, ...(imageOptions && { expectation: { imageOptions } }) })
  const buttons = (titleContains: string) =>
    call('explore', {
      scope: 'application',
      bundleId,
      filter: { titleContains },
      elementTypes: ['button'],
      showCoordinates: true,
    })
  const find = async (title: string) => {
    const { elements = [] } = await buttons(title)
    const [found] = JSON.stringify(elements).match(/\{"id":"\d+","role":"AXButton"[^{}]*"frame":\{[^}]*\}/) ?? []
    return JSON.parse(`${found}}`) as { id: string; frame: { width: number; height: number } }
  }

  const screen = await take({ screen: true })
  t.match(screen, { width: 1920, height: 1200, format: 'png' })
  await isPicture(t, screen, 'the screen')
  const window = await take({ bundleId })
  t.ok(window.width < 1000 && window.height < 1000 && window.hint === undefined)
  await isPicture(t, window, 'a window')
  const seven = await find('7')
  const button = await take({ elementId: seven.id, inline: true })
  t.match(button, { width: seven.frame.width, height: seven.frame.height, data: String, path: undefined })
  await isPicture(t, button, 'an element')

  const marked = await take({ bundleId, marks: true })
  t.ok(marked.marked! > 20)
  await isPicture(t, marked, 'with marks')
  t.notSame(readFileSync(marked.path!), readFileSync(window.path!))
  const small = await take({ screen: true }, { format: 'webp', maxWidth: 480 })
  t.match(small, { width: 480, height: 300, format: 'webp', scale: 4 })
  await isPicture(t, small, 'a small one')

  const editor = await launch('mousepad')
  const mid = { elementId: await windowOf(editor), action: 'move', to: { x: 700, y: 300 } }
  await call('interact', mid)
  const below = await call('interact', { elementId: await windowOf(bundleId), action: 'move', to: { x: 720, y: 320 } })
  t.ok(below)
  await call('apps', { action: 'activate', bundleId: editor })
  const covered = await take({ bundleId, marks: true })
  t.match(covered.hint, /Partly covered by ".*Mousepad": activate the application first/)
  t.ok(covered.marked! < marked.marked!, 'nothing under the other window has a mark')
  await call('apps', { action: 'activate', bundleId })
  t.equal((await take({ bundleId })).hint, undefined)

  const resize = { elementId: await windowOf(editor), action: 'resize', to: { x: 500, y: 150 } }
  await call('interact', resize)
  await call('apps', { action: 'activate', bundleId: editor })
  const closed = await take({ bundleId: editor })
  const menu = { scope: 'application', bundleId: editor, filter: { anyFieldContains: 'File menu' } }
  await call('interact', { find: menu, action: 'click' })
  const open = await take({ bundleId: editor, marks: true })
  t.ok(open.height > closed.height + 100, 'an open menu is in the picture, also beyond the edge of its window')
  await call('interact', { elementId: resize.elementId, action: 'key', keys: 'Escape' })

  await call('apps', { action: 'hide', bundleId })
  const minimised = { data: { name: 'not_found', hint: /activate/ }, message: /minimised/ }
  t.match(await fail('screenshot', { bundleId }), minimised)
  t.match(await fail('screenshot', { elementId: seven.id }), minimised)

  async function windowOf(bundleId: string): Promise<string> {
    const { elements } = await call('explore', { scope: 'application', bundleId, includeNonInteractable: true })
    return /"id":"(\d+)","role":"AXWindow"/.exec(JSON.stringify(elements))![1]!
  }
})

t.test('the clipboard', async (t) => {
  if (!desktopOrSkip(t, ['mousepad'])) return
  const { call, desktop, fail, home, launch, outline } = await openDesktop(t)
  t.same(await call('clipboard'), {}, 'empty')
  t.match(await typed(home, 'clipboard'), { code: 0, out: /empty/ })
  const file = join(desktop.folder, 'a b ü.txt')
  writeFileSync(file, 'sencha')
  const bundleId = await launch('mousepad', [file])
  const text = { scope: 'application', bundleId, filter: { role: 'AXTextArea' } }
  const keys = (keys: string) => call('interact', { find: text, action: 'key', keys })

  await keys('Control+A Control+C')
  t.match(await call('clipboard'), { text: 'sencha' }, 'what an application copied')
  const long = `Grüner Tee 茶\n${'x'.repeat(230_000)}\nende`
  await call('clipboard', { action: 'write', text: 'gyokuro 茶' })
  await keys('Control+A Control+V')
  t.match(await outline(bundleId), /gyokuro 茶/, 'pasted by an application')
  t.same(await call('clipboard'), { text: 'gyokuro 茶' })
  await call('clipboard', { action: 'write', text: long })
  await keys('Control+A Control+V')
  // A paste goes on after the keys were read.
  await call('wait', { scope: 'application', bundleId, filter: { valueContains: 'Grüner Tee' } })
  await keys('Control+S')
  t.equal((await onceHolds(file, 'ende')).trimEnd(), long, 'a long one')
  await keys('Control+End')
  await call('interact', { find: text, action: 'type', value: '!' })
  await keys('Control+A Control+C')
  const { confirmToken, ...preview } = await call('clipboard')
  t.match(preview, { truncated: true, totalLength: long.length + 1 }, 'a long one of an application')
  t.equal((await call('confirm', { confirmToken })).content, `${long}!`)

  t.same(await call('clipboard', { action: 'write', files: [file] }), { written: ['files'] })
  t.same(await call('clipboard'), { text: file, files: [file] })
  await keys('Control+A Control+V')
  t.match(await outline(bundleId), /a b ü\.txt/, 'files are pasted as their paths')

  const { path: picture } = await call('screenshot', { bundleId })
  t.same(await call('clipboard', { action: 'write', picture }), { written: ['picture'] })
  const read = await call('clipboard')
  t.same(readFileSync(read.picture!.path), readFileSync(picture!))
  t.equal(read.text, undefined)

  const wrong = (params: object) => fail('clipboard', { action: 'write', ...params })
  t.match(await wrong({ picture: file }), { data: { name: 'invalid_params' }, message: /is not a PNG file/ })
  t.match(await wrong({ picture: join(desktop.folder, 'none.png') }), { message: /cannot be read \(ENOENT\)/ })
  t.same((await call('clipboard')).picture?.bytes, read.picture!.bytes, 'what was there stays')
})

async function doctor(home: Client['home']): Promise<{ state: string; what: string; remedy?: string }[]> {
  const { out } = await typed(home, 'doctor', '--json')
  const found: { state: string; what: string; remedy?: string }[] = JSON.parse(out)
  return found.map((one) => ({ ...one, what: one.what.trim() }))
}

const noLinux = process.platform === 'linux' ? false : 'needs Linux'
t.test('no desktop', { skip: noLinux }, async (t) => {
  const { call, fail, home } = await daemonFor(t, [], { IX_PLATFORMS: 'atspi' })
  const missing = (await doctor(home)).filter(({ state }) => state === 'missing')
  t.same(
    missing.map(({ what }) => what),
    ['atspi', 'session bus', 'input', 'screenshots', 'windows'],
  )
  for (const { what, remedy } of missing) t.match(remedy ?? '', /^Start ixd in the desktop session, or set /, what)
  t.same(await call('apps'), { apps: [] })
  const unsupported = { data: { name: 'unsupported_here', hint: /status/ } }
  t.match(await fail('apps', { action: 'launch', bundleId: 'mousepad' }), unsupported)
  t.match(await fail('clipboard'), unsupported)
  t.match(await fail('screenshot', { screen: true }), unsupported)
})
