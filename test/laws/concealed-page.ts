/** Pages made by chance of icons that their authors hide from screen readers, in the places that such icons have. */
import type { Random } from '../fixtures/random.ts'

export interface Icon {
  readonly id: string
  /** Can a person press it, to an end of its own? */
  readonly usable: boolean
  readonly how: string
}

const glyph = '<path d="M2 2 L18 18 L18 2 Z"/>'
const shapes = [
  (what: string) => `<svg ${what} width=20 height=20 viewBox="0 0 20 20">${glyph}</svg>`,
  (what: string) => `<span ${what}>×</span>`,
  (what: string) => `<span ${what} class=box></span>`,
  (what: string) => `<i ${what}><svg width=20 height=20>${glyph}</svg></i>`,
  (what: string) => `<div ${what}><b>v</b></div>`,
  (what: string) => `<div ${what}><input type=checkbox hidden><b>v</b></div>`,
  (what: string) =>
    `<i aria-hidden=true><svg ${what.replace('aria-hidden=true', '')} width=20 height=20>${glyph}</svg></i>`,
  (what: string) => `<i ${what.replace('aria-hidden=true', 'role=presentation')} class=box></i>`,
  (what: string) => `<img ${what} width=20 height=20 src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">`,
]
const button = (what: string) => `<button ${what} tabindex=-1>▾</button>`
const inButton = (icon: string, at: number) => `<button>Save ${at} ${icon}</button>`
const places = [
  inButton,
  (icon: string, at: number) => `<div role=button tabindex=0>Chip ${at} ${icon}</div>`,
  (icon: string, at: number) => `<p>Row ${at} ${icon}</p>`,
  (icon: string, at: number) => `<table><tr><th>Column ${at} ${icon}</th></tr></table>`,
  (icon: string, at: number) => `<div><span>Node ${at}</span><div>${icon}</div></div>`,
]
const uses = ['listener', 'attribute', 'pointer', 'none'] as const
const unseen = ['display: none', 'visibility: hidden', 'pointer-events: none']

export interface ConcealedPage {
  readonly html: string
  readonly icons: readonly Icon[]
}

export function concealedPage(dice: Random): ConcealedPage {
  const isBehind = dice.below(4) === 0
  const icons: Icon[] = []
  const parts = Array.from({ length: 14 }, (_, at) => {
    const isControl = dice.below(6) === 0
    const use = dice.oneOf(uses)
    const place = isControl ? dice.oneOf(places.slice(1)) : dice.oneOf(places)
    const style = dice.below(4) === 0 ? dice.oneOf(unseen) : ''
    const isUsed = isControl || use === 'listener' || use === 'attribute' || (use === 'pointer' && place !== inButton)
    const marks = { listener: 'data-listens', attribute: 'onclick="0"', pointer: '', none: '' }[use]
    const shape = isControl ? button : dice.oneOf(shapes)
    const id = `icon-${at}`
    const hand = use === 'pointer' ? 'cursor: pointer' : ''
    const icon = shape(`id=${id} aria-hidden=true style="${style}; ${hand}" ${marks}`)
    icons.push({ id, usable: isUsed && style === '' && !isBehind, how: `${use}: ${place(icon, at)}` })
    return place(icon, at)
  })
  const kept = (part: string) => `<button id=kept-${part}>Kept</button><i id=inner-${part} data-listens><b>x</b></i>`
  const wrapped = (part: string, more: string) => `<div aria-hidden=true ${more}>${kept(part)}</div>`
  const wrappers = {
    small: { more: '', around: (html: string) => html },
    large: { more: '', around: (html: string) => html.replace('</div>', `${'<p>more</p>'.repeat(30)}</div>`) },
    drawer: { more: 'style="position: fixed; left: -300px; width: 200px"', around: (html: string) => html },
    slide: {
      more: 'style="position: absolute; left: 300px"',
      around: (html: string) =>
        `<div style="position: relative; width: 200px; height: 40px; overflow: hidden">${html}</div>`,
    },
  }
  for (const part of Object.keys(wrappers))
    for (const id of [`kept-${part}`, `inner-${part}`])
      icons.push({ id, usable: /small|large/.test(part) && !isBehind, how: `in a wrapper that is hidden: ${part}` })
  const around = Object.entries(wrappers).map(([part, one]) => one.around(wrapped(part, one.more)))
  if (isBehind) icons.push({ id: 'within', usable: true, how: 'in the modal dialog' })
  // As some programs hide what is behind a dialog: the whole, or each part by itself.
  const isWhole = dice.below(2) === 0
  const dialog = `<div style="position: fixed; inset: 0; background: #0006"></div>
<div role=dialog aria-modal=true style="position: fixed; top: 40px; left: 40px; background: white">
<button>Close</button><span id=within aria-hidden=true data-listens>×</span></div>`
  const html = `<!doctype html><title>Concealed</title>
<style>* { cursor: default } .box { display: inline-block; width: 20px; height: 20px; background: gray }</style>
<div id=root ${isBehind && isWhole ? 'aria-hidden=true' : ''}>${parts.join('\n')}${around.join('\n')}</div>
${isBehind ? dialog : ''}
<script>
for (const one of document.querySelectorAll('[data-listens]')) one.addEventListener('click', () => {})
const pressed = []
addEventListener('click', ({ target }) => { for (let at = target; at; at = at.parentElement) pressed.push(at.id) }, true)
</script>`
  return { html, icons }
}
