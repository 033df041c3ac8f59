/** The session that `docs/terminal.svg` shows: each command is run on a terminal, in a home where nothing was before. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** What is typed, what stands above the terminal when the answer has come, and the seconds to read it. */
const script = [
  {
    command: 'ix replay examples/recordings/calculator.json',
    caption: 'A recorded application, played again',
    rest: 1.2,
  },
  { command: 'ix explore', caption: 'explore: what is there, in few tokens', rest: 2.8 },
  { command: 'ix click --any 7', caption: 'One call finds it, presses it and tells what changed', rest: 1.8 },
  {
    command: 'ix click --any divide',
    exit: 1,
    caption: 'Two match: nothing is done, and the answer says what to do next',
    rest: 2.8,
  },
  { command: 'ix click 18', caption: 'So this one, by its id', rest: 1.2 },
  { command: 'ix click --any 7', caption: 'confirmed: the effect was read back', rest: 1 },
  { command: 'ix click --any calculate', caption: '~ changed, + came: no second look is needed', rest: 3.4 },
]

/** The session's steps, each with the lines that its command printed, with their colours. */
export function playSession() {
  if (spawnSync('script', ['--version']).status !== 0)
    throw new Error('There is no `script` of util-linux: install that.')
  const home = mkdtempSync(join(tmpdir(), 'ix-film-'))
  mkdirSync(join(home, 'run'), { mode: 0o700 })
  const wrapper = `#!/bin/sh\nexec '${process.execPath}' '${join(root, 'dist/clients/ix.js')}' "$@"\n`
  writeFileSync(join(home, 'ix'), wrapper, { mode: 0o755 })
  const env = {
    PATH: `${home}:${process.env.PATH}`,
    HOME: home,
    IX_RUNTIME_DIR: join(home, 'run'),
    XDG_STATE_HOME: join(home, 'state'),
    TERM: 'xterm-256color',
    LANG: 'C.UTF-8',
  }
  const type = (command) =>
    spawnSync('script', ['-qec', command, '/dev/null'], { cwd: root, env, encoding: 'utf8', stdio: ['ignore', 'pipe'] })
  try {
    return script.map(({ exit = 0, ...step }) => {
      const { stdout, status } = type(step.command)
      if (status !== exit) throw new Error(`${step.command} ended with ${status}, and should with ${exit}:\n${stdout}`)
      return { ...step, printed: linesOf(stdout) }
    })
  } finally {
    type('ix stop')
    rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }
}

/** What stays in each line when all was printed: a spinner goes back to its start and clears it. */
function linesOf(output) {
  return output
    .trimEnd()
    .split(/\r*\n/)
    .map((line) => line.replace(/^.*\r(?:\x1b\[K)?/s, ''))
}
