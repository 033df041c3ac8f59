/** What takes a file is given a device without an end, a pipe without a writer, a folder, a file that is far too large. */
import { spawn, spawnSync } from 'node:child_process'
import { closeSync, ftruncateSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import t from 'tap'
import { FileRefused, readRegular, readRegularSync } from '../../daemon/run/regular-file.ts'
import { exitOf, type Home, ixdFile, ixFile, makeHome, type Ran } from '../fixtures/daemon/daemon.ts'

const folder = mkdtempSync(join(tmpdir(), 'ix-odd-'))
t.teardown(() => rmSync(folder, { recursive: true, force: true }))
const at = (name: string) => join(folder, name)
/** Where what is refused is a file after all; without blocks on the disk. */
const huge = openSync(at('huge'), 'w')
ftruncateSync(huge, 600_000_000)
closeSync(huge)
mkdirSync(at('folder'))
const noPipe = spawnSync('mkfifo', [at('pipe')]).status === 0 ? false : 'needs mkfifo'

const odd: readonly (readonly [file: string, why: RegExp])[] = [
  ['/dev/zero', /is not a regular file/],
  [at('pipe'), /is not a regular file/],
  [at('folder'), /is a folder/],
  [at('huge'), /has 600000000 bytes; the most is \d+/],
]

t.test('files are read whole, and odd ones not at all', { skip: noPipe }, async (t) => {
  writeFileSync(at('plain'), 'x'.repeat(3_000_000))
  for (const read of [async (file: string, most: number) => readRegularSync(file, most), readRegular]) {
    t.equal((await read(at('plain'), 3_000_000)).length, 3_000_000)
    await t.rejects(read(at('plain'), 2_999_999), new FileRefused('has 3000000 bytes; the most is 2999999'))
    if (process.platform === 'linux') {
      // The system makes it while it is read, and says that it has no bytes.
      t.match(String(await read('/proc/self/status', 100_000)), /^Name:/)
      await t.rejects(read('/proc/self/status', 10), new FileRefused('has more than 10 bytes'))
    }
    await t.rejects(read(at('none'), 10), { code: 'ENOENT' })
    for (const [file, why] of odd) await t.rejects(read(file, 1000), { message: why })
  }
})

/** The input is opened by a shell, which may wait for it as long as it likes. */
async function runs(home: Home, program: string, args: readonly string[], input = '/dev/null'): Promise<Ran> {
  const shell = ['-c', 'exec "$@" <"$IN"', 'sh', process.execPath, program, ...args]
  const child = spawn('/bin/sh', shell, { env: { ...home.env, IN: input }, stdio: ['ignore', 'pipe', 'pipe'] })
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), exitOf(child)])
  return { out, err, code }
}

t.test('commands end, and say what is wrong with the file', { skip: noPipe }, async (t) => {
  const home = makeHome()
  t.teardown(() => home.remove())
  for (const [file, why] of odd) {
    const configured = { ...home, env: { ...home.env, IX_CONFIG: file } }
    await Promise.all([
      runs(home, ixFile, ['view', file, '--print']).then((ran) => t.match(ran, { code: 2, err: why }, `view ${file}`)),
      runs(home, ixdFile, ['--replay', file]).then((ran) =>
        t.match(ran, { code: 78, err: why }, `ixd --replay ${file}`),
      ),
      runs(configured, ixdFile, []).then((ran) => t.match(ran, { code: 78, err: why }, `IX_CONFIG=${file}`)),
    ])
  }
  for (const file of ['/dev/zero', at('pipe'), at('folder')]) {
    const ran = await runs(home, ixFile, ['trace', '--out', file])
    t.match(ran.err, /is not a regular file|it is a folder|ENXIO/, `trace --out ${file}`)
  }
  for (const args of [
    ['call', 'status', '-'],
    ['set', '1', '--stdin'],
  ]) {
    const ran = await runs(home, ixFile, args, '/dev/zero')
    t.match(ran, { code: 2, err: /more than \d+ characters on stdin/ }, args.join(' '))
  }
})

t.test('settings of a program that are no file are left alone', { skip: noPipe }, async (t) => {
  const home = makeHome()
  t.teardown(() => home.remove())
  mkdirSync(join(home.env.HOME!, '.cursor'))
  spawnSync('mkfifo', [join(home.env.HOME!, '.cursor/mcp.json')])
  const ran = await runs(home, ixFile, ['install', 'cursor'])
  t.match(ran, { code: 2, err: /mcp\.json is not a regular file\. Nothing was changed/ })
})
