/** What the package says of others' work, and what it depends on, against `package-lock.json` and the sources. */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import t from 'tap'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (file: string) => readFileSync(`${root}${file}`, 'utf8')
const { dependencies, files } = JSON.parse(read('package.json'))

interface Locked {
  readonly license?: string
  readonly dev?: boolean
}

t.test('each package with terms of its own is named with them, and no other', async (t) => {
  const { packages } = JSON.parse(read('package-lock.json')) as { readonly packages: Record<string, Locked> }
  const plain = /^(?:MIT|ISC|0BSD|Apache-2\.0|BSD-[23]-Clause|BlueOak-1\.0\.0)$/
  const named = new Map(
    [...read('THIRD-PARTY.md').matchAll(/^\| `(@?[\w/-]+)` \| (\S.*) \|$/gm)].map(([, name, licence]) => [
      name,
      licence,
    ]),
  )
  const installed = Object.entries(packages).filter(([path, { dev }]) => path !== '' && dev !== true)
  const special = installed.filter(([, { license }]) => license !== undefined && !plain.test(license))
  t.same(named, new Map(special.map(([path, { license }]) => [path.replace(/^.*node_modules\//, ''), license])))
  // Of some, only the package itself says what its licence is.
  for (const [path] of installed.filter(([, { license }]) => license === undefined))
    t.match(JSON.stringify(JSON.parse(read(`${path}/package.json`)).licenses ?? read(`${path}/LICENSE`)), /MIT/, path)
  t.ok(files.includes('THIRD-PARTY.md') && files.includes('LICENSE'), 'both are in the package')
})

t.test('each dependency is imported somewhere: none stands there without a reason', async (t) => {
  const sources = ['api-schema', 'daemon', 'clients'].flatMap((folder) =>
    readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(?:ts|tsx|mjs)$/.test(name))
      .map((name) => read(`${folder}/${name}`)),
  )
  for (const name of Object.keys(dependencies))
    t.ok(
      sources.some((source) => new RegExp(`(?:from|import|import\\(|require\\() ?'${name}(?:/[^']*)?'`).test(source)),
      name,
    )
})
