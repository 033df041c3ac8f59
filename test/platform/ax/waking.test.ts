/** Applications that show their pages only when asked, by an attribute that the person notices: asked only where that was allowed, and put back. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import type { Source } from '../../../daemon/platform/platform.ts'
import { Warm } from '../../../daemon/tree/warm/sync.ts'
import { apps, noCompiler as skip } from '../../fixtures/ax/stub.ts'
import { type AxWorld, type AxWorldOptions, makeWorld } from '../../fixtures/ax/world.ts'
import { again, until } from '../../fixtures/until.ts'

const { signal } = new AbortController()
const { pid, bundleId } = apps.chromium
const set = `${pid} 1`
const unset = `${pid} 0`
const enhancing: AxWorldOptions = { worlds: ['chromium', 'electron', 'textedit'], mayEnhance: ['com.Example.b*'] }

async function opened({ platform, target }: AxWorld, id: string = bundleId): Promise<{ warm: Warm; source: Source }> {
  const source = await platform.open(await target(id), signal)
  return { warm: new Warm(source), source }
}

async function links(warm: Warm): Promise<number> {
  await warm.freshen({ freshness: 'fresh', signal, deadline: performance.now() + 20_000 })
  return [...warm.tree.walk()].filter(({ role }) => role === 'AXLink').length
}

/** A bundle as Chromium's are built, or as others are. */
function bundle(folder: string, name: string, ...parts: readonly string[]): string {
  const path = join(folder, `${name}.app`)
  mkdirSync(join(path, 'Contents/Frameworks', ...parts), { recursive: true })
  return path
}

t.test('nobody asked for it', { skip }, async (t) => {
  const folder = t.testdir()
  const helpers = ['Browser Framework.framework/Versions/Current/Helpers', 'Browser Helper (Renderer).app']
  const cases = [
    { path: bundle(folder, 'Browser', ...helpers), said: /--enhanced-app=com\.example\.browser/ },
    { path: bundle(folder, 'Notes', 'Sparkle.framework/Versions/Current/Helpers'), said: undefined },
    { path: `${folder}/none.app`, said: undefined },
  ]
  for (const { path, said } of cases) {
    const world = makeWorld(t, { ...enhancing, apps: `${pid}=${bundleId};${path}`, mayEnhance: ['com.example.brow'] })
    const { warm, source } = await opened(world)
    t.equal(await links(warm), 0)
    if (said === undefined) t.equal(source.withheld, undefined)
    else t.match(source.withheld, said)
    await warm.close()
    await world.platform.close()
    t.same(world.enhanced(), [], 'nothing is set')
  }
})

t.test('where it may be set, the pages are there until the application is let go', { skip }, async (t) => {
  const world = makeWorld(t, enhancing)
  const others = [await opened(world, apps.electron.bundleId), await opened(world, apps.textedit.bundleId)]
  for (const { warm } of others) await links(warm)
  await world.platform.applications.activate(await world.target(bundleId), signal)
  t.same(world.enhanced(), [], 'neither by reading others nor by activating it')

  const one = await opened(world)
  t.equal(await links(one.warm), 1)
  t.equal(one.source.withheld, undefined)
  const other = await opened(world)
  t.equal(await links(other.warm), 1)
  t.same(world.enhanced(), [set], 'once')
  await one.warm.close()
  t.equal(await links(other.warm), 1)
  t.same(world.enhanced(), [set], 'somebody reads it still')
  await other.warm.close()
  await until(() => world.enhanced().length > 1, 'it is put back')
  t.same(world.enhanced(), [set, unset])
  for (let turn = 0; turn < 5; turn++) {
    const { warm } = await opened(world)
    t.equal(await links(warm), 1, 'what was set before is not put back later')
    await warm.close()
  }
  await opened(world).then(({ warm }) => links(warm))
  await world.platform.close()
  t.same(world.enhanced().slice(-2), [set, unset], 'before the platform has closed')
})

t.test('what another program has set stays', { skip }, async (t) => {
  const world = makeWorld(t, enhancing)
  writeFileSync(world.enhancedFile, `${set}\n`)
  const { warm } = await opened(world)
  t.equal(await links(warm), 1)
  await warm.close()
  await world.platform.close()
  t.same(world.enhanced(), [set])
})

t.test('a host that ends leaves it to the next one', { skip }, async (t) => {
  for (const isReadAgain of [true, false]) {
    const world = makeWorld(t, enhancing)
    const { warm } = await opened(world)
    t.equal(await links(warm), 1)
    await world.command('crash').catch(() => {})
    t.same(world.enhanced(), [set], 'it could not')
    if (isReadAgain) t.equal(await again(() => links(warm)), 1)
    await warm.close()
    await world.platform.close()
    t.same(world.enhanced().at(-1), unset)
  }
})

t.test('a host that is stuck with another application is killed, and the next one does it', { skip }, async (t) => {
  const world = makeWorld(t, { ...enhancing, sticky: true })
  const { warm } = await opened(world)
  t.equal(await links(warm), 1)
  const other = await opened(world, apps.textedit.bundleId)
  await links(other.warm)
  world.stick(apps.textedit.pid)
  const stuck = links(other.warm).catch(() => 'failed')
  await warm.close()
  t.equal(await stuck, 'failed')
  await world.platform.close()
  t.same(world.enhanced().at(-1), unset)
  world.stick()
})
