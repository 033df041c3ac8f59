/** Before `npm pack`: installs the packages where that was not done, and builds from nothing, so that nothing old is packed. */
import { spawnSync } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installPackages } from './machine.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
// npm hands its own settings to the npm that is started here: `npm pack --dry-run` is about the package alone.
delete process.env.npm_config_dry_run
process.env.npm_config_include = 'dev'

if (!installPackages(root) || !existsSync(join(root, 'node_modules/typescript'))) {
  console.error('The packages could not be installed, see above. Run npm ci, then npm pack again.')
  process.exit(1)
}
rmSync(join(root, 'dist'), { recursive: true, force: true })
const tsc = join(root, 'node_modules/typescript/bin/tsc')
// On stdout npm prints the name of the package.
const built = spawnSync(process.execPath, [tsc, '-b', 'tsconfig.build.json'], { cwd: root, stdio: ['ignore', 2, 2] })
const page = spawnSync(process.execPath, ['clients/build/for-browsers.mjs'], { cwd: root, stdio: ['ignore', 2, 2] })
process.exitCode = built.status || page.status || 0
