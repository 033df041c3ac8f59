/**
 * Part of `npm run pictures`: makes `docs/wayland-1.png` to `docs/wayland-3.png` again: what a person sees on a desktop of
 * sway while an agent works on it. Needs a build, sway and gnome-calculator.
 */
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { openDesktop } from '../fixtures/open-desktop.mjs'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = process.argv[2] ?? join(root, 'docs')

/** What is done before each picture, as docs/linux.md says. */
const scenes = [
  [['apps', 'launch', 'gnome-calculator']],
  [
    [
      'do',
      '--app',
      'org.gnome.Calculator',
      'click button "7"',
      'click "Add"',
      'click button "7"',
      'click "Calculate Result"',
    ],
  ],
  [['do', '--app', 'org.gnome.Calculator', 'menu Primary menu > Keyboard Shortcuts']],
]

const desktop = await openDesktop({ wayland: 'sway' })
const home = mkdtempSync(join(tmpdir(), 'ix-pictures-'))
mkdirSync(join(home, 'run'), { mode: 0o700 })
const env = {
  ...process.env,
  ...desktop.env,
  HOME: home,
  IX_RUNTIME_DIR: join(home, 'run'),
  IX_PLATFORMS: 'atspi',
  IX_PORT: '0',
}
const ix = (...args) => run(process.execPath, [join(root, 'dist/clients/ix.js'), ...args], { env, cwd: home })
try {
  await run('swaymsg', ['output', '*', 'mode', '1120x720'], { env })
  for (const [at, commands] of scenes.entries()) {
    for (const command of commands) {
      const { stdout } = await ix(...command)
      console.log(`$ ix ${command.join(' ')}\n${stdout}`)
    }
    const file = join(folder, `wayland-${at + 1}.png`)
    await ix('screenshot', '--screen', '--out', file)
    console.log(`wrote ${file}`)
  }
} finally {
  await ix('stop').catch(() => {})
  await desktop.end()
  rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
}
