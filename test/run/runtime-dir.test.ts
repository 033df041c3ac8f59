/** The runtime folder: what is made, what is refused, and that a refusal changes nothing. */
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { runtimeDir, stateDir } from '../../api-schema/paths.ts'
import { exitCodes, type Refusal } from '../../daemon/run/refusal.ts'
import { RuntimeDir, surroundings } from '../../daemon/run/runtime-dir.ts'
import { thrownBy } from '../fixtures/thrown.ts'

/** Short, for sockets have short names. */
const base = mkdtempSync(join(tmpdir(), 'ixt-'))
t.teardown(() => rmSync(base, { recursive: true, force: true }))
let count = 0
const fresh = () => join(base, String(count++))

const refusalOf = thrownBy<Refusal>

t.test('where it is', async (t) => {
  const here = {
    ...surroundings({}),
    env: {},
    platform: 'linux',
    uid: 7,
    home: '/home/u',
    tmp: '/tmp',
    userRun: undefined,
  }
  t.equal(runtimeDir({ ...here, env: { IX_RUNTIME_DIR: '/a', XDG_RUNTIME_DIR: '/b' } }), '/a')
  t.equal(runtimeDir({ ...here, env: { XDG_RUNTIME_DIR: '/b' } }), '/b/ix')
  t.equal(runtimeDir({ ...here, userRun: '/run/user/7' }), '/run/user/7/ix')
  t.equal(runtimeDir(here), '/tmp/ix-7')
  t.match(runtimeDir({ ...here, platform: 'darwin' }), /^\/home\/u\/Library\//)
  t.equal(stateDir({ ...here, env: { XDG_STATE_HOME: '/s' } }), '/s/ix')
  t.match(surroundings({}), { platform: process.platform, uid: process.getuid!(), home: homedir() })
})

t.test('made private, with a fresh token each time', async (t) => {
  const path = join(fresh(), 'deep', 'ix')
  const folder = new RuntimeDir(path)
  t.equal(statSync(path).mode & 0o777, 0o700)
  t.equal(folder.socket, join(path, 'ixd.sock'))
  const token = folder.writeToken()
  t.match(token, /^[\w-]{43}$/, '32 bytes')
  t.equal(readFileSync(join(path, 'token'), 'utf8'), token)
  t.equal(statSync(join(path, 'token')).mode & 0o777, 0o600)
  const next = new RuntimeDir(path)
  t.not(next.writeToken(), token)
  const state = { pid: 1, version: '1', socket: folder.socket, platforms: ['replay'] }
  folder.writeState(state)
  t.same(JSON.parse(readFileSync(join(path, 'state.json'), 'utf8')), state)
  t.equal(statSync(join(path, 'state.json')).mode & 0o777, 0o600)
  t.same(readdirSync(path).sort(), ['state.json', 'token'], 'no drafts are left')
  folder.clear()
  t.same(readdirSync(path).sort(), ['state.json', 'token'], 'those of the daemon that came after are left')
  next.clear()
  t.same(readdirSync(path), [])
  rmSync(path, { recursive: true })
  next.clear()
})

t.test('readers see a whole file at any moment', async (t) => {
  const folder = new RuntimeDir(fresh())
  const file = join(folder.path, 'token')
  folder.writeToken()
  const inode = lstatSync(file).ino
  folder.writeToken()
  t.not(lstatSync(file).ino, inode, 'it is put in place of the old one, not written over')
})

t.test('what is refused', async (t) => {
  const isRoot = process.getuid!() === 0
  const table: { [what: string]: readonly [make: (path: string) => void, text: RegExp, skip?: boolean] } = {
    'a link to a folder': [
      (path) => {
        mkdirSync(`${path}-real`, { mode: 0o700 })
        symlinkSync(`${path}-real`, path)
      },
      /is not a folder, or a link to one/,
    ],
    'a dangling link': [(path) => symlinkSync('/nowhere/at/all', path), /is not a folder|cannot be made/],
    'a file': [(path) => writeFileSync(path, ''), /is not a folder/],
    'a fifo': [(path) => execFileSync('mkfifo', [path]), /is not a folder/],
    'mode 777': [(path) => folderOf(path, 0o777), /others may enter.*mode 777[\s\S]*chmod 700/],
    'mode 750': [(path) => folderOf(path, 0o750), /mode 750/],
    'of another user': [
      (path) => {
        folderOf(path, 0o700)
        execFileSync('chown', ['nobody', path])
      },
      /belongs to another user \(uid \d+\)[\s\S]*chown/,
      !isRoot,
    ],
    'a file as socket': [(path) => writeFileSync(inside(path, 'ixd.sock'), ''), /ixd\.sock is not a socket/],
    'a folder as socket': [(path) => mkdirSync(inside(path, 'ixd.sock')), /ixd\.sock is not a socket/],
    'a fifo as socket': [(path) => execFileSync('mkfifo', [inside(path, 'ixd.sock')]), /ixd\.sock is not a socket/],
    'a link as socket': [(path) => symlinkSync('/etc/passwd', inside(path, 'ixd.sock')), /ixd\.sock is not a socket/],
    'a token that others can read': [
      (path) => writeFileSync(inside(path, 'token'), 'x', { mode: 0o644 }),
      /token is not a file of yours with mode 600/,
    ],
    'a link as token': [
      (path) => {
        writeFileSync(`${path}-victim`, 'kept', { mode: 0o600 })
        symlinkSync(`${path}-victim`, inside(path, 'token'))
      },
      /token is not a file of yours/,
    ],
    'a link as state': [(path) => symlinkSync('/etc/passwd', inside(path, 'state.json')), /state\.json/],
  }
  for (const [what, [make, text, skip]] of Object.entries(table)) {
    t.test(what, { skip: skip ? 'needs root' : false }, async (t) => {
      const path = fresh()
      make(path)
      const before = listing(base)
      const refusal = refusalOf(() => new RuntimeDir(path))
      t.equal(refusal.exitCode, exitCodes.configuration)
      t.match(refusal.message, text)
      t.match(refusal.message, /\n\w/, 'says what to do')
      t.same(listing(base), before, 'nothing was changed')
    })
  }
  t.test('where no folder can be made', async (t) => {
    writeFileSync(join(base, 'file'), '')
    t.match(
      refusalOf(() => new RuntimeDir(join(base, 'file', 'ix'))),
      { exitCode: 78, message: /cannot be made \(ENOTDIR\)/ },
    )
  })
})

function folderOf(path: string, mode: number): void {
  mkdirSync(path)
  chmodSync(path, mode)
}

function inside(path: string, name: string): string {
  folderOf(path, 0o700)
  return join(path, name)
}

/** Names, kinds, modes and contents of all there is. */
function listing(path: string): string[] {
  return readdirSync(path).flatMap((name) => {
    const file = join(path, name)
    const stats = lstatSync(file)
    const content = stats.isFile() ? readFileSync(file, 'utf8') : ''
    return [`${file} ${stats.mode} ${stats.uid} ${content}`, ...(stats.isDirectory() ? listing(file) : [])]
  })
}

t.test('the length of the name', async (t) => {
  const pad = (bytes: number) => join(base, 'é'.repeat(60)).slice(0, bytes)
  const fill = (bytes: number) => {
    const room = bytes - Buffer.byteLength(join(base, 'x', 'ixd.sock')) + 1
    return join(base, 'p'.repeat(room))
  }
  const longest = new RuntimeDir(fill(103))
  t.equal(Buffer.byteLength(longest.socket), 103)
  const server = createServer().listen(longest.socket)
  await new Promise((resolve) => server.once('listening', resolve))
  t.ok(existsSync(longest.socket), 'the system takes it whole')
  server.close()
  const refusal = refusalOf(() => new RuntimeDir(fill(104)))
  t.match(refusal, { exitCode: 78, message: /has 104 bytes; the system allows 103/ })
  t.notOk(existsSync(fill(104)))
  t.match(refusalOf(() => new RuntimeDir(pad(80))).message, /bytes/, 'bytes count, not characters')
})
