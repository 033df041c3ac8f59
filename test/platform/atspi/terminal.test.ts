/** What is typed into a terminal, held against what its program has read. */
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { desktopOrSkip, startDesktop } from '../../fixtures/desktop/desktop.ts'
import { openDesktopWorld } from '../../fixtures/desktop/world.ts'
import { random as seeded } from '../../fixtures/random.ts'
import { answerThat } from '../../fixtures/until.ts'

t.setTimeout(300_000)

const parts = [
  'ls -l',
  'Grüße',
  '5 €',
  '"a  b"',
  '$HOME/x',
  '`date`',
  '✓',
  '日本',
  "it's",
  '#',
  '~',
  'a|b',
  '\\n',
  '%s',
]

const unread = { effect: 'unverified', why: 'the text was not found in what can be read' }

for (const isEchoing of [true, false]) {
  t.test(isEchoing ? 'a terminal' : 'a terminal that shows nothing of what is typed', async (t) => {
    if (!desktopOrSkip(t, ['lxterminal'])) return
    const desktop = await startDesktop(t)
    const [log, program] = [join(desktop.folder, 'read.txt'), join(desktop.folder, 'program.sh')]
    const loop = `while IFS= read -r line; do printf '%s\\n' "$line" >> '${log}'; echo "read $\{#line}"; done`
    writeFileSync(program, `#!/bin/sh\n${isEchoing ? '' : 'stty -echo\n'}echo ready\n${loop}\n`)
    chmodSync(program, 0o755)
    await desktop.start('lxterminal', '-e', program)
    const { call, outline } = openDesktopWorld(t, desktop.env)
    const [app] = (await call('apps', { action: 'list' })).apps
    const id = /\[(\d+)\] textarea: Terminal/.exec(
      await answerThat(
        () => outline(app!.bundleId, { includeNonInteractable: true }),
        (text) => text.includes('ready'),
      ),
    )![1]!
    const read = () => readFileSync(log, { encoding: 'utf8', flag: 'a+' })
    const random = seeded()
    const line = () => Array.from({ length: 1 + random.below(4) }, () => random.oneOf(parts)).join(' ')
    let wanted = ''
    let confirmed = 0
    for (let turn = 0; turn < 8; turn++) {
      const lines = Array.from({ length: 1 + random.below(3) }, line)
      const value = lines.join('\n')
      wanted += `${value}\n`
      const { effect, why } = await call('interact', { elementId: id, action: 'type', value })
      const told = { effect, ...(why !== undefined && { why }) }
      // On a busy machine what was typed may not be shown yet when it is read back.
      if (isEchoing && effect === 'confirmed') confirmed += 1
      else t.same(told, unread, value)
      await call('interact', { elementId: id, action: 'key', keys: 'Enter' })
      await answerThat(read, (text) => text.length >= wanted.length)
      t.equal(read(), wanted)
    }
    t.ok(isEchoing ? confirmed >= 4 : confirmed === 0, `${confirmed} of 8 confirmed`)
  })
}
