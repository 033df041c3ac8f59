/** Numbers on disk that are never given twice: over restarts, by several daemons, and not from a damaged file. */
import { spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import t from 'tap'
import { stateDir } from '../../api-schema/paths.ts'
import { HighWater } from '../../daemon/run/ids-file.ts'
import { noOtherUser, otherUid } from '../fixtures/daemon/other-user.ts'
import { noSmallDisk, smallDisk } from '../fixtures/small-disk.ts'

const built = new URL('../../dist/daemon/run/ids-file.js', import.meta.url).href

/** A process of its own that reserves blocks as fast as it can, once its standard input is closed. */
function reserver(folder: string, times: number, count: number): { go(): Promise<number[]> } {
  const program = `
    import { HighWater } from ${JSON.stringify(built)}
    for await (const _ of process.stdin);
    const water = new HighWater(${JSON.stringify(folder)})
    const firsts = Array.from({ length: ${times} }, () => water.reserve(${count}))
    process.stdout.write(JSON.stringify(firsts))`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['pipe', 'pipe', 'inherit'] })
  let out = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text
  })
  const done = new Promise<number[]>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) =>
      code === 0 ? resolve(JSON.parse(out) as number[]) : reject(new Error(`ended with ${code}`)),
    )
  })
  return {
    go: () => {
      child.stdin.end()
      return done
    },
  }
}

const mode = (file: string) => fs.statSync(file).mode & 0o777

t.test('numbers rise, over restarts too', async (t) => {
  const folder = path.join(t.testdir(), 'deep', 'ix')
  const first = new HighWater(folder)
  t.equal(first.reserve(1000), 1)
  t.equal(first.reserve(10), 1001)
  t.equal(new HighWater(folder).reserve(1000), 1011)
  t.equal(first.reserve(1000), 2011)
  t.equal(mode(folder), 0o700)
  t.equal(mode(path.join(folder, 'ids')), 0o600)
  t.same(fs.readdirSync(folder), ['ids'], 'no draft is left')
})

t.test('several daemons that share the file, and that make it at once, never get the same', async (t) => {
  const folder = path.join(t.testdir(), 'ix')
  const daemons = Array.from({ length: 5 }, () => reserver(folder, 60, 1000))
  const firsts = (await Promise.all(daemons.map((daemon) => daemon.go()))).flat()
  t.equal(firsts.length, 300)
  t.same(
    firsts.sort((a, b) => a - b),
    Array.from({ length: 300 }, (_, i) => 1 + 1000 * i),
    'and none is lost',
  )
  t.same(fs.readdirSync(folder), ['ids'])
})

t.test('a line that another daemon is still writing harms nobody', async (t) => {
  const folder = t.testdir()
  fs.chmodSync(folder, 0o700)
  const water = new HighWater(folder)
  const file = path.join(folder, 'ids')
  t.equal(water.reserve(1000), 1)
  const read = fs.readFileSync
  t.intercept(fs, 'readFileSync', {
    value: (...given: Parameters<typeof read>) => `${read(...given)}100`,
    configurable: true,
  })
  t.equal(water.reserve(1000), 1001)
  t.equal(mode(file), 0o600)
})

/** Reserves and tells the first of each block, for ever or until the disk takes no more; within `limit` blocks of 512 bytes. */
function greedy(folder: string, limit = 'unlimited') {
  const program = `
    import { writeSync } from 'node:fs'
    import { HighWater } from ${JSON.stringify(built)}
    const water = new HighWater(${JSON.stringify(folder)})
    for (let failures = 0; failures < 3; ) {
      try { writeSync(1, water.reserve(1000) + '\\n') } catch (error) { failures++; writeSync(2, error.message + '\\n') }
    }`
  const script = 'ulimit -f "$1"; exec "$2" --input-type=module -e "$3"'
  return spawn('/bin/sh', ['-c', script, 'sh', limit, process.execPath, program], { stdio: ['ignore', 'pipe', 'pipe'] })
}

t.test('a disk that is full gives no number, and harms none that comes later', async (t) => {
  const folder = path.join(t.testdir(), 'ix')
  const file = path.join(folder, 'ids')
  const running = new HighWater(folder)
  const given = [running.reserve(1000)]
  for (const limit of ['1', '2', '3', '4']) {
    const child = greedy(folder, limit)
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
    given.push(...out.trim().split('\n').filter(Boolean).map(Number))
    t.match(err, /cannot be kept \((ENOSPC|EFBIG)\)/)
    t.match(fs.readFileSync(file, 'latin1'), /\n[1-9][^\n]{0,36}$/, 'a line is cut off')
    given.push(running.reserve(1000), new HighWater(folder).reserve(1000))
  }
  t.ok(given.length > 12)
  for (const [i, first] of given.entries())
    t.ok(i === 0 || first >= given[i - 1]! + 1000, `${first} is above those before`)
})

t.test('a file cut off at any byte behind its heading serves on, above all that may have been given', async (t) => {
  const folder = path.join(t.testdir(), 'ix')
  const file = path.join(folder, 'ids')
  const counts = [1000, 7, 10_000, 20]
  const water = new HighWater(folder)
  const heading = fs.readFileSync(file, 'latin1')
  /** Where the file ends after each of them, and the first number that is free then. */
  const states = [{ end: heading.length, free: 1 }]
  for (const count of counts) {
    const first = water.reserve(count)
    states.push({ end: fs.statSync(file).size, free: first + count })
  }
  const whole = fs.readFileSync(file, 'latin1')
  for (let length = heading.length; length <= whole.length; length++) {
    fs.writeFileSync(file, whole.slice(0, length))
    // A line of which a digit is there may have been given whole.
    const begun = states.find(({ end }, at) => length <= end && (at === 0 || length > states[at - 1]!.end + 1))
    const least = begun?.free ?? states.findLast(({ end }) => end <= length)!.free
    const first = new HighWater(folder).reserve(1000)
    t.ok(first >= least, `cut at ${length}: ${first} is not below ${least}`)
    t.equal(new HighWater(folder).reserve(1000), first + 1000)
  }
})

t.test('a heading that the disk takes only in part leaves no file that a person would have to move', async (t) => {
  const folder = path.join(t.testdir(), 'ix')
  const write = fs.writeSync as (fd: number, text: string) => number
  const isCut = t.intercept(fs, 'writeSync', {
    value: (fd: number, text: string) => write(fd, text.slice(0, 9)),
    configurable: true,
  })
  t.throws(() => new HighWater(folder), { message: /cannot be kept \(ENOSPC\)/, hint: /free disk space/ })
  isCut.restore()
  t.same(fs.readdirSync(folder), [])
  t.equal(new HighWater(folder).reserve(1000), 1)
})

t.test('a small file system that fills up', { skip: noSmallDisk }, async (t) => {
  const disk = smallDisk('16k')
  if (disk === undefined) return t.comment('no file system can be mounted here')
  t.teardown(() => disk.remove())
  const folder = path.join(disk.folder, 'ix')
  disk.fill()
  t.throws(() => new HighWater(folder), /ENOSPC|cannot be kept/, 'it is full before the file is there')
  disk.free()
  const water = new HighWater(folder)
  const given = [water.reserve(1000)]
  disk.fill()
  let refused: unknown
  for (let at = 0; at < 500 && refused === undefined; at++)
    try {
      given.push(water.reserve(1000))
    } catch (error) {
      refused = error
    }
  t.match(refused, { message: /cannot be kept \(ENOSPC\)/, hint: /free disk space/ })
  disk.free()
  given.push(water.reserve(1000), new HighWater(folder).reserve(1000))
  for (const [i, first] of given.entries())
    t.ok(i === 0 || first >= given[i - 1]! + 1000, `${first} is above those before`)
})

t.test('daemons that are killed in the middle of it', async (t) => {
  const folder = path.join(t.testdir(), 'ix')
  const outs = await Promise.all(
    [20, 40, 60].map(async (enough) => {
      const child = greedy(folder)
      let out = ''
      for await (const part of child.stdout) {
        out += part
        if (out.split('\n').length > enough) child.kill('SIGKILL')
      }
      return out
    }),
  )
  const firsts = outs.flatMap((out) => out.split('\n').slice(0, -1)).map(Number)
  t.ok(firsts.length >= 120)
  firsts.push(new HighWater(folder).reserve(1000))
  const rising = firsts.toSorted((a, b) => a - b)
  t.equal(rising.at(-1), firsts.at(-1), 'what comes later is above them all')
  t.ok(rising.every((first, i) => i === 0 || first >= rising[i - 1]! + 1000))
})

t.test('a damaged file is refused, with what to do, and stays as it is', async (t) => {
  const heading = 'interface-explorer ids 1\n'
  const good = `1000 ${'a'.repeat(32)}\n`
  const cases: readonly (readonly [string, string])[] = [
    ['empty', ''],
    ['zeros', '\0'.repeat(100)],
    ['no heading', good],
    ['another heading', `interface-explorer ids 2\n${good}`],
    ['a line cut off in the middle', heading + good.slice(0, 9) + good + good],
    ['zeros at the end', `${heading}${good}\0\0\0\0`],
    ['not a number', `${heading}x${good}`],
    ['a count of nothing', `${heading}0 ${'a'.repeat(32)}\n`],
  ]
  for (const [what, content] of cases) {
    const folder = t.testdir({ ids: content })
    fs.chmodSync(folder, 0o700)
    const file = path.join(folder, 'ids')
    t.throws(
      () => new HighWater(folder),
      { name: 'internal_error', message: /damaged/, hint: /move the file away/ },
      what,
    )
    t.equal(fs.readFileSync(file, 'latin1'), content)
  }

  const folder = path.join(t.testdir(), 'ix')
  const running = new HighWater(folder)
  running.reserve(1000)
  fs.appendFileSync(path.join(folder, 'ids'), 'torn')
  t.throws(() => running.reserve(1000), { name: 'internal_error', message: /damaged/ }, 'also while it runs')
  fs.rmSync(path.join(folder, 'ids'))
  t.throws(
    () => running.reserve(1000),
    { name: 'internal_error', message: /ENOENT/ },
    'a file that went is not begun anew',
  )
})

t.test('a place that others can change, or nobody can write, is refused', async (t) => {
  const folder = t.testdir({ file: '' })
  fs.chmodSync(folder, 0o777)
  t.throws(() => new HighWater(folder), {
    name: 'permission_denied',
    message: /written to by others/,
    hint: /chmod 700/,
  })
  fs.chmodSync(folder, 0o700)
  t.throws(() => new HighWater(path.join(folder, 'file')), { name: 'permission_denied', hint: /IX_STATE_DIR/ })

  const elsewhere = path.join(folder, 'elsewhere')
  fs.writeFileSync(elsewhere, 'interface-explorer ids 1\n')
  fs.symlinkSync(elsewhere, path.join(folder, 'ids'))
  t.throws(() => new HighWater(folder), {
    name: 'permission_denied',
    message: /ids is not a file of yours.*, but a link/,
  })
  t.equal(fs.readFileSync(elsewhere, 'utf8'), 'interface-explorer ids 1\n', 'nothing is written through a link')
})

t.test('what another user has made is refused, and neither read nor written', { skip: noOtherUser }, async (t) => {
  const fresh = () => {
    const folder = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'ixs-')), 'ix')
    t.teardown(() => fs.rmSync(path.dirname(folder), { recursive: true }))
    fs.mkdirSync(folder, { mode: 0o700 })
    return folder
  }
  const theirs = (name: string) => fs.lchownSync(name, otherUid, otherUid)
  const heading = 'interface-explorer ids 1\n'
  const cases: { readonly [what: string]: readonly [(folder: string) => void, RegExp] } = {
    'the folder': [theirs, /ix belongs to another user \(uid 65534\)/],
    'the folder on the way': [(folder) => theirs(path.dirname(folder)), /on the path to .* belongs to another user/],
    'a folder on the way that all may write': [
      (folder) => fs.chmodSync(path.dirname(folder), 0o777),
      /on the path to .* can be written to by others/,
    ],
    'a link in its place': [
      (folder) => {
        fs.renameSync(folder, `${folder}-real`)
        fs.symlinkSync(`${folder}-real`, folder)
        theirs(folder)
      },
      /is not a folder, or a link to one/,
    ],
    'the record': [
      (folder) => {
        fs.writeFileSync(path.join(folder, 'ids'), heading)
        theirs(path.join(folder, 'ids'))
      },
      /ids is not a file of yours.*, but a file of another user/,
    ],
    'a FIFO in its place': [(folder) => spawnSync('mkfifo', [path.join(folder, 'ids')]), /ids is not a file.*a FIFO/],
  }
  for (const [what, [make, message]] of Object.entries(cases)) {
    const folder = fresh()
    make(folder)
    t.throws(
      () => new HighWater(folder),
      { name: 'permission_denied', message, hint: /IX_STATE_DIR|rm -r|chmod/ },
      what,
    )
  }
})

t.test('the folder', async (t) => {
  const at = (env: { [name: string]: string }, platform = 'linux') =>
    stateDir({ env, platform, uid: 1, home: '/home/me', tmp: '/tmp' })
  t.equal(at({ IX_STATE_DIR: '/own', XDG_STATE_HOME: '/state' }), '/own')
  t.equal(at({ XDG_STATE_HOME: '/state' }), '/state/ix')
  t.equal(at({ XDG_STATE_HOME: 'relative' }), '/home/me/.local/state/ix')
  t.equal(at({}, 'darwin'), '/home/me/Library/Application Support/ix')
})
