// `screenshot` as its users call it, over a real browser: files, inline pictures, marks, and what it refuses.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { owner } from '../../daemon/agents/agents.ts'
import type { Dispatcher } from '../../daemon/dispatch.ts'
import { sizeOf } from '../../daemon/platform/cdp/capture/capture.ts'
import { keepPicture, removeLeftPictures, removeWrittenPictures } from '../../daemon/run/picture-files.ts'
import { createMcp } from '../../daemon/serve/mcp.ts'
import { ix } from '../fixtures/daemon/daemon.ts'
import { type Server, serve } from '../fixtures/daemon/serve.ts'
import { type Chromium, chromiumOrSkip, launchChromium } from '../fixtures/web/chromium.ts'
import { type Inside, openInside } from '../fixtures/web/inside.ts'
import { daemonFor, only } from './client.ts'

if (!chromiumOrSkip(t)) process.exit(0)

const page = `<!doctype html><title>Pictures\nforged: line</title><body style="margin:0">
<button style="display:block;border:0;width:200px;height:50px;background:red;color:red">Press</button>
<input aria-label="Name"><input type="password" aria-label="PIN" value="hunter22">
<a href="#" style="position:absolute;top:2000px">Below</a><button disabled>Off</button><p>words</p><input type="file" aria-label="File">`
const frozen = `<!doctype html><title>Asking</title><button onclick="alert('Sure?')">Ask</button>`

let browser: Chromium
let server: Server
let inside: Inside

t.before(async () => {
  browser = await launchChromium(t)
  server = await serve(t, { pages: { '/': page, '/asking': frozen } })
  inside = await openInside(t, browser)
})

const go = async (path = '/') =>
  void (await inside.call('navigate', { tab: inside.tab, url: `${server.origin}${path}` }))
const folder = () => join(inside.folder, 'screenshots')
const idOf = async (text: string) => {
  const find = { scope: 'tab', tab: inside.tab, filter: { anyFieldContains: text }, format: 'list' }
  return /\[(\d+)\]/.exec((await inside.call('explore', find)).outline ?? '')![1]!
}

t.test('a file', async (t) => {
  await go()
  const { tab } = inside
  const first = await inside.call('screenshot')
  const { path = '', ...rest } = first
  t.match(path, new RegExp(`^${folder()}/\\d{8}-\\d{6}-\\d{3}-${tab}\\.png$`))
  const data = readFileSync(path)
  t.same(rest, { ...sizeOf(data), bytes: data.length, format: 'png', tab })
  t.equal(statSync(path).mode & 0o777, 0o600)
  t.equal(statSync(folder()).mode & 0o777, 0o700)
  const again = await inside.call('screenshot', { tab, fullPage: true })
  t.not(again.path, path)
  t.ok(again.height > 2000)
  t.same(readFileSync(path), data, 'the first is as it was')
  t.match(
    await inside.text('screenshot', { tab }),
    new RegExp(`^${folder()}/\\S+\\.png \\(\\d+x\\d+ png, \\d+ bytes\\)\n\\(tab \\w+\\)$`),
  )
  t.match(await inside.call('screenshot', { bundleId: 'chromium' }), { tab, format: 'png' })
})

t.test('an element, and how it is encoded', async (t) => {
  await go()
  const elementId = await idOf('Press')
  t.match(await inside.call('screenshot', { elementId }), { width: 200, height: 50, format: 'png' })
  const with_ = (imageOptions: object) => inside.call('screenshot', { elementId, expectation: { imageOptions } })
  t.match(await with_({ maxWidth: 100 }), { width: 100, height: 25, scale: 2, path: /\.png$/ })
  t.match(await with_({ quality: 40 }), { format: 'jpeg', path: /\.jpeg$/ })
  t.match(await with_({ quality: 40, format: 'webp' }), { format: 'webp', path: /\.webp$/ })
  t.match(await with_({ format: 'jpeg', maxHeight: 10 }), { width: 40, height: 10, format: 'jpeg' })
  t.match(await inside.fail('screenshot', { expectation: { imageOptions: { format: 'gif' } } }), {
    name: 'invalid_params',
    message: /jpeg.*png.*webp/,
  })
})

t.test('inline', async (t) => {
  await go()
  const elementId = await idOf('Press')
  const before = readdirSync(folder()).length
  const { data = '', path, ...rest } = await inside.call('screenshot', { elementId, inline: true })
  t.equal(path, undefined)
  t.match(rest, { ...sizeOf(Buffer.from(data, 'base64')), bytes: Buffer.from(data, 'base64').length })
  t.equal(readdirSync(folder()).length, before, 'no file is written')
  t.match(
    await inside.text('screenshot', { elementId, inline: true }),
    /^picture \(200x50 png, \d+ bytes\)\n\(tab \w+\)$/,
  )

  const mcp = createMcp({
    call: (_, method: 'screenshot', params: object) => inside.call(method, params),
  } as Pick<Dispatcher, 'call'> as Dispatcher)
  const tool = async (args: object) => {
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'screenshot', arguments: args } }
    return JSON.parse((await mcp({ body, headers: {}, url: '/mcp', agent: owner })).body).result.content
  }
  t.match(await tool({ elementId, inline: true, expectation: { imageOptions: { format: 'webp' } } }), [
    { type: 'text', text: /^picture \(200x50 webp, \d+ bytes\)\n\(tab \w+\)$/ },
    { type: 'image', mimeType: 'image/webp', data: /^UklGR/ },
  ])
  const [only, ...others] = await tool({ elementId })
  t.match(only, { type: 'text', text: /^\/.*\.png \(/ })
  t.same(others, [])
})

t.test('marks', async (t) => {
  await go()
  const { tab } = inside
  const before = await inside.call('explore', { scope: 'tab', tab })
  t.match(await inside.call('screenshot', { marks: true }), { marked: 4 })
  t.match(await inside.text('screenshot', { marks: true, fullPage: true }), /, 5 marked\)\n\(tab \w+\)$/)
  const { unchanged, revision } = await inside.call('explore', { scope: 'tab', tab, since: before.revision })
  t.same({ unchanged, revision }, { unchanged: true, revision: before.revision }, 'the tree is as it was')
  t.notMatch(
    await inside.commands(() => inside.call('screenshot')),
    /FullAXTree|resolveNode|ContentQuads/,
    'without marks no element is asked for',
  )
})

t.test('what cannot be', async (t) => {
  await go()
  const { tab } = inside
  const elementId = await idOf('Press')
  const cases: readonly (readonly [params: object, name: string, said: RegExp])[] = [
    [{ tab: 'nowhere' }, 'tab_not_found', /nowhere/],
    [{ elementId: '999999999' }, 'element_gone', /./],
    [{ tab, elementId }, 'invalid_params', /found tab and elementId/],
    [{ elementId, fullPage: true }, 'invalid_params', /fullPage needs a tab/],
    [{ bundleId: 'replay.calculator' }, 'unsupported_here', /recording, which has no pixels/],
    [{ bundleId: 'nothing' }, 'app_not_found', /nothing/],
    [{ fullPage: 'yes' }, 'invalid_params', /fullPage/],
  ]
  for (const [params, name, message] of cases) {
    t.match(await inside.fail('screenshot', params), { name, message, hint: /./ }, JSON.stringify(params))
  }
  await inside.call('interact', { elementId, action: 'click' })
  await go('/asking')
  await inside.call('interact', { find: { scope: 'tab', tab, filter: { anyFieldContains: 'Ask' } }, action: 'click' })
  t.match(await inside.fail('screenshot'), { name: 'dialog_open', message: /Sure\?/ })
  t.match(await inside.fail('screenshot', { marks: true, fullPage: true }), { name: 'dialog_open' })
  await inside.call('dialog', { tab, accept: true })
  t.ok((await inside.call('screenshot')).bytes > 0)
})

t.test('the folder of pictures', async (t) => {
  const home = t.testdir({})
  const inHome = join(home, 'pictures')
  const picture = { data: Buffer.alloc(1000), format: 'png', of: '../t/1' }
  const keep = (limits?: { files: number; bytes: number }) => keepPicture(inHome, picture, limits)
  const paths = await Promise.all(Array.from({ length: 20 }, () => keep()))
  t.equal(new Set(paths).size, 20, 'none takes the place of another')
  for (const path of paths) t.match(path, new RegExp(`^${inHome}/[^/]+$`))
  writeFileSync(join(inHome, 'mine.png'), 'mine')
  const last = await keep({ files: 5, bytes: 1_000_000 })
  t.equal(readdirSync(inHome).length, 6)
  t.ok(existsSync(join(inHome, 'mine.png')), 'what is not a picture of its own stays')
  t.ok(existsSync(last))
  const newest = await keep({ files: 100, bytes: 500 })
  t.same(
    readdirSync(inHome).sort(),
    [newest.slice(inHome.length + 1), 'mine.png'].sort(),
    'the newest stays in any case',
  )
  chmodSync(inHome, 0o755)
  await keep()
  t.equal(statSync(inHome).mode & 0o777, 0o700)
  const left = '20260102-030405-678-t1.png'
  writeFileSync(join(inHome, left), 'of another daemon')
  await removeWrittenPictures()
  t.same(readdirSync(inHome).sort(), [left, 'mine.png'], 'each removes what it wrote')
  const running = await keep()
  await removeLeftPictures(inHome)
  t.same(readdirSync(inHome).sort(), [running.slice(inHome.length + 1), 'mine.png'].sort(), 'and what was left')
  await removeWrittenPictures()
  rmSync(join(inHome, 'mine.png'))
  await keep()
  await removeWrittenPictures()
  t.notOk(existsSync(inHome), 'nothing is left of an empty folder')
  symlinkSync(home, inHome)
  writeFileSync(join(home, left), 'elsewhere')
  await removeLeftPictures(inHome)
  t.ok(existsSync(join(home, left)), 'a link is not followed')
  rmSync(join(home, left))
  await refuses(t, home)
})

async function refuses(t: Test, home: string): Promise<void> {
  const picture = { data: Buffer.alloc(10), format: 'png', of: 't1' }
  writeFileSync(join(home, 'file'), '')
  await t.rejects(keepPicture(join(home, 'file'), picture), { name: 'limit_exceeded', message: /EEXIST|ENOTDIR/ })
  mkdirSync(join(home, 'elsewhere'))
  symlinkSync(join(home, 'elsewhere'), join(home, 'link'))
  await t.rejects(keepPicture(join(home, 'link'), picture), { name: 'limit_exceeded' })
  t.same(readdirSync(join(home, 'elsewhere')), [], 'a link is not followed')
}

t.test('in the shell', async (t) => {
  const home = t.testdir({ 'report.pdf': 'x' })
  const { home: run, call } = await daemonFor(t, ['--platforms', 'cdp', '--cdp', browser.httpUrl])
  const { tab } = await call('navigate', { url: `${server.origin}/` })
  const file = join(home, 'button.jpg')
  const id = only((await call('explore', { scope: 'tab', tab })).elements, 'AXButton', 'Press').id
  t.match(await ix(run, 'screenshot', id, '--out', file), { code: 0, out: `${file}: 200x50\n` })
  t.match(readFileSync(file).toString('latin1', 0, 3), /^\xff\xd8\xff/, 'encoded as its name says')
  const { code, out } = await ix(run, 'screenshot', '--marks', '--tab', tab!)
  t.equal(code, 0)
  const path = /^(\S+\.png) \(\d+x\d+ png, \d+ bytes, \d+ marked\)\n\(tab \w+\)\n$/.exec(out)?.[1]
  t.ok(path?.startsWith(join(run.folder, 'screenshots')) && existsSync(path), out)
  t.match(await ix(run, 'screenshot', '--out', join(home, 'no/such/folder.png')), { code: 1, err: /ENOENT/ })
  t.match(
    await ix(run, 'screenshot', join(home, 'named.png')),
    { code: 0, out: /named\.png: \d+x\d+/ },
    'its name alone',
  )
  const far = await ix(run, 'upload', '--any', 'File', join(home, 'report.pdf'))
  t.match(far, { code: 0, out: /^confirmed \(native\) · files report\.pdf\n/ })
  const relative = await ix(run, 'upload', '--any', 'File', 'none.pdf')
  t.match(relative, { code: 1, err: new RegExp(`"${process.cwd()}/none\\.pdf": there is no such file`) })
  t.match(await ix(run, 'stop'), { code: 0 })
  t.notOk(existsSync(join(run.folder, 'screenshots')), 'the pictures of a daemon end with it')
  t.ok(existsSync(file), 'a file that was asked for stays')
})
