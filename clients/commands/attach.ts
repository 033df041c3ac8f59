/** `ix attach` and `ix detach`: the person lets agents use a browser that they have open, or lends a tab of it. */
import { execFile } from 'node:child_process'
import { createInterface } from 'node:readline/promises'
import { localCommands } from '../../api-schema/cli/local-commands.ts'
import { UsageError } from '../../api-schema/cli/usage-error.ts'
import { harmless } from '../../api-schema/harmless.ts'
import type { Result } from '../../api-schema/methods.ts'
import { plain } from '../../api-schema/plain.ts'
import { CallError, type CallOptions, call } from '../reach/call.ts'
import { isRemote } from '../reach/place.ts'
import { localArguments } from '../terminal/local-arguments.ts'
import { holdSpinner, withSpinner } from '../terminal/spinner.ts'

type Answer = Result<'browser'>

/** Whether a person is at the terminal who can choose, rather than a program that runs commands. */
const isPersons = () => process.stdin.isTTY === true && process.stderr.isTTY === true && !isRemote()

export async function attach(rest: readonly string[], options: CallOptions): Promise<number> {
  const { typed, words } = localArguments(rest, 'attach', ['tab'])
  const [name, ...more] = words
  if (more.length > 0) throw new UsageError(`Usage: ${localCommands.attach?.usage}`)
  if (typed.tab === true && !isPersons())
    throw new CallError('not_allowed', 'Which tab to lend is for the person to choose, in a terminal.', {
      hint: 'Ask the person to run `ix attach --tab` there.',
    })
  const { browsers } = await attached(name, options)
  const names = browsers.flatMap(({ name: called, state }) => (state === 'attached' ? [called] : []))
  say(
    `Attached to ${names.map(plain).join(', ')}, until ix detach or the daemon ends. Agents work in windows of their own there.`,
  )
  if (typed.tab === true) await lend(options)
  return 0
}

export async function detach(rest: readonly string[], options: CallOptions): Promise<number> {
  const { words } = localArguments(rest, 'detach', [])
  const [name, ...more] = words
  if (more.length > 0) throw new UsageError(`Usage: ${localCommands.detach?.usage}`)
  const asked = { action: 'detach', ...(name !== undefined && { name }) }
  const { detached = [] } = (await call('browser', asked, options)) as Answer
  say(detached.length === 0 ? 'No browser was attached.' : `Detached from ${detached.map(plain).join(', ')}.`)
  return 0
}

async function attached(name: string | undefined, options: CallOptions): Promise<Answer> {
  const asked = { action: 'attach', ...(name !== undefined && { name }) }
  const { browsers } = (await call('browser', {}, options)) as Answer
  if (browsers.some(({ state }) => state === 'allowed' || state === 'asking'))
    process.stderr.write(
      'The browser asks in a dialog whether to allow remote debugging: press Allow there. This waits a minute.\n',
    )
  try {
    return (await withSpinner('attach', () => call('browser', asked, options))) as Answer
  } catch (error) {
    if (error instanceof CallError && error.data.reason === 'switched_off') await offerPage(error, browsers)
    throw error
  }
}

/** Chromium opens its own pages for no other program except the system of a Mac. */
async function offerPage({ data }: CallError, browsers: Answer['browsers']): Promise<void> {
  const [only, ...others] = browsers.filter(({ state }) => state === 'off')
  if (process.platform !== 'darwin' || !isPersons() || only === undefined || others.length > 0) return
  if (!/^y/i.test(await asked(`Open ${String(data.page)} in ${plain(only.name)}? (y/n) `))) return
  execFile('open', ['-a', only.name, String(data.page)], () => undefined)
}

/** Shows the person their own tabs, and lends or takes back those that they name. */
async function lend(options: CallOptions): Promise<void> {
  const { theirs = [] } = (await call('browser', { action: 'tabs' }, options)) as Answer
  if (theirs.length === 0) return say('There is no tab of yours.')
  const lines = theirs.map(({ title, url, tab }, at) => {
    const host = URL.canParse(url) ? new URL(url).host : ''
    return `${String(at + 1).padStart(3)}  ${[plain(title), host && `(${host})`, tab && `lent as ${tab}`].filter(Boolean).join(' ')}`
  })
  process.stderr.write(harmless(`${lines.join('\n')}\n`))
  const line = await asked('Lend which? Numbers; of one that is lent, to take it back; Enter for none: ')
  for (const word of line.split(/[\s,]+/).filter(Boolean)) {
    const one = theirs[Number(word) - 1]
    if (one === undefined) throw new UsageError(`There is no ${word} in the list.`)
    const { handle, tab } = one
    const wish = tab === undefined ? { action: 'lend', handle } : { action: 'take_back', tab }
    const { lent } = (await call('browser', wish, options)) as Answer
    say(harmless(`${lent === undefined ? `Taken back: ${tab}` : `Lent as ${lent}`} ${plain(one.title)}`))
  }
}

async function asked(question: string): Promise<string> {
  holdSpinner()
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return await lines.question(question)
  } finally {
    lines.close()
  }
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}
