/** Agents with rights of their own: let in by their token and nothing else, over restarts, until they are revoked or their time is up. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { agentRecord } from '../../api-schema/rights.ts'
import { Agents, owner } from '../../daemon/agents/agents.ts'
import { AgentFiles } from '../../daemon/run/agent-files.ts'
import { faultFinder } from '../../daemon/validate.ts'
import { thrownBy } from '../fixtures/thrown.ts'
import { until } from '../fixtures/until.ts'

const find = faultFinder(agentRecord, 'agent')
const filesIn = (folder: string) => new AgentFiles(folder, (value) => find(value) === undefined)
/** Both clocks, set by hand. */
const clock = () => {
  const at = { wall: 1_700_000_000_000, steady: 0 }
  return { at, clocks: { wall: () => at.wall, steady: () => at.steady } }
}

t.test('an agent is let in by its token, also after a restart', async (t) => {
  const folder = join(t.testdir(), 'state')
  const agents = new Agents(filesIn(folder))
  agents.add(owner, 'owner-token')
  t.same(agents.list(), { records: [], damaged: [] })
  t.notOk(existsSync(folder), 'looking makes no folder')
  const { token } = agents.create('tester', { scope: 'interact', sites: ['a.test'], allow: ['file_pages'] })!
  t.match(token, /^ix_[\w-]{43}$/)
  const files = join(folder, 'agents')
  t.same(readdirSync(files), ['tester.json'])
  t.equal(statSync(join(files, 'tester.json')).mode & 0o777, 0o600)
  t.equal(statSync(files).mode & 0o777, 0o700)
  const text = readFileSync(join(files, 'tester.json'), 'utf8')
  t.notMatch(text, token.slice(3), 'of the token there is only a digest')
  t.match(text, createHash('sha256').update(token).digest('hex'))

  for (const each of [agents, new Agents(filesIn(folder))]) {
    const found = each.byToken(token)
    t.match(found, { name: 'tester', scope: 'interact', sites: ['a.test'], allow: ['file_pages'], apps: undefined })
    t.equal(each.named('tester'), found)
    for (const wrong of [token.slice(0, -1), `${token}x`, token.toUpperCase(), ''])
      t.equal(each.byToken(wrong), undefined)
  }
  t.equal(agents.byToken('owner-token'), owner)
  t.equal(agents.named('owner'), undefined, 'nobody acts as the owner by name')
  t.equal(agents.create('tester', { scope: 'admin' }), undefined, 'a name is given once')
  t.equal(agents.create('owner', { scope: 'read' }), undefined)
  t.equal(agents.byToken(token)?.scope, 'interact')
})

t.test('what is added to its rights stays, for every daemon, and ends nothing', async (t) => {
  const folder = t.testdir()
  const [here, there] = [new Agents(filesIn(folder)), new Agents(filesIn(folder))]
  const { token } = here.create('tester', { scope: 'interact', sites: ['a.test'] })!
  const before = there.byToken(token)!
  t.equal(here.widen('nobody', { sites: ['b.test'] }), undefined)
  here.widen('tester', { sites: ['b.test', 'a.test'], folders: ['/srv'] })
  for (const agents of [here, there, new Agents(filesIn(folder))])
    t.match(agents.byToken(token), { sites: ['a.test', 'b.test'], folders: ['/srv'], ended: { aborted: false } })
  t.equal(there.byToken(token)!.ended, before.ended)
  t.notOk(before.ended!.aborted)
  t.same(readdirSync(join(folder, 'agents')), ['tester.json'])
  const many = Array.from({ length: 99 }, (_, i) => `${i}.test`)
  t.match(
    thrownBy(() => here.widen('tester', { sites: many })),
    { name: 'limit_exceeded' },
  )
  t.same(there.list().damaged, [])
  here.revoke('tester')
  t.equal(there.byToken(token), undefined)
  t.ok(before.ended!.aborted, 'and ends with it')
})

t.test('revoking ends it at once, for every daemon', async (t) => {
  const folder = t.testdir()
  const [one, other] = [new Agents(filesIn(folder)), new Agents(filesIn(folder))]
  const { token } = one.create('tester', { scope: 'read' })!
  const [here, there] = [one.byToken(token)!, other.byToken(token)!]
  t.equal(one.byToken(token), here, 'one and the same as long as it lives')
  t.equal(one.revoke('nobody'), false)
  t.equal(here.ended!.aborted, false)
  t.equal(one.revoke('tester'), true)
  t.equal(here.ended!.aborted, true, 'what it has open ends')
  t.match(here.ended!.reason, { name: 'not_allowed', message: 'The agent tester has ended: its owner has revoked it.' })
  t.equal(one.byToken(token), undefined)
  t.equal(other.byToken(token), undefined, 'another daemon learns it when it is asked')
  t.equal(there.ended!.aborted, true)
  const again = one.create('tester', { scope: 'evaluate' })!
  t.equal(other.byToken(again.token)?.scope, 'evaluate')
  t.equal(other.byToken(token), undefined, 'an old token is not that of a new agent')
  // Both within one tick of the file system's clock.
  for (let i = 0; i < 50; i++) {
    const { token } = one.create(`quick${i}`, { scope: 'read' })!
    t.ok(other.byToken(token), `seen ${i}`)
    one.revoke(`quick${i}`)
    t.notOk(other.byToken(token), `gone ${i}`)
  }
})

t.test('its time is up as soon as either clock says so, and for good', async (t) => {
  for (const set of ['wall', 'steady'] as const) {
    const { at, clocks } = clock()
    const folder = join(t.testdir(), set)
    const agents = new Agents(filesIn(folder), clocks)
    const { token, record } = agents.create('brief', { scope: 'read' }, 60_000)!
    t.equal(record.until, at.wall + 60_000)
    const agent = agents.byToken(token)!
    at[set] += 59_999
    t.equal(agents.byToken(token), agent)
    at[set] += 1
    t.equal(agents.byToken(token), undefined, set)
    t.match(agent.ended!.reason, { message: /its time is up/ })
    t.same(readdirSync(join(folder, 'agents')), [], 'no clock that is set back brings it back')
    at[set] -= 3_600_000
    t.equal(new Agents(filesIn(folder), clocks).byToken(token), undefined)
  }
  const { at, clocks } = clock()
  const folder = t.testdir()
  const { token } = new Agents(filesIn(folder), clocks).create('brief', { scope: 'read' }, 60_000)!
  at.wall += 60_001
  at.steady = 5
  t.equal(new Agents(filesIn(folder), clocks).byToken(token), undefined, 'it ended while no daemon ran')

  const real = new Agents(filesIn(t.testdir()))
  const { token: short } = real.create('short', { scope: 'read' }, 50)!
  const { ended } = real.byToken(short)!
  await until(() => ended!.aborted, 'it ends by itself, though nobody asks')
})

t.test('what is damaged or not safe lets nobody in, and says so', async (t) => {
  const folder = t.testdir()
  const agents = new Agents(filesIn(folder))
  const file = (name: string) => join(folder, 'agents', `${name}.json`)
  const kinds: { readonly [name: string]: (path: string, text: string) => void } = {
    cut: (path, text) => writeFileSync(path, text.slice(0, -20)),
    empty: (path) => writeFileSync(path, ''),
    other: (path, text) => writeFileSync(path, text.replace('"read"', '"root"')),
    more: (path, text) => writeFileSync(path, text.replace('"name"', '"x":1,"name"')),
    renamed: (path, text) => writeFileSync(path, text.replace('renamed', 'someone')),
    open: (path) => chmodSync(path, 0o666),
    link: (path) => {
      spawnSync('mv', [path, `${path}.away`])
      symlinkSync(`${path}.away`, path)
    },
  }
  const good = agents.create('good', { scope: 'read' })!.token
  for (const [name, damage] of Object.entries(kinds)) {
    const { token } = agents.create(name, { scope: 'read' })!
    damage(file(name), readFileSync(file(name), 'utf8'))
    utimesSync(join(folder, 'agents'), new Date(), new Date())
    const anew = new Agents(filesIn(folder))
    t.equal(anew.byToken(token), undefined, name)
    t.same(anew.list().damaged, [name])
    t.ok(anew.byToken(good), 'others are not affected')
    t.equal(anew.revoke(name), true, 'it can be revoked')
    t.same(anew.list().damaged, [])
  }
  chmodSync(join(folder, 'agents'), 0o777)
  const unsafe = new Agents(filesIn(folder))
  t.equal(unsafe.byToken(good), undefined, 'a folder that others can write to')
  const problem = thrownBy<Error & { hint: string }>(() => unsafe.create('x', { scope: 'read' }))
  t.match(problem, { name: 'permission_denied', message: /^The agent was not added\. .*can be written to by others/ })
  t.match(problem.hint, /chmod 700/)
})

t.test('a full disk adds nobody', async (t) => {
  const folder = t.testdir()
  new Agents(filesIn(folder)).create('first', { scope: 'read' })
  const root = new URL('../../dist/daemon/', import.meta.url)
  const script = `
    const { Agents } = await import(${JSON.stringify(new URL('agents/agents.js', root))})
    const { AgentFiles } = await import(${JSON.stringify(new URL('run/agent-files.js', root))})
    process.on('SIGXFSZ', () => {})
    try { new Agents(new AgentFiles(${JSON.stringify(folder)}, () => true)).create('second', { scope: 'read' }) }
    catch (error) { console.error(error.name, error.message, error.hint) }`
  const command = 'ulimit -f 0; exec "$0" --input-type=module -e "$1"'
  const { stderr } = spawnSync('sh', ['-c', command, process.execPath, script], {
    encoding: 'utf8',
    cwd: fileURLToPath(root),
  })
  t.match(stderr, /internal_error The agent was not added: .*cannot be changed \((EFBIG|ENOSPC)\)\. .*free disk space/)
  t.same(readdirSync(join(folder, 'agents')), ['first.json'], 'nothing is left of it')
})
