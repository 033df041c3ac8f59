/** Ids of elements: one for one living element, never another's, and honest about what is gone. */
import t from 'tap'
import { Problem } from '../../../daemon/problem.ts'
import { stableIdentifier } from '../../../daemon/tree/identity/fingerprint.ts'
import { Ids } from '../../../daemon/tree/identity/ids.ts'
import { Warm } from '../../../daemon/tree/warm/sync.ts'
import { type Fields, MemoryApp, MemorySource } from '../../fixtures/memory-source.ts'

const signal = new AbortController().signal
const button = (title: string, more: Partial<Fields> = {}): Fields => ({ role: 'AXButton', title, ...more })

function counting(first = 1): { ids: Ids; reserved: number[] } {
  const reserved: number[] = []
  const reserve = (count: number) => {
    const start = first + reserved.reduce((sum, each) => sum + each, 0)
    reserved.push(count)
    return start
  }
  return { ids: new Ids({ reserve, tombstones: 50 }), reserved }
}

async function attached(ids: Ids, app = new MemoryApp()) {
  const warm = new Warm(new MemorySource(app))
  ids.adopt(warm)
  const freshen = () => warm.freshen({ freshness: 'auto', signal, deadline: performance.now() + 10_000 })
  const idOf = (key: number) => ids.idOf(warm, warm.tree.node(key)!)
  await freshen()
  return { app, warm, freshen, idOf }
}

function problemOf(work: () => unknown): Problem {
  try {
    work()
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
  throw new Error('nothing was thrown')
}

t.test('one living element has one id, over readings, changes and moves', async (t) => {
  const { ids, reserved } = counting(7)
  const { app, warm, freshen, idOf } = await attached(ids)
  const group = app.add(1, { role: 'AXGroup' })
  const save = app.add(1, button('Save'))
  await freshen()
  t.same(reserved, [], 'nothing is reserved before something is shown')
  t.equal(idOf(save), '7')
  app.set(save, button('Saved', { value: '1' }))
  app.move(save, group)
  await freshen()
  t.equal(idOf(save), '7')
  t.equal(ids.resolve('7').node.title, 'Saved')
  t.equal(ids.resolve('7').warm, warm)
  t.equal(ids.home('7').warm, warm)
  t.same(reserved, [1000])
  t.equal(ids.known(warm, warm.tree.node(group)!), undefined)
  t.equal(ids.known(warm, warm.tree.node(save)!), '7')
  await warm.close()
})

t.test('blocks follow each other without a number given twice', async (t) => {
  const { ids, reserved } = counting()
  const { app, warm, freshen, idOf } = await attached(ids)
  const keys = Array.from({ length: 2100 }, (_, i) => app.add(1, button(`b${i}`)))
  await freshen()
  t.equal(new Set(keys.map(idOf)).size, 2100)
  t.same(reserved, [1000, 1000, 1000])
  await warm.close()
})

t.test('an element that was built anew is found again, with its id', async (t) => {
  const { ids } = counting()
  const { app, warm, freshen, idOf } = await attached(ids)
  const window = app.add(1, { role: 'AXWindow', title: 'Inbox (3)' })
  const save = app.add(window, button('Save', { identifier: '_NS:12', value: 'old' }))
  await freshen()
  const id = idOf(save)
  app.set(window, { title: 'Inbox (4)' })
  app.remove(save)
  const again = app.add(window, button('Save', { identifier: '_NS:99', value: 'new' }))
  await freshen()
  t.equal(ids.resolve(id).node.key, again)
  t.equal(idOf(again), id, 'and keeps it')
  app.remove(again)
  await freshen()
  t.equal(problemOf(() => ids.resolve(id)).name, 'element_gone')
  const third = app.add(window, button('Save'))
  await freshen()
  t.equal(ids.resolve(id).node.key, third, 'also when it went in one reading and came in another')
  await warm.close()
})

t.test('what is not certainly the same is never taken', async (t) => {
  /** What comes where `save` went: beside it in the list, or in the application. */
  const cases: readonly (readonly [
    what: string,
    inList: Fields[],
    inApp: Fields[],
    name: string,
    candidates?: number,
  ])[] = [
    ['it went', [], [], 'element_gone'],
    ['another name', [button('Delete')], [], 'element_gone'],
    ['another identifier', [button('Save', { identifier: 'save-all' })], [], 'element_gone'],
    ['another place', [], [button('Save')], 'element_gone'],
    ['two that are like it', [button('Save'), button('Save')], [], 'element_ambiguous', 2],
  ]
  for (const [what, inList, inApp, name, candidates] of cases) {
    const { ids } = counting()
    const { app, warm, freshen, idOf } = await attached(ids)
    const list = app.add(1, { role: 'AXList', title: 'list' })
    const save = app.add(list, button('Save', { identifier: 'save' }))
    app.set(save, { identifier: undefined })
    await freshen()
    const id = idOf(save)
    app.remove(save)
    for (const one of inList) app.add(list, one)
    for (const one of inApp) app.add(1, one)
    await freshen()
    const problem = problemOf(() => ids.resolve(id))
    t.equal(problem.name, name, what)
    if (candidates !== undefined) {
      const told = problem.data.candidates as { id: string; role: string; name: string }[]
      t.equal(told.length, candidates)
      for (const candidate of told) {
        t.match(candidate, { role: 'AXButton', name: 'Save' })
        t.equal(ids.resolve(candidate.id).node.title, 'Save')
      }
    }
    await warm.close()
  }
})

t.test('what stands around it or next to it is another', async (t) => {
  const next = { role: 'AXStaticText', value: 'Ann' }
  const cases: readonly (readonly [what: string, was: Fields[], now: Fields[]])[] = [
    ['the dialog', [{ role: 'AXGroup', title: 'Save?' }], [{ role: 'AXGroup', title: 'Delete all?' }]],
    ['the text', [{ role: 'AXGroup' }, next], [{ role: 'AXGroup' }, { ...next, value: 'Bob' }]],
  ]
  for (const [what, was, now] of cases) {
    const { ids } = counting()
    const { app, warm, freshen, idOf } = await attached(ids)
    const show = ([around, ...inside]: Fields[]) => {
      const top = app.add(1, around!)
      for (const one of inside) app.add(top, one)
      return [top, app.add(top, button('OK'))] as const
    }
    const [top, ok] = show(was)
    await freshen()
    const id = idOf(ok)
    app.remove(top)
    show(now)
    await freshen()
    t.equal(problemOf(() => ids.resolve(id)).name, 'element_gone', what)
    await warm.close()
  }
})

t.test('a twin that lived beside it never takes its place', async (t) => {
  const scene = async () => {
    const { ids } = counting()
    const made = await attached(ids)
    const one = made.app.add(1, button('Delete'))
    const two = made.app.add(1, button('Delete'))
    await made.freshen()
    return { ...made, ids, one, two, id: made.idOf(one) }
  }
  const first = await scene()
  first.app.remove(first.one)
  await first.freshen()
  const problem = problemOf(() => first.ids.resolve(first.id))
  t.equal(problem.name, 'element_gone')
  t.equal(problem.data.likely, undefined)

  const rebuilt = await scene()
  rebuilt.app.remove(rebuilt.one)
  rebuilt.app.remove(rebuilt.two)
  rebuilt.app.add(1, button('Delete'))
  await rebuilt.freshen()
  t.equal(
    problemOf(() => rebuilt.ids.resolve(rebuilt.id)).name,
    'element_ambiguous',
    'of two that went, one came again',
  )

  const late = await scene()
  late.app.remove(late.two)
  await late.freshen()
  late.app.add(1, button('Delete'))
  await late.freshen()
  late.app.remove(late.one)
  await late.freshen()
  t.equal(problemOf(() => late.ids.resolve(late.id)).name, 'element_gone', 'the twin came while it was still there')
  await Promise.all([first, rebuilt, late].map(({ warm }) => warm.close()))
})

t.test('a part of a tree proves nothing', async (t) => {
  const { ids } = counting()
  const { app, warm, freshen, idOf } = await attached(ids)
  const save = app.add(1, button('Save'))
  await freshen()
  const id = idOf(save)
  app.remove(save)
  app.add(1, button('Save'))
  app.add(1, button('Other'))
  ;(warm.source as MemorySource).limit = 2
  await freshen()
  t.equal(problemOf(() => ids.resolve(id)).name, 'element_gone')
  await warm.close()
})

t.test('when the history is too old to tell, the likely one is only named', async (t) => {
  const { ids } = counting()
  const { app, warm, freshen, idOf } = await attached(ids)
  const save = app.add(1, button('Save'))
  const clock = app.add(1, { role: 'AXStaticText', value: '0' })
  await freshen()
  const id = idOf(save)
  app.remove(save)
  const again = app.add(1, button('Save'))
  for (let i = 0; i < 300; i++) {
    app.set(clock, { value: String(i) })
    await freshen()
  }
  const problem = problemOf(() => ids.resolve(id))
  t.equal(problem.name, 'element_gone')
  t.same(problem.data.likely, { id: idOf(again), role: 'AXButton', name: 'Save' })
  t.match(problem.hint, idOf(again))
  await warm.close()
})

t.test('over a replaced document and a new copy it is gone, and the likely one is named', async (t) => {
  const { ids } = counting()
  const { app, warm, freshen, idOf } = await attached(ids)
  const save = app.add(1, button('Save'))
  const menu = app.add(1, button('Menu'))
  await freshen()
  const [id, menuId] = [idOf(save), idOf(menu)]
  app.replace()
  await freshen()
  t.equal(problemOf(() => ids.resolve(id)).data.likely, undefined, 'there is none yet')
  const again = app.add(app.root, button('Save'))
  app.add(app.root, button('Menu'))
  app.add(app.root, button('Menu'))
  await freshen()
  const problem = problemOf(() => ids.resolve(id))
  t.equal(problem.name, 'element_gone')
  t.same(problem.data.likely, { id: idOf(again), role: 'AXButton', name: 'Save' })
  t.equal(problemOf(() => ids.resolve(menuId)).data.likely, undefined, 'of two, none is')
  t.not(idOf(again), id)

  await warm.close()
  t.equal(problemOf(() => ids.resolve(id)).name, 'element_gone')
  ids.forget(warm)
  t.equal(problemOf(() => ids.home(id)).name, 'element_gone')
  const next = await attached(ids, app)
  const later = problemOf(() => ids.resolve(id))
  t.match(later.data.likely, { name: 'Save' })
  t.equal(ids.resolve((later.data.likely as { id: string }).id).warm, next.warm)
  await next.warm.close()
})

t.test('ids that were never given, or that are none', async (t) => {
  const { ids } = counting()
  for (const id of ['1', '0', '-1', '01', '1.5', '1e3', '', 'x', '9'.repeat(40), '__proto__']) {
    t.equal(problemOf(() => ids.resolve(id)).name, 'element_gone', id)
  }
})

t.test('ids of gone elements are remembered to a bound, those of living ones always', async (t) => {
  const { ids } = counting()
  const { app, warm, freshen, idOf } = await attached(ids)
  const stays = app.add(1, button('stays'))
  await freshen()
  const id = idOf(stays)
  const last: string[] = []
  for (let round = 0; round < 40; round++) {
    const keys = Array.from({ length: 20 }, (_, i) => app.add(1, button(`${round}/${i}`)))
    await freshen()
    last.push(...keys.map(idOf))
    for (const key of keys) app.remove(key)
    await freshen()
  }
  t.ok(ids.size <= 200, `${ids.size} of 801`)
  t.equal(ids.resolve(id).node.key, stays)
  t.equal(new Set(last).size, 800)
  for (const gone of [last[0]!, last.at(-1)!]) t.equal(problemOf(() => ids.resolve(gone)).name, 'element_gone')
  await warm.close()
})

t.test('a number that cannot be kept on disk is not given', async (t) => {
  const full = new Problem('internal_error', { message: 'no space' })
  const ids = new Ids({
    reserve: () => {
      throw full
    },
  })
  const { warm } = await attached(ids)
  t.equal(
    problemOf(() => ids.idOf(warm, warm.tree.node(1)!)),
    full,
  )
  await warm.close()
})

t.test('identifiers that are drawn anew each time weigh nothing', async (t) => {
  for (const fleeting of [
    '_NS:12',
    ':r1a:',
    '«r3»',
    'radix-:r7:',
    'ember123',
    'mat-input-4',
    'headlessui-menu-item-7',
    'ui-id-3',
    'react-aria8472',
    '6fa459ea-ee8a-3ca4-894e-db77e160355e',
  ]) {
    t.equal(stableIdentifier(fleeting), undefined, fleeting)
  }
  for (const stable of ['save', 'row-1', 'login_form', 'h2', 'email2', 'AXButton', 'remember-me', 'yes']) {
    t.equal(stableIdentifier(stable), stable)
  }
})
