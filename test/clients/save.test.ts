/** `--out`: what was on the screen is its owner's alone, and goes nowhere else. */
import { chmodSync, lstatSync, readFileSync, statSync, symlinkSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { save } from '../../clients/terminal/save.ts'

const shown = { elements: 3 }

t.test('a new file, and one that was there', async (t) => {
  const folder = t.testdir({ old: 'x'.repeat(1000) })
  for (const name of ['new', 'old']) {
    const file = join(folder, name)
    if (name === 'old') chmodSync(file, 0o666)
    t.equal(await save(file, shown), `${file}: 3 elements`)
    t.same(JSON.parse(readFileSync(file, 'utf8')), shown)
    t.equal(statSync(file).mode & 0o777, 0o600)
  }
})

t.test('no link is followed', async (t) => {
  const folder = t.testdir({ precious: 'kept' })
  const link = join(folder, 'link')
  for (const to of [join(folder, 'precious'), join(folder, 'nothing')]) {
    symlinkSync(to, link)
    await t.rejects(save(link, shown), { message: `${link} is a link: name the file itself.` })
    t.ok(lstatSync(link).isSymbolicLink())
    t.equal(readFileSync(join(folder, 'precious'), 'utf8'), 'kept')
    t.throws(() => statSync(join(folder, 'nothing')))
    unlinkSync(link)
  }
})

t.test('what is no file is left alone', async (t) => {
  const { mode } = statSync('/dev/null')
  await t.rejects(save('/dev/null', shown), { message: '/dev/null is not a regular file.' })
  t.equal(statSync('/dev/null').mode, mode)
  await t.rejects(save('/no/such/folder/x', shown), { code: 'ENOENT' })
})
