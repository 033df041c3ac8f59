/** `ix doctor` with a real daemon over the imitation of AX. */
import t from 'tap'
import { noCompiler as skip } from '../fixtures/ax/stub.ts'
import { simulate } from '../fixtures/ax/world.ts'
import { ix, makeHome } from '../fixtures/daemon/daemon.ts'

interface Finding {
  readonly what: string
  readonly state: string
  readonly detail: string
  readonly remedy?: string
}

t.test('ix doctor', { skip }, async (t) => {
  const { env, control, remove } = simulate({ worlds: ['calculator'] })
  const home = makeHome({ ...env, IX_PLATFORMS: 'ax', IX_TCP: 'false' })
  t.teardown(async () => {
    await ix(home, 'stop')
    home.remove()
    remove()
  })
  const doctor = async (...flags: string[]) => {
    const { code, out, err } = await ix(home, 'doctor', '--json', ...flags)
    t.equal(code, 0, err)
    const found = JSON.parse(out) as Finding[]
    return (what: string) => found.find((one) => one.what.trim() === what)
  }
  const well = await doctor()
  t.match(well('accessibility permission'), { state: 'ok' })
  t.match(well('events'), { state: 'ok', detail: /calculator reported a change/ })
  t.match(well('permission is given to'), { detail: /under launchd it is .*node/ })
  await control.run('trusted 0')
  const denied = await doctor()
  t.match(denied('accessibility permission'), { state: 'missing', detail: /-25211/, remedy: /doctor --prompt/ })
  t.notOk(denied('events'), 'there is nothing that it could be tried on')
  t.equal(await control.run('prompts'), '0')
  const prompted = await doctor('--prompt')
  t.equal(await control.run('prompts'), '1')
  t.match(prompted('accessibility permission'), { state: 'missing', remedy: /System Settings/ })
  t.match((await ix(home, 'doctor', '--ask')).err, /There is no flag --ask/)
  t.equal((await ix(home, 'status', '--prompt')).code, 2, 'which is no flag of status')
})
