/** Which applications, pages and files rights include: by their names, whatever they are called and written like. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { fitsGlob } from '../../api-schema/glob.ts'
import type { Rights } from '../../api-schema/rights.ts'
import { lackOfAddress, lackOfApp, outside } from '../../daemon/agents/limits.ts'

t.test('globs', async (t) => {
  for (const [glob, text, fits] of [
    ['a', 'A', true],
    ['a', 'ab', false],
    ['*', '', true],
    ['a*', 'ab', true],
    ['*b', 'ab', true],
    ['a*a', 'a', false],
    ['a*a', 'aa', true],
    ['*a*b*', 'xaxbx', true],
    ['*b*a*', 'xaxbx', false],
    ['ab*bc', 'abc', false],
    ['*.example.com', 'example.com', false],
    ['a.c', 'abc', false],
  ] as const)
    t.equal(fitsGlob(glob, text), fits, `${glob} ${text}`)
  t.equal(fitsGlob(`${'*a'.repeat(100)}b`, 'a'.repeat(100_000)), false, 'no pattern takes forever')
})

const rights = (more: Partial<Rights>): Rights => ({ scope: 'interact', ...more })

t.test('pages', async (t) => {
  const shop = rights({
    sites: ['shop.example.com', '*.shop.example.com', 'localhost:3000', '127.0.0.1', '[::1]', '*.münchen.de'],
  })
  for (const [url, lack] of [
    ['https://shop.example.com/a?b', undefined],
    ['http://shop.example.com:8080/', undefined],
    ['https://SHOP.example.com./', undefined],
    ['https://a.b.shop.example.com/', undefined],
    ['http://localhost:3000/', undefined],
    ['https://www.xn--mnchen-3ya.de/', undefined],
    ['blob:https://shop.example.com/1-2', undefined],
    ['http://127.0.0.1:80/', undefined],
    ['http://[::1]:81/', undefined],
    ['http://localhost:3001/', '--sites localhost'],
    ['https://example.com/', '--sites example.com'],
    ['https://shop.example.com.evil.test/', '--sites shop.example.com.evil.test'],
    ['https://shop.example.com@evil.test/', '--sites evil.test'],
    ['https://evil.test/#shop.example.com', '--sites evil.test'],
    ['view-source:https://evil.test/', '--sites evil.test'],
    ['blob:https://evil.test/1-2', '--sites evil.test'],
    ['data:text/html,<p>', '--sites'],
    ['blob:null/1-2', '--sites'],
    ['about:blank', '--sites'],
    ['file:///etc/passwd', '--allow file_pages'],
  ] as const)
    t.equal(lackOfAddress(shop, url, false), lack, url)
  t.equal(lackOfAddress(shop, 'about:blank', true), undefined, 'its own empty tab')
  t.equal(lackOfAddress(rights({ apps: ['gimp'] }), 'https://a.test/', true), '--sites a.test', 'only applications')

  for (const [url, lack] of [
    ['https://anything.test/', undefined],
    ['about:blank', undefined],
    ['data:text/html,<p>', undefined],
    ['chrome://newtab/', undefined],
    ['chrome-error://chromewebdata/', undefined],
    ['file:///etc/passwd', '--allow file_pages'],
    ['FILE:///etc/passwd', '--allow file_pages'],
    ['view-source:file:///etc/passwd', '--allow file_pages'],
    ['filesystem:file:///x', '--allow file_pages'],
    ['chrome://settings/', '--allow browser_pages'],
    ['chrome-extension://abc/popup.html', '--allow browser_pages'],
    ['about:config', '--allow browser_pages'],
    ['https://vault.bitwarden.com/', '--allow password_managers'],
    ['https://passwords.google.com/', '--allow password_managers'],
    ['https://1password.com/signin', '--allow password_managers'],
    ['https://my.1password.eu/', '--allow password_managers'],
    ['https://1Password.com./', '--allow password_managers'],
    ['https://dashlane.com/', '--allow password_managers'],
    ['https://vault.bitwarden.example/', '--allow password_managers'],
    ['https://not1password.test/', undefined],
    ['https://bypass.proton.me/', undefined],
  ] as const) {
    t.equal(lackOfAddress(rights({}), url, false), lack, url)
    t.equal(lackOfAddress({ scope: 'admin' }, url, false), undefined, `the owner: ${url}`)
  }
  const more = rights({ allow: ['file_pages', 'browser_pages', 'password_managers'] })
  for (const url of ['file:///a', 'chrome://settings', 'https://vault.bitwarden.com/'])
    t.equal(lackOfAddress(more, url, false), undefined, `allowed: ${url}`)
})

t.test('applications', async (t) => {
  const some = rights({ apps: ['org.gnome.*', 'Firefox'] })
  t.equal(lackOfApp(some, ['org.gnome.Calculator', 'Calculator']), undefined)
  t.equal(lackOfApp(some, ['firefox-esr', 'firefox']), undefined, 'by any of its names')
  t.equal(lackOfApp(some, ['thunar', 'Files']), '--apps thunar')
  t.equal(lackOfApp(rights({ sites: ['a.test'] }), ['thunar']), '--apps thunar', 'only sites')
  t.equal(lackOfApp(rights({}), ['thunar']), undefined)
  for (const names of [
    ['org.keepassxc.KeePassXC'],
    ['com.bitwarden.desktop'],
    ['x', 'Passwords and Keys'],
    ['1Password'],
  ]) {
    t.equal(lackOfApp(rights({}), names), '--allow password_managers', names.join())
    t.equal(lackOfApp(rights({ apps: ['*'] }), names), '--allow password_managers', `${names.join()} beside others`)
    t.equal(lackOfApp(rights({ allow: ['password_managers'] }), names), undefined, `${names.join()} allowed`)
    t.equal(lackOfApp({ scope: 'admin' }, names), undefined, `${names.join()} for the owner`)
  }
})

t.test('files, with links and detours', async (t) => {
  const first = (who: Parameters<typeof outside>[0], paths: readonly string[]) => outside(who, paths)[0]?.path
  const root = t.testdir({ photos: { 'a.jpg': '' }, photos2: { 'b.jpg': '' }, secret: '' })
  const at = (name: string) => join(root, name)
  symlinkSync(at('secret'), at('photos/link'))
  symlinkSync(at('photos'), at('short'))
  mkdirSync(at('elsewhere'))
  symlinkSync(at('elsewhere'), at('photos/out'))
  const own = rights({ folders: [at('photos')] })
  t.equal(first(own, [at('photos/a.jpg')]), undefined)
  t.equal(first(own, [at('short/a.jpg')]), undefined, 'a way in by a link')
  t.equal(first(own, [at('photos/new')]), undefined, 'not there yet')
  t.equal(first(rights({ folders: [at('short')] }), [at('photos/a.jpg')]), undefined)
  for (const path of [
    'photos/link',
    'photos2/b.jpg',
    'photos/../secret',
    'photos/none/../../secret',
    'secret',
    'photos/../none',
    // Not there yet: where it would land counts.
    'photos/out/new',
    'photos/out/none/new',
  ])
    t.equal(first(own, [at('photos/a.jpg'), at(path)]), at(path), path)
  const detour = `${at('photos')}/out/../none`
  t.equal(first(own, [detour]), detour, 'up from where a link leads')
  t.equal(first(rights({}), [at('secret')]), at('secret'), 'none are named')
  t.equal(first({ scope: 'admin' }, [at('secret')]), undefined)
  mkdirSync(at('photos/..more'))
  writeFileSync(at('photos/..more/c'), '')
  t.equal(first(own, [at('photos/..more/c')]), undefined)
})
