/** Presses an element that starts a download, and waits until the file is there. */

import { given } from '../../../api-schema/given.ts'
import type { Result } from '../../../api-schema/methods.ts'
import { quoted } from '../../../api-schema/quoted.ts'
import type { Call } from '../../dispatch.ts'
import { until } from '../../platform/acting/polling.ts'
import { Problem } from '../../problem.ts'
import type { CalledStep, StepResult } from './step.ts'

type Report = Result<'downloads'>['downloads'][number]

const pollMs = 200
/** Part of the call's time reserved for its answer. */
const answerMs = 500

export async function downloaded({ elementId, find }: CalledStep, call: Call): Promise<StepResult> {
  // By tab, the last download before the press. Asking also starts listening for downloads.
  const marks = new Map<string, number>()
  for (const tab of await tabsNow(call)) marks.set(tab, (await downloadsOf(tab, 0, call)).last)
  const press = { ...given({ elementId, find }), action: 'click', expectation: { diff: false } }
  const { effect, refused } = await call.run('interact', press)
  if (effect === 'refused') throw failed(`The application refused the press: ${refused}`)
  let begun: Report[] = []
  const isOver = async () => {
    const reports = await Promise.all(
      (await tabsNow(call)).map((tab) => downloadsOf(tab, marks.get(tab) ?? 0, call).then((one) => one.downloads)),
    )
    begun = [...new Map(reports.flat().map((report) => [report.path ?? report.url, report])).values()]
    return begun.length > 0 && begun.every(({ state }) => state !== 'inProgress')
  }
  const ms = call.deadline - performance.now() - answerMs
  const isComplete = await until(isOver, { ms, signal: call.signal, everyMs: pollMs })
  const [report, other] = begun
  if (report === undefined) throw failed('The press started no download.')
  if (other !== undefined) throw failed(`${begun.length} downloads began, and which is meant is not known.`)
  const { name, path, state, bytes } = report
  if (!isComplete) throw failed(`The download of ${quoted(name)} goes on: ${bytes} bytes until now.`)
  if (state !== 'completed' || path === undefined)
    throw failed(`The download of ${quoted(name)} was canceled after ${bytes} bytes.`)
  return { effect: 'confirmed', why: `${name}, ${bytes} bytes`, path }
}

function failed(message: string): Problem {
  return new Problem('not_as_expected', {
    message,
    hint: 'Call {downloads} for what began, with where each was saved.',
  })
}

async function tabsNow(call: Call): Promise<readonly string[]> {
  return (await call.run('tabs', {})).tabs.map(({ tab }) => tab)
}

/** None for a tab that has closed since it was listed, such as one that opened only for a file. */
async function downloadsOf(tab: string, since: number, call: Call): Promise<Result<'downloads'>> {
  return await call.run('downloads', { tab, since, limit: 500 }).catch((error: unknown) => {
    if (error instanceof Problem && error.name === 'tab_not_found') return { downloads: [], last: since }
    throw error
  })
}
