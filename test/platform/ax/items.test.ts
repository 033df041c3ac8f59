/** A click of one of several that can be selected is a click; selecting it makes it the only selected one, and no more. */
import t from 'tap'
import type { Act } from '../../../daemon/platform/platform.ts'
import { noCompiler as skip } from '../../fixtures/ax/stub.ts'
import { makeWorld } from '../../fixtures/ax/world.ts'

const { signal } = new AbortController()
const world = `app pid=321 bundle=org.example.items title=Items front
  AXWindow title=Window main AXMinimized=false at=0,0,400,400
    AXTextField as=note title=Note value="none" stub.held="none" at=10,10,100,20
    AXStaticText as=count id=count value="0" at=200,10,100,20
    AXScrollArea at=10,40,200,60
      AXOutline as=table desc=Table settable=AXFocused,AXSelectedRows at=10,40,200,100
        AXRow as=one title=One AXSelected=true press=key:count:1 at=10,40,200,20
          AXCell at=10,40,200,20
            AXStaticText value=First at=10,40,100,20
        AXRow as=two title=Two AXSelected=false press=key:count:2 actions=AXOpen at=10,60,200,20
        AXRow as=far title=Far AXSelected=false press=key:count:3 at=10,120,200,20
    AXOutline desc=Loose at=10,200,200,40
      AXRow as=odd title=Odd AXSelected=false press=key:count:4 at=10,200,200,20
      AXRow as=even title=Even AXSelected=true press=key:count:5 actions=AXPress at=10,220,200,20
    AXGroup desc=Tiles at=10,260,200,40
      AXCell as=left title=Left AXSelected=true settable=AXSelected press=key:count:6 at=10,260,90,20
      AXCell as=right title=Right AXSelected=false settable=AXSelected press=key:count:7 at=110,260,90,20
` as const

t.test('rows and cells', { skip }, async (t) => {
  const made = makeWorld(t, { worlds: [world], apps: '321=org.example.items' })
  const { command } = made
  const warm = await made.open('org.example.items')
  /** What the program did, and which of them are selected then. */
  const after = async (name: string, act: Act, among: readonly string[]) => {
    await command('set count AXValue "0"')
    await warm.freshen({ freshness: 'fresh', signal, deadline: performance.now() + 20_000 })
    const { key } = [...warm.tree.walk()].find(({ title }) => title === name)!
    const performed = await warm.source.perform(key, act, signal)
    const states = await Promise.all(among.map((one) => command(`get ${one} AXSelected`)))
    const selected = among.filter((_, at) => states[at] === '1').join()
    return { performed, did: await command('get count AXValue'), selected }
  }
  const rows = ['one', 'two', 'far']
  const click: Act = { action: 'click' }
  const clicked = { performed: { route: 'pointer', noop: undefined, doubt: undefined } } as const

  t.match(await after('One', click, rows), { ...clicked, did: '1', selected: 'one' }, 'although it was selected')
  t.match(await after('Two', click, rows), { ...clicked, did: '2', selected: 'two' }, 'nor is it opened')
  await command('set one AXSelected true')
  t.match(await after('One', click, rows), { ...clicked, did: '1', selected: 'one' }, 'one of two that were')
  t.match(await after('Right', click, ['left', 'right']), { ...clicked, did: '7', selected: 'right' })
  t.match(await after('Even', click, ['even']), { performed: { route: 'native' }, did: '5' }, 'by an action of its own')

  await t.test('it takes the keyboard from a field', async (t) => {
    await after('Note', { action: 'set_value', value: 'more' }, [])
    t.equal(await command('get note stub.held'), 'none')
    t.equal((await after('Two', click, rows)).performed.untaken, undefined)
    t.equal(await command('get note stub.held'), 'more')
  })

  await t.test('what the pointer does not reach is selected, which may not be a click', async (t) => {
    await after('Note', { action: 'set_value', value: 'most' }, [])
    const { performed, ...rest } = await after('Far', click, rows)
    t.match(performed, { route: 'native', doubt: /only chosen/, untaken: undefined })
    t.same(rest, { did: '0', selected: 'far' })
    t.equal(await command('get note stub.held'), 'most')
  })

  await t.test('selecting is no click, and leaves the others out', async (t) => {
    const select: Act = { action: 'select' }
    const native = { performed: { route: 'native', noop: undefined }, did: '0' } as const
    t.match(await after('One', select, rows), { ...native, selected: 'one' })
    t.match(await after('One', select, rows), { performed: { noop: true }, selected: 'one' })
    await command('set two AXSelected true')
    t.match(await after('One', select, rows), { ...native, selected: 'one' }, 'it was not the only one')
    t.match(await after('Odd', select, ['odd', 'even']), { ...native, selected: 'odd' }, 'without a list of them')
    t.match(await after('Left', select, ['left', 'right']), { ...native, selected: 'left' })
  })
})
