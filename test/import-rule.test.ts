/** Plants imports in a copy of the tree whose files are empty, and sees the real rule refuse the wrong ones alone. */
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import t, { type Test } from 'tap'

const root = fileURLToPath(new URL('..', import.meta.url))
const places = ['api-schema', 'daemon', 'clients']

type Arrows = { readonly [file: string]: readonly string[] }

/** File → what it may not import: another file, a package, or one of Node's modules. What may be imported is in the tree itself. */
const refused: Arrows = {
  'api-schema/schema.ts': ['node:fs', 'ajv', 'daemon/problem.ts', 'clients/reach/call.ts'],
  'clients/reach/call.ts': ['ws', 'daemon/problem.ts', 'daemon/tree/model/node.ts', 'daemon/run/log.ts'],
  'daemon/serve/http.ts': ['ajv', 'daemon/tree/model/node.ts', 'daemon/methods/table.ts', 'daemon/platform/open.ts'],
  'daemon/serve/rpc.ts': ['ajv', 'daemon/methods/explore.ts', 'daemon/answers/look/view.ts'],
  'daemon/dispatch.ts': ['daemon/methods/explore.ts', 'daemon/view/write/outline.ts', 'daemon/platform/cdp/cdp.ts'],
  'daemon/agents/session.ts': ['daemon/tree/model/node.ts', 'daemon/platform/platform.ts'],
  'daemon/main.ts': ['daemon/platform/open.ts', 'daemon/dispatch.ts', 'ajv'],
  'daemon/daemon.ts': ['ajv', 'ws', 'daemon/main.ts'],
  'daemon/tree/model/node.ts': ['daemon/tree/warm/sync.ts', 'node:fs'],
  'daemon/tree/index/terms.ts': ['daemon/tree/warm/sync.ts', 'daemon/view/select/walk.ts'],
  'daemon/tree/warm/sync.ts': ['daemon/view/select/walk.ts', 'daemon/platform/replay/replay.ts', 'ajv'],
  'daemon/view/select/walk.ts': [
    'daemon/view/write/outline.ts',
    'daemon/agents/session.ts',
    'daemon/platform/cdp/cdp.ts',
  ],
  'daemon/view/write/outline.ts': ['node:util', 'daemon/view/fit/budget.ts', 'daemon/effect/act.ts'],
  'daemon/effect/act.ts': ['daemon/view/write/outline.ts', 'daemon/methods/interact.ts'],
  'daemon/tree/warm/warm-tree.ts': ['daemon/tree/identity/ids.ts'],
  'daemon/answers/look/view.ts': ['daemon/methods/explore.ts', 'daemon/serve/http.ts', 'daemon/answers/find/find.ts'],
  'daemon/methods/explore.ts': ['ajv', 'daemon/platform/cdp/cdp.ts', 'daemon/platform/open.ts', 'daemon/daemon.ts'],
  'daemon/platform/platform.ts': ['daemon/platform/cdp/cdp.ts', 'daemon/tree/model/node.ts', 'daemon/platform/open.ts'],
  'daemon/platform/open.ts': ['ws', 'daemon/tree/model/node.ts', 'daemon/methods/table.ts'],
  'daemon/platform/cdp/read/ax-row.ts': [
    ...['ws', 'daemon/platform/cdp/act/act.ts', 'daemon/platform/cdp/watch/quiet.ts'],
    ...['daemon/platform/atspi/wire/bus.ts', 'daemon/platform/open.ts', 'daemon/platform/cdp/source.ts'],
  ],
  'daemon/platform/cdp/wire/connection.ts': ['daemon/platform/cdp/read/ax-row.ts', 'daemon/tree/model/node.ts'],
  'daemon/platform/atspi/read/reader.ts': ['daemon/platform/atspi/act/act.ts', 'daemon/platform/cdp/read/ax-row.ts'],
  'daemon/platform/ax/ax.ts': ['ffi-rs', 'daemon/platform/ax/host/host.ts'],
  'daemon/platform/ax/host/host.ts': ['daemon/platform/ax/read/mirror.ts', 'daemon/problem.ts', 'daemon/run/log.ts'],
  'daemon/platform/replay/replay.ts': ['devtools-protocol', 'daemon/platform/cdp/cdp.ts', 'daemon/methods/wait.ts'],
}

const isFile = (target: string) => target.endsWith('.ts')

function filesOf(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
}

interface Found {
  readonly rule: string
  readonly from: string
  readonly to: string
}

/** What the project's rule says of a tree in which only the given files hold anything. */
function check(t: Test, texts: { readonly [file: string]: string }): readonly Found[] {
  const folder = mkdtempSync(join(tmpdir(), 'import-rule-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  for (const name of ['.dependency-cruiser.mjs', 'tsconfig.json']) cpSync(join(root, name), join(folder, name))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  for (const file of [...places.flatMap(filesOf), ...Object.keys(texts)]) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), texts[file] ?? '')
  }
  const program = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs')
  const args = [program, '--config', '.dependency-cruiser.mjs', '--output-type', 'json', ...places]
  const run = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  if (!run.stdout.startsWith('{')) throw new Error(`no report: ${run.stdout}${run.stderr}`)
  const { summary } = JSON.parse(run.stdout) as {
    summary: { violations: { rule: { name: string }; from: string; to: string }[] }
  }
  return summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to }))
}

function specifier(from: string, to: string): string {
  if (!isFile(to)) return to
  const path = relative(dirname(from), to)
  return path.startsWith('.') ? path : `./${path}`
}

function planted(arrows: Arrows): { [file: string]: string } {
  return Object.fromEntries(
    Object.entries(arrows).map(([file, targets]) => [
      file,
      targets.map((target) => `import '${specifier(file, target)}'\n`).join(''),
    ]),
  )
}

t.test('the arrows of this test lead from and to files that exist', async (t) => {
  const files = Object.entries(refused).flat(2)
  t.same(
    files.filter((file) => isFile(file) && !existsSync(join(root, file))),
    [],
  )
})

t.test('the rule names only what exists', async (t) => {
  const { default: rule } = await import(pathToFileURL(join(root, '.dependency-cruiser.mjs')).href)
  const all = places.flatMap(filesOf)
  const paths: string[] = rule.allowed.flatMap(({ from, to }: { from: { path: string }; to: { path?: unknown } }) => [
    from.path,
    ...[to.path ?? []].flat(),
  ])
  const ours = [...new Set(paths)].filter((path) => /^\^(api-schema|clients|daemon)/.test(path))
  t.ok(ours.length > 40, `${ours.length} places`)
  t.same(
    ours.filter((path) => !path.endsWith('mjs$') && !all.some((file) => new RegExp(path).test(file))),
    [],
  )
})

t.test(`each wrong arrow is refused: ${Object.values(refused).flat().length} arrows`, async (t) => {
  const found = check(t, planted(refused))
  for (const [file, targets] of Object.entries(refused)) {
    const missed = targets.filter((target) => {
      const name = target.replace(/^node:/, '')
      return !found.some(({ from, to }) => from === file && (isFile(target) ? to === target : to.includes(name)))
    })
    t.same(missed, [], `${file} may not import ${targets.join(', ')}`)
  }
})

t.test('other spellings of an import are refused too, and so are cycles, of types as well', async (t) => {
  const found = check(t, {
    'clients/reach/call.ts': "import type { A } from '../../daemon/problem.ts'\n",
    'clients/cli.ts': "export { a } from '../daemon/dispatch.ts'\n",
    'clients/mcp/mcp.ts': "export * from '../../daemon/config.ts'\n",
    'clients/terminal/save.ts': "export const b = await import('../../daemon/version.ts')\n",
    'daemon/view/write/json.ts': "import { text } from './text.ts'\nexport const json = () => text\n",
    'daemon/view/write/text.ts': "import { json } from './json.ts'\nexport const text = () => json\n",
    'daemon/view/fit/tokens.ts': "import type { B } from './budget.ts'\nexport interface O { readonly b: B }\n",
    'daemon/view/fit/budget.ts': "import type { O } from './tokens.ts'\nexport interface B { readonly o: O }\n",
  })
  t.same(found.map(({ rule, from }) => `${from} ${rule}`).sort(), [
    'clients/cli.ts not-in-allowed',
    'clients/mcp/mcp.ts not-in-allowed',
    'clients/reach/call.ts not-in-allowed',
    'clients/terminal/save.ts not-in-allowed',
    'daemon/view/fit/budget.ts no-cycle',
    'daemon/view/write/json.ts no-cycle',
  ])
})

t.test('what passes the lines of `ix mcp` on is little', async (t) => {
  const seen = new Set(['clients/mcp/main.ts'])
  for (const file of seen) {
    const text = readFileSync(join(root, file), 'utf8')
    for (const [, path] of text.matchAll(/^import (?!type )(?:[^'\n]*(?:\n {2}[^'\n]*)*from )?'([^']+)'/gm))
      seen.add(path!.startsWith('.') ? relative(root, join(root, dirname(file), path!)) : path!)
    for (const path of [...seen]) if (!isFile(path) || /^node:/.test(path)) seen.delete(path)
  }
  t.ok(seen.has('clients/reach/post.ts') && seen.has('daemon/run/ownership.ts'), 'imports are followed')
  const known = new Set([...seen].map((file) => dirname(file)))
  t.same([...known].sort(), ['api-schema', 'clients/mcp', 'clients/reach', 'clients/terminal', 'daemon/run'])
  for (const heavy of [
    'api-schema/methods.ts',
    'api-schema/mcp-tools.ts',
    'api-schema/cli/usage.ts',
    'clients/reach/call.ts',
  ])
    t.notOk(seen.has(heavy), heavy)
  const bytes = [...seen].reduce((sum, file) => sum + statSync(join(root, file)).size, 0)
  t.ok(bytes < 50_000, `${seen.size} files of ${bytes} bytes`)
})

t.test('default exports and files over 350 lines are refused', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'lint-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  cpSync(join(root, 'biome.json'), join(folder, 'biome.json'))
  const rows = (count: number) => Array.from({ length: count }, (_, at) => `export const row${at} = ${at}\n`).join('')
  const texts = {
    'daemon/view/write/long.ts': rows(351),
    'daemon/view/write/full.ts': rows(350),
    'clients/cli.ts': 'export default 1\n',
    'test/long.test.ts': rows(351),
  }
  for (const [file, text] of Object.entries(texts)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  const args = ['lint', '--vcs-enabled=false', '--reporter=json', '--max-diagnostics=none', '.']
  const run = spawnSync(join(root, 'node_modules/.bin/biome'), args, { cwd: folder, encoding: 'utf8' })
  const report: { diagnostics: { category: string; location: { path: string } }[] } = JSON.parse(
    run.stdout.slice(run.stdout.indexOf('{')),
  )
  const seen = report.diagnostics.map(({ category, location }) => `${location.path.replace(/^\.\//, '')} ${category}`)
  t.same(seen.sort(), [
    'clients/cli.ts lint/style/noDefaultExport',
    'daemon/view/write/long.ts lint/style/noExcessiveLinesPerFile',
  ])
})
