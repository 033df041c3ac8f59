/** `ix download`: presses what starts a download, waits until it is complete, and saves it where it is wanted. */
import { copyFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { localCommands } from '../../api-schema/cli/local-commands.ts'
import { paramsOf } from '../../api-schema/cli/params.ts'
import { commandNamed } from '../../api-schema/cli/usage.ts'
import { UsageError } from '../../api-schema/cli/usage-error.ts'
import type { Result } from '../../api-schema/methods.ts'
import { isRefused } from '../../api-schema/text/answer.ts'
import { CallError, type CallOptions, call } from '../reach/call.ts'
import { isRemote } from '../reach/place.ts'
import { commandArguments } from '../terminal/arguments.ts'

type Report = Result<'downloads'>['downloads'][number]

const pollMs = 200
/** A server may take its time to answer with a file. */
const startMs = 30_000

/** Returns what to print. */
export async function download(rest: readonly string[], options: CallOptions): Promise<string> {
  if (isRemote())
    throw new UsageError('The file would be on the machine of the daemon (IX_URL): ix click, then ix downloads.')
  const command = { ...commandNamed('click')!, name: 'download' }
  const { typed, words } = commandArguments(rest, command)
  const file = words.at(-1)
  if (file === undefined) throw new UsageError(`Usage: ${localCommands.download?.usage}`)
  const params = paramsOf(command, typed, words.slice(0, -1))
  const marks = await marksNow(options)
  const pressed = await call('interact', { ...params, format: 'outline' }, options)
  if (isRefused(pressed)) throw new CallError('failed', 'The application refused the press: nothing was downloaded.')
  const { name, path, state, bytes } = await complete(marks, options)
  if (state !== 'completed' || path === undefined)
    throw new CallError('failed', `The download of ${name} was canceled after ${bytes} bytes.`)
  await copyFile(path, resolve(file))
  return `${file}: ${name}, ${bytes} bytes`
}

/** By tab: the last download of each before the press. Asking also starts the listening. */
async function marksNow(options: CallOptions): Promise<Map<string, number>> {
  const marks = new Map<string, number>()
  for (const tab of await tabsNow(options)) marks.set(tab, (await downloadsOf(tab, 0, options)).last)
  return marks
}

/** The download that began since, once it has ended. */
async function complete(marks: ReadonlyMap<string, number>, options: CallOptions): Promise<Report> {
  const latest = Date.now() + startMs
  for (;;) {
    const begun = []
    for (const tab of await tabsNow(options))
      begun.push(...(await downloadsOf(tab, marks.get(tab) ?? 0, options)).downloads)
    const files = new Map(begun.map((report) => [report.path ?? report.url, report]))
    if (files.size > 1)
      throw new CallError('failed', `${files.size} downloads began, and which is meant is not told.`, {
        hint: 'ix downloads lists them, with where each was saved.',
      })
    const [report] = files.values()
    if (report !== undefined && report.state !== 'inProgress') return report
    if (report === undefined && Date.now() > latest)
      throw new CallError('failed', `The press started no download within ${startMs / 1000} s.`, {
        hint: 'ix explore shows what came instead.',
      })
    await setTimeout(pollMs)
  }
}

async function tabsNow(options: CallOptions): Promise<string[]> {
  return ((await call('tabs', {}, options)) as Result<'tabs'>).tabs.map(({ tab }) => tab)
}

/** None of a tab that has closed since it was listed, as one does that only opened for a file. */
async function downloadsOf(tab: string, since: number, options: CallOptions): Promise<Result<'downloads'>> {
  try {
    return (await call('downloads', { tab, since, limit: 500 }, options)) as Result<'downloads'>
  } catch (error) {
    if (error instanceof CallError && error.name === 'tab_not_found') return { downloads: [], last: since }
    throw error
  }
}
