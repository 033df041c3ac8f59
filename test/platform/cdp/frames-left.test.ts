/** Frames end with the page that they were in, and come back with it. */
import t from 'tap'
import { idOn } from '../../e2e/client.ts'
import { serve } from '../../fixtures/daemon/serve.ts'
import { chromiumOrSkip } from '../../fixtures/web/chromium.ts'
import { openPage } from '../../fixtures/web/inside.ts'

if (!chromiumOrSkip(t)) process.exit(0)

t.test('pages with frames, one after another', async (t) => {
  const page = (name: string) =>
    `<!doctype html><title>${name}</title><iframe src="/inner"></iframe><iframe src="/inner"></iframe>`
  const inner = '<!doctype html><button onclick="this.textContent += 1">Inner</button>'
  const { origin } = await serve(t, { pages: { '/one': page('One'), '/two': page('Two'), '/inner': inner } })
  const { tab, call, commands } = await openPage(t, `${origin}/one`)
  /** Of several readings, the one that had the least to ask. */
  const asked = async () => {
    const counts: number[] = []
    for (let turn = 0; turn < 5; turn++) {
      const sent = await commands(() => call('explore', { tab }))
      counts.push(sent.filter((command) => command === 'Accessibility.getRootAXNode').length)
    }
    return Math.min(...counts)
  }
  const first = await asked()
  for (const name of ['two', 'one', 'two', 'one', 'two']) await call('navigate', { tab, url: `${origin}/${name}` })
  const last = await asked()
  t.ok(last <= first + 2, `${last} after ${first}: the ten that were left are not asked for`)
  await call('navigate', { tab, action: 'back' })
  const { outline } = await call('explore', { tab, format: 'outline' })
  t.equal(outline?.match(/: Inner/g)?.length, 2, 'they are back')
  await call('interact', { elementId: idOn(outline, /: Inner/), action: 'click' })
  const after = await call('explore', { tab, format: 'outline' })
  t.match(after.outline, /: Inner1/, 'what changes there is seen')
})
