/** What people reported of other tools of this kind: each on a small page of its own, and the page says what is right. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { Problem } from '../../daemon/problem.ts'
import { serve } from '../fixtures/daemon/serve.ts'
import { orProblem } from '../fixtures/thrown.ts'
import { chromiumOrSkip } from '../fixtures/web/chromium.ts'
import { openPage } from '../fixtures/web/inside.ts'
import type { Act, Report, Step } from './report.ts'
import { reports as all } from './table.ts'

/** `IX_REPORTS=playwright#6238,cypress` tries those alone. */
const only = process.env.IX_REPORTS?.split(',')
const reports = only ? all.filter(({ of }) => only.some((one) => of.includes(one))) : all

/** `did` keeps what happened, and shows it. */
const script = 'log = []; did = (what) => { log.push(what); said.value = log.join() }'
const documentOf = (body: string) =>
  `<!doctype html><meta charset="utf-8"><title>Report</title><script>${script}</script><body>${body}<output id="said"></output>`

t.test('public reports', { timeout: 300_000 }, async (t) => {
  if (!chromiumOrSkip(t)) return
  const folder = mkdtempSync(join(tmpdir(), 'ix-reports-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'notes.txt')
  writeFileSync(file, 'notes')
  const pages: { [path: string]: string } = { '/': documentOf('') }
  const server = await serve(t, { pages })
  const inOther = (text: string) => documentOf(text.replaceAll('OTHER', server.otherOrigin))
  for (const [at, { page, inner = '' }] of reports.entries()) {
    pages[`/${at}/`] = inOther(page)
    pages[`/${at}/inner`] = inOther(inner)
  }
  const { tab, call, outside } = await openPage(t, `${server.origin}/`)

  const findOf = (on: Act['on']) => ({
    scope: 'tab',
    tab,
    ...(typeof on === 'string' ? { filter: { anyFieldContains: on } } : on),
  })

  async function act({ on, says = 'confirmed', to, ...request }: Act): Promise<string | undefined> {
    const params = {
      ...request,
      ...(on === undefined ? { tab } : { find: findOf(on) }),
      ...(to !== undefined && {
        to: typeof to === 'string' ? { find: findOf(to) } : 'find' in to ? { find: findOf(to.find) } : to,
      }),
      ...(request.action === 'upload' && { files: [file] }),
      timeoutMs: 5000,
    }
    const wanted = typeof says === 'string' ? [says] : says
    const said = await orProblem(call('interact', params))
    const word = said instanceof Problem ? said.name : (said.effect ?? 'nothing')
    if (wanted.includes(word)) return
    const why =
      said instanceof Problem ? `${said.message} ${JSON.stringify(said.data)}` : (said.why ?? said.refused ?? '')
    return `${request.action} ${JSON.stringify(on)}: ${word} instead of ${wanted}. ${why.slice(0, 500)}`
  }

  /** What is wrong with it, if anything. */
  async function step(one: Step): Promise<string | undefined> {
    if ('page' in one) return void (await outside.evaluate(one.page))
    if ('waits' in one) return void (await call('wait', { scope: 'tab', tab, timeoutMs: 5000, ...one.waits }))
    if ('action' in one) return await act(one)
    const wide = 'all' in one && one.all === true ? { includeNonInteractable: true, includeDisabled: true } : {}
    const { outline = '' } = await call('explore', { scope: 'tab', tab, format: 'outline', ...wide })
    if ('shows' in one && !one.shows.test(outline)) return `no ${one.shows} in ${outline}`
    if ('lacks' in one && one.lacks.test(outline)) return `${one.lacks} is in ${outline}`
    return undefined
  }

  async function wrongIn({ steps, right: [expression, value] }: Report, url: string): Promise<string> {
    await call('navigate', { tab, url })
    const wrong: string[] = []
    for (const one of steps) {
      const said = await step(one).catch((error: unknown) => String(error))
      if (said !== undefined) wrong.push(said)
    }
    const now = await outside.evaluate(expression).catch((error: unknown) => String(error))
    if (JSON.stringify(now) !== JSON.stringify(value))
      wrong.push(`${expression} is ${JSON.stringify(now)} instead of ${JSON.stringify(value)}`)
    return wrong.join('; ')
  }

  for (const [at, report] of reports.entries()) {
    const began = performance.now()
    const wrong = await wrongIn(report, `${server.origin}/${at}/`)
    if (process.env.IX_REPORTS !== undefined) t.comment(`${Math.round(performance.now() - began)} ms`)
    t.equal(wrong, '', `${report.of}: ${report.kind}`, report.todo === undefined ? {} : { todo: report.todo })
  }
  const waiting = all.filter(({ todo }) => todo !== undefined).length
  t.comment(`${reports.length} cases, each a public report of another tool; ${waiting} of them do not hold yet`)
})
