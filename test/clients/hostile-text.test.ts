/** Texts of the screen, printed by `ix`: none of them controls the terminal, hides something or reorders a line. */
import fs from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { clientOf } from '../e2e/client.ts'
import { daemonHome, type Home, modelledCalculator } from '../fixtures/daemon/daemon.ts'
import { typed } from '../fixtures/daemon/typed.ts'

t.setTimeout(120_000)

const esc = '\u001b'
/** A sequence that clears the screen, one of a single byte, a mark that turns the line around, a forged line, an invisible tag, marks without a width. */
const hostile = `Plus${esc}[2J${esc}]0;own\u0007\u009b31m\u202e\u2066\u2028confirmed (native)\rgone\u{e0041}zero\u200bwidth\u200d\u00ad\u3164\u034f`
/** Halves of characters: no argument of a program can hold them. */
const halves = '\ud83d \ude00'
const bad = /[^\P{Cc}\n\t]|[\p{Cs}\p{Cf}\p{Zl}\p{Zp}]|(?![\ufe0e\ufe0f])\p{Default_Ignorable_Code_Point}/u

let home: Home

t.before(async () => {
  const recording = path.join(t.testdir(), 'hostile.json')
  const changed: string[] = []
  const text = JSON.stringify(JSON.parse(fs.readFileSync(modelledCalculator, 'utf8')), (name, value) => {
    if (!['title', 'value', 'name', 'description'].includes(name) || typeof value !== 'string') return value
    changed.push(name)
    return `${value} ${hostile}${halves}`
  }).replace('"id":"replay.calculator"', JSON.stringify({ id: `replay.\n${hostile}` }).slice(1, -1))
  t.ok(changed.length > 5)
  fs.writeFileSync(recording, text)
  home = (await daemonHome(t, { IX_REPLAY: recording })).home
})

t.test('nothing that a terminal obeys is printed, in any form', async (t) => {
  const listed = JSON.parse((await typed(home, 'apps', '--json')).out) as { apps: readonly { bundleId: string }[] }
  const app = listed.apps[0]!.bundleId
  const commands = [
    ['apps'],
    ['apps', '--json'],
    ['explore', '--app', app],
    ['explore', '--app', app, '--json'],
    ['text', '--app', app],
    ['text', '--app', app, '--json'],
    ['expand', '1'],
    ['expand', '1', '--json'],
    ['status'],
    ['doctor'],
    ['explore', '--app', hostile],
    ['interact', '--app', app, '--any', hostile, '--action', 'click'],
    [hostile],
    ['call', 'apps', '{}'],
    ['call', hostile, '{}'],
  ]
  let withText = 0
  for (const [at, command] of commands.entries()) {
    const name = `${at}: ix ${command.map((word) => (word.includes(esc) ? '…' : word)).join(' ')}`
    const { out, err } = await typed(home, ...command)
    const said = out + err
    t.ok(said.trim() !== '', name)
    t.notMatch(said, bad, name)
    if (said.includes('\\u001b')) withText++
    if (command.includes('--json')) t.doesNotThrow(() => JSON.parse(out))
  }
  t.ok(withText > 3, 'what was there is seen')
})

t.test('nothing that nobody sees reaches a model over MCP, whatever is asked', async (t) => {
  const { tool } = clientOf(home)
  const app = { scope: 'focused', includeNonInteractable: true }
  const calls: readonly (readonly [name: string, given: object])[] = [
    ...['outline', 'list', 'text', 'html'].map((format) => ['explore', { ...app, format }] as const),
    ['explore', { scope: 'application', bundleId: hostile }],
    ['explore', { ...app, filter: { titleContains: `${hostile}?` } }],
    ['expand', { elementId: '1' }],
    ['text', app],
    ['interact', { find: { scope: 'focused', filter: { titleContains: '7' } }, action: 'click' }],
    ['interact', { elementId: '1', action: hostile }],
    ['wait', { ...app, until: hostile }],
    ['apps', {}],
    ['status', {}],
    [hostile, {}],
    [`explore${hostile}`, { [hostile]: hostile }],
  ]
  let withText = 0
  for (const [at, [name, given]] of calls.entries()) {
    const { text } = await tool(name, given)
    t.ok(text !== '')
    t.notMatch(text, bad, `${at}: ${name.slice(0, 20)}`)
    if (/\\u200b/.test(text)) withText++
  }
  t.ok(withText > 3, 'what was there is seen')
})
