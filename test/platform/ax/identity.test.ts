/** An id means one element for as long as it lives, whatever the application makes anew, moves or reuses. */
import t from 'tap'
import type { Element } from '../../../api-schema/element.ts'
import { Problem } from '../../../daemon/problem.ts'
import { noCompiler as skip } from '../../fixtures/ax/stub.ts'
import { makeWorld } from '../../fixtures/ax/world.ts'
import { openWorld } from '../../fixtures/daemon/world.ts'
import { random } from '../../fixtures/random.ts'
import { few, idLaw, minutes, tell, turns } from '../../laws/law.ts'

t.setTimeout(600_000 + 300_000 * minutes)

const bundleId = 'org.example.identity'
const groups = 4
const buttonsInGroup = 5
const leastTurns = 100
const actionsATurn = 3

/**
 * Each button is known to the world by a handle that the daemon never sees; what the daemon sees is often the same. Only
 * its width is its own, which no id is kept by: it tells for which element an id is shown, however old the reading is.
 */
function worldText(): `app ${string}` {
  const lines = [`app pid=311 bundle=${bundleId} title=Identity front`]
  lines.push('  AXWindow as=main title=Main sub=AXStandardWindow main AXMinimized=false AXModal=false at=0,30,900,600')
  for (let group = 0; group < groups; group++) {
    lines.push(`    AXGroup as=g${group} desc="Part ${group}" at=${group * 200},30,200,500`)
    for (let at = 0; at < buttonsInGroup; at++)
      lines.push(
        `      ${button(`b${group}x${at}`, at % 2 ? 'Same' : `Own ${at}`, widthOf(group * buttonsInGroup + at))}`,
      )
  }
  lines.push('    AXOutline as=rows desc=Rows at=0,540,900,90', '      rows 40 6')
  return `${lines.join('\n')}\n` as `app ${string}`
}

function button(handle: string, title: string, width: number): string {
  return `AXButton as=${handle} title="${title}" press=title:Pressed at=5,40,${width},20`
}

function widthOf(born: number): number {
  return 20 + born
}

function* all(elements: readonly Element[]): Generator<Element> {
  for (const element of elements) {
    yield element
    yield* all(element.children ?? [])
  }
}

t.test('ids under random changes', { skip }, async (t) => {
  const axWorld = makeWorld(t, { worlds: [worldText()], apps: `311=${bundleId}` })
  const world = openWorld(t, [axWorld.platform])
  const app = { scope: 'application', bundleId }
  const roll = random(19_840_124).below
  const living = new Set<string>()
  /** Which element of the world each number is: made anew, it has another number and is the same to who uses it. */
  const handleOf = new Map<string, string>()
  const born = (handle: string, node: string) => {
    living.add(handle)
    handleOf.set(node, handle)
  }
  const handleAt = new Map<number, string>()
  /** Of each group, in order. */
  const handles: string[][] = []
  for (let group = 0; group < groups; group++) {
    handles.push(Array.from({ length: buttonsInGroup }, (_, at) => `b${group}x${at}`))
    for (const handle of handles[group]!) {
      handleAt.set(widthOf(handleAt.size), handle)
      born(handle, await axWorld.command(`id ${handle}`))
    }
  }
  const some = () => [...living][roll(living.size)]!
  const change = async () => {
    const handle = some()
    switch (roll(6)) {
      case 0:
        // Another element with the same handle, role, title and place.
        born(handle, await axWorld.command(`rebuild ${handle}`))
        break
      case 1:
        await axWorld.command(`set ${handle} AXTitle "${roll(2) ? 'Same' : `Own ${roll(9)}`}"`)
        break
      case 2: {
        const width = widthOf(handleAt.size)
        const other = `n${width}`
        const [group, at] = [roll(groups), roll(4)]
        await axWorld.command(`insert g${group} ${at} ${button(other, 'Same', width)}`)
        handleAt.set(width, other)
        handles[group]!.splice(at, 0, other)
        born(other, await axWorld.command(`id ${other}`))
        break
      }
      case 3:
        if (living.size > groups * 3) {
          living.delete(handle)
          for (const group of handles) if (group.includes(handle)) group.splice(group.indexOf(handle), 1)
          await axWorld.command(`destroy ${handle}`)
        }
        break
      case 4:
        await axWorld.command(`scrollto rows ${roll(34)}`)
        break
      default:
        await axWorld.command(`silent ${roll(2)}`)
    }
  }
  /** The handle that each id is of, from the first view that shows it, fresh or not. */
  const truth = new Map<string, string>()
  const meaning = new Map<string, string>()
  let [pressed, refused, placedCount] = [0, 0, 0]
  const wrong: string[] = []
  for (const turn of turns(t, leastTurns)) {
    for (let changes = roll(4); changes > 0; changes--) await change()
    const freshness = roll(3) === 0 ? 'fresh' : roll(2) === 0 ? 'auto' : 'cached'
    const view = {
      ...{ ...app, limit: 500, maxTokens: 50_000 },
      ...{ includeNonInteractable: true, includeDisabled: true, includeHidden: true },
    }
    // Places are asked for now and then in the same call, which must not be what keeps ids right.
    const showCoordinates = roll(2) === 0
    const { elements = [] } = await world.call('explore', { ...view, freshness, showCoordinates })
    const placed = showCoordinates
      ? elements
      : (await world.call('explore', { ...view, freshness: 'cached', showCoordinates: true })).elements
    const seen = [...all(elements)]
    for (const { id, role, value } of seen) {
      // A row's text is what it is for as long as it lives; a button's title may change.
      const what = `${role} ${role === 'AXStaticText' ? value : ''}`
      if ((meaning.get(id) ?? what) !== what) wrong.push(`turn ${turn}: ${id} of ${meaning.get(id)} is ${what}`)
      meaning.set(id, what)
    }
    const buttons = seen.filter(({ role }) => role === 'AXButton')
    if (freshness === 'fresh') {
      const order = handles.flat()
      t.equal(buttons.length, order.length, 'a whole reading shows every button')
      for (const [at, { id }] of buttons.entries()) {
        const handle = truth.get(id) ?? order[at]!
        if (handle !== order[at]) wrong.push(`turn ${turn}: ${id} of ${handle} is shown where ${order[at]} is`)
        truth.set(id, handle)
      }
    }
    for (const { id, role, frame } of all(placed ?? [])) {
      if (role !== 'AXButton' || frame === undefined) continue
      const handle = handleAt.get(frame.width)!
      const before = truth.get(id) ?? handle
      if (before !== handle) wrong.push(`turn ${turn}: ${id} of ${before} is shown for ${handle}`)
      truth.set(id, before)
      placedCount++
    }
    for (let act = 0; act < actionsATurn && buttons.length > 0; act++) {
      const { id } = buttons[roll(buttons.length)]!
      // Between looking and acting the world goes on.
      if (roll(2) === 0) await change()
      await axWorld.command('pressed')
      try {
        if (roll(4) === 0) await world.call('expand', { elementId: id })
        await world.call('interact', { elementId: id, action: 'click' })
        pressed++
      } catch (error) {
        if (!(error instanceof Problem)) throw error
        t.match(error.name, /^element_(gone|changed|ambiguous)$/, error.message)
        refused++
      }
      const hit = (await axWorld.command('pressed')).split(' ').filter((node) => node !== '')
      if (hit.length > 1) wrong.push(`turn ${turn}: a press of ${id} hit ${hit.length}`)
      for (const node of hit) {
        const handle = handleOf.get(node)!
        const before = truth.get(id)
        if (before !== handle) wrong.push(`turn ${turn}: ${id} of ${before} pressed ${handle}`)
      }
    }
  }
  tell(t, { law: idLaw, on: 'views on a stub of macOS that are made anew', cases: pressed + refused, wrong })
  t.ok(pressed > few(leastTurns), `${pressed} presses`)
  t.ok(refused > few(leastTurns) / 20, `${refused} were refused`)
  t.ok(placedCount > pressed * 5, `${placedCount} showings of an id were held against its element`)
})

const listId = 'org.example.list'
const listTurns = 60
const words = ['rent', 'milk', 'door', 'book', 'letter', 'sofa', 'key', 'account']

for (const isReused of [false, true]) {
  const how = isReused ? 'used again for other items' : 'made anew'
  t.test(`controls without names in rows that are ${how}`, { skip }, async (t) => {
    const text = [
      `app pid=312 bundle=${listId} title=List front`,
      '  AXWindow as=main title=Main sub=AXStandardWindow main AXMinimized=false AXModal=false at=0,30,900,600',
      '    AXOutline as=list desc=Tasks at=0,30,900,600',
    ]
    const axWorld = makeWorld(t, { worlds: [`${text.join('\n')}\n` as `app ${string}`], apps: `312=${listId}` })
    const world = openWorld(t, [axWorld.platform])
    const roll = random(5).below
    /** Handles of rows in order, what they show, and to which row each button belongs. */
    const rows: { readonly handle: string; item: string }[] = []
    const rowOf = new Map<string, string>()
    let items = [...words]
    let made = 0
    const make = async (item: string, place: number) => {
      const handle = `r${made++}`
      const control = `  AXButton as=${handle}b at=5,${40 + 20 * place},20,20`
      const label = `  AXStaticText as=${handle}t value="${item}" at=30,${40 + 20 * place},200,20`
      await axWorld.command(
        `insert list ${place} AXRow as=${handle} at=0,${40 + 20 * place},900,20\n${control}\n${label}`,
      )
      rowOf.set(await axWorld.command(`id ${handle}b`), handle)
      return { handle, item }
    }
    const render = async (shown: readonly string[]) => {
      const keep = isReused ? shown.length : 0
      for (const { handle } of rows.splice(keep)) await axWorld.command(`destroy ${handle}`)
      for (const [place, row] of rows.entries()) {
        row.item = shown[place]!
        await axWorld.command(`set ${row.handle}t AXValue "${row.item}"`)
      }
      for (const [place, item] of shown.entries()) if (place >= rows.length) rows.push(await make(item, place))
    }
    const itemOf = new Map<string, string>()
    let [pressed, refused] = [0, 0]
    const wrong: string[] = []
    await render(items)
    for (const turn of turns(t, listTurns)) {
      const { elements = [] } = await world.call('explore', { scope: 'application', bundleId: listId })
      const buttons = [...all(elements)].filter(({ role }) => role === 'AXButton')
      for (const [place, { id }] of buttons.entries()) if (!itemOf.has(id)) itemOf.set(id, rows[place]!.item)
      if (roll(3) === 0) items.reverse()
      if (roll(3) === 0) items = [...items.slice(1), `task ${String.fromCharCode(97 + (turn % 26))}${turn}`]
      const wanted = roll(3) === 0 ? items : items.filter(() => roll(3) === 0)
      await render(wanted)
      for (let act = 0; act < actionsATurn && itemOf.size > 0; act++) {
        const id = [...itemOf.keys()][roll(itemOf.size)]!
        await axWorld.command('pressed')
        try {
          await world.call('interact', { elementId: id, action: 'click' })
          pressed++
        } catch (error) {
          if (!(error instanceof Problem)) throw error
          t.match(error.name, /^element_(gone|changed|ambiguous)$/, error.message)
          refused++
        }
        for (const node of (await axWorld.command('pressed')).split(' ').filter((one) => one !== '')) {
          const item = rows.find(({ handle }) => handle === rowOf.get(node))?.item
          if (item !== itemOf.get(id)) wrong.push(`${id} of ${itemOf.get(id)} pressed ${item}`)
        }
      }
    }
    tell(t, { law: idLaw, on: `rows on a stub of macOS that are ${how}`, cases: pressed + refused, wrong })
    t.ok(pressed > 0 && refused > 0, `${pressed} presses, ${refused} refused`)
  })
}
