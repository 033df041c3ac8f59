/** Sign-in state to a file and back: what the server and the page say, what the file holds, and what nobody is told. */
import { lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { ixFile, run } from '../fixtures/daemon/daemon.ts'
import { serve } from '../fixtures/daemon/serve.ts'
import { typed } from '../fixtures/daemon/typed.ts'
import { page } from '../fixtures/web/acting-pages.ts'
import { chromiumOrSkip } from '../fixtures/web/chromium.ts'
import { loginSite } from '../fixtures/web/login-site.ts'
import { daemonFor } from './client.ts'

/** Keeps a value of each kind that a database takes, and tells what it finds. */
const keeping = page(`<title>Keeping</title><script>
  const open = () => new Promise((done, fail) => {
    const opening = indexedDB.open('auth', 3)
    opening.onupgradeneeded = () => {
      const db = opening.result
      db.createObjectStore('users', { keyPath: 'id' }).createIndex('byName', 'name', { unique: true })
      db.createObjectStore('any')
    }
    opening.onsuccess = () => done(opening.result)
    opening.onerror = fail
  })
  const finished = (tx) => new Promise((done, fail) => { tx.oncomplete = done; tx.onerror = fail })
  async function fill() {
    localStorage.token = 'local-secret'
    sessionStorage.step = 'session-secret'
    const db = await open()
    const tx = db.transaction(['users', 'any'], 'readwrite')
    tx.objectStore('users').add({ id: 1, name: 'Ann', token: 'db-secret', deep: { list: [1, null, 'x'] } })
    const cyclic = { name: 'loop' }
    cyclic.self = cyclic
    const values = [new Date(86400000), 7n, NaN, -0, /a+/gi, new Uint8Array([1, 2, 255]), new Map([['k', new Set([1])]]), cyclic, undefined]
    values.forEach((value, at) => tx.objectStore('any').add({ value }, at))
    tx.objectStore('any').add('by date', new Date(5))
    tx.objectStore('any').add(new Blob(['x']), 'blob')
    await finished(tx)
    db.close()
  }
  async function tell() {
    const db = await open()
    const ask = (request) => new Promise((done, fail) => { request.onsuccess = () => done(request.result); request.onerror = fail })
    const tx = db.transaction(['users', 'any'])
    const any = tx.objectStore('any')
    const user = await ask(tx.objectStore('users').index('byName').get('Ann'))
    const values = []
    for (let at = 0; at < 9; at++) values.push((await ask(any.get(at)))?.value)
    const [date, big, nan, zero, re, bytes, map, cyclic, none] = values
    const told = [
      localStorage.token, sessionStorage.step ?? 'no step', JSON.stringify(user), date.toJSON(), big === 7n, Number.isNaN(nan), Object.is(zero, -0),
      String(re), String(bytes), map.get('k').has(1), cyclic.self === cyclic, none === undefined, await ask(any.get(new Date(5))),
    ]
    db.close()
    return told.join(' | ')
  }
</script>`)
const whole =
  'local-secret | session-secret | {"id":1,"name":"Ann","token":"db-secret","deep":{"list":[1,null,"x"]}} | 1970-01-02T00:00:00.000Z | true | true | true | /a+/gi | 1,2,255 | true | true | true | by date'

t.test('saved in one session, loaded in another', async (t) => {
  if (!chromiumOrSkip(t)) return
  const site = loginSite()
  const server = await serve(t, { pages: { ...site.pages, '/keeping': keeping } })
  const { home, call } = await daemonFor(t, [], { IX_PLATFORMS: 'cdp' })
  const said: string[] = []
  const of =
    (session: string) =>
    async (...words: string[]) => {
      const ran = await run(ixFile, ['--session', session, ...words], home)
      said.push(ran.out, ran.err)
      return ran
    }
  const told = async (session: string) =>
    JSON.parse((await typed(home, '--session', session, 'eval', 'tell()', '--json')).out).result
  const [ann, later, shared] = [of('ann'), of('later'), of('shared')]
  await ann('navigate', `${server.origin}/login`, '--context', 'own')
  await ann('set', '--any', 'Name', 'Ann')
  await ann('click', '--any', 'Sign in')
  await ann('navigate', `${server.origin}/keeping`)
  await ann('eval', 'fill()')
  t.equal(await told('ann'), whole)

  const file = join(home.env.HOME!, 'ann.json')
  const saved = await ann('storage', 'save', file)
  t.match(saved, { code: 0, out: `${file}: 1 cookie, storage of ${server.origin} · 1 database record left out` })
  t.equal(lstatSync(file).mode & 0o777, 0o600)
  const state = JSON.parse(readFileSync(file, 'utf8'))
  t.match(state.cookies, [
    {
      name: 'sid',
      value: /^secret-of-Ann/,
      domain: '127.0.0.1',
      path: '/',
      httpOnly: true,
      secure: false,
      sameSite: 'Lax',
    },
  ])
  const [kept] = state.origins
  t.match(kept.localStorage, [{ name: 'token', value: 'local-secret' }])
  t.match(kept.sessionStorage.at(-1), { name: 'step', value: 'session-secret' })
  t.same((await call('tabs')).tabs.filter(({ url }) => url.includes('keeping')).length, 1, 'no tab is left')

  t.match(await later('storage', 'load', file, '--context', 'own'), { code: 0, out: /1 cookie,.*opened tab t\d+$/m })
  const asked = site.asked.length
  const inside = await run(ixFile, ['--session', 'later', 'navigate', `${server.origin}/home`], home)
  t.match(inside.out, 'Hello Ann')
  t.same(site.asked.slice(asked), ['Ann /home'], 'nothing was asked of the server to load it')
  await later('navigate', `${server.origin}/keeping`)
  t.equal(await told('later'), whole)

  await shared('navigate', `${server.origin}/home`)
  t.equal(site.asked.at(-1), 'nobody /home', 'the shared context knows nothing of it')
  t.equal((await shared('storage', 'load', file)).code, 0)
  await shared('navigate', `${server.origin}/home`)
  t.equal(site.asked.at(-1), 'Ann /home')

  t.equal((await later('storage', 'save', file)).code, 0, 'an older state is overwritten')
  t.equal(lstatSync(file).mode & 0o777, 0o600)
  t.same(
    readdirSync(home.env.HOME!).filter((name) => name.startsWith('ann.json')),
    ['ann.json'],
  )
  t.notMatch(said.join('\n'), /secret/, 'no value is in an answer')
})

t.test('files that are refused, with nothing done', async (t) => {
  if (!chromiumOrSkip(t)) return
  const site = loginSite()
  const server = await serve(t, site)
  const { home, call, fail } = await daemonFor(t, [], { IX_PLATFORMS: 'cdp' })
  await call('navigate', { url: `${server.origin}/home` })
  const folder = join(home.env.HOME!, 'files')
  mkdirSync(folder)
  const at = (name: string) => join(folder, name)
  const cookie = {
    name: 'sid',
    value: 'my-secret',
    domain: '127.0.0.1',
    path: '/',
    expires: -1,
    httpOnly: true,
    secure: false,
    sameSite: 'Lax',
  }
  const origin = { origin: server.origin, localStorage: [{ name: 'bad', value: 'my-secret' }] }
  const bad: [string, string, RegExp][] = [
    ['text', 'my-secret', /it is not JSON/],
    ['list', '[]', /expected an object/],
    ['none', '{}', /cookies: expected a list/],
    [
      'cookie',
      JSON.stringify({ cookies: [cookie, { ...cookie, domain: ['my-secret'] }], origins: [origin] }),
      /cookies\[1\]\.domain: expected a text/,
    ],
    [
      'site',
      JSON.stringify({ cookies: [], origins: [{ ...origin, origin: 'file:///my-secret' }] }),
      /origins\[0\]\.origin: expected an origin/,
    ],
    [
      'entry',
      JSON.stringify({ cookies: [], origins: [origin, { ...origin, localStorage: [{ name: 'my-secret' }] }] }),
      /origins\[1\]\.localStorage\[0\]\.value/,
    ],
  ]
  for (const [name, content, why] of bad) {
    writeFileSync(at(name), content)
    for (const action of ['load', 'save']) {
      const { message } = await fail('storage', { action, file: at(name) })
      t.match(message, why, `${action} ${name}`)
      t.match(message, /Nothing was done\.$/)
      t.notMatch(message, 'my-secret')
    }
    t.equal(readFileSync(at(name), 'utf8'), content, 'it is not overwritten')
  }
  writeFileSync(at('good'), JSON.stringify({ cookies: [cookie], origins: [] }))
  symlinkSync(at('good'), at('link'))
  mkdirSync(at('folder'))
  for (const [name, why] of [
    ['link', /is a link/],
    ['folder', /is a folder|is not a regular file/],
    ['nowhere/x', /does not exist/],
  ] as const) {
    for (const action of ['load', 'save'])
      t.match((await fail('storage', { action, file: at(name) })).message, why, `${action} ${name}`)
  }
  t.match((await fail('storage', { action: 'load', file: at('missing') })).message, /does not exist/)
  t.match(
    (await fail('storage', { action: 'load', file: 'good' })).data,
    { name: 'invalid_params' },
    'an absolute path',
  )
  writeFileSync(at('invalid'), JSON.stringify({ cookies: [cookie, { ...cookie, name: 'a;b' }], origins: [] }))
  t.match(await fail('storage', { action: 'load', file: at('invalid') }), { message: /none was set/ })
  await call('navigate', { action: 'reload' })
  t.match(await call('evaluate', { script: 'localStorage.bad === undefined' }), { result: true })
  t.notOk(site.asked.some((line) => !line.startsWith('nobody')))
  t.equal((await call('tabs')).tabs.length, 1, 'no tab was left')
  t.equal((await typed(home, 'storage', 'save', at('mine'))).code, 0)
})
