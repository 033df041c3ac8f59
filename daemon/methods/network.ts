/** `network`: a page's requests, and the details of one. */
import { advise } from '../../api-schema/advice.ts'
import { cut, cutAt } from '../../api-schema/cut.ts'
import { given } from '../../api-schema/given.ts'
import type { Params, Result } from '../../api-schema/methods.ts'
import { guarded, previewLength } from '../answers/content/preview.ts'
import { requestTypeNamed } from '../answers/content/request-types.ts'
import { pageOf } from '../answers/where/scope.ts'
import type { Call, Handler, World } from '../dispatch.ts'
import type { NetworkDetail, NetworkEntry, Page } from '../platform/tab/page.ts'
import { Problem } from '../problem.ts'
import { fold } from '../tree/index/fold.ts'
import { harOf } from './har.ts'

type ViewOptions = Params<'network'>

const longestUrl = 200
const longestHeader = 300
/** Preview length of the request's data if request and response are long together. */
const longestData = 500

export const network: Handler<'network'> = async (params, call, world) => {
  const { tab, id, since = 0, limit, har } = params
  const fits = filterOf(params)
  if (har && id !== undefined)
    throw new Problem('invalid_params', {
      message: 'params.har: with id there is one request, and a HAR file holds all.',
      hint: 'Omit `har` or `id`.',
      data: { path: 'params.har' },
    })
  const page = await pageOf(tab, 'it requests nothing', call, world)
  if (id !== undefined) return await detailOf(page, id, call, world)
  const { isListening } = page.network
  if (har) {
    const all = (await page.network.details(since, call.signal)).filter(fits)
    return { har: harOf(all, page), ...(!isListening && { hint: advise(listening, call.has) }) }
  }
  const { entries, lost } = await page.network.since(since, call.signal)
  const all = entries.filter(fits)
  const shown = all.slice(-limit)
  const more = all.length - shown.length
  return {
    requests: shown.map(({ seq: _, ...entry }) => ({ ...rounded(entry), url: shortUrl(entry.url) })),
    last: entries.reduce((last, { seq }) => Math.max(last, seq), 0) || since,
    ...(more > 0 && { more }),
    ...(lost > 0 && { lost }),
    ...(!isListening && {
      hint: advise(listening, call.has),
    }),
  }
}

const listening =
  'Listening started with this call: only requests from now on are reported. ' +
  'For a whole page load, call {navigate} with action reload, then {network} again.'

function filterOf({ urlContains, type, method, status, failed }: ViewOptions): (entry: NetworkEntry) => boolean {
  const words = type === undefined ? undefined : requestTypeNamed(type)
  const needle = urlContains === undefined ? '' : fold(urlContains)
  const verb = method?.toUpperCase()
  return (entry) =>
    (words === undefined || entry.type === words) &&
    (verb === undefined || entry.method.toUpperCase() === verb) &&
    (status === undefined || entry.status === status) &&
    (failed === undefined || hasFailed(entry) === failed) &&
    (needle === '' || fold(entry.url).includes(needle))
}

const hasFailed = ({ failed, status = 0 }: NetworkEntry) => failed !== undefined || status >= 400

async function detailOf(page: Page, id: string, call: Call, world: World): Promise<Result<'network'>> {
  const found = await page.network.detail(id, call.signal)
  if (found === undefined) throw unknown(id)
  const { seq: _, postData, body, ...entry } = found
  const head = {
    ...rounded(entry),
    requestHeaders: shortHeaders(found.requestHeaders),
    ...(found.responseHeaders !== undefined && { responseHeaders: shortHeaders(found.responseHeaders) }),
  }
  const { shown, rest } = contentOf(found, call, world)
  return { request: { ...head, ...shown }, ...rest }
}

/** Request and response data, previewed together. */
function contentOf({ postData, body }: NetworkDetail, call: Call, world: World) {
  const parts = [
    postData === undefined ? undefined : `sent:\n${postData}`,
    body === undefined ? undefined : `came:\n${body}`,
  ]
  const both = parts.filter((part) => part !== undefined)
  const content = both.length === 2 ? both.join('\n\n') : (postData ?? body ?? '')
  const { preview } = guarded(content, { less: 'a filter, or another id' }, call, world)
  if (preview === undefined) return { shown: given({ postData, body }), rest: {} }
  const sent = postData === undefined ? undefined : cutAt(postData, body === undefined ? previewLength : longestData)
  const came = body === undefined ? undefined : cutAt(body, previewLength - (sent?.length ?? 0))
  return {
    shown: given({ postData: sent, body: came }),
    rest: {
      ...preview,
      shownLength: (sent?.length ?? 0) + (came?.length ?? 0),
      hint: 'confirm with the token returns the whole once.',
    },
  }
}

function unknown(id: string): Problem {
  return new Problem('not_found', {
    message: `There is no request ${JSON.stringify(id)} among the newest 500 kept since the first call.`,
    hint: 'Call {network} without id for the list.',
    data: { path: 'params.id' },
  })
}

const rounded = <T extends { readonly at: number }>(entry: T): T => ({ ...entry, at: Math.round(entry.at) })

const shortUrl = (url: string) => cut(url, longestUrl)

function shortHeaders(headers: { readonly [name: string]: string }): { [name: string]: string } {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, cut(value, longestHeader)]))
}
