/** Keys and presses on a desktop reach their element, or nothing is sent, whatever program gets in the way. */
import t, { type Test } from 'tap'
import type { Act } from '../../daemon/platform/platform.ts'
import { desktopOrSkip } from '../fixtures/desktop/desktop.ts'
import { setUpHands } from '../fixtures/desktop/hands.ts'
import { type Intruder, openIntruder } from '../fixtures/desktop/intruder.ts'
import { random } from '../fixtures/random.ts'
import { keyLaw, minutes, pressLaw, tell, turns } from './law.ts'

t.setTimeout(600_000 + 240_000 * minutes)

const least = 12

t.test('input on a contested desktop', async (t) => {
  if (!desktopOrSkip(t, ['mousepad'])) return
  const { one, act, now, world } = await setUpHands(t, ['mousepad'], undefined, { env: withoutGrabs(t) })
  const intruder = await openIntruder(t)
  const text = await one('mousepad', { role: 'AXTextArea' })
  const { frame } = (await world.call('expand', { elementId: text.id })).element!
  const dice = random()
  const counts = { done: 0, refused: 0 }

  /** What came of an action while the other program does one of its acts again and again. */
  const contested = async (acts: readonly (() => Promise<void>)[], work: () => Promise<unknown>) => {
    let isOver = false
    const fight = (async () => {
      while (!isOver) await dice.oneOf(acts)()
    })()
    try {
      await work()
      counts.done++
      return undefined
    } catch (error) {
      counts.refused++
      return error as { name: string; message: string; data?: { readonly reason?: string } }
    } finally {
      isOver = true
      await fight
    }
  }

  await t.test('a press hits its element or nothing', async (t) => {
    const acts = [() => intruder.show(frame!), intruder.hide, intruder.hide, intruder.sync]
    const astray: string[] = []
    let cases = 0
    for (const at of turns(t, least, undefined, 3)) {
      cases++
      const error = await contested(acts, () => act(text, { action: 'double_click' }))
      if (error !== undefined) t.match(error, { name: 'element_changed', data: { reason: /^(covered|moved)$/ } })
      await intruder.sync()
      astray.push(...intruder.log.slice(astray.length).map((one) => `case ${at}: ${one}`))
    }
    tell(t, { law: pressLaw, on: 'a window that another one covers', cases, wrong: astray })
    await intruder.show(frame!)
    const error = await contested([intruder.sync], () => act(text, { action: 'double_click' }))
    t.match(error, {
      name: 'element_changed',
      message: /covered by the window "Intruder"/,
      data: { reason: 'covered' },
    })
    await intruder.hide()
  })

  await t.test('a press may be meant for one point of the element', async (t) => {
    const { x, y, width, height } = frame!
    for (let at = 0; at < least; at++) {
      const to = { x: dice.below(width), y: dice.below(height) }
      await act(text, { action: dice.oneOf(['click', 'double_click', 'hover'] as const), to })
      t.same(await intruder.pointer(), { x: x + to.x, y: y + to.y })
    }
    const outside = { x: width, y: 0 }
    await t.rejects(act(text, { action: 'click', to: outside }), {
      name: 'element_changed',
      data: { reason: 'outside' },
    })
  })

  await t.test('keys reach their element or are not sent', async (t) => {
    await intruder.show({ x: 0, y: 0, width: 20, height: 20 })
    const holds = async () => (await now(text)).value ?? ''
    const wrong: string[] = []
    let cases = 0
    for (const at of turns(t, least, undefined, 3)) {
      cases++
      const before = intruder.log.length
      await act(text, { action: 'set_value', value: '' })
      const word = `${at}word`
      const acts = [intruder.takeKeyboard, intruder.leaveKeyboard, intruder.sync, intruder.sync]
      const error = await contested(acts, () => act(text, { action: 'type', value: word }))
      await intruder.sync()
      wrong.push(...intruder.log.slice(before).map((one) => `case ${at}: ${one} reached the other program`))
      const expected = error === undefined ? word : ''
      const held = await holds()
      if (held !== expected) wrong.push(`case ${at}: ${error?.name ?? 'done'}, and it holds ${held}`)
      if (error !== undefined) t.equal(error.name, 'element_changed', error.message)
    }
    tell(t, { law: keyLaw, on: 'a window whose keyboard another one takes', cases, wrong })
    await reclaim(intruder)
  })
  t.comment(`${counts.done} done, ${counts.refused} refused; seed ${dice.seed}`)
})

t.test('what needs no window in front leaves all where they are', async (t) => {
  if (!desktopOrSkip(t, ['mousepad', 'kcalc'])) return
  const { world } = await setUpHands(t, ['mousepad', 'kcalc'])
  const intruder = await openIntruder(t)
  const { signal } = new AbortController()
  const opened = async (name: string, role: string, title?: string) => {
    const target = (await world.platform.targets(signal)).find((one) => one.name === name)!
    const source = await world.platform.open(target, signal)
    t.teardown(() => source.close())
    const { rows } = await source.read('all', { signal, deadline: performance.now() + 30_000 })
    const { key } = rows.find((row) => row.role === role && (title === undefined || row.title === title))!
    return (act: Act) => source.perform(key, act, signal)
  }
  const onText = await opened('mousepad', 'AXTextArea')
  const onSeven = await opened('kcalc', 'AXButton', '7')
  await onText({ action: 'key', keys: 'Home' })
  const [active, pointer] = [await intruder.active(), await intruder.pointer()]
  const quietly = await onSeven({ action: 'click' })
  t.same([quietly.route, quietly.front], ['native', undefined])
  t.same([await intruder.active(), await intruder.pointer()], [active, pointer])
  t.equal((await onSeven({ action: 'right_click' })).front, true, 'the pointer does')
  t.not(await intruder.active(), active)
  t.equal((await onText({ action: 'key', keys: 'Home' })).front, true, 'and keys do')
  t.equal(await intruder.active(), active)
  t.equal((await onText({ action: 'key', keys: 'Home' })).front, undefined, 'once')
  t.match(await onSeven({ action: 'click', front: true }), { route: 'native', front: true }, 'it comes when asked for')
  t.not(await intruder.active(), active)
  t.match(await onSeven({ action: 'click', front: true }), { route: 'native', front: false }, 'where it is already')
})

/** A window manager that holds a press back to raise a window first hands it to whatever is there afterwards. */
function withoutGrabs(t: Test): { readonly XDG_CONFIG_HOME: string } {
  const folder = t.testdir({ openbox: { 'rc.xml': '<openbox_config><mouse></mouse></openbox_config>' } })
  return { XDG_CONFIG_HOME: folder }
}

async function reclaim(intruder: Intruder): Promise<void> {
  await intruder.leaveKeyboard()
  await intruder.hide()
}
