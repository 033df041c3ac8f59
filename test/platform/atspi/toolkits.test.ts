/** How a toolkit behaves is said in its file in toolkits/: the rooms above ask for traits, and not for names. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'

const root = fileURLToPath(new URL('../../../daemon/platform/atspi', import.meta.url))
const name = /(['"])(gtk[234]?|qt[56]?|libreoffice|gecko|chromium|java|swing|wx|other)\1/i

t.test('no room but toolkits/ knows the name of a toolkit', async (t) => {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
  const naming = files.filter((file) => name.test(readFileSync(join(root, file), 'utf8')))
  t.same(
    naming.filter((file) => !file.startsWith('toolkits/')),
    [],
  )
  t.ok(naming.length > 0)
})
