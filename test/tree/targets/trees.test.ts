/** Targets of several platforms, found by what callers call them, and the copies that are kept of them. */
import t from 'tap'
import { Ids } from '../../../daemon/tree/identity/ids.ts'
import { Trees } from '../../../daemon/tree/targets/trees.ts'
import { MemoryApp, MemoryPlatform } from '../../fixtures/memory-source.ts'

const signal = new AbortController().signal

function gate(): { readonly closed: Promise<void>; open(): void } {
  let open = () => {}
  const closed = new Promise<void>((resolve) => {
    open = resolve
  })
  return { closed, open: () => open() }
}

function scene(elements = 1000) {
  const apps = [
    new MemoryApp({ id: 'org.gnome.TextEditor', name: 'Text Editor', aliases: ['gnome-text-editor'] }),
    new MemoryApp({ id: 'com.apple.Notes', name: 'Notes' }),
    new MemoryApp({ id: 'com.apple.Café', name: 'Café' }),
  ]
  const tabs = [
    new MemoryApp({ kind: 'tab', id: 't1', name: 'Inbox', platform: 'cdp', app: 'chromium', url: 'http://a/' }),
    new MemoryApp({ kind: 'tab', id: 't2', name: 'News', platform: 'cdp', app: 'chromium' }),
  ]
  const desktop = new MemoryPlatform(apps)
  const browser = new MemoryPlatform(tabs, 'cdp')
  let next = 1
  const reserve = (count: number) => {
    next += count
    return next - count
  }
  const ids = new Ids({ reserve })
  const trees = new Trees([desktop, browser], ids, { elements, list: 50, first: 50, open: 5000 })
  const warmed = async (app: MemoryApp) => {
    const warm = await trees.warm(app.target, signal)
    await warm.freshen({ freshness: 'auto', signal, deadline: performance.now() + 5000 })
    return warm
  }
  const grow = (app: MemoryApp, count: number) => {
    for (let i = 0; i < count; i++) app.add(app.root, { role: 'AXButton', title: `b${i}` })
  }
  return { apps, tabs, desktop, browser, ids, trees, warmed, grow }
}

t.test('what is named by its id is not looked for on a platform that hangs', async (t) => {
  const { desktop, browser, ids } = scene()
  // No limit ends the wait: only not waiting does.
  const trees = new Trees([desktop, browser], ids, { elements: 1000, list: 2 ** 30, first: 2 ** 30 })
  const { closed, open } = gate()
  browser.hang = closed
  t.match(await trees.app('com.apple.Notes', signal), { name: 'Notes' })
  browser.hang = undefined
  desktop.hang = closed
  t.match(await trees.tab('t1', signal), { name: 'Inbox' })
  t.same(
    (await trees.targets(signal, 'cdp')).map(({ id }) => id),
    ['t1', 't2'],
  )
  open()
  await trees.close()
})

t.test('an application is found by id, other name or name, in any case', async (t) => {
  const { trees } = scene()
  const wanted = {
    'org.gnome.TextEditor': 'org.gnome.TextEditor',
    'ORG.GNOME.texteditor': 'org.gnome.TextEditor',
    'gnome-text-editor': 'org.gnome.TextEditor',
    'text editor': 'org.gnome.TextEditor',
    notes: 'com.apple.Notes',
    CAFE: 'com.apple.Café',
  }
  for (const [asked, id] of Object.entries(wanted)) t.equal((await trees.app(asked, signal)).id, id, asked)
  await trees.close()
})

t.test('a miss names the near ones, or what there is', async (t) => {
  const { trees, desktop } = scene()
  const near = {
    Nots: ['com.apple.Notes'],
    TextEditor: ['org.gnome.TextEditor'],
    'text-editor': ['org.gnome.TextEditor'],
  }
  for (const [asked, ids] of Object.entries(near)) {
    await t.rejects(trees.app(asked, signal), { name: 'app_not_found', data: { near: ids }, message: ids[0] }, asked)
  }
  await t.rejects(trees.app('x1', signal), {
    name: 'app_not_found',
    data: { near: [] },
    message: /There are .*com\.apple\.Notes/,
  })
  await t.rejects(trees.app('t1', signal), { name: 'app_not_found', message: /t1 is a tab: give it as tab\./ })
  await t.rejects(trees.tab('t9', signal), {
    name: 'tab_not_found',
    message: /t9.*Open: t1, t2\./,
    data: {
      tabs: [
        { tab: 't1', title: 'Inbox', url: 'http://a/' },
        { tab: 't2', title: 'News' },
      ],
    },
  })
  await t.rejects(trees.tab('com.apple.Notes', signal), { name: 'tab_not_found' })
  t.equal((await trees.tab('t2', signal)).name, 'News')
  desktop.apps.length = 0
  await t.rejects(trees.app('x', signal), { name: 'app_not_found', message: /There is no application to explore/ })
  await trees.close()
})

t.test('a first list, which nothing can stand in for, may take longer than later ones', async (t) => {
  const { desktop, browser, ids } = scene()
  const trees = new Trees([desktop, browser], ids, { elements: 1000, list: 0, first: 2 ** 30 })
  const { closed, open } = gate()
  desktop.hang = closed
  const first = trees.listed(signal)
  setTimeout(open, 100)
  t.equal((await first).reason, undefined)
  desktop.hang = gate().closed
  t.match(await trees.listed(signal), { targets: { length: 5 }, reason: /its part is from/ })
  desktop.hang = undefined
  await trees.close()
})

t.test('a platform that hangs or fails delays and hides nobody else, and what it listed last stays', async (t) => {
  const { trees, desktop, browser } = scene()
  const { closed, open } = gate()
  desktop.hang = closed
  t.same(
    (await trees.targets(signal)).map(({ id }) => id),
    ['t1', 't2'],
  )
  await t.rejects(trees.app('Notes', signal), {
    name: 'unresponsive',
    message: /^Whether there is an application "Notes" is not known: replay did not answer\./,
  })
  t.match(await trees.listed(signal), { reason: /^replay did not list its targets; they are not known\.$/ })
  open()
  desktop.hang = undefined
  const all = await trees.listed(signal)
  t.same(all.reason, undefined)
  browser.failure = new Error('gone')
  const stale = await trees.listed(signal)
  t.same(stale.targets, all.targets)
  t.match(stale.reason, /^cdp did not list its targets; its part is from \d+ s ago\.$/)
  t.equal((await trees.tab('t1', signal)).id, 't1')
  await t.rejects(trees.tab('t9', signal), { message: /cdp did not answer/ })
  const left = new AbortController()
  left.abort(new Error('left'))
  await t.rejects(trees.targets(left.signal), { message: 'left' })
  await trees.close()
})

t.test('one copy a target, also for those who come at once', async (t) => {
  const { trees, apps, desktop } = scene()
  const [one, two, three] = await Promise.all([1, 2, 3].map(() => trees.warm(apps[0]!.target, signal)))
  t.equal(one, two)
  t.equal(one, three)
  t.equal(await trees.warm(apps[0]!.target, signal), one)
  t.equal(desktop.opened.length, 1)
  t.not(await trees.warm(apps[1]!.target, signal), one)
  t.equal(trees.open.length, 2)

  const gone = { ...apps[0]!.target, id: 'gone' }
  await t.rejects(trees.warm(gone, signal), { name: 'app_not_found' })
  await t.rejects(trees.warm({ ...gone, platform: 'ax' }, signal), { name: 'unsupported_here' })
  t.equal(trees.open.length, 2)
  await trees.close()
  t.same(
    desktop.opened.map(({ closes }) => closes),
    [1, 1],
  )
  t.equal(trees.open.length, 0)
  await t.rejects(trees.warm(apps[0]!.target, signal), { name: 'internal_error' })
})

t.test('one who leaves takes nothing from the others; when all have left, it is undone', async (t) => {
  const { trees, apps, desktop } = scene()
  const { closed, open } = gate()
  desktop.hang = closed
  const left = new AbortController()
  const first = trees.warm(apps[0]!.target, left.signal)
  const second = trees.warm(apps[0]!.target, signal)
  left.abort(new Error('left'))
  await t.rejects(first, { message: 'left' })
  open()
  t.equal((await second).closed, false)

  const other = gate()
  desktop.hang = other.closed
  const alone = new AbortController()
  const third = trees.warm(apps[1]!.target, alone.signal)
  alone.abort(new Error('left too'))
  await t.rejects(third, { message: 'left too' })
  other.open()
  await trees.close()
  t.same(
    desktop.opened.map(({ closes }) => closes),
    [1, 1],
    'what was attached for nobody was let go',
  )
})

t.test('who comes while what nobody waits for is being undone has it attached anew', async (t) => {
  const { trees, apps, desktop } = scene()
  const { closed, open } = gate()
  desktop.hang = closed
  const left = new AbortController()
  const first = trees.warm(apps[0]!.target, left.signal)
  left.abort(new Error('left'))
  await t.rejects(first, { message: 'left' })
  const next = [1, 2].map(() => trees.warm(apps[0]!.target, signal))
  open()
  const [one, two] = await Promise.all(next)
  t.equal(one, two)
  t.equal(one!.closed, false)
  await trees.close()
  t.same(
    desktop.opened.map(({ closes }) => closes),
    [1, 1],
    'it was attached twice, one after the other',
  )
})

t.test('the copies together hold no more elements than allowed; the one not used for longest goes', async (t) => {
  const { trees, apps, tabs, desktop, ids, warmed, grow } = scene(100)
  for (const app of [...apps, ...tabs]) grow(app, 30)
  const first = await warmed(apps[0]!)
  const id = ids.idOf(first, first.tree.node(first.tree.root)!)
  await warmed(apps[1]!)
  await warmed(apps[2]!)
  t.equal(trees.open.length, 3)
  await warmed(apps[1]!)
  await warmed(tabs[0]!)
  t.same(trees.open.map(({ target }) => target.id).sort(), ['com.apple.Café', 'com.apple.Notes', 't1'])
  t.equal(first.closed, true)
  t.equal(desktop.opened[0]!.closes, 1)
  t.throws(() => ids.resolve(id), { name: 'element_gone' })

  grow(tabs[0]!, 500)
  const large = await warmed(tabs[0]!)
  t.equal(large.closed, false, 'one alone may be larger')
  t.same(trees.open, [large])

  const { revision } = first.tree
  const again = await warmed(apps[0]!)
  t.not(again, first)
  t.ok(again.tree.revision > revision)
  t.equal(again.tree.since(revision), undefined, 'a revision of the copy before says nothing of this one')
  await trees.close()
})

t.test('a target that ends is dropped, and attached anew when it is back', async (t) => {
  const { trees, apps, desktop, ids, warmed } = scene()
  const warm = await warmed(apps[0]!)
  const id = ids.idOf(warm, warm.tree.node(1)!)
  apps[0]!.quit()
  await new Promise((resolve) => setImmediate(resolve))
  t.equal(trees.open.length, 0)
  t.equal(desktop.opened[0]!.closes, 1)
  const again = await warmed(apps[0]!)
  t.not(again, warm)
  t.throws(() => ids.resolve(id), { name: 'element_gone', data: { likely: { role: 'AXApplication' } } })
  await trees.close()
})
