/** Keys and pointer reach their element or nothing is sent, whatever is in front and for how long. */
import t from 'tap'
import type { Act, Performed, Source } from '../../../daemon/platform/platform.ts'
import { Problem } from '../../../daemon/problem.ts'
import { noCompiler as skip } from '../../fixtures/ax/stub.ts'
import { makeWorld } from '../../fixtures/ax/world.ts'
import { random } from '../../fixtures/random.ts'
import { again } from '../../fixtures/until.ts'

const { signal } = new AbortController()
const [front, back] = [321, 322]
const apps = `${front}=org.example.front,${back}=org.example.back`

const world = `app pid=${front} bundle=org.example.front title=Front front
  AXWindow as=front-window title=Mine main AXMinimized=false at=0,0,300,300
    AXTextField as=mine title=Mine value="mine" focused at=10,10,100,20
app pid=${back} bundle=org.example.back title=Back
  AXWindow as=back-window title=Window main AXMinimized=false at=0,0,600,600
    AXTextField as=theirs title=Theirs value="theirs" at=10,10,100,20
    AXTextField as=plain title=Plain value="plain" settable=AXFocused at=10,40,100,20
    AXTextField as=stubborn title=Stubborn value="stubborn" fixed at=10,70,100,20
    AXWebArea title=Page at=10,400,500,150
      AXTextField as=page-field title=Inside value="inside" settable=AXFocused at=20,410,100,20
    AXGroup as=card desc=Card actions= press=key:count:1 at=10,100,100,20
    AXGroup as=open desc=Open actions= press=key:count:1 at=400,100,100,20
    AXGroup as=shy desc=Shy actions= press=key:count:1 stub.hover=veil at=10,130,100,20
    AXStaticText as=count id=count value="0" at=10,160,100,20
    AXGroup as=veil desc=Veil away press=key:veiled:1 at=0,120,200,40
    AXStaticText as=veiled id=veiled value="0" at=10,190,100,20
    AXGroup as=slow desc=Slow actions= press=key:count:1 stub.glide=7 stub.glides=3 at=10,250,100,20
    AXGroup as=tile title=Tile stub.drag=start at=10,220,60,20
    AXGroup title=Bin at=300,300,100,60
    AXGroup title=Shelf at=450,220,100,60
  AXWindow as=other-window title=Other AXMinimized=false at=700,0,200,200
    AXTextField as=others title=Others value="others" at=710,10,100,20
` as const

t.test('a background application and one in front', { skip }, async (t) => {
  const made = makeWorld(t, { worlds: [world], apps })
  const { command } = made
  const warm = await made.open('org.example.back')
  const { source } = warm
  const perform = async (name: string, act: Act): Promise<Performed | Problem> => {
    const found = [...warm.tree.walk()].find((one) => [one.title, one.description].includes(name))
    return await source.perform(found!.key, act, signal).catch((error) => error)
  }
  const received = async () => (await command('input')).split('\n').filter((line) => line !== '')

  await t.test(
    'actions of its own, keys to it, and hovering over what is in sight, leave the front alone',
    async (t) => {
      t.match(await perform('Theirs', { action: 'set_value', value: 'set' }), { route: 'keys', front: undefined })
      t.match(await perform('Theirs', { action: 'type', value: '!' }), { front: undefined })
      t.match(await perform('Theirs', { action: 'focus' }), { front: undefined })
      t.match(await perform('Open', { action: 'hover' }), { route: 'pointer', front: undefined })
      t.equal((await made.platform.targets(signal))[0]?.id, 'org.example.front')
      t.equal(await source.at(20, 110, false, signal), undefined, 'another application is above it there')
    },
  )

  await t.test('what is dragged notices that it is held, and where it is let go', async (t) => {
    const keyOf = (name: string) => [...warm.tree.walk()].find(({ title }) => title === name)!.key
    t.match(await perform('Tile', { action: 'drag', to: { key: keyOf('Bin') } }), {
      route: 'pointer',
      dropped: { x: 350, y: 330 },
    })
    t.equal(await command('get tile stub.drag'), 'Bin')
    t.match(await perform('Tile', { action: 'drag', to: { x: 500, y: 250 } }), { dropped: { x: 500, y: 250 } })
    t.equal(await command('get tile stub.drag'), 'Shelf')
    const mouse = (await received()).map((line) => /^mouse (\d)/.exec(line)?.[1])
    t.equal(
      mouse.filter((type) => type === '1').length,
      mouse.filter((type) => type === '2').length,
      'the button is up',
    )
    await made.platform.applications.activate(await made.target('org.example.front'), signal)
  })

  await t.test('who gives up in the middle of a drag hears why, and the button is up', async (t) => {
    await command('reset')
    const { key } = [...warm.tree.walk()].find(({ title }) => title === 'Tile')!
    const caller = new AbortController()
    const ended = source.perform(key, { action: 'drag', to: { x: 500, y: 250 } }, caller.signal).catch((error) => error)
    await again(async () => {
      if (!(await received()).some((line) => line.startsWith('mouse 1 '))) throw new Error('it is not held yet')
      return true
    })
    const why = new Problem('timeout')
    caller.abort(why)
    t.equal(await ended, why)
    t.match((await received()).at(-1), /^mouse 2 /)
    await made.platform.applications.activate(await made.target('org.example.front'), signal)
  })

  await t.test('keys for an application in the background reach that one alone', async (t) => {
    await command('reset')
    await command('activation 300')
    const { oneOf, seed } = random()
    const names = ['Theirs', 'Plain', 'Inside', 'Others', 'Other', 'Back']
    const count = 40
    for (let turn = 0; turn < count; turn++) {
      const name = oneOf(names)
      const keys = oneOf(['Meta+w', 'Enter', 'x', 'Meta+s', 'Shift+Tab'])
      t.match(await perform(name, { action: 'key', keys }), { route: 'keys', front: undefined }, `${keys} to ${name}`)
    }
    const events = await received()
    t.ok(events.length >= count)
    const astray = events.filter((line) => !line.endsWith(`to=${back}`))
    t.same(astray, [], 'nothing went to the one in front')
    t.equal(await command('get mine AXValue'), 'mine')
    t.comment(`${count} cases: keys to the background, seed ${seed}`)
  })

  for (const layout of ['qwerty', 'azerty'])
    await t.test(`text is replaced, and the application not ended, on ${layout}`, async (t) => {
      await command(`layout ${layout}`)
      for (const [name, handle] of [
        ['Plain', 'plain'],
        ['Inside', 'page-field'],
      ] as const)
        for (const value of ['new', '', 'again 🙂']) {
          t.match(await perform(name, { action: 'set_value', value }), { route: 'keys', front: undefined })
          t.equal(await command(`get ${handle} AXValue`), value)
        }
      t.match(await perform('Theirs', { action: 'key', keys: 'Meta+a' }), { route: 'keys' })
      t.match(await command('input'), new RegExp(`command a to=${back}`))
      t.notMatch(await command('input'), /command q/)
    })

  await t.test('what does not take the focus gets no keys, nor does anything else', async (t) => {
    await command('focus theirs')
    await command('reset')
    t.match(await perform('Stubborn', { action: 'key', keys: 'Meta+a' }), {
      name: 'unsupported_here',
      message: /does not take the keyboard focus/,
    })
    t.same(await received(), [])
    await command('focus mine')
    await command('set @mine AXValue "mine"')
  })

  await t.test('a click waits until the application has come, and says that it came', async (t) => {
    await command('activation 0')
    const other = await made.platform.open(await made.target('org.example.front'), signal)
    t.match(await other.perform((await rootOf(other)).root, { action: 'raise' }, signal), { front: true })
    await other.close()
    await command('reset')
    await command('activation 400')
    t.match(await perform('Card', { action: 'click' }), { route: 'pointer', front: true })
    t.equal(await command('get count AXValue'), '1')
    t.match(await perform('Open', { action: 'click' }), { route: 'pointer', front: undefined }, 'it is there by now')
    t.equal(await command('get count AXValue'), '11')
    const astray = (await received()).filter((line) => /^mouse [12] /.test(line) && !line.endsWith(`to=${back}`))
    t.same(astray, [])
    t.ok(await source.at(20, 110, false, signal))
  })

  await t.test('an element that moves is followed until it stands still, and not for ever', async (t) => {
    await command('set count AXValue "0"')
    t.match(await perform('Slow', { action: 'click' }), { route: 'pointer' })
    t.equal(await command('get count AXValue'), '1')
    t.equal(await command('frame slow'), '31,250,100,20')
    await command('set slow stub.glides 100')
    await command('reset')
    t.match(await perform('Slow', { action: 'click' }), { name: 'element_changed', data: { reason: 'moved' } })
    t.notMatch(await command('input'), /mouse 1 /, 'nothing was pressed')
    await command('set count AXValue "11"')
  })

  await t.test('a press may be meant for one point of the element', async (t) => {
    const { oneOf, below, seed } = random()
    const count = 12
    for (let turn = 0; turn < count; turn++) {
      await command('reset')
      const to = { x: below(100), y: below(20) }
      const action = oneOf(['click', 'double_click', 'hover'] as const)
      t.match(await perform('Open', { action, to }), { route: 'pointer' })
      t.match(
        (await received()).at(-1),
        new RegExp(`^mouse \\d ${400 + to.x},${100 + to.y} `),
        `${action} at ${to.x},${to.y}`,
      )
    }
    await command('set count AXValue "11"')
    const outside = { name: 'element_changed', data: { reason: 'outside' } }
    t.match(await perform('Open', { action: 'click', to: { x: 100, y: 5 } }), outside)
    t.comment(`${count} cases: presses at a point, seed ${seed}`)
  })

  await t.test('it comes to the front where that is asked for', async (t) => {
    const other = await made.platform.open(await made.target('org.example.front'), signal)
    await other.perform((await rootOf(other)).root, { action: 'raise' }, signal)
    await other.close()
    const set = (value: string, front: boolean) => perform('Theirs', { action: 'set_value', value, front })
    const first = async () => (await made.platform.targets(signal))[0]?.id
    t.match(await set('behind', false), { route: 'keys', front: undefined })
    t.equal(await first(), 'org.example.front')
    t.match(await set('before', true), { route: 'keys', front: true })
    t.equal(await first(), 'org.example.back')
    t.match(await set('there', true), { route: 'keys', front: false }, 'it is there already')
  })

  await t.test('what comes between pointer and element takes no press', async (t) => {
    const refused = { name: 'element_changed', data: { reason: 'covered' } }
    t.match(await perform('Shy', { action: 'click' }), refused)
    t.equal(await command('get veiled AXValue'), '0')
    t.equal(await command('get count AXValue'), '11')
  })
})

async function rootOf(source: Source) {
  return await source.read('all', { signal, deadline: performance.now() + 20_000 })
}
