/** What every npm script begins with that needs the packages for development: installs what of them is missing. */
import { fileURLToPath } from 'node:url'
import { installPackages } from './machine.mjs'

if (!installPackages(fileURLToPath(new URL('..', import.meta.url)))) {
  console.error(
    `npm could not install the packages for development, see above. They come from the npm registry: \`npm ping\` says whether it can be reached from here.`,
  )
  process.exitCode = 1
}
