/** The package as users import it, and the examples as they are printed, each on a recording of its own. */
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { CallError, type Connection, connect, NoDaemon } from 'interface-explorer'
import t, { type Test } from 'tap'
import type { Input, MethodName, Result } from '../api-schema/methods.ts'
import { methods } from '../api-schema/methods.ts'
import { functionName } from '../api-schema/typescript.ts'
import { daemonHome, exitOf, type Home } from './fixtures/daemon/daemon.ts'
import { python } from './fixtures/find-desktop.mjs'

const root = fileURLToPath(new URL('../', import.meta.url))
const calculator = join(root, 'examples/recordings/calculator.json')

/** The generated types against those that the daemon's own code has from the records: what fits one fits the other. */
type Camel<S extends string> = S extends `rpc.${infer Rest}`
  ? Rest
  : S extends `${infer A}_${infer B}`
    ? `${A}${Capitalize<Camel<B>>}`
    : S
type Given<M extends MethodName> = NonNullable<
  Parameters<Connection[Camel<M> & keyof Connection] & ((...args: never) => unknown)>[0]
>
type Fits<A, B> = A extends B ? true : never
type AllFit = { [M in Exclude<MethodName, 'rpc.discover'>]: Fits<Given<M>, Input<M>> }
const allFit: AllFit = Object.fromEntries(Object.keys(methods).map((name) => [name, true])) as AllFit

async function replaying(t: Test, extra: { readonly [name: string]: string } = {}): Promise<Home> {
  const { home } = await daemonHome(t, { IX_REPLAY: calculator, ...extra })
  return home
}

t.test('a typed function for each method', async (t) => {
  const home = await replaying(t, { IX_PORT: '0' })
  const before = process.env.IX_RUNTIME_DIR
  process.env.IX_RUNTIME_DIR = home.folder
  t.teardown(() => {
    if (before === undefined) delete process.env.IX_RUNTIME_DIR
    else process.env.IX_RUNTIME_DIR = before
  })
  const ix = connect()
  for (const name of Object.keys(allFit)) t.type(ix[functionName(name) as 'explore'], 'function', name)
  const { elements = [] } = await ix.explore({ filter: { anyFieldContains: '7' } })
  const [app] = elements
  t.equal(app?.role, 'AXApplication')
  const pressed: Result<'interact'> = await ix.interact({ find: { filter: { titleContains: '7' } }, action: 'click' })
  t.equal(pressed.effect, 'confirmed')
  // @ts-expect-error: no such action
  await t.rejects(ix.interact({ action: 'fly', elementId: '1' }), { name: 'invalid_params' })
  await t.rejects(ix.expand({ elementId: '999999999' }), { name: 'element_gone', hint: /explore/ })
  t.match(await ix.call('apps'), { apps: [{ platform: 'replay' }] })
  t.match(await ix.session(), { name: ix.sessionName })
  const gone = new AbortController()
  gone.abort(new Error('enough'))
  await t.rejects(ix.status({}, { signal: gone.signal }), { message: 'enough' })
  await ix.close()
  await t.rejects(connect({ url: 'http://127.0.0.1:9', token: 'x' }).apps(), { name: 'NoDaemon' })
  for (const kind of [CallError, NoDaemon]) t.ok(kind.prototype instanceof Error)
})

const programs: readonly (readonly [string, string])[] = [
  [process.execPath, 'examples/calculator.mjs'],
  [python, 'examples/calculator.py'],
  ['sh', 'examples/calculator.sh'],
]
for (const [program, example] of programs)
  t.test(example, async (t) => {
    if (program.startsWith('/') && !existsSync(program)) return t.comment(`skipped: ${program} is not installed`)
    const home = await replaying(t)
    const child = spawn(program, [join(root, example)], { env: home.env, cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), exitOf(child)])
    t.equal(code, 0, err)
    t.match(out, /confirmed.*7\b.*confirmed.*7\+.*confirmed.*7\+7\b.*confirmed.*14/s)
    t.match(readFileSync(join(root, example), 'utf8'), /ix replay examples\/recordings\/calculator\.json/)
  })
