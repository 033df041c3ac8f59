/** The real Calculator and TextEdit of a Mac, over the platform as it is. `npm run test:macos`. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { act } from '../daemon/effect/act.ts'
import { AxPlatform } from '../daemon/platform/ax/ax.ts'
import type { Row } from '../daemon/platform/element/row.ts'
import type { Act, Platform, Target } from '../daemon/platform/platform.ts'
import { Warm } from '../daemon/tree/warm/sync.ts'
import { until } from './fixtures/until.ts'

const skip = process.platform === 'darwin' ? false : 'needs a Mac: it drives the real Calculator and TextEdit'
const signal = new AbortController().signal

async function launched(t: Test, platform: Platform, name: string, id: string): Promise<Warm> {
  execFileSync('open', ['-g', '-a', name])
  t.teardown(() => spawnSync('osascript', ['-e', `quit app "${name}" saving no`]))
  const target = await until(
    async () => (await platform.targets(signal)).find((one: Target) => one.id === id),
    `${name} is listed`,
  )
  const warm = new Warm(await platform.open(target, signal))
  t.teardown(() => warm.close())
  return warm
}

async function fresh(warm: Warm): Promise<Row[]> {
  await warm.freshen({ freshness: 'fresh', signal, deadline: performance.now() + 20_000 })
  return [...warm.tree.walk()]
}

async function does(warm: Warm, find: (row: Row) => boolean, wish: Act) {
  const key = (await fresh(warm)).find(find)?.key
  if (key === undefined) throw new Error(`no such element: ${find}`)
  return await act(warm, { key }, wish, { signal, deadline: performance.now() + 10_000, describe: ({ role }) => role })
}

/** Under CI=true a failure: a run that could see nothing must not look like one that passed. */
function withoutPermission(t: Test, reason: string): void {
  if (process.env.CI === 'true') t.fail(`no permission: ${reason}`)
  else t.pass('no permission', { skip: reason })
}

t.test('a Mac', { skip }, async (t) => {
  const log = { warn: (fields: object, message: string) => t.comment(message, fields) }
  const platform = new AxPlatform({ log })
  t.teardown(() => platform.close())
  const findings = await platform.findings(signal)
  for (const { what, state, detail } of findings) t.comment(`${state} ${what}: ${detail}`)
  const permission = findings.find(({ what }) => what === 'accessibility permission')
  if (permission?.state !== 'ok') return withoutPermission(t, `${permission?.detail}. ${permission?.remedy}`)

  await t.test('Calculator adds', async (t) => {
    const warm = await launched(t, platform, 'Calculator', 'com.apple.calculator')
    const key =
      (...names: string[]) =>
      (row: Row) =>
        row.role === 'AXButton' && names.some((name) => [row.identifier, row.title, row.description].includes(name))
    for (const names of [
      ['AllClear', 'Clear', 'all clear', 'clear'],
      ['Two', '2', 'two'],
      ['Add', 'add', '+'],
      ['Three', '3', 'three'],
      ['Equals', 'equals', '='],
    ])
      t.not((await does(warm, key(...names), { action: 'click' })).effect, 'refused', `pressed ${names[0]}`)
    const texts = (await fresh(warm)).map(({ value }) => value?.replace(/[^\d]/g, ''))
    t.ok(texts.includes('5'), '2 + 3 is 5')
  })

  await t.test('TextEdit takes a text, and its ids stay', async (t) => {
    const warm = await launched(t, platform, 'TextEdit', 'com.apple.TextEdit')
    await does(warm, ({ role }) => role === 'AXApplication', { action: 'menu', path: 'File > New' })
    const area = await until(async () => (await fresh(warm)).find(({ role }) => role === 'AXTextArea'), 'a text area')
    const { effect } = await does(warm, ({ key }) => key === area.key, { action: 'set_value', value: 'hello' })
    t.equal(effect, 'confirmed')
    const again = (await fresh(warm)).find(({ role }) => role === 'AXTextArea')
    t.match(again, { key: area.key, value: 'hello' })
  })
})

/** A folder of Git's is no place for what an editor saves. */
async function note(t: Test): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'ix-mac-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'green tea.txt')
  writeFileSync(file, 'green tea')
  return file
}

t.test('what macOS itself does on a Mac', { skip }, async (t) => {
  const platform = new AxPlatform({ log: { warn: (fields, message) => t.comment(message, fields) } })
  t.teardown(() => platform.close())
  const findings = await platform.findings(signal, { probe: true })
  const stateOf = (what: string) => findings.find((one) => one.what === what)
  for (const { what, state, detail } of findings) t.comment(`${state} ${what}: ${detail}`)
  if (stateOf('accessibility permission')?.state !== 'ok')
    return withoutPermission(t, `${stateOf('accessibility permission')?.detail}`)

  await t.test('an application is started with a file, hidden, brought forward, and ended', async (t) => {
    t.teardown(() => spawnSync('osascript', ['-e', 'quit app "TextEdit" saving no']))
    const target = await platform.applications.launch('TextEdit', [await note(t)], signal)
    t.equal(target.id, 'com.apple.TextEdit')
    const source = await platform.open(target, signal)
    const { rows } = await source.read('all', { signal, deadline: performance.now() + 10_000 })
    t.ok(
      rows.some(({ value }) => value?.includes('green tea')),
      'the file is open in it',
    )
    const isInFront = async () => (await platform.targets(signal))[0]?.id === target.id
    await platform.applications.hide(target, signal)
    await until(async () => !(await isInFront()), 'hidden')
    await platform.applications.activate(target, signal)
    t.ok(await until(isInFront, 'in front'))

    await t.test('pictured', async (t) => {
      const recording = stateOf('screen recording')
      if (recording !== undefined) return withoutPermission(t, recording.detail)
      const window = await source.capture!({ format: 'png', of: 'viewport' }, signal)
      t.ok(window.width >= window.area.width, `${window.width} pixels for ${window.area.width} points`)
      const screen = await platform.captureScreen!({ format: 'jpeg', maxWidth: 800 }, signal)
      t.equal(screen.width, 800)
    })
    await source.close()
    t.equal(await platform.applications.quit(target, signal), true)
  })

  await t.test('the clipboard', async (t) => {
    const clipboard = platform.clipboard!
    const before = await clipboard.read(signal)
    t.teardown(() => clipboard.write(before, signal))
    await clipboard.write({ text: 'grüner Tee' }, signal)
    t.same(await clipboard.read(signal), { text: 'grüner Tee' })
    const file = await note(t)
    await clipboard.write({ text: 'tea', files: [file] }, signal)
    t.match(await clipboard.read(signal), { text: 'tea', files: [/green tea\.txt$/] })
  })

  t.equal(stateOf('events')?.state, 'ok', stateOf('events')?.detail ?? '')
})
