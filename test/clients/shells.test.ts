/** Completions in the shells themselves, and the manual page as it is set. */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { completions, type Shell, shells } from '../../api-schema/cli/completions.ts'
import { localCommands } from '../../api-schema/cli/local-commands.ts'
import { commands } from '../../api-schema/cli/usage.ts'
import { ixFile } from '../fixtures/daemon/daemon.ts'
import { programOrSkip } from '../fixtures/program-or-skip.ts'

const firstWord = (name: string) => name.replace(/ .*/, '')

/** How each shell says what would follow a line. */
const ask: { readonly [shell in Shell]: (file: string, line: string) => string[] } = {
  bash: (file, line) => [
    'bash',
    '-c',
    `. ${file}; COMP_WORDS=(${line.replace(/ $/, ' ""')}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _ix; printf '%s\\n' "\${COMPREPLY[@]}"`,
  ],
  fish: (file, line) => ['fish', '--no-config', '-c', `source ${file}; complete -C '${line}'`],
  // zsh completes in its line editor only: what the function offers there is printed instead.
  zsh: (file, line) => [
    'zsh',
    '-f',
    '-c',
    `compdef() {}; _describe() { print -l -- "\${(@P)2}" }; _arguments() { print -l -- "$@" }; . ${file}
words=(${line.replace(/ $/, ' ""')}); CURRENT=\${#words}; _ix`,
  ],
}

for (const shell of shells)
  t.test(shell, async (t) => {
    if (!programOrSkip(t, shell, process.env.IX_SKIP_SHELLS)) return
    const folder = mkdtempSync(join(tmpdir(), 'ix-'))
    t.teardown(() => rmSync(folder, { recursive: true }))
    const file = join(folder, 'completions')
    writeFileSync(file, execFileSync(process.execPath, [ixFile, 'completions', shell]))
    const after = (line: string) => {
      const [program = '', ...args] = ask[shell](file, line)
      const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', cwd: folder })
      t.equal(status, 0, stderr)
      t.equal(stderr, '')
      return stdout
    }
    t.match(after('ix expl'), /^explore/m)
    const all = after('ix ')
    for (const name of [...commands.map((command) => command.name), ...Object.keys(localCommands)].map(firstWord))
      t.match(all, new RegExp(`^${name}\\b`, 'm'))
    t.match(after('ix click --an'), /--any/)
    t.match(after('ix open --'), /--tab/, 'other names have the flags too')
    t.match(after('ix tabs '), /select/)
    t.match(after('ix browser '), /install/)
    t.match(after('ix service '), /uninstall/)
  })

t.test('one shell that is not known', async (t) => {
  const { status, stderr } = spawnSync(process.execPath, [ixFile, 'completions', 'tcsh'], { encoding: 'utf8' })
  t.equal(status, 2)
  t.match(stderr, /bash\|zsh\|fish/)
  for (const shell of shells) t.notMatch(completions(shell), /undefined/)
})

t.test('the manual page', async (t) => {
  const page = fileURLToPath(new URL('../../docs/ix.1', import.meta.url))
  t.ok(existsSync(page))
  if (!programOrSkip(t, 'groff')) return
  const { stdout, stderr } = spawnSync('groff', ['-man', '-Tutf8', '-ww', '-P-cbou', page], { encoding: 'utf8' })
  t.equal(stderr, '', 'no warnings')
  for (const name of [...commands.map((command) => command.name), ...Object.keys(localCommands)])
    t.match(stdout, new RegExp(`^ {7}ix +${name}\\b`, 'm'))
  t.match(stdout, /--any TEXT/)
})
