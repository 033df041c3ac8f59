/** A page printed to a file, which an independent program reads. */
import { execFileSync, spawnSync } from 'node:child_process'
import { lstatSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { serve } from '../fixtures/daemon/serve.ts'
import { typed } from '../fixtures/daemon/typed.ts'
import { page } from '../fixtures/web/acting-pages.ts'
import { chromiumOrSkip } from '../fixtures/web/chromium.ts'
import { daemonFor } from './client.ts'

const long = page(
  '<style>@media print { .screen { display: none } } section { break-after: page }</style><p class="screen">only on the screen</p><section>first</section><section>second</section>last',
)

t.test('a page on paper', async (t) => {
  if (!chromiumOrSkip(t)) return
  const server = await serve(t, { pages: { '/long': long } })
  const { home, call, fail } = await daemonFor(t, [], { IX_PLATFORMS: 'cdp' })
  const { tab } = await call('navigate', { url: `${server.origin}/long` })
  const { path, pages, bytes } = await call('pdf')
  const file = readFileSync(path!)
  t.match({ pages, bytes }, { pages: 3, bytes: file.length })
  t.equal(file.toString('latin1', 0, 5), '%PDF-')
  t.equal(lstatSync(path!).mode & 0o777, 0o600)
  t.match(file.toString('latin1'), /\/MediaBox ?\[0 0 59[45]/, 'A4')
  const across = await call('pdf', { tab, paper: 'letter', landscape: true, pages: '2-3', inline: true })
  t.match(across, { tab, pages: 2 })
  t.match(Buffer.from(across.data!, 'base64').toString('latin1'), /\/MediaBox ?\[0 0 792 612/)
  t.match(await fail('pdf', { pages: '9' }), { data: { name: 'invalid_params', path: 'params.pages' } })
  t.match(await fail('pdf', { pages: 'all' }), { data: { name: 'invalid_params', path: 'params.pages' } })

  const out = join(home.env.HOME!, 'page.pdf')
  writeFileSync(out, 'what was there before, and readable by all', { mode: 0o644 })
  t.match(await typed(home, 'pdf', '--out', out), { code: 0, out: `${out}: 3 pages` })
  t.equal(lstatSync(out).mode & 0o777, 0o600)
  symlinkSync(join(home.env.HOME!, 'elsewhere'), join(home.env.HOME!, 'link.pdf'))
  t.match(await typed(home, 'pdf', '--out', join(home.env.HOME!, 'link.pdf')), { code: 2, err: /is a link/ })

  if (spawnSync('pdftotext', ['-v']).error !== undefined) return t.comment('skipped: needs pdftotext to read the file')
  const words = execFileSync('pdftotext', [out, '-'], { encoding: 'utf8' })
  t.match(words, /first[\s\S]*second[\s\S]*last/)
  t.notMatch(words, 'only on the screen')
})
