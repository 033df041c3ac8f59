/** What people reported of other tools on macOS, each as a small program of the stub. Only the facts are theirs. */
import t from 'tap'
import { Problem } from '../../../daemon/problem.ts'
import { noCompiler as skip } from '../../fixtures/ax/stub.ts'
import { makeWorld } from '../../fixtures/ax/world.ts'
import { openWorld } from '../../fixtures/daemon/world.ts'
import { orProblem } from '../../fixtures/thrown.ts'
import { programs } from './reports/table.ts'

/** `IX_REPORTS=3807,3808` tries those alone. */
const only = process.env.IX_REPORTS?.split(',')
const chosen = only ? programs.filter(({ of }) => only.some((one) => of.includes(one))) : programs
const [front, back] = [331, 332]
const apps = `${front}=org.example.front,${back}=org.example.program`

t.test('public reports', { skip, timeout: 300_000 }, async (t) => {
  for (const { of, kind, program, acts, truth, todo } of chosen)
    await t.test(`${of}: ${kind}`, { todo: todo ?? false }, async (t) => {
      const inFront = /^app /.test(program)
        ? program
        : `app pid=${back} bundle=org.example.program title=Program front\n${program}`
      const other = `app pid=${front} bundle=org.example.front title=Other\n  AXWindow title=Desk main at=0,0,10,10\n`
      const made = makeWorld(t, { worlds: [other as `app ${string}`, inFront as `app ${string}`], apps })
      const { call } = openWorld(t, [made.platform])
      const where = { scope: 'application', bundleId: 'org.example.program' }
      for (const { on, says = 'confirmed', shows, ...request } of acts) {
        if (request.action === undefined) {
          const { outline = '' } = await call('explore', {
            ...where,
            format: 'outline',
            includeNonInteractable: true,
          } as never)
          t.match(outline, shows)
          continue
        }
        const filter = typeof on === 'string' ? { anyFieldContains: on } : on
        const params = {
          ...request,
          find: { ...where, filter, includeNonInteractable: true, includeDisabled: true },
          timeoutMs: 6000,
        }
        const said = await orProblem(call('interact', params as never))
        const word = said instanceof Problem ? said.name : said.effect
        const why = said instanceof Problem ? `${said.message} ${said.hint}` : JSON.stringify(said)
        t.ok(
          [says].flat().includes(word ?? ''),
          `${request.action} ${JSON.stringify(on)}: ${word}, not ${says}: ${why}`,
        )
        if (shows !== undefined) t.match(why, shows)
      }
      for (const [command, wanted] of truth) t.match(await made.command(command), wanted, command)
    })
})
