import { defineMethod } from '../method.ts'
import { preview, tab, timeoutMs } from '../params.ts'
import { plain } from '../plain.ts'
import type { Infer, ObjectSchema } from '../schema.ts'
import { noteOf } from '../text/feed.ts'

const headers = { type: 'object', additionalProperties: { type: 'string' } } as const

/** Fields of a request, both in the list and in detail. */
const entry = {
  id: { type: 'string' },
  method: { type: 'string' },
  url: { type: 'string', description: 'Long ones are cut in the list.' },
  type: { type: 'string', description: 'Document, Script, XHR, Fetch, Image, …' },
  status: { type: 'integer', description: 'Of the response, if one came.' },
  failed: { type: 'string', description: 'Why it failed.' },
  mimeType: { type: 'string' },
  bytes: { type: 'integer', description: 'Received over the network.' },
  at: { type: 'integer', description: 'When it started, ms since 1970.' },
  durationMs: { type: 'integer', description: 'Omitted while it is in progress.' },
} as const
const required = ['id', 'method', 'url', 'type', 'at'] as const

const result = {
  type: 'object',
  properties: {
    requests: {
      type: 'array',
      description: 'Those that match, in the order they started.',
      items: { type: 'object', required, properties: entry },
    },
    last: { type: 'integer', description: 'Pass it as since.' },
    more: { type: 'integer', minimum: 1, description: 'Earlier requests that also match.' },
    lost: { type: 'integer', minimum: 1, description: 'Requests of any kind that are no longer kept.' },
    request: {
      type: 'object',
      description: 'The one with the id. Header values are cut at 300 characters.',
      required: [...required, 'requestHeaders'],
      properties: {
        ...entry,
        statusText: { type: 'string' },
        initiator: { type: 'string', description: 'What caused it: its kind, and url:line.' },
        requestHeaders: headers,
        responseHeaders: headers,
        postData: { type: 'string', description: 'What was sent: a preview if it is long together with the body.' },
        body: { type: 'string', description: 'What was received, if it is text: a preview if it is long.' },
        noBody: { type: 'string', description: 'Why there is no body.' },
      },
    },
    har: { type: 'object', description: 'HAR 1.2, without what was received.', additionalProperties: {} },
    ...preview,
  },
} as const satisfies ObjectSchema

export const network = defineMethod({
  name: 'network',
  summary:
    'Requests of a page, newest last, from the first call on; with `id` headers, data sent and body of one. Passwords, tokens and cookies are [redacted].',
  params: {
    type: 'object',
    additionalProperties: false,
    properties: {
      tab: { ...tab, description: 'Default: the selected tab.' },
      id: { type: 'string', minLength: 1, maxLength: 20, description: 'Details of this one.' },
      urlContains: { type: 'string', minLength: 1, maxLength: 1000 },
      type: {
        type: 'string',
        minLength: 1,
        maxLength: 40,
        description: 'document, script, xhr, fetch, image, …',
      },
      method: { type: 'string', minLength: 1, maxLength: 20 },
      status: { type: 'integer', minimum: 100, maximum: 599 },
      failed: { type: 'boolean', description: 'No response, or a status of 400 or more.' },
      since: { type: 'integer', minimum: 0, description: '`last` of an earlier answer.' },
      limit: { type: 'integer', minimum: 1, maximum: 500, default: 30, description: 'The newest.' },
      har: { type: 'boolean', default: false, description: 'All that fit, in the form of a HAR file.' },
      timeoutMs: { ...timeoutMs, default: 5000 },
    },
  },
  result,
  errors: ['tab_not_found', 'not_found', 'unsupported_here', 'dialog_open', 'unresponsive'],
  scope: 'read',
  effect: 'reads',
  group: 'page',
  positional: ['id'],
  examples: [
    {
      summary: 'What failed',
      params: { tab: 't1', failed: true },
      result: {
        requests: [
          {
            id: 'r4',
            method: 'POST',
            url: 'https://example.com/api/cart',
            type: 'Fetch',
            status: 500,
            mimeType: 'application/json',
            bytes: 310,
            at: 1767225600000,
            durationMs: 41,
          },
        ],
        last: 9,
      },
    },
    {
      summary: 'Details of one; a long body comes as a preview, and confirm returns the whole once',
      params: { tab: 't1', id: 'r4' },
      result: {
        request: {
          id: 'r4',
          method: 'POST',
          url: 'https://example.com/api/cart',
          type: 'Fetch',
          status: 500,
          at: 1767225600000,
          durationMs: 41,
          requestHeaders: { Authorization: '[redacted]', 'Content-Type': 'application/json' },
          responseHeaders: { 'Content-Type': 'application/json' },
          postData: '{"item":7}',
          body: '{"error":"out of stock"}',
        },
      },
    },
  ],
  text: networkText,
})

type Requests = Infer<typeof result, 'in'>
type Listed = NonNullable<Requests['requests']>[number]
type Detail = NonNullable<Requests['request']>
const longestUrl = 100

function networkText(result: Requests): string {
  const { requests = [], request, har } = result
  if (har !== undefined) return JSON.stringify(har)
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

/** Keeps both ends: the end of a url says more than its middle. */
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

/** Verbatim and marked line by line, so that none can be mistaken for one of ours. */
const barred = (text: string) =>
  text.split(/\r?\n/).map((line) => `| ${line.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ')}`)
