/** Words that only stand near a control are shown, and are not what it is found by: what has them may be meant itself. */
import t from 'tap'
import { serve } from '../fixtures/daemon/serve.ts'
import { chromiumOrSkip } from '../fixtures/web/chromium.ts'
import { daemonFor, idOn } from './client.ts'

const page = `<!doctype html><title>Near</title>
<script>log = []; for (const type of ['click', 'contextmenu']) addEventListener(type, ({ target }) => log.push(type + ' ' + target.closest('[id]')?.id), true)</script>
<p id="said">Backups</p><input id="beside"> <p><label>Wrapped <input id="wrapped"></label></p>
<p><label for="by">Related</label> <input id="by"></p> <button id="inner"><span>Within</span></button>`

t.test('near words', async (t) => {
  if (!chromiumOrSkip(t)) return
  const { origin } = await serve(t, { pages: { '/': page } })
  const { call, fail } = await daemonFor(t, [], { IX_PLATFORMS: 'cdp' })
  const { tab } = await call('navigate', { url: origin })
  const { outline } = await call('explore', { tab, format: 'outline' })
  const id = idOn(outline, /near “Backups”/)
  const find = (text: string) => ({ tab, filter: { anyFieldContains: text } })
  for (const filter of [{ anyFieldContains: 'Backups' }, { titleContains: 'Backups' }])
    for (const action of ['click', 'right_click', 'hover']) {
      const missed = await fail('interact', { find: { tab, filter }, action })
      t.match(missed, { data: { name: 'not_found', hint: /stands near these words/, near: [{ id }] } }, action)
    }
  for (const text of ['Wrapped', 'Related', 'Within'])
    t.match(await call('interact', { find: find(text), action: 'click' }), { route: 'pointer' }, text)
  t.match(await call('interact', { elementId: id, action: 'set_value', value: 'x' }), { effect: 'confirmed' })
  t.equal((await call('explore', { ...find('Backups') })).matched, 1, 'a view may be narrowed to it')
  const { result } = await call('evaluate', { tab, script: 'log.join()' })
  t.equal(result, 'click wrapped,click by,click inner')
})
