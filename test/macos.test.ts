/** The real Calculator and TextEdit of a Mac, over the platform as it is. `npm run test:macos`. */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import t, { type Test } from 'tap'
import { AxPlatform } from '../daemon/platform/ax/ax.ts'
import type { Act, Platform, Row, Target } from '../daemon/platform/platform.ts'
import { act } from '../daemon/tree/act.ts'
import { Warm } from '../daemon/tree/sync.ts'

const skip = process.platform === 'darwin' ? false : 'needs a Mac: it drives the real Calculator and TextEdit'
const signal = new AbortController().signal
const headers =
  '/System/Library/Frameworks/ApplicationServices.framework/Frameworks/HIServices.framework/Headers/AXUIElement.h'

async function launched(t: Test, platform: Platform, name: string, id: string): Promise<Warm> {
  execFileSync('open', ['-g', '-a', name])
  t.teardown(() => spawnSync('osascript', ['-e', `quit app "${name}" saving no`]))
  const target = await until(async () => (await platform.targets(signal)).find((one: Target) => one.id === id))
  const warm = new Warm(await platform.open(target, signal))
  t.teardown(() => warm.close())
  return warm
}

/** What a Mac under load takes its time for. */
async function until<T>(look: () => Promise<T | undefined>): Promise<T> {
  for (const end = Date.now() + 20_000; Date.now() < end; ) {
    const found = await look()
    if (found !== undefined) return found
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error('it did not come within 20 s')
}

async function fresh(warm: Warm): Promise<Row[]> {
  await warm.freshen({ freshness: 'fresh', signal, deadline: performance.now() + 20_000 })
  return [...warm.tree.walk()]
}

async function does(warm: Warm, find: (row: Row) => boolean, wish: Act) {
  const key = (await fresh(warm)).find(find)?.key
  if (key === undefined) throw new Error(`no such element: ${find}`)
  return await act(warm, key, wish, { signal, deadline: performance.now() + 10_000, describe: ({ role }) => role })
}

t.test('a Mac', { skip }, async (t) => {
  const log = { warn: (fields: object, message: string) => t.comment(message, fields) }
  const platform = new AxPlatform({ log })
  t.teardown(() => platform.close())
  const findings = await platform.findings(signal)
  for (const { what, state, detail } of findings) t.comment(`${state} ${what}: ${detail}`)
  const permission = findings.find(({ what }) => what === 'accessibility permission')
  if (permission?.state !== 'ok')
    return t.pass('no permission', { skip: `${permission?.detail}. ${permission?.remedy}` })

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
    const area = await until(async () => (await fresh(warm)).find(({ role }) => role === 'AXTextArea'))
    const { effect } = await does(warm, ({ key }) => key === area.key, { action: 'set_value', value: 'hello' })
    t.equal(effect, 'confirmed')
    const again = (await fresh(warm)).find(({ role }) => role === 'AXTextArea')
    t.match(again, { key: area.key, value: 'hello' })
  })
})

t.test('the functions are in the headers of the SDK', { skip }, (t) => {
  const sdk = spawnSync('xcrun', ['--show-sdk-path'], { encoding: 'utf8' }).stdout?.trim()
  const file = [`${sdk}${headers}`, headers].find((one) => existsSync(one))
  if (file === undefined) {
    t.pass('no headers', { skip: 'the headers come with the command line tools: xcode-select --install' })
    return t.end()
  }
  const text = readFileSync(file, 'utf8').replace(/\s+/g, ' ')
  const declared = [
    ...readFileSync(new URL('../daemon/platform/ax/ax-calls.ts', import.meta.url), 'utf8').matchAll(
      /'(AXUIElement\w+)'/g,
    ),
  ]
  for (const name of new Set(declared.map(([, name]) => name))) t.ok(text.includes(`${name}(`), `has ${name}`)
  t.end()
})
