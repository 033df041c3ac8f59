// Positions in an outline are those that a call takes, and the answer says which they are.
import t from 'tap'
import { serve } from '../fixtures/daemon/serve.ts'
import { page as pageOf } from '../fixtures/web/acting-pages.ts'
import { chromiumOrSkip, launchChromium } from '../fixtures/web/chromium.ts'
import { openBoth } from '../fixtures/web/inside.ts'

const buttons = Array.from({ length: 12 }, (_, at) => {
  const place = `left: ${40 + (at % 4) * 130}px; top: ${30 + Math.floor(at / 4) * 90}px; width: ${60 + at}px`
  return `<button style="position: absolute; ${place}">B${at}</button>`
})

t.test('positions of a tab are page pixels', async (t) => {
  if (!chromiumOrSkip(t)) return
  const server = await serve(t, { pages: { '/': pageOf(buttons.join('')) } })
  const { call, tab, outside } = await openBoth(t, await launchChromium(t), `${server.origin}/`)
  const { outline = '', positions } = await call('explore', {
    scope: 'tab',
    tab,
    elementTypes: ['button'],
    format: 'list',
    showCoordinates: true,
  })
  t.equal(positions, 'page')
  const lines = [...outline.matchAll(/^\[(\d+)\] button: (B\d+) .*@(\d+),(\d+) (\d+)x(\d+)$/gm)]
  t.equal(lines.length, buttons.length)
  for (const [, id, name, ...numbers] of lines) {
    const [x, y, width, height] = numbers.map(Number) as [number, number, number, number]
    const box = await outside.evaluate(
      `(({ x, y, width, height }) => [x, y, width, height].map(Math.round))([...document.querySelectorAll('button')].find((one) => one.textContent === '${name}').getBoundingClientRect())`,
    )
    t.same(box, [x, y, width, height], `${name} is there`)
    const at = { scope: 'position', tab, x: x + width / 2, y: y + height / 2 } as const
    const { elements } = await call('explore', { ...at, format: 'json' })
    t.match(elements, [{ id }], `${name} is found there`)
  }
})
