/** Plants imports in an empty copy of the tree and sees the real linter refuse the wrong ones and pass the right ones. */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t, { type Test } from 'tap'

const root = fileURLToPath(new URL('..', import.meta.url))
const biome = join(root, 'node_modules/.bin/biome')

/** File → the specifiers that it may import. */
const allowed: { readonly [file: string]: readonly string[] } = {
  'api-schema/methods.ts': ['./schema.ts', './methods/explore.ts'],
  'api-schema/methods/explore.ts': ['../method.ts', './expand.ts'],
  'clients/cli.ts': [
    'node:fs',
    'node:fs/promises',
    './call.ts',
    '../api-schema/methods.ts',
    '../api-schema/methods/expand.ts',
  ],
  'clients/start.mjs': ['node:fs', '../dist/clients/place.js'],
  'daemon/main.ts': ['node:process', './http.ts', './platform/open.ts', './tree/trees.ts', './methods/table.ts'],
  'daemon/http.ts': ['fastify', './rpc.ts', './config.ts', '../api-schema/errors.ts'],
  'daemon/rpc.ts': ['./dispatch.ts', './problem.ts'],
  'daemon/mcp.ts': ['@modelcontextprotocol/server', './dispatch.ts'],
  'daemon/dispatch.ts': ['./session.ts', './validate.ts', './tree/trees.ts', './platform/platform.ts'],
  'daemon/validate.ts': ['ajv', 'ajv/dist/2020.js', './problem.ts'],
  'daemon/log.ts': ['pino', './config.ts'],
  'daemon/session.ts': ['node:crypto', './problem.ts', '../api-schema/method.ts'],
  'daemon/tree/trees.ts': ['lru-cache', './tree.ts', '../platform/platform.ts'],
  'daemon/tree/walk.ts': ['./node.ts', '../platform/flags.ts', '../problem.ts', '../../api-schema/element.ts'],
  'daemon/shape/outline.ts': ['./budget.ts', '../tree/node.ts', '../tree/walk.ts', '../../api-schema/element.ts'],
  'daemon/methods/explore.ts': ['../tree/trees.ts', '../shape/outline.ts', '../session.ts', '../platform/platform.ts'],
  'daemon/platform/open.ts': ['./cdp/cdp.ts', './replay/replay.ts', './platform.ts', '../config.ts'],
  'daemon/platform/platform.ts': ['./flags.ts', '../../api-schema/element.ts'],
  'daemon/platform/cdp/connection.ts': ['ws', 'node:net', './session.ts', '../../problem.ts'],
  'daemon/platform/cdp/launch.ts': ['chrome-launcher', '../platform.ts'],
  'daemon/platform/atspi/x11.ts': ['x11', '../../problem.ts'],
  'daemon/platform/ax/engine.ts': ['ffi-rs'],
  'daemon/platform/cdp/rows.ts': [
    'devtools-protocol',
    '../platform.ts',
    '../roles.ts',
    '../../../api-schema/element.ts',
  ],
  'daemon/platform/replay/replay.ts': ['node:fs/promises', './recording.ts', '../platform.ts', '../../problem.ts'],
  'test/x.test.ts': ['tap', '../daemon/main.ts', 'ws'],
}

/** File → specifiers that the linter must refuse there. */
const refused: { readonly [file: string]: readonly string[] } = {
  'api-schema/schema.ts': ['node:fs', 'ajv', '../daemon/problem.ts', '../clients/call.ts'],
  'api-schema/methods/expand.ts': ['node:fs', 'ajv', '../../daemon/problem.ts'],
  'clients/call.ts': [
    'fs',
    'ws',
    'pino',
    '@modelcontextprotocol/server',
    '../daemon/problem.ts',
    '../daemon/tree/node.ts',
  ],
  'daemon/http.ts': ['ajv', 'pino', 'ws', './tree/trees.ts', './methods/table.ts', './main.ts', './platform/open.ts'],
  'daemon/rpc.ts': ['fastify', './methods/explore.ts', './tree/node.ts', '../test/fixtures/serve.ts'],
  'daemon/mcp.ts': ['fastify', './shape/outline.ts', '../clients/call.ts'],
  'daemon/dispatch.ts': [
    'ajv',
    './methods/explore.ts',
    './shape/outline.ts',
    './platform/cdp/cdp.ts',
    './platform/open.ts',
  ],
  'daemon/session.ts': ['lru-cache', './tree/trees.ts', './platform/platform.ts', './shape/outline.ts'],
  'daemon/validate.ts': ['fastify', './main.ts'],
  'daemon/main.ts': ['fastify', 'pino', 'ws', 'chrome-launcher'],
  'daemon/log.ts': ['fastify', './tree/node.ts'],
  'daemon/tree/walk.ts': [
    'lru-cache',
    '../platform/cdp/cdp.ts',
    '../platform/open.ts',
    '../shape/outline.ts',
    '../session.ts',
  ],
  'daemon/tree/trees.ts': ['pino', '../platform/replay/replay.ts', '../methods/explore.ts'],
  'daemon/shape/outline.ts': [
    'node:fs',
    'node:util',
    'lru-cache',
    '../platform/platform.ts',
    '../tree/trees.ts',
    '../session.ts',
  ],
  'daemon/methods/explore.ts': [
    'fastify',
    'ws',
    '../platform/cdp/cdp.ts',
    '../platform/open.ts',
    '../http.ts',
    '../main.ts',
  ],
  'daemon/platform/platform.ts': ['./cdp/cdp.ts', '../tree/node.ts', 'ws'],
  'daemon/platform/open.ts': ['ws', '../tree/trees.ts', '../session.ts', '../methods/table.ts'],
  'daemon/platform/cdp/connection.ts': ['chrome-launcher', '../replay/replay.ts', '../../tree/node.ts', '../open.ts'],
  'daemon/platform/cdp/rows.ts': [
    'ws',
    'chrome-launcher',
    '../replay/rows.ts',
    '../atspi/bus.ts',
    '../../shape/outline.ts',
  ],
  'daemon/platform/replay/replay.ts': [
    'ws',
    'devtools-protocol',
    '../cdp/cdp.ts',
    '../open.ts',
    '../../methods/wait.ts',
  ],
  'daemon/platform/ax/cf.ts': ['ffi-rs', '../cdp/rows.ts'],
  'daemon/platform/atspi/bus.ts': ['../cdp/rows.ts', '../replay/replay.ts', '../../main.ts'],
}

interface Finding {
  readonly file: string
  readonly rule: string
  readonly line: number
}

/** What the linter, with the project's own configuration, says of a tree that holds the given files only. */
function lint(t: Test, files: { readonly [file: string]: string }): readonly Finding[] {
  const folder = mkdtempSync(join(tmpdir(), 'import-rule-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  cpSync(join(root, 'biome.json'), join(folder, 'biome.json'))
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  const args = [
    'lint',
    '--vcs-enabled=false',
    '--reporter=json',
    '--max-diagnostics=none',
    '--diagnostic-level=error',
    '.',
  ]
  const run = spawnSync(biome, args, { cwd: folder, encoding: 'utf8' })
  const start = run.stdout.indexOf('{')
  if (start < 0) throw new Error(`the linter printed no report: ${run.stdout}${run.stderr}`)
  const report: { diagnostics: { category: string; location: { path: string; start: { line: number } } }[] } =
    JSON.parse(run.stdout.slice(start))
  return report.diagnostics.map((found) => ({
    file: found.location.path.replace(/^\.\//, ''),
    rule: found.category,
    line: found.location.start.line,
  }))
}

const source = (specifiers: readonly string[]) => specifiers.map((name) => `import '${name}'\n`).join('')

function trees(table: { readonly [file: string]: readonly string[] }): { [file: string]: string } {
  return Object.fromEntries(Object.entries(table).map(([file, names]) => [file, source(names)]))
}

t.test('what the rule allows passes', async (t) => {
  t.same(lint(t, trees(allowed)), [])
})

t.test('each wrong arrow is refused, where it stands', async (t) => {
  const found = lint(t, trees(refused))
  for (const [file, names] of Object.entries(refused)) {
    const lines = found.filter((one) => one.file === file && one.rule === 'lint/style/noRestrictedImports')
    const missed = names.filter((_, at) => !lines.some((one) => one.line === at + 1))
    t.same(missed, [], `${file} may not import ${names.join(', ')}`)
  }
})

t.test('other spellings of an import are refused too', async (t) => {
  const spellings = [
    "import type { A } from '../daemon/problem.ts'",
    "export { a } from '../daemon/problem.ts'",
    "export * from '../daemon/problem.ts'",
    "export const b = await import('../daemon/problem.ts')",
  ]
  const found = lint(t, { 'clients/call.ts': `${spellings.join('\n')}\n` })
  const lines = found.filter((one) => one.rule === 'lint/style/noRestrictedImports').map((one) => one.line)
  t.same(lines.sort(), [1, 2, 3, 4])
})

t.test('import cycles, default exports and files over 350 lines are refused', async (t) => {
  const rows = (count: number) => Array.from({ length: count }, (_, at) => `export const row${at} = ${at}\n`).join('')
  const found = lint(t, {
    'daemon/tree/one.ts': "import { two } from './two.ts'\nexport const one = () => two\n",
    'daemon/tree/two.ts': "import { one } from './one.ts'\nexport const two = () => one\n",
    'daemon/shape/long.ts': rows(351),
    'daemon/shape/full.ts': rows(350),
    'clients/cli.ts': 'export default 1\n',
    'test/long.test.ts': rows(351),
  })
  const seen = found.map((one) => `${one.file} ${one.rule}`).sort()
  t.same(seen, [
    'clients/cli.ts lint/style/noDefaultExport',
    'daemon/shape/long.ts lint/style/noExcessiveLinesPerFile',
    'daemon/tree/one.ts lint/suspicious/noImportCycles',
    'daemon/tree/two.ts lint/suspicious/noImportCycles',
  ])
})
