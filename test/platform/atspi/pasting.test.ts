/** Text that keys would lose arrives whole, and the clipboard holds again what it held. The saved file is the truth. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { desktopOrSkip } from '../../fixtures/desktop/desktop.ts'
import { setUpHands } from '../../fixtures/desktop/hands.ts'
import { missingPrograms } from '../../fixtures/find-desktop.mjs'
import { answerThat } from '../../fixtures/until.ts'

t.test('emoji in kate', async (t) => {
  if (!desktopOrSkip(t)) return
  if (missingPrograms(['kate']).length > 0) return void t.plan(0, 'needs kate')
  const { desktop, world, all, act } = await setUpHands(t, [])
  const file = join(desktop.folder, 'letter.txt')
  writeFileSync(file, 'before')
  const { pid } = await desktop.start('kate', '--startanon', file)
  const { apps } = await world.call('apps')
  const { bundleId } = apps.find((one) => one.pid === pid)!
  const text = async () => (await all(bundleId, { role: 'AXTextArea' }))[0]!
  await world.call('clipboard', { action: 'write', text: 'the person’s own' })
  const long = `${'longer than anyone types 👍🏽 '.repeat(100)}.`
  for (const [action, value, whole] of [
    ['set_value', 'a😀b👩‍👩‍👧c𝄞', 'a😀b👩‍👩‍👧c𝄞'],
    ['type', ' and 🎉\nmore', 'a😀b👩‍👩‍👧c𝄞 and 🎉\nmore'],
    ['set_value', long, long],
  ] as const) {
    t.match(await act(await text(), { action, value }), { effect: 'confirmed', route: 'keys' }, action)
    await act(await text(), { action: 'key', keys: 'Control+S' })
    const saved = await answerThat(
      () => readFileSync(file, 'utf8').trimEnd(),
      (now) => now === whole,
    )
    t.equal(saved, whole)
    t.match(await world.call('clipboard', { action: 'read' }), { text: 'the person’s own' })
  }
})
