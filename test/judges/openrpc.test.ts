/** The OpenRPC document that a daemon tells of itself, against the specification's own schema, by an independent validator. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import t from 'tap'
import { openrpc } from '../../api-schema/openrpc.ts'
import { judgesOrSkip } from './packages.ts'

const folder = judgesOrSkip(t)
if (folder !== undefined) {
  const require = createRequire(join(folder, 'x.js'))
  const read = (path: string) => JSON.parse(readFileSync(join(folder, path), 'utf8'))
  const official = read('@open-rpc/spec/dist/1_4/schema.json')
  const { default: ofSchemas } = require('@json-schema-tools/meta-schema')
  const ajv = new Ajv({ strict: false, validateFormats: false, meta: false, validateSchema: false })
  ajv.addSchema(ofSchemas, 'https://meta.json-schema.tools')
  const isValid = ajv.compile(official)
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  const document = openrpc(version) as { readonly methods: readonly { readonly [key: string]: unknown }[] }

  t.ok(isValid(document), 'valid', { errors: isValid.errors?.slice(0, 3) })
  const [first, ...others] = document.methods
  const broken = {
    'an unknown key': { ...document, methodz: [] },
    'a method without a name': { ...document, methods: [{ ...first, name: undefined }, ...others] },
    'a parameter without a schema': { ...document, methods: [{ ...first, params: [{ name: 'a' }] }, ...others] },
    'a schema that is none': {
      ...document,
      methods: [{ ...first, params: [{ name: 'a', schema: { type: 'thing' } }] }, ...others],
    },
    'another version': { ...document, openrpc: '9.0.0' },
  }
  for (const [what, wrong] of Object.entries(broken)) t.notOk(isValid(JSON.parse(JSON.stringify(wrong))), what)
}
