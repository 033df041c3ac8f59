/** What a page told (console, requests, downloads) as text: one line each, which no text of the page can forge. */
import { downloadLine } from './included-text.ts'
import type { Result } from './methods.ts'
import { plain } from './plain.ts'

type Message = Result<'console'>['messages'][number]
type Listed = NonNullable<Result<'network'>['requests']>[number]
type Detail = NonNullable<Result<'network'>['request']>

const longestUrl = 100

export function consoleLine({ level, text, times, source }: Message): string {
  const place = source === undefined ? '' : ` (${plain(placeOf(source))})`
  return `${level}: ${plain(text)}${times === undefined ? '' : ` ×${times}`}${place}`
}

/** The file alone, and the line in it. */
function placeOf(source: string): string {
  const [, path = source, line = ''] = /^(.*?)(:\d+)?$/s.exec(source) ?? []
  const name =
    path
      .replace(/[?#].*$/s, '')
      .split('/')
      .filter(Boolean)
      .at(-1) ?? path
  return `${name}${line}`
}

export function consoleText(result: Result<'console'>): string {
  const { messages } = result
  return [...(messages.length === 0 ? ['No messages.'] : messages.map(consoleLine)), noteOf(result)].join('\n')
}

export function networkText(result: Result<'network'>): string {
  const { requests = [], request } = result
  if (request !== undefined) return [...detailLines(request), noteOf(result)].filter((line) => line !== '').join('\n')
  return [...(requests.length === 0 ? ['No requests.'] : requests.map(requestLine)), noteOf(result)].join('\n')
}

function requestLine({ id, method, url, ...rest }: Listed): string {
  const parts = [id, plain(method), ...outcomeOf(rest), shortened(plain(url))]
  return parts.join(' ')
}

function outcomeOf({
  status,
  failed,
  type,
  bytes,
  durationMs,
}: Pick<Listed, 'status' | 'failed' | 'type' | 'bytes' | 'durationMs'>) {
  const parts = [
    failed === undefined ? (status ?? '-') : plain(failed),
    type,
    bytes !== undefined && `${bytes} B`,
    durationMs === undefined ? 'under way' : `${durationMs} ms`,
  ]
  return parts.filter((part) => part !== false).map(String)
}

/** The end of a url tells more than its middle. */
function shortened(url: string): string {
  return url.length <= longestUrl ? url : `${url.slice(0, 60)}…${url.slice(60 - longestUrl)}`
}

function detailLines(request: Detail): string[] {
  const { id, method, url, statusText, mimeType, initiator, requestHeaders, responseHeaders, postData, body, noBody } =
    request
  return [
    `${id} ${plain(method)} ${plain(url)}`,
    [...outcomeOf(request), statusText && plain(statusText), mimeType && plain(mimeType)].filter(Boolean).join(' '),
    ...(initiator === undefined ? [] : [`by ${plain(initiator)}`]),
    ...headerLines('>', requestHeaders),
    ...headerLines('<', responseHeaders ?? {}),
    ...(postData === undefined ? [] : ['sent:', ...barred(postData)]),
    ...(body === undefined ? [] : ['body:', ...barred(body)]),
    ...(noBody === undefined ? [] : [`no body: ${plain(noBody)}`]),
  ]
}

const headerLines = (sign: string, headers: Detail['requestHeaders']) =>
  Object.entries(headers).map(([name, value]) => `${sign} ${plain(name)}: ${plain(value)}`)

/** As it is, line by line: none can be taken for one of ours. */
const barred = (text: string) =>
  text.split(/\r?\n/).map((line) => `| ${line.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ')}`)

export function downloadsText(result: Result<'downloads'>): string {
  const { downloads } = result
  return [...(downloads.length === 0 ? ['No downloads.'] : downloads.map(downloadLine)), noteOf(result)].join('\n')
}

interface Noted {
  readonly last?: number | undefined
  readonly more?: number | undefined
  readonly lost?: number | undefined
  readonly shownLength?: number | undefined
  readonly totalLength?: number | undefined
  readonly confirmToken?: string | undefined
  readonly hint?: string | undefined
}

function noteOf({ last, more, lost, shownLength, totalLength, confirmToken, hint }: Noted): string {
  const notes = [
    more !== undefined && `${more} more before`,
    lost !== undefined && `${lost} lost`,
    confirmToken !== undefined && `${shownLength} of ${totalLength} characters, confirmToken ${confirmToken}`,
    last !== undefined && `last ${last}`,
    hint,
  ]
  const note = notes.filter(Boolean).join(', ')
  return note === '' ? '' : `(${note})`
}
