/** A text elsewhere proves a press once it was seen to stay; a target that cannot be read meanwhile was not seen. */
import t, { type Test } from 'tap'
import { act } from '../../daemon/effect/act.ts'
import { Flag } from '../../daemon/platform/element/flags.ts'
import type { Performed } from '../../daemon/platform/platform.ts'
import { Problem } from '../../daemon/problem.ts'
import { Warm } from '../../daemon/tree/warm/sync.ts'
import { MemoryApp, MemorySource } from '../fixtures/memory-source.ts'

const { signal } = new AbortController()

class Pressed extends MemorySource {
  press = () => {}
  performed: Performed = { route: 'native' }
  /** After the change has been read. */
  isBusyThen = false
  #isBusy = false

  override async read(...how: Parameters<MemorySource['read']>) {
    const reading = await super.read(...how)
    this.#isBusy = this.isBusyThen
    return reading
  }

  override async settle(signal: AbortSignal) {
    if (this.#isBusy) throw new Problem('unresponsive', { message: 'It is busy.' })
    return await super.settle(signal)
  }

  override async perform(): Promise<Performed> {
    this.press()
    return this.performed
  }
}

async function open(t: Test) {
  const app = new MemoryApp()
  const button = app.add(1, { role: 'AXButton', title: 'Save' })
  const text = app.add(app.add(1, { role: 'AXGroup', title: 'Status' }), { role: 'AXStaticText', value: 'ready' })
  const source = new Pressed(app)
  const warm = new Warm(source)
  // Time limits alone keep no process alive.
  const alive = setInterval(() => {}, 1000)
  t.teardown(async () => {
    clearInterval(alive)
    await warm.close()
  })
  await warm.freshen({ freshness: 'auto', signal, deadline: performance.now() + 10_000 })
  return { app, button, text, source, warm }
}

const options = () => ({ signal, deadline: performance.now() + 10_000, describe: () => '' })

for (const [name, isBusy] of Object.entries({ 'a target that answers': false, 'a target that is busy': true })) {
  t.test(name, async (t) => {
    const { app, button, text, source, warm } = await open(t)
    source.press = () => {
      app.set(text, { value: 'saved' })
      source.isBusyThen = isBusy
    }
    const { effect, doubt } = await act(warm, { key: button }, { action: 'click' }, options())
    const unseen = 'whether the text that has changed does so by itself was not seen'
    t.same([effect, doubt], isBusy ? ['unverified', unseen] : ['confirmed', undefined])
  })
}

t.test('what an entry of a menu opens may come as late as after a press', async (t) => {
  const { app, source, warm } = await open(t)
  source.press = () => setTimeout(() => app.add(1, { role: 'AXWindow', subrole: 'AXDialog', title: 'Options' }), 600)
  const { effect } = await act(warm, { key: 1 }, { action: 'menu', path: 'Edit > Options' }, options())
  t.equal(effect, 'confirmed')
})

for (const front of [true, false]) {
  t.test(`a focus that moved at a key, the window brought to the front for it: ${front}`, async (t) => {
    const { app, button, source, warm } = await open(t)
    const field = app.add(1, { role: 'AXTextField', title: 'Name', flags: Flag.focusable })
    await warm.freshen({ freshness: 'fresh', signal, deadline: performance.now() + 10_000 })
    source.performed = { route: 'native', front }
    source.press = () => app.set(field, { flags: Flag.focusable | Flag.focused })
    const { effect } = await act(warm, { key: button }, { action: 'key', keys: 'Escape' }, options())
    t.equal(effect, front ? 'unverified' : 'confirmed')
  })
}

t.test('a tooltip comes a moment after the pointer', async (t) => {
  const { app, button, source, warm } = await open(t)
  const tooltipMs = 700
  source.press = () => {
    setTimeout(() => app.add(1, { role: 'AXGroup', subrole: 'AXUserInterfaceTooltip', title: 'Saves it' }), tooltipMs)
  }
  t.match(await act(warm, { key: button }, { action: 'hover' }, options()), { effect: 'confirmed' })
})
