/** A scope without what it needs: refused by name in every method that takes one, wherever it stands, over JSON-RPC. */
import t from 'tap'
import type { Method } from '../../api-schema/method.ts'
import { methods } from '../../api-schema/methods.ts'
import { scopeWords } from '../../api-schema/params.ts'
import type { Schema } from '../../api-schema/schema.ts'
import { faultFinder } from '../../daemon/validate.ts'
import { clientInside } from './client.ts'

type Params = { readonly [name: string]: unknown }

/** Where in the parameters a scope is taken: what is put in there, as the whole call, and the path that an error names it by. */
interface Holder {
  readonly path: string
  readonly callWith: (where: Params) => Params
}

const needed: { readonly [scope: string]: Params } = {
  application: { bundleId: 'replay.calculator' },
  tab: { tab: 't1' },
  element: { elementId: '1' },
  position: { x: 1, y: 1 },
}

/** What the method asks for beside the scope. */
const others: { readonly [method: string]: Params } = {
  interact: { action: 'click' },
  evaluate: { script: 'document.title' },
}

/** Every object in the schema that has a scope. A list is gone into at its third item: the first two are fine. */
function holdersOf(schema: Schema, method: string, path: string, callWith: Holder['callWith']): Holder[] {
  if (!('type' in schema) || schema.type !== 'object') return []
  const own = schema.properties?.scope === undefined ? [] : [{ path, callWith }]
  const inner = Object.entries(schema.properties ?? {}).flatMap(([name, part]): Holder[] => {
    // The goal of a drag, which is looked for where the dragged element is.
    if (name === 'to') return []
    if (!('type' in part) || part.type !== 'array')
      return holdersOf(part, method, `${path}.${name}`, (where) => callWith({ ...others[method], [name]: where }))
    const fine = { elementId: '1', action: 'click' }
    return holdersOf(part.items, method, `${path}.${name}[2]`, (where) => callWith({ [name]: [fine, fine, where] }))
  })
  return [...own, ...inner]
}

/** All ways to leave something out of what a scope needs. */
function lacking(whole: Params): Params[] {
  const names = Object.keys(whole)
  return names.flatMap((gone) => {
    const one = Object.fromEntries(Object.entries(whole).filter(([name]) => name !== gone))
    return names.length > 1 ? [one, {}] : [one]
  })
}

t.test('a scope without what it needs is refused by name, and nothing is done', async (t) => {
  const { fail, post, call } = await clientInside(t)
  const before = (await call('explore', { scope: 'focused' })).revision
  let cases = 0
  const seen: string[] = []
  for (const method of Object.values<Method>(methods)) {
    for (const { path, callWith } of holdersOf(method.params, method.name, 'params', (where) => where)) {
      seen.push(`${method.name} ${path}`)
      for (const scope of scopeWords) {
        // Without a tab it is the one in which the session works, and there is none here.
        if (scope === 'tab' && !path.includes('['))
          t.match(
            await fail(method.name, callWith({ scope })),
            { data: { name: 'tab_not_found' } },
            `${method.name} ${path}`,
          )
        for (const part of needed[scope] === undefined || scope === 'tab' ? [] : lacking(needed[scope])) {
          const missing = Object.keys(needed[scope]!).filter((name) => !(name in part))
          const params = callWith({ scope, ...part })
          const { code, message, data } = await fail(method.name, params)
          const told = `${method.name} ${JSON.stringify(params)}`
          t.equal(code, -32602, told)
          t.ok(
            missing.some((name) => data.path === `${path}.${name}`),
            `${told}: ${data.path}`,
          )
          t.match(message, /expected a (text|number), found nothing \(it is needed with scope "/, told)
          t.match(data.hint, `For example: ${method.name} {`, told)
          const { example } = data as unknown as { readonly example: { readonly params: Params } }
          t.equal(
            faultFinder(method.params, 'params')(structuredClone(example.params)),
            undefined,
            'an example that fits',
          )
          cases++
        }
        // With what it needs it is a call like others, whatever comes of it.
        const params = callWith({ scope, ...needed[scope], filter: { titleContains: 'no such title' } })
        const whole = { ...params, ...('timeoutMs' in method.params.properties! && { timeoutMs: 200 }) }
        const { json } = await post(JSON.stringify({ jsonrpc: '2.0', id: 1, method: method.name, params: whole }))
        t.notMatch(json, { error: { code: -32603 } }, `${method.name} ${JSON.stringify(whole)}`)
        t.notMatch(json, { error: { code: -32602 } }, `${method.name} ${JSON.stringify(whole)}`)
      }
    }
  }
  t.comment(`${cases} calls`)
  t.same(seen, [
    'explore params',
    'expand params.find',
    'interact params.find',
    'interact params.steps[2].find',
    'wait params',
    'screenshot params.find',
    'text params.find',
    'visibility params.find',
    'evaluate params.find',
  ])
  t.equal((await call('explore', { scope: 'focused' })).revision, before)
})

t.test('the example has what was missing where there is one', async (t) => {
  const { fail } = await clientInside(t)
  const missing = await fail('explore', { scope: 'application' })
  t.match(missing.data.example, { method: 'explore', params: { scope: 'application', bundleId: String } })
  const inFind = await fail('interact', { find: { scope: 'application' }, action: 'click' })
  t.match(inFind.data.example, { method: 'interact', params: { find: { scope: 'focused' } } })
})
