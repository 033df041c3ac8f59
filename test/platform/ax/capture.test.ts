/** Pictures, the clipboard and what is found of the system; the system's programs are the test's own, run as its own would be. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Script } from 'node:vm'
import sharp from 'sharp'
import t, { type Test } from 'tap'
import { AxPlatform } from '../../../daemon/platform/ax/ax.ts'
import { outward, partOf } from '../../../daemon/platform/ax/capture/capture.ts'
import type { MacPrograms } from '../../../daemon/platform/ax/wire/programs.ts'
import * as scripts from '../../../daemon/platform/ax/wire/system-scripts.ts'
import type { Capture } from '../../../daemon/platform/picture.ts'
import type { Finding, Reading } from '../../../daemon/platform/platform.ts'
import type { Problem } from '../../../daemon/problem.ts'
import { buildStub, hostFile, type StubParts, noCompiler as skip } from '../../fixtures/ax/stub.ts'
import { type AxWorldOptions, simulate } from '../../fixtures/ax/world.ts'

const { signal } = new AbortController()
const onlyLinux = process.platform !== 'linux' && 'the library comes before others by a variable of the loader of Linux'
/** Nothing of another test's is looked for in it. */
const temporary = mkdtempSync(join(tmpdir(), 'ix-axp-'))
process.env.TMPDIR = temporary
t.teardown(() => rmSync(temporary, { recursive: true, force: true }))

function failure(work: Promise<unknown>): Promise<Problem> {
  return work.then(
    () => Promise.reject(new Error('it worked')),
    (error) => error,
  )
}

interface Programs {
  readonly programs: Partial<MacPrograms>
  /** Of the last run: its arguments, without the file, and the modes of the file and its folder. */
  readonly taken: () => { readonly args: string[]; readonly modes: string }
  /** What the next pictures are of. */
  readonly show: (width: number, height: number) => Promise<void>
  readonly input: () => string
  readonly answer: (text: string) => void
}

async function macOS(t: Test): Promise<Programs> {
  const folder = t.testdir({ answer: '' })
  const script = (name: string, text: string) => {
    writeFileSync(join(folder, name), `#!/bin/sh\ncd '${folder}'\n${text}\n`, { mode: 0o755 })
    return join(folder, name)
  }
  const last = 'for file; do :; done'
  const log = `printf '%s\\n' "$@" > args; stat -c '%a' "$file" "$(dirname "$file")" > modes`
  return {
    programs: {
      open: '/none',
      applications: [],
      screencapture: script('screencapture', `${last}\n${log}\ncat picture > "$file"`),
      osascript: script('osascript', 'cat > input\ntest -s answer && cat answer'),
      pbcopy: script('pbcopy', 'cat > input'),
      pbpaste: script('pbpaste', 'cat plain'),
    },
    taken: () => ({
      args: readFileSync(join(folder, 'args'), 'utf8').trim().split('\n').slice(0, -1),
      modes: readFileSync(join(folder, 'modes'), 'utf8').trim().replace('\n', ' '),
    }),
    show: async (width, height) => {
      const image = () =>
        sharp({ create: { width, height, channels: 3, background: '#fff' } })
          .png()
          .toBuffer()
      writeFileSync(join(folder, 'picture'), width === 0 ? '' : await image())
    },
    input: () => readFileSync(join(folder, 'input'), 'utf8'),
    answer: (text) => {
      writeFileSync(join(folder, 'answer'), text)
      writeFileSync(join(folder, 'plain'), 'only text')
    },
  }
}

async function world(t: Test, options: AxWorldOptions, parts: StubParts = {}, more: NodeJS.ProcessEnv = {}) {
  const system = await macOS(t)
  const { env, control, remove } = simulate({ ...options, stub: buildStub(parts) })
  const log = { warn: (fields: object, message: string) => t.comment(message, JSON.stringify(fields)) }
  const platform = new AxPlatform({
    log,
    env: { ...process.env, ...env, ...more },
    programs: system.programs,
    hostFile,
  })
  t.teardown(async () => {
    await platform.close()
    remove()
  })
  const opened = async (id: string) => {
    const target = (await platform.targets(signal)).find((one) => one.id === id)!
    const source = await platform.open(target, signal)
    const reading = await source.read('all', { signal, deadline: performance.now() + 10_000 })
    return {
      source,
      reading,
      capture: (wish: Partial<Capture>) => source.capture!({ format: 'png', of: 'viewport', ...wish }, signal),
    }
  }
  return { ...system, platform, control, opened }
}

function keyOf({ rows }: Reading, name: string): number {
  return rows.find(({ title, description, identifier }) => [title, description, identifier].includes(name))!.key
}

t.test('the arguments', (t) => {
  t.equal(partOf({ window: 12 }), '-l12')
  t.equal(partOf({ area: { x: -1440, y: 25, width: 10, height: 20 } }), '-R-1440,25,10,20')
  t.same(outward({ x: 0.5, y: -0.5, width: 10, height: 10 }), { x: 0, y: -1, width: 11, height: 11 })
  t.same(outward({ x: 3, y: 4, width: 5, height: 6 }), { x: 3, y: 4, width: 5, height: 6 })
  for (const script of Object.values(scripts)) t.ok(new Script(script), 'a script that can be read')
  t.end()
})

t.test('a window and its parts', { skip }, async (t) => {
  const { opened, show, taken, control, platform } = await world(t, { worlds: ['calculator', 'textedit'] })
  const calculator = await opened('com.apple.calculator')
  await show(460, 816)
  const whole = await calculator.capture({})
  t.match(whole, { width: 460, height: 816, scale: 1, area: { width: 230, height: 408 }, limited: false })
  const id = await control.run('id calculator-window')
  t.same(taken(), { args: ['-x', '-o', '-t', 'png', `-l${id}`], modes: '600 700' }, 'of a dense screen, by its number')
  t.same(
    readdirSync(temporary).filter((name) => name.startsWith('ix-shot')),
    [],
    'no file is left',
  )

  const seven = keyOf(calculator.reading, 'Seven')
  const marks = [seven, keyOf(calculator.reading, 'Eight'), 999_999].map((key) => ({ key, label: () => `${key}` }))
  const marked = await calculator.capture({ format: 'jpeg', maxWidth: 115, marks })
  t.match(marked, { width: 115, height: 204, scale: 4, marked: 2, unmarked: 0 })
  t.equal((await sharp(marked.data).metadata()).format, 'jpeg')

  await show(112, 112)
  const button = await calculator.capture({ of: { key: seven } })
  t.match(taken().args.at(-1), '-R100,268,56,56')
  t.match(button, { area: { width: 56, height: 56 } })
  t.notOk(button.coveredBy)
  t.match(await failure(calculator.capture({ of: 'page' })), { name: 'unsupported_here' })

  const textedit = await opened('com.apple.TextEdit')
  await control.run('away sheet 0')
  await textedit.source.read('all', { signal, deadline: performance.now() + 10_000 })
  const withSheet = await textedit.capture({})
  t.match(taken().args.at(-1), '-R200,120,600,500', 'with what hangs on it, as it is on the screen')
  t.same(withSheet.coveredBy, ['Calculator'], 'which is in front')
  await control.run('set document AXMinimized true')
  t.match(await failure(textedit.capture({})), { name: 'not_found', message: /its window is minimised/ })
  await platform.applications.hide(calculator.source.target, signal)
  t.match(await failure(calculator.capture({})), { name: 'not_found', message: /it is hidden/ })
})

t.test('the screen', { skip }, async (t) => {
  const { platform, show, taken, answer } = await world(t, { worlds: ['calculator'] })
  await show(200, 100)
  t.match(await failure(platform.captureScreen!({ format: 'png' }, signal)), { name: 'unsupported_here' })
  answer('[{"x":0,"y":0,"width":1440,"height":900},{"x":-1000,"y":100,"width":1000,"height":1000}]')
  const picture = await platform.captureScreen!({ format: 'webp' }, signal)
  t.match(taken().args.at(-1), '-R-1000,0,2440,1100', 'of all of them')
  t.match(picture.area, { width: 2440, height: 1100 })
  await show(0, 0)
  t.match(await failure(platform.captureScreen!({ format: 'png' }, signal)), {
    name: 'permission_denied',
    message: /made no picture/,
    hint: /Screen & System Audio Recording/,
  })
})

t.test('without the permission to record the screen', { skip }, async (t) => {
  const { platform, opened } = await world(t, { worlds: ['calculator'] }, {}, { AXSIM_SCREEN: 'off' })
  const { capture } = await opened('com.apple.calculator')
  t.match(await failure(capture({})), { name: 'permission_denied', hint: /Screen & System Audio Recording/ })
  t.match(await failure(platform.captureScreen!({ format: 'png' }, signal)), { name: 'permission_denied' })
  t.match(found(await platform.findings(signal), 'screen recording'), { state: 'note', remedy: /Recording/ })
})

t.test('without a list of windows', { skip }, async (t) => {
  const { opened, show, taken } = await world(t, { worlds: ['textedit', 'calculator'] }, { withoutInput: true })
  const { capture, reading } = await opened('com.apple.TextEdit')
  await show(48, 44)
  const picture = await capture({ of: { key: keyOf(reading, 'Bold') } })
  t.match(taken().args.at(-1), '-R320,130,24,22')
  t.notOk(picture.coveredBy)
})

t.test('the clipboard', { skip }, async (t) => {
  const { platform, answer, input } = await world(t, { worlds: ['calculator'] })
  const clipboard = platform.clipboard!
  const picture = Buffer.from('a picture')
  const json = { text: 'tea', files: ['/a b'], picture: picture.toString('base64') }
  answer(JSON.stringify(json))
  t.same(await clipboard.read(signal), { ...json, picture })
  answer('')
  t.same(await clipboard.read(signal), { text: 'only text' }, 'where the script cannot run')
  await clipboard.write({ text: 'grün\n' }, signal)
  t.equal(input(), 'grün\n')
  t.match(await failure(clipboard.write({ files: ['/a b'], picture }, signal)), { name: 'unsupported_here' })
  answer('done')
  await clipboard.write({ text: 'tea', files: ['/a b'], picture }, signal)
  t.same(JSON.parse(input()), json)
  const aborted = AbortSignal.abort(new Error('nobody waits'))
  t.match(await failure(clipboard.read(aborted)), { message: 'nobody waits' })
})

function found(findings: readonly Finding[], what: string): Finding | undefined {
  return findings.find((one) => one.what === what)
}

t.test('what the system lacks', { skip }, async (t) => {
  const { platform, control } = await world(t, { worlds: ['calculator', 'textedit'] })
  const all = await platform.findings(signal)
  t.match(found(all, 'accessibility permission'), { state: 'ok', detail: /a real read succeeds/ })
  t.match(found(all, 'open'), { state: 'note', detail: /no starting applications: there is no \/none/ })
  t.notOk(found(all, 'pbcopy'))
  t.notOk(found(all, 'events'), 'nothing is done to look')
  const before = await control.run('frame calculator-window')
  const probe = async () => found(await platform.findings(signal, { probe: true }), 'events')
  t.match(await probe(), { state: 'ok', detail: /^calculator reported a change after \d+ ms$/ })
  t.equal(await control.run('frame calculator-window'), before, 'the window is where it was')
  await control.run('silent 1')
  t.match(await probe(), { state: 'missing', detail: /calculator reported no change within 1 s/, remedy: /ix service/ })
  await control.run('silent 0')
  await control.run('destroy calculator-window')
  t.match(await probe(), { state: 'note', detail: /no window that can be moved/ })
  await control.run('hang 101 1')
  t.match(await probe(), { state: 'note', detail: /does not answer/ })
  await control.run('hang 101 0')
  await control.run('trusted 0')
  const none = await platform.findings(signal, { probe: true })
  t.notOk(found(none, 'events'))
  t.match(found(none, 'accessibility permission'), {
    state: 'missing',
    detail: /not granted; a real read fails with AXError -25211 APIDisabled/,
    remedy: /Privacy & Security > Accessibility.*ix doctor --prompt/,
  })
  t.equal(await control.run('prompts'), '0')
  await platform.findings(signal, { prompt: true })
  t.equal(await control.run('prompts'), '1', 'only when it is asked to')
})

t.test('to whom the permission belongs', { skip: skip || onlyLinux }, async (t) => {
  const who = async (env: NodeJS.ProcessEnv) => {
    const { platform } = await world(t, { worlds: ['calculator'] }, {}, env)
    return found(await platform.findings(signal), 'permission is given to')?.detail
  }
  t.match(await who({ XPC_SERVICE_NAME: 'org.interface-explorer.ixd' }), /node.* \(started by launchd\)$/)
  t.match(await who({ XPC_SERVICE_NAME: '0', TERM_PROGRAM: 'iTerm.app' }), /started from, iTerm.app; under launchd/)
  const file = join(temporary, 'libresponsible.so')
  const source = fileURLToPath(new URL('../../fixtures/launchd-stub/responsible.c', import.meta.url))
  t.equal(spawnSync('cc', ['-shared', '-fPIC', '-o', file, source]).status, 0)
  const told = (program: string, pid = '77') =>
    who({ LD_PRELOAD: file, STUB_RESPONSIBLE_PID: pid, STUB_RESPONSIBLE: program })
  t.match(
    await told('/Applications/iTerm.app/Contents/MacOS/iTerm2'),
    /^\/Applications\/iTerm.app; under launchd it is/,
  )
  t.match(await told('/usr/local/bin/node'), /^\/usr\/local\/bin\/node;/)
  t.match(await told('', '0'), /^the application that ixd was started from/)
})
