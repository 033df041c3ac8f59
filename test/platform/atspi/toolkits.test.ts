/** How a toolkit behaves is said in its file in toolkits/: the rooms above ask for traits, and not for names. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'

const root = fileURLToPath(new URL('../../../daemon/platform/atspi', import.meta.url))
const name = /'(gtk3|gtk4|qt|libreoffice|gecko|chromium|java|wx|other)'/
/** Where the names are, and where an application's own word becomes one. */
const naming = /^(toolkits\/.*|wire\/access\.ts|apps\/registry\.ts)$/

/** Files that still compare names. This list only ever gets shorter. */
const toDo = [
  'atspi.ts',
  'read/drawn-parts.ts',
  'read/extras-reading.ts',
  'read/listing.ts',
  'read/mirror.ts',
  'read/naming/cells.ts',
  'read/naming/group-names.ts',
  'read/naming/labels.ts',
  'read/naming/members.ts',
  'read/naming/names.ts',
  'read/reader.ts',
  'read/room.ts',
  'read/row.ts',
  'read/silent.ts',
  'read/states.ts',
  'read/tree-walk.ts',
  'read/visible-part.ts',
  'watch/listening.ts',
]

t.test('no room but toolkits/ compares the names of toolkits', async (t) => {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
  const found = files.filter((file) => !naming.test(file) && name.test(readFileSync(join(root, file), 'utf8')))
  t.same(found.sort(), toDo, 'a file that no longer does is taken off the list')
})
