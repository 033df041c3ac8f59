/** The programs on a Node that is too old: real ones, from npm. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { installedOrSkip } from '../fixtures/npm-packages.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const { bin } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

for (const version of ['18.20.8', '14.21.3'])
  t.test(`Node ${version}`, async (t) => {
    const name = `node-${process.platform}-${process.arch}`
    const packages = installedOrSkip(t, `.old-node/${version}`, { [name]: version })
    if (packages === undefined) return
    const node = join(packages, name, 'bin', 'node')
    for (const [command, file] of Object.entries<string>(bin)) {
      const ran = spawnSync(node, [join(root, file), '--version'], { encoding: 'utf8' })
      const expected = {
        status: 1,
        stdout: '',
        // The package's own name is another for ix.
        stderr: `${file.endsWith('/ixd.js') ? 'ixd' : 'ix'}: Node 20 or newer is needed; this is v${version}.\n`,
      }
      t.match(ran, expected, command)
    }
  })
