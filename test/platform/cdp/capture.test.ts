// Pictures of a tab, a page and elements against a real browser: what they show, how large they are, what they leave alone.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { sizeOf } from '../../../daemon/platform/cdp/capture/capture.ts'
import type { Row } from '../../../daemon/platform/element/row.ts'
import type { Capture, Picture } from '../../../daemon/platform/picture.ts'
import { serve } from '../../fixtures/daemon/serve.ts'
import { until } from '../../fixtures/until.ts'
import { chromiumOrSkip, launchChromium } from '../../fixtures/web/chromium.ts'
import { type OpenTab, openTab } from '../../fixtures/web/tab.ts'

const red = '255,0,0'
const green = '0,128,0'
const blue = '0,0,255'
const white = '255,255,255'

const box = (id: string, colour: string, more = '') =>
  `<button id="${id}" aria-label="${id}" style="border:0;padding:0;display:block;background:${colour};width:100px;height:50px;${more}"></button>`

const inner = (id: string) =>
  `<!doctype html><body style="margin:0;background:white"><div style="height:300px"></div>${box(id, 'blue')}<div style="height:900px"></div>`

const page = (other: string) => `<!doctype html><title>Pictures</title><body style="margin:0;background:white">
${box('first', 'red')}
${box('low', 'green', 'position:absolute;top:3000px;left:40px')}
${box('tall', 'blue', 'position:absolute;top:1200px;left:600px;height:1000px')}
<div id="pane" style="position:absolute;top:100px;left:300px;width:120px;height:80px;overflow:auto;background:yellow">
  <div style="height:200px"></div>${box('inpane', 'green', 'height:300px')}</div>
<div id="open" style="position:absolute;top:100px;left:20px"></div>
<div id="closed" style="position:absolute;top:200px;left:20px"></div>
<iframe id="same" src="/inner-same" style="border:0;position:absolute;top:260px;left:20px;width:200px;height:150px"></iframe>
<iframe id="other" src="${other}/inner-other" style="border:0;position:absolute;top:260px;left:300px;width:200px;height:150px"></iframe>
<button id="away" aria-label="away" style="position:absolute;left:-500px;width:100px">Away</button>
<button id="none" aria-label="none" style="width:0;height:0;padding:0;border:0;overflow:hidden"></button>
<script>
  document.getElementById('open').attachShadow({ mode: 'open' }).innerHTML = '${box('inopen', 'blue')}'
  document.getElementById('closed').attachShadow({ mode: 'closed' }).innerHTML = '${box('inclosed', 'green')}'
  window.seen = { changes: 0, resizes: 0, visibility: 0 }
  new MutationObserver((list) => (seen.changes += list.length)).observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
  addEventListener('resize', () => seen.resizes++)
  document.addEventListener('visibilitychange', () => seen.visibility++)
</script>`

type Point = readonly [x: number, y: number]

/** The browser's own reading of a picture, whatever its format: `r,g,b` at points. */
function coloursOf(run: OpenTab['page'], { data }: Picture, ...points: readonly Point[]): Promise<string[]> {
  return run<string[]>(`(async () => {
    const bytes = Uint8Array.from(atob(${JSON.stringify(data.toString('base64'))}), (letter) => letter.charCodeAt(0))
    const picture = await createImageBitmap(new Blob([bytes]))
    const pen = new OffscreenCanvas(picture.width, picture.height).getContext('2d')
    pen.drawImage(picture, 0, 0)
    return ${JSON.stringify(points)}.map(([x, y]) => [...pen.getImageData(x, y, 1, 1).data].slice(0, 3).join())
  })()`)
}

t.test('pictures of a tab', async (t) => {
  if (!chromiumOrSkip(t)) return
  const browser = await launchChromium(t, ['--site-per-process'])
  const server = await serve(t, {
    pages: {
      '/': () => page(server.otherOrigin),
      '/inner-same': inner('insame'),
      '/inner-other': inner('inother'),
      '/long':
        '<!doctype html><body style="margin:0"><div style="height:40000px;width:300px;background:linear-gradient(red,blue)"></div>',
      '/wide': '<!doctype html><body style="margin:0;background:red"><div style="height:10px;width:20px"></div>',
      '/modal': `<!doctype html><body style="margin:0">${box('under', 'green')}${box('aside', 'green', 'position:absolute;top:400px;left:0')}<dialog id="d" style="margin:0;top:0;left:0;width:300px;height:200px">${box('over', 'red')}</dialog><p role="dialog" aria-label="box" style="position:absolute;top:380px;left:0;width:200px;height:100px;background:white">Over aside</p>`,
      '/centred': `<!doctype html><body style="margin:0;background:white">${box('middle', 'green', 'margin:0 auto')}<div style="height:3000px"></div>`,
      '/csp': (_, response) => {
        response.setHeader(
          'Content-Security-Policy',
          "default-src 'none'; sandbox allow-scripts; style-src 'unsafe-inline'",
        )
        response.setHeader('Content-Type', 'text/html').end(`<body style="margin:0">${box('guarded', 'red')}`)
      },
    },
  })
  const { tab, signal, go, read, joined, find, page: run } = await openTab(t, browser)
  const take = (wish: Partial<Capture> = {}): Promise<Picture> =>
    tab.page.capture({ of: 'viewport', format: 'png', ...wish }, signal)
  const ofElement = async (id: string, wish: Partial<Capture> = {}) => take({ of: { key: await find(id) }, ...wish })
  const colours = (picture: Picture, ...points: readonly Point[]) => coloursOf(run, picture, ...points)
  const size = ({ width, height }: Picture) => [width, height]
  const open = async () => {
    await go(`${server.origin}/`)
    await joined(1)
    await read()
  }

  await t.test('the viewport, where it is scrolled to', async (t) => {
    await open()
    const [width, height] = await run<number[]>(
      '[document.documentElement.clientWidth, document.documentElement.clientHeight]',
    )
    const top = await take()
    t.match(top, { width, height, scale: 1, limited: false })
    t.same(await colours(top, [50, 25], [150, 25], [50, 125], [50, 225]), [red, white, blue, green])
    const low = await run<number>('scrollTo(0, 3050), 3000 - scrollY')
    t.same(await colours(await take(), [90, low + 40], [20, low + 40]), [green, white])
    t.same(await run('seen'), { changes: 0, resizes: 0, visibility: 0 }, 'the page has noticed nothing')
  })

  await t.test('the full page', async (t) => {
    await open()
    const picture = await take({ of: 'page' })
    t.equal(picture.height, 3050)
    t.same(await colours(picture, [50, 25], [90, 3025], [650, 2100]), [red, green, blue])
    t.equal(await run('scrollY'), 0)
  })

  await t.test('an element', async (t) => {
    await open()
    const cases: readonly (readonly [id: string, size: readonly number[], colour: string])[] = [
      ['first', [100, 50], red],
      ['inopen', [100, 50], blue],
      ['inclosed', [100, 50], green],
      ['insame', [100, 50], blue],
      ['inother', [100, 50], blue],
      ['low', [100, 50], green],
      ['tall', [100, 1000], blue],
      ['inpane', [100, 80], green],
    ]
    for (const [id, wanted, colour] of cases) {
      const picture = await ofElement(id)
      t.same(size(picture), wanted, id)
      const [right, bottom] = [picture.width - 1, picture.height - 1]
      t.same(
        new Set(await colours(picture, [0, 0], [right, 0], [0, bottom], [right, bottom])),
        new Set([colour]),
        `${id} fills its picture`,
      )
    }
    await run('document.getElementById("low").style.display = "none"')
    const key = await find('none')
    await t.rejects(take({ of: { key } }), { name: 'element_changed', data: { reason: 'hidden' } })
    await t.rejects(ofElement('away'), { name: 'element_changed', message: /outside the page/ })
    await run('document.getElementById("none").remove()')
    await t.rejects(take({ of: { key } }), { name: /element_(gone|changed)/ })
    await t.rejects(take({ of: { key: 987_654_321 } }), { name: 'element_gone' })
  })

  await t.test('sizes and formats', async (t) => {
    await open()
    const [width, height] = size(await take()) as [number, number]
    const cases: readonly (readonly [wish: Partial<Capture>, size: readonly number[]])[] = [
      [{ maxWidth: 400 }, [400, Math.round((height * 400) / width)]],
      [{ maxHeight: 100 }, [Math.round((width * 100) / height), 100]],
      [{ maxWidth: 10_000, maxHeight: 10_000 }, [width, height]],
      [{ maxWidth: 1 }, [1, 1]],
      [{ of: { key: await find('first') }, maxWidth: 33 }, [33, 17]],
    ]
    for (const format of ['png', 'jpeg', 'webp'] as const) {
      for (const [wish, wanted] of cases) {
        const picture = await take({ format, ...wish })
        t.same(size(picture), wanted, `${format} ${JSON.stringify(wish)}`)
        t.same(size(picture), Object.values(sizeOf(picture.data)!))
        t.ok(Math.abs(picture.scale * picture.width - picture.area.width) < 0.001)
      }
    }
    const heads = { png: /^\x89PNG/, jpeg: /^\xff\xd8\xff/, webp: /^RIFF....WEBP/s }
    for (const format of ['png', 'jpeg', 'webp'] as const) {
      const [plain, marked] = [await take({ format }), await take({ format, marks: [] })]
      t.match(plain.data.toString('latin1', 0, 12), heads[format])
      t.match(marked.data.toString('latin1', 0, 12), heads[format])
      if (format === 'png') continue
      const low = await take({ format, quality: 1 })
      t.ok(low.data.length < (await take({ format, quality: 100 })).data.length, `${format} has qualities`)
      t.ok((await take({ format, quality: 1, marks: [] })).data.length < marked.data.length, 'with marks as well')
    }
  })

  await t.test('a dense screen gives the same pixels, more sharply drawn', async (t) => {
    await open()
    const plain = size(await take())
    await tab.session.send('Emulation.setDeviceMetricsOverride', {
      width: 0,
      height: 0,
      deviceScaleFactor: 2,
      mobile: false,
    })
    t.same(size(await take()), plain)
    t.match(await take(), { scale: 1 })
    t.same(size(await take({ maxWidth: 300 }))[0], 300)
    t.same(size(await ofElement('low')), [100, 50])
    t.same(await colours(await ofElement('insame', { marks: [] }), [0, 0], [99, 49]), [blue, blue])
    await tab.session.send('Emulation.setDeviceMetricsOverride', {
      width: 0,
      height: 0,
      deviceScaleFactor: 1.5,
      mobile: false,
    })
    t.same(size(await ofElement('first', { maxWidth: 50 })), [50, 25])
    await tab.session.send('Emulation.clearDeviceMetricsOverride')
  })

  await t.test('a page larger than a browser can draw is scaled down', async (t) => {
    await go(`${server.origin}/long`)
    const picture = await take({ of: 'page', format: 'jpeg' })
    t.match(picture, { height: 16_384, limited: true, area: { height: 40_000 } })
    t.match(await colours(picture, [10, 10], [10, 16_370]), [/^25\d,/, /,25\d$/], 'from its top to its end')
    t.match(await take({ of: 'page', maxHeight: 500 }), { height: 500, limited: false })
    await go(`${server.origin}/wide`)
    t.same(size(await take({ of: 'page' })), size(await take()), 'a small page is as large as the viewport')
  })

  await t.test('marks', async (t) => {
    await open()
    const before = await read()
    const rows = before.filter(({ role }) => role === 'AXButton')
    const asked: string[] = []
    const marksOf = (rows: readonly Row[]) =>
      rows.map(({ key, title = '' }) => ({
        key,
        label: () => {
          asked.push(title)
          return String(key)
        },
      }))
    const marks = marksOf(rows)
    const plain = await take()
    const picture = await take({ marks })
    t.same(asked.sort(), ['first', 'inclosed', 'inopen'], 'only of what is seen')
    t.equal(picture.marked, 3)
    t.same(size(picture), size(plain))
    const corner = [0, 0] as const
    t.same(await colours(plain, corner), [red])
    t.not((await colours(picture, corner))[0], red, 'an edge is drawn')
    t.same(await colours(picture, [99, 49], [60, 40]), [(await colours(picture, corner))[0], red], 'around the element')
    t.same(await read(), before, 'the tree is as it was')
    t.same(await run('seen'), { changes: 0, resizes: 0, visibility: 0 }, 'and so is the page')
    t.same(await colours(await take(), corner), [red], 'and the next picture')

    asked.length = 0
    await run(`document.getElementById('same').contentWindow.scrollTo(0, 250)
      document.getElementById('pane').scrollTo(0, 180)`)
    t.equal((await take({ marks })).marked, 5)
    t.same(asked.sort(), ['first', 'inclosed', 'inopen', 'inpane', 'insame'])
    asked.length = 0
    t.equal((await take({ marks, of: 'page' })).marked, 7)
    t.same(asked.sort(), ['first', 'inclosed', 'inopen', 'inpane', 'insame', 'low', 'tall'])
    const one = await ofElement('low', { marks })
    t.equal(one.marked, 1)
    t.not((await colours(one, corner))[0], green)
    const small = await take({ marks, maxWidth: 200 })
    t.equal(small.width, 200)

    await go(`${server.origin}/modal`)
    await run('d.showModal()')
    asked.length = 0
    await take({ marks: marksOf((await read()).filter(({ role }) => role === 'AXButton')) })
    t.same(asked, ['over'], 'not of what lies under something else')

    await go(`${server.origin}/centred`)
    const rightMost = marksOf((await read()).filter(({ role }) => role === 'AXButton'))
    for (const wish of [{ of: 'viewport' }, { of: 'page' }] as const) {
      const picture = await take({ ...wish, marks: rightMost })
      const row = await colours(picture, ...Array.from({ length: picture.width }, (_, x) => [x, 25] as const))
      const [left, right] = [row.findIndex((one) => one !== white), row.findLastIndex((one) => one !== white)]
      t.equal(right - left + 1, 100, `the mark is where the element is, of the ${wish.of}`)
      t.ok(row[left] !== green && row[right] !== green && row[left + 50] === green)
    }
    t.ok(await run('innerWidth > document.documentElement.clientWidth'), 'the scrollbar is there again')

    await go(`${server.origin}/csp`)
    const key = await find('guarded')
    t.equal((await take({ marks: [{ key, label: () => '7' }] })).marked, 1, 'under a strict policy, too')
  })

  await t.test('a tab that is not in front', async (t) => {
    await open()
    const front = await openTab(t, browser)
    await front.go(`${server.origin}/wide`)
    const key = await find('low')
    for (let times = 0; times < 6; times++) {
      await run('scrollTo(0, 0)')
      t.same(await colours(await take(), [50, 25]), [red])
      t.same(size(await take({ of: 'page', maxWidth: 300 }))[0], 300)
      t.same(size(await take({ of: { key }, marks: [{ key, label: () => '1' }] })), [100, 50])
    }
    const both = await Promise.all([
      take(),
      take({ of: 'page' }),
      take({ maxWidth: 100 }),
      front.tab.page.capture({ of: 'viewport', format: 'png' }, signal),
    ])
    t.equal(both[2].width, 100, 'several at once')
    t.equal((await run<{ visibility: number }>('seen')).visibility, 0, 'and it stays there')
  })

  await t.test('what stands in the way', async (t) => {
    await open()
    const aborted = AbortSignal.abort()
    await t.rejects(tab.page.capture({ of: 'viewport', format: 'png' }, aborted))
    await run('setTimeout(() => alert("stop"), 0), 0')
    await until(() => tab.dialog, 'the dialog is open')
    await t.rejects(take(), { name: 'dialog_open' })
    await t.rejects(take({ marks: [] }), { name: 'dialog_open' })
    await tab.page.answerDialog(true, undefined)
    t.ok((await take()).data.length > 0)
    const late = take({ of: 'page' })
    await run('setTimeout(() => alert("in the middle"), 0), 0')
    await late.catch((error) => t.match(error, { name: 'dialog_open' }))
    await until(() => tab.dialog, 'the dialog is open')
    await tab.page.answerDialog(true, undefined)
    await run('setTimeout(() => { for (const end = Date.now() + 1500; Date.now() < end; ); }, 0), 0')
    await t.rejects(tab.page.capture({ of: 'page', format: 'png' }, AbortSignal.timeout(150)), { name: /imeout/ })
    t.same(await colours(await take(), [50, 25]), [red], 'the tab is usable after it')
  })
})

t.test('a tab that is zoomed', async (t) => {
  if (!chromiumOrSkip(t)) return
  const profile = mkdtempSync(join(tmpdir(), 'chromium-zoomed-'))
  t.teardown(() => rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }))
  mkdirSync(join(profile, 'Default'))
  // Zoom is kept as the power of 1.2.
  const zoomed = { partition: { default_zoom_level: { x: Math.log(1.5) / Math.log(1.2) } } }
  writeFileSync(join(profile, 'Default/Preferences'), JSON.stringify(zoomed))
  const browser = await launchChromium(t, [`--user-data-dir=${profile}`])
  const server = await serve(t, {
    pages: { '/': page(''), '/inner-same': inner('insame'), '/inner-other': inner('inother') },
  })
  const { tab, signal, go, find, page: run } = await openTab(t, browser)
  await go(`${server.origin}/`)
  t.equal(await run('devicePixelRatio'), 1.5)
  const take = (wish: Partial<Capture>) => tab.page.capture({ of: 'viewport', format: 'png', ...wish }, signal)
  for (const [id, colour] of [
    ['first', red],
    ['insame', blue],
    ['low', green],
  ] as const) {
    const picture = await take({ of: { key: await find(id) } })
    t.match(picture, { width: 100, height: 50, scale: 1 }, id)
    t.same(await coloursOf(run, picture, [1, 1], [98, 48]), [colour, colour])
  }
  const [width, height] = await run<number[]>(
    '[document.documentElement.clientWidth, document.documentElement.clientHeight]',
  )
  t.match(await take({}), { width, height })
  t.match(await take({ of: 'page' }), { width: await run('innerWidth'), height: 3050 })
})
