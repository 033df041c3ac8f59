/** `npm run desktop` and the desktops of the tests: they come up, hold what was asked for, and leave nothing behind. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { desktopOrSkip } from './fixtures/desktop/desktop.ts'

const program = fileURLToPath(new URL('desktop.mjs', import.meta.url))

/** Living processes that were started with this in their environment. */
function processesOf(variable: string): number[] {
  const pids = readdirSync('/proc').map(Number).filter(Boolean)
  return pids.filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(variable)
    } catch {
      return false
    }
  })
}

async function exportsOf(child: ChildProcess): Promise<{ [name: string]: string }> {
  const env: { [name: string]: string } = {}
  for await (const line of createInterface({ input: child.stdout! })) {
    if (line.startsWith('unset')) break
    const [, name, value] = /^export (\w+)='(.*)'$/.exec(line) ?? []
    if (name !== undefined && value !== undefined) env[name] = value
  }
  return env
}

t.test('the command prints the way to a desktop, and ends all of it with itself', async (t) => {
  if (!desktopOrSkip(t, ['mousepad'])) return
  const child = spawn(process.execPath, [program, 'mousepad'], { stdio: ['ignore', 'pipe', 'inherit'] })
  const env = await exportsOf(child)
  t.match(env.DISPLAY, /^:\d+$/)
  t.match(env.DBUS_SESSION_BUS_ADDRESS, /^unix:path=/)
  const mark = `XDG_RUNTIME_DIR=${env.XDG_RUNTIME_DIR}`
  t.ok(processesOf(mark).length >= 5, 'display, bus, accessibility bus, window manager, application')
  child.kill('SIGTERM')
  const [code] = await once(child, 'exit')
  t.equal(code, 0)
  t.same(processesOf(mark), [])
  t.notOk(existsSync(env.XDG_RUNTIME_DIR!))
})

t.test('the command ends when the program is gone that started it', async (t) => {
  if (!desktopOrSkip(t)) return
  const line = `'${process.execPath}' '${program}' & wait`
  const shell = spawn('sh', ['-c', line], { stdio: ['ignore', 'pipe', 'ignore'] })
  const env = await exportsOf(shell)
  const closed = text(shell.stdout)
  shell.kill('SIGKILL')
  await closed
  t.same(processesOf(`XDG_RUNTIME_DIR=${env.XDG_RUNTIME_DIR}`), [])
})
