/** `ix extension`: what is written for one browser goes with it, and what others use stays. */
import { execFile } from 'node:child_process'
import { accessSync, constants, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import t from 'tap'

const run = promisify(execFile)
const ix = fileURLToPath(new URL('../../dist/clients/ix.js', import.meta.url))

t.test('the program that one browser starts stays when another is left out', async (t) => {
  const folder = t.testdir({})
  const env = { ...process.env, HOME: folder, IX_STATE_DIR: join(folder, 'state') }
  const browsers = ['one', 'two'].map((name) => join(folder, name))
  const manifest = (browser: string) => join(browser, 'NativeMessagingHosts/interface_explorer.lend.json')
  const program = (browser: string): string => JSON.parse(readFileSync(manifest(browser), 'utf8')).path
  const extension = (verb: string, browser: string) =>
    run(process.execPath, [ix, 'extension', verb, '--in', browser], { env })
  for (const browser of browsers) {
    mkdirSync(browser)
    await extension('install', browser)
    accessSync(program(browser), constants.X_OK)
  }
  const [one, two] = browsers as [string, string]
  const ofOne = program(one)
  await extension('remove', one)
  t.notOk(existsSync(manifest(one)) || existsSync(ofOne))
  accessSync(program(two), constants.X_OK)
  await extension('remove', two)
  t.strictSame(readdirSync(env.IX_STATE_DIR), [])
})
