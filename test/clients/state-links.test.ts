/** A state folder behind a symbolic link, as `ix` and the daemon that it starts treat it: every folder on the way has to be one's own. */
import {
  chmodSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { ix, makeHome } from '../fixtures/daemon/daemon.ts'
import { noOtherUser, otherUid } from '../fixtures/daemon/other-user.ts'

/** `link` is what `XDG_STATE_HOME` names, `target` where it may lead. */
function placeFor(t: Test) {
  const base = mkdtempSync(join(tmpdir(), 'ixl-'))
  const [link, target] = [join(base, 'link'), join(base, 'way', 'target')]
  mkdirSync(target, { recursive: true, mode: 0o700 })
  const home = makeHome({ XDG_STATE_HOME: link })
  t.teardown(() => {
    rmSync(base, { recursive: true, force: true })
    home.remove()
  })
  return { link, target, way: join(base, 'way'), home }
}

t.test('a link of one’s own to a place of one’s own is followed', async (t) => {
  const { link, target, home } = placeFor(t)
  symlinkSync(target, link)
  t.match(await ix(home, 'apps'), { code: 0, err: '', out: /Calculator/ })
  t.match(await ix(home, 'stop'), { code: 0 })
  const folder = join(target, 'ix')
  t.equal(statSync(folder).mode & 0o777, 0o700)
  t.match(readFileSync(join(folder, 'ids'), 'utf8'), /^interface-explorer ids 1\n/)
})

type Place = ReturnType<typeof placeFor>

const refused: { readonly [what: string]: readonly [(place: Place) => void, RegExp] } = {
  'a link in place of the folder itself': [
    ({ link, target }) => {
      mkdirSync(link)
      symlinkSync(target, join(link, 'ix'))
    },
    /link\/ix is not a folder, or a link to one/,
  ],
  'a link that leads nowhere': [
    ({ link, target }) => symlinkSync(join(target, 'none'), link),
    /link, on the path to \S+, leads nowhere \(ENOENT\)/,
  ],
  'a link in a circle': [({ link }) => symlinkSync(link, link), /leads nowhere \(ELOOP\)/],
  'a link to where others may write': [
    ({ link, target }) => {
      chmodSync(target, 0o777)
      symlinkSync(target, link)
    },
    /target, on the path to \S+, can be written to by others \(mode 777\)/,
  ],
  'a link through where others may write': [
    ({ link, target, way }) => {
      chmodSync(way, 0o777)
      symlinkSync(target, link)
    },
    /way, on the path to \S+, can be written to by others/,
  ],
  'a link of another user': [
    ({ link, target }) => {
      symlinkSync(target, link)
      lchownSync(link, otherUid, otherUid)
    },
    /link, on the path to \S+, belongs to another user/,
  ],
  'a link to a place of another user': [
    ({ link, target }) => {
      lchownSync(target, otherUid, otherUid)
      symlinkSync(target, link)
    },
    /target, on the path to \S+, belongs to another user/,
  ],
}

for (const [what, [make, message]] of Object.entries(refused))
  t.test(`${what} is refused`, { skip: what.includes('another user') && noOtherUser }, async (t) => {
    const place = placeFor(t)
    make(place)
    const { code, out, err } = await ix(place.home, 'apps')
    t.not(code, 0)
    t.equal(out, '')
    t.match(err, message)
    t.match(err, /Set IX_STATE_DIR to a folder of your own/, 'with what to do')
    t.same(readdirSync(place.target), [], 'nothing was written there')
  })
