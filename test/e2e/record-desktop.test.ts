/** Recording an application of a real desktop while it is used, and playing what was recorded. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { readRecording } from '../../daemon/platform/replay/file.ts'
import { typed } from '../fixtures/daemon/typed.ts'
import { desktopOrSkip, startDesktop } from '../fixtures/desktop/desktop.ts'
import { answerThat } from '../fixtures/until.ts'
import { type Client, daemonFor } from './client.ts'

const names = ['gnome-calculator', 'gtk4-widget-factory']
if (!desktopOrSkip(t, names)) process.exit(0)
const desktop = await startDesktop(t, names)
const live = await daemonFor(t, [], { ...desktop.env, IX_PLATFORMS: 'atspi' })

/** All that there is of it, without what differs from one daemon to the next. */
async function treeOf({ call }: Client, bundleId: string): Promise<string> {
  const all = { includeNonInteractable: true, includeHidden: true, includeDisabled: true, limit: 10_000 }
  const asked = { scope: 'application', bundleId, format: 'outline', maxDepth: 100, maxTokens: 100_000, ...all }
  const { outline = '', truncated } = await answerThat(
    () => call('explore', asked),
    ({ settled }) => settled !== false,
  )
  if (truncated !== undefined) throw new Error('more than one answer holds')
  return outline.replace(/\[\d+\] /g, '')
}

async function replayOf(t: Test, file: string): Promise<Client> {
  return await daemonFor(t, ['--replay', file], { IX_PLATFORMS: 'replay' })
}

t.test('a calculator is recorded while it is used, and plays the same', async (t) => {
  const bundleId = 'org.gnome.Calculator'
  const file = join(live.home.folder, 'calculator.json')
  const press = ({ call }: Client, filter: object) =>
    call('interact', { find: { scope: 'application', bundleId, filter, elementTypes: ['button'] }, action: 'click' })
  const presses = [{ titleContains: '7' }, { titleContains: '+' }, { titleContains: '7' }, { titleContains: '=' }]
  const trees: string[] = []
  t.match((await typed(live.home, 'record', 'start', '--app', bundleId)).code, 0)
  for (const filter of presses) {
    trees.push(await treeOf(live, bundleId))
    await press(live, filter)
  }
  trees.push(await treeOf(live, bundleId))
  const stopped = await typed(live.home, 'record', 'stop', '--out', file)
  t.match(stopped.out, /calculator\.json: \d+ elements, 4 steps\n$/, stopped.err)

  const replay = await replayOf(t, file)
  for (const [at, filter] of presses.entries()) {
    t.equal(await treeOf(replay, bundleId), trees[at])
    t.match(await press(replay, filter), { effect: 'confirmed' })
  }
  t.equal(await treeOf(replay, bundleId), trees.at(-1))
  t.match(trees.at(-1), /textarea.* =14/)
})

t.test('what was written into a password field is in no recording', async (t) => {
  const bundleId = 'org.gtk.WidgetFactory4'
  const secret = 'tr0ub4dor-canary'
  const file = join(live.home.folder, 'widgets.json')
  const find = { scope: 'application', bundleId, filter: { role: 'AXSecureTextField' }, includeHidden: true }
  const field = (await live.call('explore', { ...find, limit: 1 })).elements
  t.ok(field?.length, 'there is one')
  await live.call('record', { action: 'start', bundleId })
  await live.call('interact', { find, action: 'set_value', value: secret })
  t.equal((await typed(live.home, 'record', 'stop', '--out', file)).code, 0)
  const text = readFileSync(file, 'utf8')
  t.notMatch(text, secret)
  t.match(readRecording(text, 'widgets.json').steps, [{ action: 'set_value', value: '[redacted]' }])
})
