/** Frames in frames, each of another site and so in a process of its own: however they go, the tab goes on. */
import type { IncomingMessage } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { CdpPlatform } from '../../../daemon/platform/cdp/cdp.ts'
import type { Tab } from '../../../daemon/platform/cdp/source.ts'
import { openLog } from '../../../daemon/run/log.ts'
import { serve } from '../../fixtures/daemon/serve.ts'
import { openWorld } from '../../fixtures/daemon/world.ts'
import { chromiumOrSkip, launchChromium } from '../../fixtures/web/chromium.ts'

if (!chromiumOrSkip(t)) process.exit(0)

const chromium = await launchChromium(t, ['--site-per-process'])

/** `/page?name=x&in=b.localhost,c.localhost`: a page with a button, and the rest of the hosts as a frame in it. */
function page(request: IncomingMessage): string {
  const { searchParams } = new URL(request.url!, 'http://localhost')
  const hosts = searchParams.get('in')?.split(',').filter(Boolean) ?? []
  const name = searchParams.get('name') ?? ''
  return `<!doctype html><title>${name}</title><button>${name} ${hosts.length}</button>${frameOf(hosts, name)}`
}

function frameOf([host, ...rest]: readonly string[], name: string): string {
  return host === undefined ? '' : `<iframe src="//${host}:${port}/page?name=${name}&in=${rest}"></iframe>`
}

/** A page of text, as small as one can be. */
function pdfOf(text: string): string {
  const shown = `BT /F1 24 Tf 40 100 Td (${text}) Tj ET`
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${shown.length}>>stream\n${shown}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ]
  let file = '%PDF-1.4\n'
  const starts = objects.map((object, index) => {
    const start = file.length
    file += `${index + 1} 0 obj${object}endobj\n`
    return `${String(start).padStart(10, '0')} 00000 n \n`
  })
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${starts.join('')}`
  return `${file}${table}trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${file.length}\n%%EOF`
}

const site = await serve(t, {
  pages: {
    '/page': page,
    '/paper.pdf': pdfOf('Paper'),
    '/embed':
      '<!doctype html><title>embed</title><button>embed 0</button><embed src="/paper.pdf" width=400 height=300>',
  },
})
const { port } = new URL(site.origin)

const platform = new CdpPlatform({ urls: [chromium.httpUrl], headless: true, log: openLog('silent') })
const world = openWorld(t, [platform])
const { tab } = await world.call('navigate', { url: 'about:blank' })
const source = () => world.trees.open.find((warm) => warm.target.id === tab)!.source as Tab
/** Past the daemon's reading, in the page's own world. */
const run = (expression: string) => source().session.send('Runtime.evaluate', { expression })

let last = ''
/** Says it again where the page that it was said to went at that moment. */
function go(url: string): void {
  last = url
  run(`location.href = ${JSON.stringify(url)}`).catch(() => {
    if (last === url) go(url)
  })
}
const address = (name: string, hosts: readonly string[]) => `${site.origin}/page?name=${name}&in=${hosts}`

/** What the tab is said to hold: its buttons, outermost first. */
async function buttons(): Promise<readonly string[]> {
  const { elements } = await world.call('explore', { scope: 'tab', tab, limit: 1000, maxDepth: 100 })
  const names: string[] = []
  const visit = (all: typeof elements) => {
    for (const { role, name, children } of all ?? []) {
      if (role === 'AXButton') names.push(name ?? '')
      visit(children)
    }
  }
  visit(elements)
  return names
}

/** Asks until it is so. That a question fails on the way is no part of it. */
async function become(t: Test, read: () => Promise<unknown>, wanted: unknown, what: string): Promise<boolean> {
  const last = JSON.stringify(wanted)
  let seen: unknown
  for (const until = performance.now() + 60_000; performance.now() < until; await pause(10)) {
    seen = await read()
    if (JSON.stringify(seen) === last) return t.pass(what)
  }
  return t.same(seen, wanted, what)
}

const levels = (name: string, frames: number) => Array.from({ length: frames + 1 }, (_, i) => `${name} ${frames - i}`)

/** As many sessions as there are frames in other processes, and the page's own: in the tab and in the connection. */
async function holds(t: Test, name: string, frames: number): Promise<boolean> {
  const isShown = await become(t, buttons, levels(name, frames), `${name}: what is shown`)
  const { sessions, session } = source()
  return (
    isShown && t.same([sessions.length, session.connection.sessions], [frames + 1, frames + 1], `${name}: sessions`)
  )
}

const hosts = ['b.localhost', 'c.localhost', 'd.localhost']

t.test('three levels of other sites go', async (t) => {
  let round = 0
  const ways: { readonly [way: string]: (name: string) => [string, number] } = {
    'by a page of the same site': (name) => {
      go(address(name, []))
      return [name, 0]
    },
    'by a page of another site': (name) => {
      go(`${site.otherOrigin}/page?name=${name}`)
      return [name, 0]
    },
    'by a page of other frames': (name) => {
      go(address(name, ['c.localhost', 'b.localhost']))
      return [name, 2]
    },
    'by a blank page': () => {
      go('about:blank')
      return ['', -1]
    },
    'by a script that removes the outermost': (name) => {
      void run(`document.querySelector('iframe').remove(); document.querySelector('button').textContent = '${name} 0'`)
      return [name, 0]
    },
    'by a frame that goes to the site of the page': (name) => {
      void run(
        `document.querySelector('iframe').src = '/page?name=${name}'; document.querySelector('button').textContent = '${name} 1'`,
      )
      return [name, -2]
    },
  }
  for (const [way, leave] of Object.entries(ways)) {
    await t.test(way, async (t) => {
      go(address(`full${round}`, hosts))
      await holds(t, `full${round}`, 3)
      const [name, frames] = leave(`left${round++}`)
      if (frames >= 0) return void (await holds(t, name, frames))
      await become(t, buttons, frames === -1 ? [] : [`${name} 1`, `${name} 0`], 'what is shown')
      t.equal(source().session.connection.sessions, 1, 'sessions')
    })
  }
  await t.test('and come again by a reload', async (t) => {
    go(address('again', hosts))
    await holds(t, 'again', 3)
    for (let i = 0; i < 3; i++) {
      await world.call('navigate', { tab, action: 'reload' })
      await holds(t, 'again', 3)
    }
  })
})

t.test('crossing at random', async (t) => {
  const seed = Number(process.env.IX_SEED ?? 11)
  t.comment(`seed ${seed}`)
  let state = seed
  const pick = (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  for (let round = 0; round < 20; round++) {
    const chain = hosts.slice(pick(3)).slice(0, pick(4))
    go(`http://${['127.0.0.1', 'localhost', 'a.localhost'][pick(3)]}:${port}/page?name=r${round}&in=${chain}`)
    // Mostly the next one comes before all of this is there, and while it is asked for.
    if (pick(3) === 0 || round === 19) {
      if (!(await holds(t, `r${round}`, chain.length))) break
    } else for (let asked = pick(6); asked > 0; asked--) await buttons()
  }
})

t.test('a document that a viewer shows', async (t) => {
  // In processes of the viewer's own, one in the other. The text of the document is in none of their trees.
  const papers = { '/paper.pdf': /Fit to page/, '/embed': /embed 0/ }
  const whole = { scope: 'tab', tab, maxDepth: 100, limit: 1000, includeNonInteractable: true, format: 'outline' }
  for (const [path, text] of Object.entries(papers)) {
    const shown = async () => text.test(await world.text('explore', whole)) && source().sessions.length > 2
    go(`${site.origin}${path}`)
    await become(t, shown, true, path)
    go(address('after', ['b.localhost']))
    await holds(t, 'after', 1)
    await world.call('navigate', { tab, action: 'back' })
    await become(t, shown, true, `${path}, back`)
    await world.call('navigate', { tab, action: 'reload' })
    await become(t, shown, true, `${path}, again`)
    go(address('last', []))
    await holds(t, 'last', 0)
  }
})
