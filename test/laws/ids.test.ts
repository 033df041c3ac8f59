/** An id never becomes another thing, however lists by many frameworks are changed: the same item, or an error. */
import t from 'tap'
import { Problem } from '../../daemon/problem.ts'
import { serve } from '../fixtures/daemon/serve.ts'
import { type Random, random } from '../fixtures/random.ts'
import { until } from '../fixtures/until.ts'
import { chromiumOrSkip, launchChromium } from '../fixtures/web/chromium.ts'
import { type Inside, openInside } from '../fixtures/web/inside.ts'
import { attachOutside, type Outside } from '../fixtures/web/outside.ts'
import { idLaw, isFew, minutes, tell } from './law.ts'
import { frameworks, type Kind, markups, nameOf, pageOf } from './list-pages.ts'
import { packagesOrSkip } from './packages.ts'

const roundsOfPage = isFew ? 3 : 12
const askedEachRound = 8

interface Held {
  readonly id: string
  /** Hidden key of its item. */
  readonly item: number
  readonly isBox: boolean
}

interface Tally {
  asked: number
  wrong: string[]
  /** The node lives and shows the same item, by the same text: an id of it should be of use. */
  same: number
  sameFound: number
}

const verbs = ['pay', 'buy', 'call', 'fix', 'read', 'sell', 'wash', 'find', 'delete', 'move']
const things = ['rent', 'milk', 'mum', 'door', 'book', 'car', 'dog', 'key', 'account', 'sofa', 'letter']
const tagWords = ['home', 'work', 'later', 'urgent']

const textOf = (draw: Random) => `${draw.oneOf(verbs)} ${draw.oneOf(things)}`
const freshItem = (draw: Random) => `fresh('${textOf(draw)}', '${draw.oneOf(tagWords)}', ${draw.below(90)})`

/** One random change, as an expression for the page. */
function change(draw: Random, kind: Kind): string {
  const item = `model.items[${draw.below(1000)} % Math.max(1, model.items.length)]`
  const fresh = freshItem(draw)
  const changes = [
    `model.filter = '${draw.oneOf([...things, ...verbs, 'e', 'a', 'o'])}'`,
    `model.filter = '${draw.oneOf([...things, ...verbs, 'e', 'a', 'o'])}'`,
    `model.filter = ''`,
    `model.items.sort((a, b) => a.text < b.text ? -1 : 1)`,
    `model.items.reverse()`,
    `model.items.splice(${draw.below(4)}, 0, ${fresh})`,
    `model.items.push(${fresh})`,
    `model.items.splice(${draw.below(1000)} % Math.max(1, model.items.length), 1)`,
    `model.items.pop(); model.items.push(${fresh})`,
    `${item} && (${item}.done = !${item}.done)`,
    `${item} && (${item}.text = unique('${textOf(draw)}'))`,
    `for (const one of model.items) one.price += ${1 + draw.below(9)}`,
    'undefined',
    ...(kind.hover ? [`model.hover = ${item}?.key`] : []),
    ...(kind.framework === 'virtual' ? [`document.getElementById('frame').scrollTop = ${draw.below(40) * 30}`] : []),
  ]
  return draw.oneOf(changes)
}

async function tryPage(world: Inside, truth: Outside, kind: Kind, draw: Random, tally: Tally) {
  await until(async () => {
    const failure = await truth.evaluate<string | undefined>('window.failure')
    if (failure !== undefined) throw new Error(`${nameOf(kind)}: ${failure}`)
    return await truth.evaluate<boolean>('window.ready === true')
  }, nameOf(kind))
  const count = kind.framework === 'virtual' ? 40 : 3 + draw.below(6)
  for (let i = 0; i < count; i++) await truth.evaluate(`model.items.push(${freshItem(draw)})`)
  const held = new Map<string, Held>()
  for (let round = 0; round < roundsOfPage; round++) {
    const done = round === 0 ? 'undefined' : change(draw, kind)
    await truth.evaluate(
      `(async () => { ${done}; await render(); await new Promise((done) => requestAnimationFrame(() => setTimeout(done))) })()`,
    )
    if (round > 0)
      for (let i = 0; i < askedEachRound; i++)
        await ask(world, truth, draw.oneOf([...held.values()]), `${nameOf(kind)}, round ${round}: ${done}`, tally)
    if (held.size > 0 && draw.below(3) === 0)
      await press(world, truth, draw.oneOf([...held.values()]), `${nameOf(kind)}, round ${round}: ${done}`, tally)
    await collect(world, truth, held)
  }
}

/** What is shown now, by the selectors that the daemon tells of it. */
async function collect(world: Inside, truth: Outside, held: Map<string, Held>): Promise<void> {
  const { elements = [] } = await world.call('explore', {
    scope: 'tab',
    tab: world.tab,
    format: 'json',
    limit: 500,
    maxTokens: 50_000,
  })
  const stack = [...elements]
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    stack.push(...(at.children ?? []))
    const { id, role } = at
    if (held.has(id) || (role !== 'AXCheckBox' && role !== 'AXButton')) continue
    const element = await elementOf(world, id)
    const item = await truth.evaluate<number | null>(
      `{ const element = ${element}; held.set('${id}', element); const item = itemOf(element); item === undefined ? null : item.key }`,
    )
    await truth.evaluate(
      `{ const item = itemOf(held.get('${id}')); held.get('${id}').text ??= {}; held.get('${id}').text['${id}'] = item?.text }`,
    )
    if (item !== null) held.set(id, { id, item, isBox: role === 'AXCheckBox' })
  }
}

/** As an expression for the page. Throws what the daemon answers where it does not find it. */
async function elementOf(world: Inside, elementId: string): Promise<string> {
  const { dom } = await world.call('expand', { elementId, format: 'json' })
  const selector = dom?.selectors[0]
  if (selector === undefined) throw new Error(`${elementId} has no selector`)
  return `document.querySelector(${JSON.stringify(selector)})`
}

async function ask(world: Inside, truth: Outside, held: Held | undefined, where: string, tally: Tally): Promise<void> {
  if (held === undefined) return
  const { id, item } = held
  const isSame = await truth.evaluate<boolean>(
    `{ const element = held.get('${id}'), item = itemOf(element); item !== undefined && item.key === ${item} && item.text === element.text['${id}'] }`,
  )
  tally.asked++
  if (isSame) tally.same++
  try {
    const element = await elementOf(world, id)
    const found = await truth.evaluate<number | undefined>(`itemOf(${element})?.key`)
    if (found !== item) tally.wrong.push(`${where}: ${id} of item ${item} is of ${found}`)
    else if (isSame) tally.sameFound++
  } catch (error) {
    if (!(error instanceof Problem) || !/^element_(gone|ambiguous)$/.test(error.name)) throw error
  }
}

/** What a press of it does to the items is what it was. */
async function press(
  world: Inside,
  truth: Outside,
  held: Held | undefined,
  where: string,
  tally: Tally,
): Promise<void> {
  if (held === undefined) return
  const { id, item, isBox } = held
  await truth.evaluate('model.log = []')
  tally.asked++
  try {
    await world.call('interact', { elementId: id, action: 'click' })
  } catch (error) {
    if (!(error instanceof Problem)) throw error
  }
  const log = await truth.evaluate<string[]>('model.log')
  if (log.length > 0 && log.join() !== `${isBox ? 'toggle' : 'remove'} ${item}`)
    tally.wrong.push(`${where}: pressing ${id} of item ${item} did ${log.join()}`)
}

t.test('an id never becomes another thing, in lists of pages', async (t) => {
  if (!chromiumOrSkip(t)) return
  const npm = packagesOrSkip(t)
  if (npm === undefined) return
  const draw = random()
  const kinds: Kind[] = []
  for (const [at, framework] of frameworks.entries()) {
    for (const keyed of framework === 'virtual' ? [false] : [true, false]) {
      for (const [turn, markup] of markups.entries())
        kinds.push({ framework, keyed, markup, rich: (at + turn) % 2 === 0, hover: (at + turn) % 3 === 0 })
    }
    if (framework === 'jquery')
      for (const markup of markups)
        kinds.push({ framework, keyed: false, anew: true, markup, rich: false, hover: false })
  }
  const pages = Object.fromEntries(kinds.map((kind, at) => [`/${at}`, pageOf(kind)]))
  const server = await serve(t, { pages, folders: { '/npm': npm } })
  const browser = await launchChromium(t)
  const world = await openInside(t, browser)
  const end = performance.now() + minutes * 60_000
  const tallies = new Map<string, Tally>()
  const only = process.env.IX_LAW_ONLY
  do {
    for (const [at, kind] of kinds.entries()) {
      if (only !== undefined && !nameOf(kind).includes(only)) continue
      if (
        minutes === 0 &&
        only === undefined &&
        markups[Math.floor(at / markups.length) % markups.length] !== kind.markup
      )
        continue
      const group = kind.anew ? 'anew' : kind.keyed ? 'keyed' : 'unkeyed'
      const tally = tallies.get(group) ?? { asked: 0, wrong: [], same: 0, sameFound: 0 }
      tallies.set(group, tally)
      const url = `${server.origin}/${at}`
      await world.call('navigate', { tab: world.tab, url })
      const truth = await attachOutside(t, browser, url)
      await tryPage(world, truth, kind, draw, tally)
    }
  } while (performance.now() < end)
  for (const [group, { asked, wrong, same, sameFound }] of tallies) {
    t.comment(`${sameFound} of ${same} that were still the same were found: ${group}`)
    tell(t, {
      law: idLaw,
      on: `${group === 'anew' ? 'lists made anew' : `${group} lists`} of ${frameworks.length} frameworks`,
      cases: asked,
      wrong,
    })
  }
  const keyed = tallies.get('keyed')
  if (keyed !== undefined) t.ok(keyed.sameFound >= 0.95 * keyed.same, 'ids of what stays in a keyed list go on')
})
