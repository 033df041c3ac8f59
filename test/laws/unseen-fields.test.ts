/** A press lands on its target or nowhere, also where nobody sees the field, with something drawn in its place. */

import t from 'tap'
import { Problem } from '../../daemon/problem.ts'
import { serve } from '../fixtures/daemon/serve.ts'
import { itWas } from '../fixtures/evidence/recording.ts'
import { type Random, random } from '../fixtures/random.ts'
import { orProblem } from '../fixtures/thrown.ts'
import { chromiumOrSkip, launchChromium } from '../fixtures/web/chromium.ts'
import { openBoth } from '../fixtures/web/inside.ts'
import { minutes, pressLaw, tell, turns } from './law.ts'

t.setTimeout(600_000 + 120_000 * minutes)

const tiny = 'position: absolute; width: 1px; height: 1px; margin: -1px; padding: 0; border: 0; overflow: hidden;'
/** Of the field, and of a wrapper around it. */
const hidings = {
  transparent: ['position: absolute; opacity: 0', undefined],
  'in what is transparent': ['', 'position: absolute; opacity: 0'],
  clipped: [`${tiny} clip: rect(0 0 0 0)`, undefined],
  'in what is clipped': ['', `${tiny} clip: rect(0 0 0 0)`],
  'clipped by a path': ['position: absolute; clip-path: inset(50%)', undefined],
  'a pixel in size': [
    'position: absolute; appearance: none; width: 1px; height: 1px; border: 0; padding: 0',
    undefined,
  ],
  'off the page': ['position: absolute; left: -9999px', undefined],
} as const
const kinds = ['check', 'star', 'list'] as const

interface Layout {
  readonly hiding: keyof typeof hidings
  readonly kind: (typeof kinds)[number]
  readonly count: number
  readonly isCovered: boolean
}

function layoutOf({ oneOf, below }: Random): Layout {
  const hiding = oneOf(Object.keys(hidings) as (keyof typeof hidings)[])
  return { hiding, kind: oneOf(kinds), count: 2 + below(5), isCovered: below(5) === 0 }
}

function pageOf({ hiding, kind, count, isCovered }: Layout): string {
  const [own, around] = hidings[hiding]
  const field = (at: number) => {
    const type = { check: 'type="checkbox"', star: 'type="radio" name="stars"', list: 'role="combobox" readonly' }[kind]
    const input = `<input ${type} aria-label="Thing ${at}" style="${own}">`
    return around === undefined ? input : `<span style="${around}">${input}</span>`
  }
  const drawn = { check: '<i class="box"></i>', star: '<svg width="24" height="24"></svg>', list: '<b>None</b>' }[kind]
  const one = (at: number) => `<div class="thing" data-at="${at}">${field(at)}<span class="drawn">${drawn}</span></div>`
  return `<!doctype html><title>Unseen</title><style>.thing { position: relative; display: inline-block; margin: 8px; min-width: 30px }
    .drawn { display: inline-block; padding: 4px; background: #ddd } .box { display: inline-block; width: 20px; height: 20px }
    .sheet { position: fixed; inset: 0 }</style><p style="height: 60px">Above</p>
    ${Array.from({ length: count }, (_, at) => one(at)).join(kind === 'list' ? '<br>' : '')}<button>After</button>
    ${isCovered ? '<div class="sheet"></div>' : ''}<script>
    pressed = []
    for (const thing of document.querySelectorAll('.thing')) thing.onclick = ({ target }) => {
      const field = thing.querySelector('input')
      pressed.push(thing.dataset.at)
      if (field.type === 'text') { field.ariaExpanded = 'true'; thing.querySelector('b').textContent = 'Opened' }
      if (target === field) return
      if (field.type === 'checkbox') field.checked = !field.checked
      if (field.type === 'radio') field.checked = true
    }
    document.onclick = ({ target }) => target.closest('.thing') ?? pressed.push('else')</script>`
}

t.test('an unseen field is pressed by what is drawn in its place', async (t) => {
  if (!chromiumOrSkip(t)) return
  const dice = random()
  t.comment(`seed ${dice.seed}`)
  let layout = layoutOf(dice)
  const server = await serve(t, {
    pages: {
      '/': () => pageOf(layout),
    },
  })
  const url = `${server.origin}/`
  const { tab, outside, call } = await openBoth(t, await launchChromium(t), url)
  const wrong: string[] = []
  let cases = 0
  for (const _ of turns(t, 40, dice)) {
    cases++
    layout = layoutOf(dice)
    await call('navigate', { tab, url })
    const at = String(dice.below(layout.count))
    const what = `${cases}: ${layout.kind} ${at} of ${layout.count}, ${layout.hiding}${layout.isCovered ? ', covered' : ''}`
    const find = { scope: 'tab', tab, filter: { titleContains: `Thing ${at}` } }
    const answer = await orProblem(call('interact', { find, action: 'click' }))
    const pressed = await outside.evaluate<string[]>('pressed')
    const isRefused = answer instanceof Problem && answer.name === 'element_changed'
    if (!(answer instanceof Problem)) itWas(pressed.includes(at))
    if (pressed.some((one) => one !== at)) wrong.push(`${what}: pressed ${pressed.join()}`)
    if (layout.isCovered && !isRefused) wrong.push(`${what}: not refused`)
    if (layout.isCovered) continue
    if (answer instanceof Problem) wrong.push(`${what}: ${answer.name}: ${answer.message}`)
    else if (pressed.length === 0) wrong.push(`${what}: ${answer.effect}, and nothing was pressed`)
    else if (answer.effect !== 'confirmed') wrong.push(`${what}: ${answer.effect}: ${answer.why}`)
  }
  tell(t, { law: pressLaw, on: 'fields that nobody sees', cases, wrong })
})
