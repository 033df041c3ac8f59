/** The recordings that come with the package: each can be played, and tells nothing of the machine that it was made on. */
import { readdirSync, readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { fileURLToPath } from 'node:url'
import t, { type Test } from 'tap'
import { elementsOf, writeRecording } from '../../../api-schema/recording.ts'
import type { Row } from '../../../daemon/platform/element/row.ts'
import { readRecording } from '../../../daemon/platform/replay/file.ts'
import { ReplayPlatform } from '../../../daemon/platform/replay/replay.ts'
import { named, Player } from '../../fixtures/web/player.ts'

const { signal } = new AbortController()
const folder = new URL('../../../examples/recordings/', import.meta.url)
const files = readdirSync(folder).filter((file) => file.endsWith('.json'))
const pathOf = (file: string) => fileURLToPath(new URL(file, folder))
const read = (file: string) => readFileSync(pathOf(file), 'utf8')

async function playing(t: Test, file: string): Promise<Player> {
  const platform = await ReplayPlatform.load([pathOf(file)])
  t.teardown(() => platform.close())
  return Player.of(t, platform)
}

t.same(files.sort(), ['calculator.json', 'editor.json', 'page.json', 'spreadsheet.json'])

for (const file of files) {
  t.test(file, async (t) => {
    const text = read(file)
    t.ok(text.length < 500_000, `${text.length} bytes`)
    const recording = readRecording(text, file)
    t.ok(writeRecording(recording) === text, 'is what the writer writes')
    t.notMatch(text, /"[^"]*\/(?:home|root|tmp|work|Users|run\/user)\//, 'no path of a machine')
    if (hostname().length > 3) t.notOk(text.includes(hostname()), 'no name of a machine')
    const states = [...elementsOf(recording.root)].map(([at]) => at).filter(({ states }) => states?.includes('secure'))
    t.ok(
      states.every(({ value }) => value === undefined || value === '[redacted]'),
      'no text of a secure field',
    )
    t.match(recording.source, /^Recorded from the platform (?:atspi|cdp)\.$/, 'from life')
  })
}

t.test('the calculator is what is played where no file is named', async (t) => {
  const platform = await ReplayPlatform.load([])
  t.teardown(() => platform.close())
  t.match(await platform.targets(signal), [{ id: 'replay.org.gnome.Calculator', focused: true }])
})

t.test('the calculator adds up two digits, whatever was added up before', async (t) => {
  const player = await playing(t, 'calculator.json')
  const display = () => player.find((row) => row.role === 'AXTextArea').value
  const press = async (name: string) => {
    const button = ({ role, title, description }: Row) =>
      role === 'AXButton' && (title === name || description === name)
    const { refused } = await player.act(button, { action: 'click' })
    if (refused !== undefined) throw new Error(refused)
    await player.fresh()
  }
  for (const [keys, shown] of [
    ['7 + 7', '14'],
    ['9 − 4', '5'],
    ['8 × 3', '24'],
    ['7 + 7', '14'],
    ['6 ÷ 2', '3'],
  ] as const) {
    for (const key of [...keys.split(' '), '=']) await press(key)
    t.equal(display(), shown, keys)
    await press('Clear Display [Escape]')
    t.equal(display(), undefined)
  }
  await press('7')
  await t.rejects(press('%'), { message: /no such step .* Recorded from here: click button/ })
})

t.test('the editor takes a text and opens its dialogs', async (t) => {
  const player = await playing(t, 'editor.json')
  const { key } = player.find((row) => row.role === 'AXTextArea')
  await player.act((row) => row.key === key, { action: 'set_value', value: 'Tea at four.' })
  await player.fresh()
  t.equal(player.warm.tree.node(key)?.value, 'Tea at four.')
  const menu = { action: 'menu', path: 'Search > Find and Replace...' } as const
  await player.act((row) => row.role === 'AXWindow', menu)
  await player.fresh()
  t.ok(player.find(named('Find and Replace')))
  const other = await player.act((row) => row.role === 'AXWindow', { action: 'menu', path: 'File > Save' })
  t.match(other.refused, /^The recording has no such step \(menu "File > Save" on window "\*Untitled 1 - Mousepad"\)/)
})

t.test('the page leads to another one and back', async (t) => {
  const player = await playing(t, 'page.json')
  const follow = async (description: string) => {
    await player.act((row) => row.description === description, { action: 'click' })
    await player.fresh()
    return player.find((row) => row.role === 'AXWebArea').title
  }
  t.match(await follow('previous chapter'), /^heapq/)
  t.match(await follow('next chapter'), /^bisect/)
})

t.test('a cell of the spreadsheet is written to', async (t) => {
  const player = await playing(t, 'spreadsheet.json')
  await player.click('C9')
  await player.act(named('C9'), { action: 'type', value: '14' })
  await player.act(named('C9'), { action: 'key', keys: 'Return' })
  await player.fresh()
  t.equal(player.find(named('C9')).value, '14')
})
