/** Script failures as Problems. The page's words are put on one line. */
import type { Advice } from '../../../../api-schema/advice.ts'
import { plain } from '../../../../api-schema/plain.ts'
import { Problem } from '../../../problem.ts'
import type { Thrown } from '../injected/run.ts'
import type { Source } from './script-source.ts'

const most = 500

/** It threw, or does not compile: name, message and line, without a stack. */
export function failed({ name, message, line }: Thrown, { linesBefore }: Source, reason: 'threw' | 'syntax'): Problem {
  const own = line === undefined || line <= linesBefore ? undefined : line - linesBefore
  const text = `${plain(name) || 'thrown'}: ${plain(message)}`
  const cut = text.length > most ? `${text.slice(0, most)}…` : text
  return new Problem('script_failed', {
    message: `${cut}${own === undefined ? '' : ` (line ${own})`}`,
    data: { reason, ...(own !== undefined && { line: own }) },
  })
}

/** Its document went away while it ran. */
export function dropped(): Problem {
  return new Problem('script_failed', {
    message: 'The page navigated away before the script ended; its value is lost.',
    hint: 'Call {evaluate} again on the new page. To go somewhere and wait for it call {navigate}.',
    data: { reason: 'navigated' },
  })
}

/** Nothing in the page can settle it any more. */
export function forgotten(): Problem {
  return new Problem('script_failed', {
    message: 'The promise can never settle: the page has dropped it.',
    data: { reason: 'dropped' },
  })
}

export function unread(): Problem {
  return new Problem('script_failed', {
    message: 'The value could not be read.',
    hint: 'Return only what you need, as text or plain JSON.',
    data: { reason: 'unreadable' },
  })
}

export type Stopped = 'running' | 'awaiting' | 'stuck'

const ends: { readonly [how in Stopped]: string } = {
  running: 'was still running after MS ms and was stopped; the tab can be used.',
  awaiting: 'awaits something that did not come within MS ms; what it began goes on in the page.',
  stuck: 'was still running after MS ms and cannot be stopped.',
}
const hints: { readonly [how in Stopped]: Advice } = {
  running: [
    'Do less in one call, or raise timeoutMs. {text}, {visibility} and elements need no script.',
    'Do less in one call, or raise timeoutMs. {text} and elements need no script.',
  ],
  awaiting: ['Raise timeoutMs, or call {wait} for the change you expect in the page.', 'Raise timeoutMs.'],
  stuck: 'Call {navigate} with action "reload", or close the tab.',
}

export function late(how: Stopped, ms: number): Problem {
  return new Problem('timeout', {
    message: `The script ${ends[how].replace('MS', String(Math.round(ms)))}`,
    hint: hints[how],
    data: { reason: how },
  })
}
