/**
 * A name is the element's name, on pages whose labels are beside their fields and say of which they are by nothing else:
 * forms by chance, of blocks within blocks, with ornaments, hints and wrappers that listen. A field is found by its
 * label, and what is set there arrives in it.
 */
import t from 'tap'
import { Problem } from '../../daemon/problem.ts'
import { serve } from '../fixtures/daemon/serve.ts'
import { type Random, random } from '../fixtures/random.ts'
import { chromiumOrSkip, launchChromium } from '../fixtures/web/chromium.ts'
import { openBoth } from '../fixtures/web/inside.ts'
import { minutes, tell, turns } from './law.ts'

t.setTimeout(600_000 + 120_000 * minutes)

const words = 'User Server Port Mode Comment Street Town Size Colour Owner Folder Speed Group Nation Guest'.split(' ')
const hints = ['Please enter', 'Select…', 'name@example.com', undefined]
const kinds = ['text', 'text', 'switch', 'list'] as const

/** As component libraries lay a form out: each label before its field, or before the block that the field is in. */
function formOf({ oneOf, below, shuffled }: Random): { html: string; labels: readonly string[] } {
  const hint = oneOf(hints)
  const [before, after, across] = [below(4), below(4), below(3)]
  const listens = below(2) === 0
  const isFor = below(3) === 0
  const labels = shuffled(words).slice(0, 3 + below(5))
  const wrap = (html: string, levels: number, attributes = '') =>
    Array.from({ length: levels }).reduce<string>((inner) => `<div ${attributes}>${inner}</div>`, html)
  const fields = labels.map((label, at) => {
    const kind = oneOf(kinds)
    const ornament = below(3) === 0 ? '<i class="icon"></i>' : ''
    const field = {
      text: `<input data-key="${label}" ${hint === undefined ? '' : `placeholder="${hint}"`}>`,
      switch: `<button role="switch" aria-checked="false" data-key="${label}" onclick="this.ariaChecked = this.ariaChecked === 'false'"></button>`,
      list: `<select data-key="${label}"><option>One<option>Two</select>`,
    }[kind]
    const named = wrap(`<label ${isFor ? `for="part-${at}"` : ''}>${label}${oneOf(['', ':', ' *'])}</label>`, before)
    const block = wrap(`${ornament}${field}`, after, listens ? 'onclick="void 0" style="cursor: pointer"' : '')
    return wrap(`${named}${block}`, across)
  })
  return {
    labels,
    html: `<!doctype html><title>Form</title><h1>Settings</h1><form onsubmit="return false">${fields.join('')}</form>`,
  }
}

t.test('fields of a page are found by the labels beside them', async (t) => {
  if (!chromiumOrSkip(t)) return
  const dice = random()
  t.comment(`seed ${dice.seed}`)
  let form = formOf(dice)
  const server = await serve(t, {
    pages: {
      '/': () => form.html,
    },
  })
  const url = `${server.origin}/`
  const { tab, outside, call } = await openBoth(t, await launchChromium(t), url)
  const wrong: string[] = []
  let cases = 0
  for (const turn of turns(t, 14)) {
    form = formOf(dice)
    await call('navigate', { tab, url })
    const view = await call('explore', { scope: 'tab', tab, format: 'list', limit: 100 })
    const lines = (view.outline ?? '').split('\n')
    const used = `(() => {
      const valueOf = (one) => one.ariaChecked ?? one.value
      const before = new Map([...document.querySelectorAll('[data-key]')].map((one) => [one, valueOf(one)]))
      return () => [...before].filter(([one, was]) => valueOf(one) !== was).map(([one]) => one.dataset.key).join()
    })()`
    for (const label of form.labels) {
      cases++
      const what = `${turn}: ${label}`
      const named = lines.filter((line) => new RegExp(`near “${label}\\b`).test(line))
      if (named.length !== 1)
        wrong.push(
          `${what}: ${named.length} are called so in ${form.html.replace(/.*?<form/, '')}: ${lines.join(' / ')}`,
        )
      await outside.evaluate(`changed = ${used}`)
      const kind = await outside.evaluate<string>(`document.querySelector('[data-key=${label}]').localName`)
      const act = { input: 'set_value', select: 'select', button: 'toggle' }[kind]
      const value = { input: 'given', select: 'Two' }[kind]
      const find = { scope: 'tab', tab, filter: { anyFieldContains: label } }
      const answer = await call('interact', { find, action: act, ...(value !== undefined && { value }) }).catch(
        (error: unknown) => {
          if (error instanceof Problem) return error
          throw error
        },
      )
      const changed = await outside.evaluate<string>('changed()')
      if (answer instanceof Problem) wrong.push(`${what}: ${answer.name}: ${answer.message}`)
      if (changed !== label) wrong.push(`${what}: ${changed || 'nothing'} changed`)
    }
  }
  const law = 'A field is called by its own label, by no other text.'
  tell(t, { law, on: 'forms of pages', cases, wrong })
})
