/**
 * `ix extension`: registers the program that lends tabs with a person's browsers, and says where the extension is that
 * starts it. Changes nothing else in a browser: the person loads the extension.
 */
import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { browserMakes, configFolder } from '../../api-schema/browser-makes.ts'
import { localCommands } from '../../api-schema/cli/local-commands.ts'
import { UsageError } from '../../api-schema/cli/usage-error.ts'
import { stateDir } from '../../api-schema/paths.ts'
import { localArguments } from '../terminal/local-arguments.ts'
import { exit } from '../terminal/told.ts'
import { extensionId, hostName } from './names.ts'

const here = fileURLToPath(new URL('.', import.meta.url))

/** A browser's profile folder, and the browser's name. */
interface Place {
  readonly name: string
  readonly folder: string
}

export async function extension(rest: readonly string[]): Promise<number> {
  const { typed, words } = localArguments(rest, 'extension', [], ['in'])
  const [action, ...more] = words
  if (more.length > 0 || (action !== 'install' && action !== 'remove'))
    throw new UsageError(`Usage: ${localCommands.extension?.usage}`)
  const places = placesOf(typed.in)
  const done = action === 'install' ? install(places) : remove(places)
  process.stdout.write(`${done}\n`)
  return exit.done
}

function placesOf(given: unknown): readonly Place[] {
  const { platform, env } = process
  const folder = configFolder({ env, platform, home: homedir() })
  const all =
    given === undefined
      ? browserMakes(platform).map(([name, called]) => ({ name: called, folder: join(folder, name) }))
      : [{ name: String(given), folder: resolve(String(given)) }]
  const places = all.filter((place) => existsSync(place.folder))
  if (places.length > 0) return places
  throw new UsageError(
    given === undefined
      ? `There is no profile folder of a browser in ${folder}. Start the browser once, or name its folder by --in FOLDER.`
      : `There is no folder ${resolve(String(given))}.`,
  )
}

function install(places: readonly Place[]): string {
  for (const place of places) {
    const program = programOf(place)
    mkdirSync(dirname(program), { recursive: true, mode: 0o700 })
    // A browser starts a program without arguments of ours.
    writeFileSync(program, `#!/bin/sh\nexec ${quoted(process.execPath)} ${quoted(join(here, 'host.js'))}\n`)
    chmodSync(program, 0o700)
    const manifest = {
      name: hostName,
      description: 'Lends tabs to Interface Explorer.',
      path: program,
      type: 'stdio',
      allowed_origins: [`chrome-extension://${extensionId}/`],
    }
    mkdirSync(dirname(manifestIn(place)), { recursive: true, mode: 0o700 })
    writeFileSync(manifestIn(place), `${JSON.stringify(manifest, null, 2)}\n`)
  }
  return [
    `The extension may start Interface Explorer from ${listOf(places)}. Once in each of them:`,
    '  1. Open chrome://extensions and switch on "Developer mode".',
    `  2. Press "Load unpacked" and choose ${extensionFolder()}`,
    '  3. In the tab to lend, press the button of the extension, or Alt+Shift+L; the same takes it back.',
  ].join('\n')
}

function remove(places: readonly Place[]): string {
  const named = places.filter((place) => existsSync(manifestIn(place)))
  for (const place of named) for (const file of [manifestIn(place), programOf(place)]) rmSync(file, { force: true })
  return named.length === 0
    ? 'The extension could start Interface Explorer from no browser.'
    : `The extension can no longer start Interface Explorer from ${listOf(named)}. Remove it in chrome://extensions.`
}

export function extensionFolder(): string {
  return resolve(here, '../../extension')
}

function manifestIn({ folder }: Place): string {
  return join(folder, 'NativeMessagingHosts', `${hostName}.json`)
}

/** Each place has its own program: it is removed with the place, and others stay. */
function programOf({ folder }: Place): string {
  const { platform, env } = process
  const surroundings = { env, platform, uid: process.getuid?.() ?? 0, home: homedir(), tmp: '' }
  const own = createHash('sha256').update(folder).digest('hex').slice(0, 12)
  return join(stateDir(surroundings), `lend-tab-${own}`)
}

function quoted(path: string): string {
  return `'${path.replaceAll("'", "'\\''")}'`
}

function listOf(places: readonly Place[]): string {
  return places.map(({ name }) => name).join(', ')
}
