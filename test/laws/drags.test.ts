/** What is dragged is where the answer says, and `confirmed` only where that is the place that it was dropped at. */
import t from 'tap'
import { serve } from '../fixtures/daemon/serve.ts'
import { itWas } from '../fixtures/evidence/recording.ts'
import { random } from '../fixtures/random.ts'
import { chromiumOrSkip } from '../fixtures/web/chromium.ts'
import { openPage } from '../fixtures/web/inside.ts'
import { all, type Board, boardOf, pageOf, working } from './drag-pages.ts'
import { minutes, tell, turns } from './law.ts'
import { packagesOrSkip } from './packages.ts'

t.setTimeout(600_000 + 120_000 * minutes)
const least = 17

t.test('what is dragged is where the answer says', async (t) => {
  if (!chromiumOrSkip(t)) return
  const folder = packagesOrSkip(t)
  if (folder === undefined) return
  const dice = random()
  t.comment(`seed ${dice.seed}`)
  const kinds = dice.shuffled(all)
  let board: Board = boardOf(dice, 'does nothing')
  const server = await serve(t, {
    folders: { '/npm/': folder },
    pages: {
      '/': () => pageOf(board),
    },
  })
  const url = `${server.origin}/`
  const { tab, outside, ...world } = await openPage(t, url)
  const wrong: string[] = []
  const missed: string[] = []
  let drags = 0
  let arrived = 0
  let hopeful = 0
  for (const count of turns(t, least)) {
    board = boardOf(dice, kinds[count % kinds.length]!)
    await world.call('navigate', { tab, url })
    const [name, onto] = dice.shuffled(board.lists.flat()) as [string, string]
    const idOf = async (text: string) => {
      const filter = { anyFieldContains: text }
      const { outline = '' } = await world.call('explore', {
        scope: 'tab',
        tab,
        format: 'outline',
        filter,
        includeNonInteractable: true,
      })

      return new RegExp(`\\[(\\d+)\\].*: ${text}`).exec(outline)?.[1]
    }
    const [elementId, to] = [(await idOf(name))!, { elementId: (await idOf(onto))! }]
    const answer = await world.call('interact', { elementId, action: 'drag', to })
    const after = await outside.evaluate<string[][]>('order()')
    const isThere = isPlaced(board.lists, after, name, onto)
    drags++
    const what = `${board.sorter}: ${name} onto ${onto} of ${JSON.stringify(board.lists)}, ${answer.effect} (${answer.why ?? ''}), ${answer.at}: ${JSON.stringify(after)}`
    if (working.has(board.sorter)) {
      hopeful++
      if (isThere) arrived++
      else missed.push(what)
    }
    itWas(isThere)
    if (isThere && answer.effect !== 'confirmed') missed.push(what)
    if (!isThere && answer.effect === 'confirmed') wrong.push(what)
    if (answer.effect === 'unverified' && !/\S/.test(answer.why ?? '')) wrong.push(`${what}: without a reason`)
    const said = (word: string) => new RegExp(`${word} \\[\\d+\\] \\w+: (\\w+)`).exec(answer.at ?? '')?.[1]
    // Without a place it is where it was, or gone.
    const lists = /gone/.test(answer.why ?? '') ? [] : board.lists
    const told = answer.at === undefined ? besideIt(lists, name) : [said('after'), said('before')]
    if (!isSame(told, besideIt(after, name))) wrong.push(`${what}: told ${told}`)
  }
  for (const line of missed) t.comment(line)
  t.comment(`${arrived} of ${hopeful} came to where they were dropped`)
  const law = 'What is dragged is where the answer says; `confirmed` is said where it was dropped there.'
  tell(t, { law, on: `${all.length} kinds of lists, of libraries and by hand`, cases: drags, wrong })
  t.ok(arrived >= 0.9 * hopeful, 'dragging works')
})

/** In the place of the one that it was dropped on; in another list, right before or after it. */
function isPlaced(before: Board['lists'], after: Board['lists'], name: string, onto: string): boolean {
  const others = (lists: Board['lists']) => lists.map((names) => names.filter((one) => one !== name))
  if (!isSame(others(before), others(after))) return false
  const [from, list] = [before.find((names) => names.includes(name))!, after.find((names) => names.includes(onto))!]
  const way = from.includes(onto) ? Math.sign(from.indexOf(onto) - from.indexOf(name)) : 0
  const distance = list.includes(name) ? list.indexOf(name) - list.indexOf(onto) : Number.NaN
  return Math.abs(distance) === 1 && (way === 0 || distance === way)
}

/** What it is after and before. */
function besideIt(lists: Board['lists'], name: string): readonly (string | undefined)[] {
  const list = lists.find((names) => names.includes(name)) ?? []
  const at = list.indexOf(name)
  return at < 0 ? [undefined, undefined] : [list[at - 1], list[at + 1]]
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
