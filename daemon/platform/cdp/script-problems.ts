/** What went wrong with a script, as Problems. Words of the page are brought onto one line. */
import { plain } from '../../../api-schema/plain.ts'
import { Problem } from '../../problem.ts'
import type { Source } from './run-script.ts'
import type { Thrown } from './script-reply.ts'

const most = 500

/** It threw, or it does not compile: name, message and line, without a stack. */
export function failed({ name, message, line }: Thrown, { linesBefore }: Source, reason: 'threw' | 'syntax'): Problem {
  const own = line === undefined || line <= linesBefore ? undefined : line - linesBefore
  const said = `${plain(name) || 'thrown'}: ${plain(message)}`
  const cut = said.length > most ? `${said.slice(0, most)}…` : said
  return new Problem('script_failed', {
    message: `${cut}${own === undefined ? '' : ` (line ${own})`}`,
    data: { reason, ...(own !== undefined && { line: own }) },
  })
}

/** Its document went away in the middle. */
export function dropped(): Problem {
  return new Problem('script_failed', {
    message: 'The page went to another document before the script ended; its value is lost.',
    hint: 'Call evaluate again on what is there now. To go somewhere and wait for it call navigate.',
    data: { reason: 'navigated' },
  })
}

/** Nothing is left in the page that could still settle it. */
export function forgotten(): Problem {
  return new Problem('script_failed', {
    message: 'The promise that the script gave can never settle: the page has dropped it.',
    data: { reason: 'dropped' },
  })
}

export function unread(): Problem {
  return new Problem('script_failed', {
    message: 'The value of the script could not be read.',
    hint: 'Return only the part that is needed, as text or plain JSON.',
    data: { reason: 'unreadable' },
  })
}

export type Stopped = 'running' | 'awaiting' | 'stuck'

const ends: { readonly [how in Stopped]: string } = {
  running: 'was still running after MS ms and was stopped; the tab can be used.',
  awaiting: 'awaits something that did not come within MS ms; what it began goes on in the page.',
  stuck: 'was still running after MS ms and cannot be stopped.',
}
const hints: { readonly [how in Stopped]: string } = {
  running: 'Do less in one call, or raise timeoutMs. For text, visibility or elements no script is needed.',
  awaiting: 'Raise timeoutMs, or call wait for what is to happen in the page.',
  stuck: 'Call navigate with action "reload", or close the tab.',
}

export function late(how: Stopped, ms: number): Problem {
  return new Problem('timeout', {
    message: `The script ${ends[how].replace('MS', String(Math.round(ms)))}`,
    hint: hints[how],
    data: { reason: how },
  })
}
