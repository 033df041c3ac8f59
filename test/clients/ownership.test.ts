/** Traps that a second user sets where `ix` looks for its daemon: each is refused before anything is read, sent or written. */
import { execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { exitOf, type Home, ix, ixdFile, ixFile, makeHome, run } from '../fixtures/daemon/daemon.ts'
import { FakeDaemon, noOtherUser, other, otherUid } from '../fixtures/daemon/other-user.ts'
import { isFew } from '../laws/law.ts'

// Some hundred programs are started, one after the other.
t.setTimeout(600_000)

const uid = process.getuid!()
const password = 'correct-horse-battery-staple'

/** A place for temporary files that all users share, as /tmp is; a victim's file and process; and the folder to be trapped. */
class Scene {
  readonly shared: string
  readonly folder: string
  readonly victimFile: string
  readonly victimPid: number
  readonly home: Home
  #fake: { readonly daemon: FakeDaemon; readonly path: string } | undefined

  constructor(t: Test) {
    const base = mkdtempSync(join(tmpdir(), 'ixo-'))
    this.home = makeHome()
    t.teardown(() => {
      rmSync(base, { recursive: true, force: true })
      this.home.remove()
    })
    chmodSync(base, 0o711)
    this.shared = join(base, 'tmp')
    mkdirSync(this.shared)
    chmodSync(this.shared, 0o1777)
    this.victimFile = join(base, 'diary')
    writeFileSync(this.victimFile, 'dear diary', { mode: 0o600 })
    const victim = spawn('sleep', ['600'], { stdio: 'ignore' })
    const ended = exitOf(victim)
    t.teardown(async () => {
      victim.kill()
      await ended
    })
    this.victimPid = victim.pid!
    this.folder = join(this.shared, `ix-${uid}`)
    // Where the system gives a user no folder of their own, that is where the daemon is looked for by default.
    delete this.home.env.IX_RUNTIME_DIR
    if (existsSync(`/run/user/${uid}`) || process.platform === 'darwin') this.home.env.IX_RUNTIME_DIR = this.folder
    else this.home.env.TMPDIR = this.shared
  }

  path(name: string): string {
    return join(this.folder, name)
  }

  /** What a daemon would say that listens in the folder, and has the victim's process. */
  get state(): string {
    const state = { pid: this.victimPid, version: '0.1.0', socket: this.path('ixd.sock'), platforms: ['replay'] }
    return JSON.stringify(state)
  }

  /** The folder, for a while open to all, as it may have been once. */
  mine(mode = 0o777): void {
    mkdirSync(this.folder)
    chmodSync(this.folder, mode)
  }

  /** All is as the daemon leaves it, except that somebody else listens. */
  async serve(t: Test, path = this.path('ixd.sock'), mine = false): Promise<void> {
    this.#fake = { daemon: await FakeDaemon.listen(t, path, mine), path }
  }

  async received(): Promise<string> {
    return this.#fake === undefined ? '' : await this.#fake.daemon.received(this.#fake.path)
  }
}

interface Trap {
  readonly make: (scene: Scene, t: Test) => void | Promise<void>
  /** What is said of it; the folder's name is put in the place of FOLDER. */
  readonly said: RegExp
  readonly hint?: RegExp
  /** Two users are not needed. */
  readonly alone?: boolean
}

const js = JSON.stringify
const remove = /Look at it, then remove it: rm -r \//

const traps: { readonly [what: string]: Trap } = {
  'a folder of theirs, with all that a daemon has': {
    make: async (scene, t) => {
      other(`fs.mkdirSync(${js(scene.folder)}); fs.chmodSync(${js(scene.folder)}, 0o777)
        fs.writeFileSync(${js(scene.path('state.json'))}, ${js(scene.state)})
        fs.writeFileSync(${js(scene.path('token'))}, 'theirs')
        fs.symlinkSync(${js(scene.victimFile)}, ${js(scene.path('ixd.log'))})`)
      await scene.serve(t)
    },
    said: /\/ix-\d+ belongs to another user \(uid 65534\)\./,
    hint: /Set IX_RUNTIME_DIR to a folder of your own/,
  },
  'a folder of theirs, with nothing but a log': {
    make: (scene) =>
      other(`fs.mkdirSync(${js(scene.folder)}, { mode: 0o755 })
        fs.symlinkSync(${js(scene.victimFile)}, ${js(scene.path('ixd.log'))})`),
    said: /belongs to another user/,
  },
  'a folder of theirs that nobody else may enter': {
    make: (scene) => other(`fs.mkdirSync(${js(scene.folder)}, { mode: 0o700 })`),
    said: /belongs to another user/,
  },
  'a link of theirs to a folder of ours': {
    make: async (scene, t) => {
      const real = join(scene.home.env.HOME!, 'real')
      mkdirSync(real, { mode: 0o700 })
      writeFileSync(join(real, 'state.json'), scene.state.replace(scene.path('ixd.sock'), join(real, 'ixd.sock')))
      await scene.serve(t, join(real, 'ixd.sock'), true)
      other(`fs.symlinkSync(${js(real)}, ${js(scene.folder)})`)
    },
    said: /is not a folder, or a link to one/,
  },
  'a file of theirs in its place': {
    make: (scene) => other(`fs.writeFileSync(${js(scene.folder)}, '')`),
    said: /is not a folder/,
  },
  'a folder of ours that all may write': {
    make: async (scene, t) => {
      scene.mine()
      other(`fs.writeFileSync(${js(scene.path('state.json'))}, ${js(scene.state)})`)
      await scene.serve(t)
    },
    said: /others may enter \(mode 777\)/,
    hint: /chmod 700 \//,
  },
  'a folder of ours that its group may write': {
    make: (scene) => scene.mine(0o770),
    said: /others may enter \(mode 770\)/,
    alone: true,
  },
  'a folder of ours in one where others may rename it': {
    make: async (scene, t) => {
      scene.mine(0o700)
      writeFileSync(scene.path('state.json'), scene.state)
      await scene.serve(t, undefined, true)
      chmodSync(scene.shared, 0o777)
    },
    said: /\/tmp, on the path to .*, can be written to by others \(mode 777\)/,
    hint: /chmod go-w \//,
    alone: true,
  },
  'a folder of ours in one of theirs': {
    make: async (scene, t) => {
      scene.mine(0o700)
      writeFileSync(scene.path('state.json'), scene.state)
      await scene.serve(t, undefined, true)
      chmodSync(scene.shared, 0o755)
      chownSync(scene.shared, otherUid, otherUid)
    },
    said: /\/tmp, on the path to .*, belongs to another user \(uid 65534\)/,
  },
  'a link of theirs on the way': {
    make: async (scene, t) => {
      scene.mine(0o700)
      writeFileSync(scene.path('state.json'), scene.state)
      await scene.serve(t, undefined, true)
      const link = join(scene.shared, 'link')
      other(`fs.symlinkSync(${js(scene.shared)}, ${js(link)})`)
      scene.home.env.IX_RUNTIME_DIR = join(link, `ix-${uid}`)
    },
    said: /\/link, on the path to .*, belongs to another user/,
  },
  'a link of ours on the way, to where others may rename': {
    make: (scene) => {
      const open = join(scene.shared, 'open')
      mkdirSync(join(open, 'in'), { recursive: true })
      chmodSync(open, 0o777)
      const link = join(scene.home.env.HOME!, 'link')
      symlinkSync('in', join(open, 'again'))
      symlinkSync(join(open, 'again'), link)
      scene.home.env.IX_RUNTIME_DIR = join(link, 'ix')
    },
    said: /\/open, on the path to .*, can be written to by others/,
    alone: true,
  },
  'a state of theirs': {
    make: async (scene, t) => {
      scene.mine()
      other(`fs.writeFileSync(${js(scene.path('state.json'))}, ${js(scene.state)})`)
      await scene.serve(t, undefined, true)
      chmodSync(scene.folder, 0o700)
    },
    said: /state\.json is not a file of yours that nobody else can write, but a file of another user \(uid 65534\)/,
    hint: remove,
  },
  'a state that is a link of theirs': {
    make: async (scene, t) => {
      scene.mine()
      const theirs = join(scene.shared, 'theirs.json')
      other(`fs.writeFileSync(${js(theirs)}, ${js(scene.state)})
        fs.symlinkSync(${js(theirs)}, ${js(scene.path('state.json'))})`)
      await scene.serve(t, undefined, true)
      chmodSync(scene.folder, 0o700)
    },
    said: /state\.json is not a file of yours .*, but a link of another user/,
    hint: remove,
  },
  'a state that is a link of ours': {
    make: (scene) => {
      scene.mine(0o700)
      writeFileSync(`${scene.victimFile}.json`, scene.state)
      symlinkSync(`${scene.victimFile}.json`, scene.path('state.json'))
    },
    said: /state\.json is not a file of yours .*, but a link, mode/,
    alone: true,
  },
  'a state that all may write': {
    make: (scene) => {
      scene.mine(0o700)
      writeFileSync(scene.path('state.json'), scene.state)
      chmodSync(scene.path('state.json'), 0o666)
    },
    said: /state\.json is not a file of yours .*, but a file, mode 666/,
    alone: true,
  },
  'a state that is some other file of ours': {
    make: (scene) => {
      scene.mine(0o700)
      writeFileSync(`${scene.victimFile}.json`, scene.state)
      linkSync(`${scene.victimFile}.json`, scene.path('state.json'))
    },
    said: /state\.json is not a file of yours .*, but a file, mode \d+, with 2 names/,
    alone: true,
  },
  'a socket of theirs': {
    make: async (scene, t) => {
      scene.mine()
      await scene.serve(t)
      writeFileSync(scene.path('state.json'), scene.state)
      chmodSync(scene.folder, 0o700)
    },
    said: /ixd\.sock is not a socket of yours, but a socket of another user \(uid 65534\)/,
    hint: remove,
  },
  'a socket of theirs, and no state': {
    make: async (scene, t) => {
      scene.mine()
      await scene.serve(t)
      chmodSync(scene.folder, 0o700)
    },
    said: /ixd\.sock is not a socket of yours/,
  },
  'a socket that is a link to theirs': {
    make: async (scene, t) => {
      scene.mine(0o700)
      const theirs = join(scene.shared, 'sock')
      await scene.serve(t, theirs)
      symlinkSync(theirs, scene.path('ixd.sock'))
      writeFileSync(scene.path('state.json'), scene.state)
    },
    said: /ixd\.sock is not a socket of yours, but a link/,
  },
  'a file in the place of the socket': {
    make: (scene) => {
      scene.mine(0o700)
      writeFileSync(scene.path('ixd.sock'), '')
    },
    said: /ixd\.sock is not a socket of yours, but a file/,
    alone: true,
  },
  'a token of theirs': {
    make: (scene) => {
      scene.mine()
      other(`fs.writeFileSync(${js(scene.path('token'))}, 'theirs', { mode: 0o600 })`)
      chmodSync(scene.folder, 0o700)
    },
    said: /token is not a file of yours with mode 600, but a file of another user/,
  },
  'a token that is a link': {
    make: (scene) => {
      scene.mine(0o700)
      symlinkSync(scene.victimFile, scene.path('token'))
    },
    said: /token is not a file of yours with mode 600, but a link/,
    alone: true,
  },
  'a token that others may read': {
    make: (scene) => {
      scene.mine(0o700)
      writeFileSync(scene.path('token'), 'x', { mode: 0o644 })
    },
    said: /token is not a file of yours with mode 600, but a file, mode 644/,
    alone: true,
  },
  'a log of theirs': {
    make: (scene) => {
      scene.mine()
      other(`fs.writeFileSync(${js(scene.path('ixd.log'))}, 'theirs', { mode: 0o666 })`)
      chmodSync(scene.folder, 0o700)
    },
    said: /ixd\.log is not a file of yours .*, but a file of another user/,
  },
  'a log that is a link': {
    make: (scene) => {
      scene.mine()
      other(`fs.symlinkSync(${js(scene.victimFile)}, ${js(scene.path('ixd.log'))})`)
      chmodSync(scene.folder, 0o700)
    },
    said: /ixd\.log is not a file of yours .*, but a link of another user/,
    hint: remove,
  },
  'a log that is a link of ours': {
    make: (scene) => {
      scene.mine(0o700)
      symlinkSync(scene.victimFile, scene.path('ixd.log'))
    },
    said: /ixd\.log is not a file of yours .*, but a link/,
    alone: true,
  },
  'a log that is some other file of ours': {
    make: (scene) => {
      scene.mine(0o700)
      linkSync(scene.victimFile, scene.path('ixd.log'))
    },
    said: /ixd\.log is not a file of yours .*, but a file, mode 600, with 2 names/,
    alone: true,
  },
  'a FIFO in the place of the log': {
    make: (scene) => {
      scene.mine(0o700)
      execFileSync('mkfifo', [scene.path('ixd.log')])
    },
    said: /ixd\.log is not a file of yours .*, but a FIFO/,
    alone: true,
  },
}

/** Each of these comes upon every trap in `npm run test:all`; in `npm test` they take turns. */
const clients: readonly ((t: Test, home: Home, trap: Trap) => Promise<void>)[] = [
  (t, home, trap) => ixRefuses(t, home, trap, 'set', '5', password),
  (t, home, trap) => ixRefuses(t, home, trap, 'stop'),
  mcpRefuses,
]

for (const [index, [what, trap]] of Object.entries(traps).entries()) {
  t.test(what, { skip: trap.alone ? false : noOtherUser }, async (t) => {
    const scene = new Scene(t)
    await trap.make(scene, t)
    const { home } = scene
    const before = listing(scene.shared)
    for (const refuses of isFew ? [clients[index % clients.length]!] : clients) await refuses(t, home, trap)
    const daemon = await run(ixdFile, [], home)
    t.equal(daemon.code, 78, 'ixd by the same rule')
    t.match(daemon.err, trap.said)
    t.equal(await scene.received(), '', 'nothing was sent, nobody connected')
    t.equal(readFileSync(scene.victimFile, 'utf8'), 'dear diary')
    t.doesNotThrow(() => process.kill(scene.victimPid, 0), 'the process that the state names was let be')
    t.same(listing(scene.shared), before, 'nothing was made or changed')
  })
}

async function ixRefuses(t: Test, home: Home, { said, hint = /\w/ }: Trap, ...args: string[]): Promise<void> {
  const ran = await ix(home, ...args)
  t.equal(ran.code, 4, args.join(' '))
  t.equal(ran.out, '')
  const [first = '', second = '', ...more] = ran.err.trimEnd().split('\n')
  t.match(first, said)
  t.match(first, /^ix: not_allowed: \S.*\.$/)
  t.match(second, /^hint: /)
  t.match(second, hint)
  t.same(more, [])
}

async function mcpRefuses(t: Test, home: Home, { said }: Trap): Promise<void> {
  const initialize = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } }
  const lines = [
    { jsonrpc: '2.0', id: 1, method: 'initialize', params: initialize },
    {
      jsonrpc: '2.0',
      id: 2,
      method: 'tools/call',
      params: { name: 'interact', arguments: { elementId: '5', action: 'type', value: password } },
    },
  ]
  const ran = await run(ixFile, ['mcp'], home, lines.map((line) => `${js(line)}\n`).join(''))
  t.equal(ran.code, 4)
  t.match(ran.err, said)
  const answers = ran.out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const byId = (id: number) => answers.find((answer) => answer.id === id)
  t.match(byId(1), { error: { message: said } })
  t.match(byId(2), { result: { isError: true, content: [{ text: said }] } })
  t.match(byId(2).result.content[0].text, /^not_allowed: .*\nhint: /)
}

/** Names, kinds, modes, owners and contents of all there is. */
function listing(path: string): string[] {
  return readdirSync(path).flatMap((name) => {
    const file = join(path, name)
    const stats = lstatSync(file)
    const content = stats.isFile() ? readFileSync(file, 'utf8') : ''
    return [`${file} ${stats.mode} ${stats.uid} ${content}`, ...(stats.isDirectory() ? listing(file) : [])]
  })
}

t.test('all that speaks to the daemon refuses', { skip: noOtherUser }, async (t) => {
  const scene = new Scene(t)
  const said = /belongs to another user/
  await traps['a folder of theirs, with all that a daemon has']!.make(scene, t)
  for (const args of [['apps'], ['status'], ['call', 'apps'], ['replay', scene.home.env.IX_REPLAY!]])
    t.match(await ix(scene.home, ...args), { code: 4, out: '', err: said }, args.join(' '))
  t.match(await ix(scene.home, 'doctor'), { code: 4, out: said })
  t.equal(await scene.received(), '')
})

t.test('a state that names no process of its own stops none', async (t) => {
  const scene = new Scene(t)
  scene.mine(0o700)
  await scene.serve(t, undefined, true)
  for (const pid of [0, -1, 1.5, '7', null]) {
    writeFileSync(scene.path('state.json'), JSON.stringify({ ...JSON.parse(scene.state), pid }))
    t.equal((await ix(scene.home, 'stop')).code, 3, String(pid))
  }
  t.doesNotThrow(() => process.kill(scene.victimPid, 0))
})

t.test('of a trusted state only the socket beside it is called', { skip: noOtherUser }, async (t) => {
  const scene = new Scene(t)
  scene.mine(0o700)
  const theirs = join(scene.shared, 'sock')
  await scene.serve(t, theirs)
  writeFileSync(scene.path('state.json'), scene.state.replace(scene.path('ixd.sock'), theirs))
  t.equal((await ix(scene.home, 'stop')).code, 3)
  t.equal(await scene.received(), '')
})

t.test('a place that is in order is used, in a folder that all share', async (t) => {
  const scene = new Scene(t)
  t.match(await ix(scene.home, 'apps'), { code: 0, err: '', out: /Calculator/ })
  t.equal(lstatSync(scene.folder).mode & 0o777, 0o700)
  t.match(await ix(scene.home, 'stop'), { code: 0 })
})
