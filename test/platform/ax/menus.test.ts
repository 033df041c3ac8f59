/** The law of closed menus: every entry, at any depth, also of menus that are made when they open, is pressed by its path, alone. */
import t from 'tap'
import type { Problem } from '../../../daemon/problem.ts'
import { noCompiler as skip } from '../../fixtures/ax/stub.ts'
import { makeWorld } from '../../fixtures/ax/world.ts'

const { signal } = new AbortController()

interface Entry {
  readonly path: readonly string[]
  readonly handle: string
  readonly isDisabled: boolean
}

/** Menus of all kinds: some closed and there, some made when their title is pressed, with menus inside. */
function menuBar(
  menus: number,
  each: number,
): { readonly lines: readonly string[]; readonly entries: readonly Entry[] } {
  const lines = ['  AXMenuBar at=0,0,1440,24']
  const entries: Entry[] = []
  for (let m = 0; m < menus; m++) {
    const title = `Menu ${m}`
    const isMade = m % 2 === 1
    lines.push(`    AXMenuBarItem title="${title}" AXSelected=false${isMade ? ` press=show:m${m}` : ''}`)
    lines.push(`      AXMenu as=m${m}${isMade ? ' away' : ''}`)
    for (let e = 0; e < each; e++) {
      const isDisabled = e % 5 === 4
      const close = isMade ? ` press=hide:m${m}` : ''
      // The names of all menus are alike: only the path tells them apart.
      lines.push(`        AXMenuItem as=e${m}-${e} title="Entry ${e}"${isDisabled ? ' disabled' : ''}${close}`)
      entries.push({ path: [title, `Entry ${e}`], handle: `e${m}-${e}`, isDisabled })
    }
    lines.push('        AXMenuItem title="More"', '          AXMenu')
    for (let e = 0; e < each; e++) {
      lines.push(`            AXMenuItem as=s${m}-${e} title="Entry ${e}"${isMade ? ` press=hide:m${m}` : ''}`)
      entries.push({ path: [title, 'More', `Entry ${e}`], handle: `s${m}-${e}`, isDisabled: false })
    }
  }
  return { lines, entries }
}

t.test('every entry of closed menus is pressed by its path', { skip }, async (t) => {
  const { lines, entries } = menuBar(6, 5)
  const world = `app pid=110 bundle=com.example.menus title=Menus front\n${lines.join('\n')}\n` as `app ${string}`
  const { platform, command, target } = makeWorld(t, { worlds: [world], apps: '110=com.example.menus' })
  const source = await platform.open(await target('com.example.menus'), signal)
  const { root, rows } = await source.read('all', { signal, deadline: performance.now() + 20_000 })
  t.notOk(
    rows.some(({ title }) => title?.startsWith('Entry')),
    'none of them is read with the view',
  )
  const order = entries.map((entry, at) => ({ entry, at: (at * 7) % entries.length })).sort((a, b) => a.at - b.at)
  for (const { entry } of order) {
    const path = entry.path.join(' > ')
    const done = await source.perform(root, { action: 'menu', path }, signal).catch((error: Problem) => error)
    const wanted = entry.isDisabled ? { data: { reason: 'disabled' } } : { route: 'native' }
    t.match(done, wanted, path)
    t.equal(await command(`presses ${entry.handle}`), entry.isDisabled ? '0' : '1', path)
  }
  for (const { handle, isDisabled } of entries)
    t.equal(await command(`presses ${handle}`), isDisabled ? '0' : '1', handle)
  t.equal(await command('input'), '', 'neither keys nor pointer')
  t.comment(`${entries.length} cases: closed menu entries by their path`)
})
