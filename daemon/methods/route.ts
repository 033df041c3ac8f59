/** `route`: intercepts a tab's requests. */
import { given } from '../../api-schema/given.ts'
import type { Params, Result } from '../../api-schema/methods.ts'
import { requestTypeNamed } from '../answers/content/request-types.ts'
import { overridden, toOverride } from '../answers/where/overrides.ts'
import type { Handler } from '../dispatch.ts'
import type { Headers, Route, RouteEffect } from '../platform/tab/overrides.ts'
import { Problem } from '../problem.ts'
import { lawOf, requirePattern } from '../reach.ts'

type Asked = Params<'route'>

const mostRoutes = 100

export const route: Handler<'route'> = async (params, call, world) => {
  const { action, tab, id } = params
  check(params)
  if (params.url !== undefined) requirePattern(call.agent, params.url)
  if (action === 'list') {
    const { target, overrides } = await overridden(tab, call, world)
    return { tab: target.id, routes: overrides.routes(target).map(entryOf) }
  }
  const { target, overrides } = await toOverride(tab, call, world)
  if (action === 'remove') {
    const isDone = await overrides.removeRoutes(target, id, call.signal)
    if (!isDone && id !== undefined) throw unknown(id, target.id, overrides.routes(target))
    return { tab: target.id, routes: overrides.routes(target).map(entryOf) }
  }
  if (overrides.routes(target).length >= mostRoutes)
    throw new Problem('limit_exceeded', {
      message: `Tab ${target.id} has ${mostRoutes} routes already.`,
      hint: 'Call {route} with action remove for those that are no longer needed.',
    })
  const { url, method, type } = params
  const wish = {
    url: url!,
    ...(method !== undefined && { method: method.toUpperCase() }),
    ...(type !== undefined && { type: requestTypeNamed(type) }),
    effect: effectOf(params),
    law: lawOf(call.agent),
  }
  const { id: added } = await overrides.addRoute(target, wish, call.session.id, call.signal)
  return { tab: target.id, added, routes: overrides.routes(target).map(entryOf) }
}

function effectOf(params: Asked): RouteEffect {
  const { block, status = 200, headers = [], body = '', requestHeaders, username, password } = params
  if (block) return { kind: 'block' }
  if (requestHeaders !== undefined) return { kind: 'headers', headers: requestHeaders.map(headerOf) }
  if (username !== undefined) {
    const secret = Buffer.from(`${username}:${password}`).toString('base64')
    return { kind: 'sign_in', authorization: `Basic ${secret}` }
  }
  const given = headers.map(headerOf)
  const isTyped = given.some(({ name }) => name.toLowerCase() === 'content-type')
  const typed = isTyped ? given : [...given, { name: 'Content-Type', value: `${kindOf(body)}; charset=utf-8` }]
  return { kind: 'answer', status, headers: typed, body }
}

function headerOf(line: string): Headers[number] {
  const at = line.indexOf(':')
  return { name: line.slice(0, at), value: line.slice(at + 1).trim() }
}

function kindOf(body: string): string {
  if (/^\s*[[{]/.test(body)) return 'application/json'
  return /^\s*</.test(body) ? 'text/html' : 'text/plain'
}

function entryOf({ id, url, method, type, effect, used }: Route): Result<'route'>['routes'][number] {
  return {
    id,
    url,
    ...given({ method, type }),
    does: doneBy(effect),
    used,
  }
}

/** Without header values, which may be secrets. */
function doneBy(effect: RouteEffect): string {
  if (effect.kind === 'block') return 'block'
  if (effect.kind === 'sign_in') return 'sign in'
  if (effect.kind === 'answer') return `answer ${effect.status}`
  const named = (isSent: boolean) =>
    effect.headers.filter(({ value }) => (value !== '') === isSent).map(({ name }) => name)
  const [sent, left] = [named(true), named(false)]
  return [sent.length > 0 && `send ${sent.join(', ')}`, left.length > 0 && `leave out ${left.join(', ')}`]
    .filter(Boolean)
    .join(', ')
}

/** Rejects combinations of parameters in which one would have no effect. */
function check(params: Asked): void {
  const { action, url, id } = params
  const kinds = [
    params.block && 'block',
    (params.status ?? params.headers ?? params.body) !== undefined && 'an answer (status, headers, body)',
    params.requestHeaders && 'requestHeaders',
    (params.username ?? params.password) !== undefined && 'username and password',
  ].filter((kind) => typeof kind === 'string')
  if (action === 'add' && kinds.length !== 1)
    throw wrong(
      'params',
      kinds.length === 0
        ? 'add needs what to do with the requests; found nothing'
        : `a route does one thing; found ${kinds.join(' and ')}`,
    )
  if (action !== 'add' && kinds.length > 0) throw wrong('params.action', `${action} takes no ${kinds[0]}; add does`)
  if (action !== 'add' && url !== undefined) throw wrong('params.url', `${action} takes no url`)
  if (action !== 'remove' && id !== undefined) throw wrong('params.id', `${action} takes no id`)
  if (action !== 'add') return
  if (!/^[a-z*][a-z0-9+.*-]*:|^\*/i.test(url!))
    throw wrong('params.url', `${JSON.stringify(url)} fits no url: a url is fitted as a whole; * stands for any text`)
  if (params.username === undefined && params.password === undefined) return
  if (params.username === undefined || params.password === undefined)
    throw wrong('params.password', 'username and password are given together')
  if (params.username.includes(':')) throw wrong('params.username', 'the name of Basic authentication has no colon')
  if (!/^https?:\/\/[^*/?#@]+\//i.test(url!))
    throw wrong(
      'params.url',
      'a password is for one site, which the url names with its scheme, host and port, as in https://example.com/*',
    )
}

function wrong(path: string, message: string): Problem {
  return new Problem('invalid_params', {
    message: `${path}: ${message}.`,
    hint: 'For example: {route} {"action":"add","url":"https://example.com/ads/*","block":true}',
    data: { path },
  })
}

function unknown(id: string, tab: string, routes: readonly Route[]): Problem {
  const ids = routes.map((one) => one.id).join(', ')
  return new Problem('not_found', {
    message: `Tab ${tab} has no route ${JSON.stringify(id)}. It has ${ids === '' ? 'none' : ids}.`,
    hint: 'Call {route} for the list.',
    data: { path: 'params.id' },
  })
}
