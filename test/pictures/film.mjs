/** Draws a session on a terminal as an SVG that moves by CSS alone. Where it may not move, it is its last picture. */

const columns = 100
const rows = 27
const font = 13
const cell = font * 0.6
const lineHeight = 18
const margin = 20
const bar = 38
const width = columns * cell + 2 * margin
const height = bar + rows * lineHeight + 2 * 12
const colours = { 2: 'dim', 31: 'red', 32: 'green', 33: 'yellow', 36: 'cyan' }
const secondsPerKey = 0.04
const beforeAnswer = 0.3
const fade = 0.5

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const short = (number) => String(Math.round(number * 100) / 100)

/** @param steps what `playSession` answers */
export function filmOf(steps) {
  const shots = timed(steps)
  const end = shots.at(-1).answered + shots.at(-1).rest
  const at = (seconds) => `${short((100 * seconds) / end)}%`
  const rules = []
  /** Rules of an animation that starts again with the film; answers the name of its class. */
  const animated = (frames, timing = 'step-end') => {
    const name = `a${rules.length}`
    rules.push(`.${name}{animation:${name} ${short(end)}s ${timing} infinite}@keyframes ${name}{${frames}}`)
    return name
  }
  const between = (from, to) =>
    from === 0
      ? animated(`0%{opacity:1}${at(to)},to{opacity:0}`)
      : animated(`0%{opacity:0}${at(from)}{opacity:1}${to < end ? `${at(to)},to{opacity:0}` : ''}`)
  const cursorAt = (x, y, name, more = '') =>
    `<rect class="cursor ${name}" x="${short(x)}" y="${y - 13}" width="${cell}" height="16"${more}/>`

  const typedLine = (shot) => {
    const y = yOf(shot.row)
    const length = short(shot.command.length * cell)
    const x = short(2 * cell)
    const typed = `${prompt(y)}<text class="typed" x="${x}" y="${y}" textLength="${length}">${escaped(shot.command)}</text>`
    if (shot.typed === 0) return typed
    const moves = `0%,${at(shot.shown)}{transform:none}${at(shot.starts)}{transform:none;animation-timing-function:steps(${shot.command.length})}${at(shot.typed)},to{transform:translateX(${length}px)}`
    const cover = `<rect class="cover" x="${x}" y="${y - 14}" width="${length}" height="18"/>`
    const cursor = cursorAt(2 * cell, y, between(shot.shown, shot.answered), ' opacity="0"')
    return `${typed}<g class="${animated(moves)}" transform="translate(${length})">${cover}${cursor}</g>`
  }
  const drawn = shots.map((shot) => {
    const line = typedLine(shot)
    const printed = shot.printed.map((text, index) => lineOf(text, yOf(shot.row + 1 + index))).join('\n')
    const shown = (seconds, content) => (seconds === 0 ? content : `<g class="${between(seconds, end)}">${content}</g>`)
    return `${shown(shot.shown, line)}\n${shown(shot.answered, printed)}`
  })
  const last = shots.at(-1)
  const lastRow = last.row + 1 + last.printed.length
  const lastPrompt = `${prompt(yOf(lastRow))}${cursorAt(2 * cell, yOf(lastRow), 'blinks')}`
  drawn.push(`<g class="${between(last.answered, end)}">${lastPrompt}</g>`)

  const scrolls = animated(scrolling(shots, at), 'ease-in-out')
  const fades = animated(`0%{opacity:0}${at(fade)},${at(end - fade)}{opacity:1}to{opacity:0}`, 'linear')
  const captions = shots.map((shot, index) => {
    const isLast = index === shots.length - 1
    const name = between(shot.answered, shots[index + 1]?.answered ?? end)
    return `<text class="caption ${name}" x="${short(width / 2)}" y="24"${isLast ? '' : ' opacity="0"'}>${escaped(shot.caption)}</text>`
  })
  const told = shots.map(({ command, caption }) => `${command} (${caption})`).join('; ')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title desc">
<title id="title">A terminal in which an application is explored and used by ix</title>
<desc id="desc">${escaped(told)}.</desc>
<style>
text{font:${font}px ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono","DejaVu Sans Mono",monospace;fill:#d5dce5;white-space:pre}
.caption{font-family:system-ui,-apple-system,"Segoe UI","Noto Sans",sans-serif;text-anchor:middle;fill:#a9b4c0}
.typed{fill:#fff;font-weight:600}.cover{fill:#161b22}.cursor{fill:#d5dce5}
.dim{fill:#8b949e}.red{fill:#ff7b72}.green{fill:#7ee787}.yellow{fill:#e3b341}.cyan{fill:#79c0ff}
@media (prefers-reduced-motion:no-preference){
${rules.join('\n')}
.blinks{animation:blinks 1.1s step-end infinite}@keyframes blinks{50%{opacity:0}}
}
</style>
<rect x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="10" fill="#161b22" stroke="#3d444d"/>
<path d="M1 ${bar}H${width - 1}" stroke="#3d444d"/>
<circle cx="20" cy="19.5" r="5" fill="#3d444d"/><circle cx="38" cy="19.5" r="5" fill="#3d444d"/><circle cx="56" cy="19.5" r="5" fill="#3d444d"/>
${captions.join('\n')}
<clipPath id="window"><rect width="${width - margin - 1}" height="${rows * lineHeight}"/></clipPath>
<g transform="translate(${margin} ${bar + 12})" clip-path="url(#window)" xml:space="preserve">
<g class="${fades}"><g class="${scrolls}" transform="translate(0 ${-hiddenAt(lastRow)})">
${drawn.join('\n')}
</g></g>
</g>
</svg>
`
}

/** Each step's row, and the seconds at which its prompt stands there, its typing starts and ends, and its answer comes. */
function timed(steps) {
  const shots = []
  let row = 0
  for (const step of steps) {
    const before = shots.at(-1)
    // The first is there from the beginning, so that no one waits before an empty terminal.
    const shown = before?.answered ?? 0
    const starts = before === undefined ? 0 : before.answered + before.rest
    const typed = before === undefined ? 0 : starts + step.command.length * secondsPerKey
    const answered = before === undefined ? 0 : typed + beforeAnswer
    shots.push({ ...step, row, shown, starts, typed, answered })
    row += 1 + step.printed.length
  }
  return shots
}

const yOf = (row) => row * lineHeight + 14

/** What is above the window when `row` is the last to be seen. */
const hiddenAt = (row) => Math.max(0, row + 1 - rows) * lineHeight

function scrolling(shots, at) {
  let above = 0
  return shots
    .map(({ row, printed, answered }) => {
      const next = hiddenAt(row + 1 + printed.length)
      if (next === above) return ''
      // The more there is, the longer its top stays, and the longer it takes to pass.
      const starts = answered + (next - above) / 500
      const from = `${at(starts)}{transform:translateY(${-above}px)}`
      const to = `${at(starts + 0.25 + (next - above) / 700)}{transform:translateY(${-next}px)}`
      const first = above === 0 ? '0%,' : ''
      above = next
      return `${first}${from}${to}`
    })
    .concat(`to{transform:translateY(${-above}px)}`)
    .join('')
}

const prompt = (y) => `<text class="dim" x="0" y="${y}">$</text>`

/** A printed line: `ESC[…m` colours what follows until the next. */
function lineOf(line, y) {
  const [first = '', ...coloured] = line.split('\x1b[')
  const parts = coloured.map((part) => {
    const [, code = '', text = ''] = /^(\d+)m(.*)$/s.exec(part) ?? []
    const colour = colours[code]
    if (text === '') return ''
    return colour === undefined ? escaped(text) : `<tspan class="${colour}">${escaped(text)}</tspan>`
  })
  return `<text x="0" y="${y}">${escaped(first)}${parts.join('')}</text>`
}
