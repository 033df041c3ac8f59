/** Acting without elements: the canvas's own log says which of its cells was hit, and pixels of the picture where the grid is. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import t from 'tap'
import { serve } from '../fixtures/daemon/serve.ts'
import { typed } from '../fixtures/daemon/typed.ts'
import { chromiumOrSkip, launchChromium } from '../fixtures/web/chromium.ts'
import { attachOutside } from '../fixtures/web/outside.ts'
import { daemonFor } from './client.ts'

/** Cells of 50 pixels, which log what hits them, and nothing else. */
const board = (listens: boolean) => `<!doctype html><title>Board</title><body style="margin: 0; height: 3000px">
<div style="height: 37px"></div><canvas width="600" height="400" style="margin-left: 23px; display: block; background: #fff"></canvas><script>
  const log = []
  const canvas = document.querySelector('canvas')
  const note = (event) => {
    const { left, top } = canvas.getBoundingClientRect()
    if (event.target === canvas) log.push([event.type, Math.floor((event.clientX - left) / 50), Math.floor((event.clientY - top) / 50), event.clientX, event.clientY].join(' '))
  }
  for (const type of ['click', 'dblclick', 'contextmenu']) ${listens ? 'canvas' : 'window'}.addEventListener(type, note)
</script>`

t.test('points of a canvas', async (t) => {
  if (!chromiumOrSkip(t)) return
  const server = await serve(t, { pages: { '/board': board(true), '/quiet': board(false) } })
  const browser = await launchChromium(t)
  const { home, call, fail } = await daemonFor(t, ['--cdp', browser.httpUrl], { IX_PLATFORMS: 'cdp' })
  for (const path of ['/board', '/quiet']) {
    const { tab } = await call('navigate', { url: `${server.origin}${path}` })
    const outside = await attachOutside(t, browser, `${server.origin}${path}`)
    for (const [x, y] of [
      [48, 62],
      [601, 420],
      [323, 187],
      [30, 430],
    ] as const) {
      await call('interact', { find: { tab, x, y }, action: 'click' })
      const cell = `${Math.floor((x - 23) / 50)} ${Math.floor((y - 37) / 50)}`
      t.equal(await outside.evaluate('log.at(-1)'), `click ${cell} ${x} ${y}`, `${path} ${x},${y}`)
    }
    await call('interact', { find: { tab, x: 323, y: 187 }, action: 'double_click' })
    t.equal(await outside.evaluate('log.at(-1)'), 'dblclick 6 3 323 187')
    await call('interact', { find: { tab, x: 325, y: 189 }, action: 'right_click' })
    t.equal(await outside.evaluate('log.at(-1)'), 'contextmenu 6 3 325 189')
    await outside.evaluate('scrollTo(0, 120)')
    t.match(await typed(home, 'click', '--tab', tab!, '--at', '100,100'), { code: 0 })
    t.equal(await outside.evaluate('log.at(-1)'), 'click 1 3 100 100', 'of what the tab shows, scrolled or not')
    await outside.evaluate('scrollTo(0, 0)')
  }

  await t.test('the grid', async (t) => {
    const tab = (await call('tabs')).tabs.find(({ selected }) => selected)!.tab
    const pixels = async (path: string) =>
      await sharp(readFileSync(path)).removeAlpha().raw().toBuffer({ resolveWithObject: true })
    const isLine = ({ data, info }: Awaited<ReturnType<typeof pixels>>, x: number, y: number) => {
      const at = (Math.round(y) * info.width + Math.round(x)) * 3
      return data[at]! > 150 && data[at + 1]! < 120 && data[at + 2]! < 170
    }
    const plain = await pixels((await call('screenshot', { tab })).path!)
    const drawn = await call('screenshot', { tab, grid: true })
    t.match(drawn.hint, `"find":{"tab":"${tab}","x":120,"y":80}`)
    const grid = await pixels(drawn.path!)
    t.same([grid.info.width, grid.info.height], [plain.info.width, plain.info.height])
    for (const [x, y] of [
      [200, 250],
      [300, 150],
      [450, 200],
      [550, 300],
    ] as const) {
      t.ok(isLine(grid, x, y), `a line at ${x},${y}`)
      t.notOk(isLine(plain, x, y))
      t.notOk(isLine(grid, x + 30, y + 30), 'and nothing between')
    }
    const half = await call('screenshot', {
      tab,
      grid: true,
      marks: true,
      expectation: { imageOptions: { maxWidth: 640 } },
    })
    const small = await pixels(half.path!)
    t.equal(small.info.width, 640)
    t.ok(isLine(small, 200 / half.scale!, 250 / half.scale!), 'in page pixels in a smaller picture too')
    const out = join(home.env.HOME!, 'grid.jpeg')
    t.match(await typed(home, 'screenshot', '--tab', tab, '--grid', '--out', out), { code: 0 })
    t.equal((await sharp(out).metadata()).format, 'jpeg')
    t.match(await fail('screenshot', { tab, grid: true, fullPage: true }), { data: { name: 'invalid_params' } })
    t.match(await fail('screenshot', { screen: true, grid: true }), { data: { name: 'invalid_params' } })
    t.match(await typed(home, 'click', '--tab', tab, '--at', 'here'), { code: 2, err: /at must be a point/ })
  })
})
