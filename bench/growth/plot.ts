/** Lines over logarithmic axes, side by side, as SVG that a browser and a page of Markdown show. */

export interface Line {
  readonly name: string
  readonly points: readonly (readonly [x: number, y: number])[]
}

export interface Panel {
  readonly title: string
  readonly x: string
  readonly y: string
  readonly ticks: readonly number[]
  readonly lines: readonly Line[]
}

const width = 460
const height = 330
const box = { left: 62, right: 96, top: 44, bottom: 48 }
/** Distinct even without telling red from green, on light and on dark. */
const colours = ['#3b7dd8', '#d9822b', '#2a9d76', '#b455c4', '#c2495c']
const style = `text { font: 12px system-ui, sans-serif; fill: #333 } .title { font-size: 14px; font-weight: 600 } .grid { stroke: #ddd }
  .axis { stroke: #888 } .back { fill: #fff } .line { fill: none; stroke-width: 2 } .halo { stroke: #fff; stroke-width: 1.5 }
  @media (prefers-color-scheme: dark) { text { fill: #ddd } .grid { stroke: #333 } .axis { stroke: #777 } .back { fill: #16181d } .halo { stroke: #16181d } }`

export function plot(panels: readonly Panel[]): string {
  const all = panels.map((panel, at) => `<g transform="translate(${at * width} 0)">${drawn(panel)}</g>`)
  const size = `${panels.length * width} ${height}`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size}" role="img" aria-label="${panels.map(({ title }) => title).join('; ')}">`,
    `<style>${style}</style><rect class="back" width="100%" height="100%"/>`,
    ...all,
    '</svg>\n',
  ].join('\n')
}

function drawn({ title, x, y, ticks, lines }: Panel): string {
  const values = lines.flatMap(({ points }) => points.map(([, value]) => value))
  const [low, high] = [Math.floor(Math.log10(Math.min(...values))), Math.ceil(Math.log10(Math.max(...values)))]
  const [first, last] = [Math.log10(ticks[0]!), Math.log10(ticks.at(-1)!)]
  const inner = { width: width - box.left - box.right, height: height - box.top - box.bottom }
  const across = (value: number) => box.left + (inner.width * (Math.log10(value) - first)) / (last - first)
  const up = (value: number) => box.top + inner.height * (1 - (Math.log10(value) - low) / (high - low))
  const bottom = box.top + inner.height
  const grid = Array.from({ length: high - low + 1 }, (_, at) => 10 ** (low + at)).map(
    (value) =>
      `<line class="grid" x1="${box.left}" x2="${box.left + inner.width}" y1="${up(value)}" y2="${up(value)}"/>` +
      `<text x="${box.left - 8}" y="${up(value) + 4}" text-anchor="end">${value.toLocaleString('en-US')}</text>`,
  )
  const below = ticks.map(
    (value) =>
      `<line class="axis" x1="${across(value)}" x2="${across(value)}" y1="${bottom}" y2="${bottom + 5}"/>` +
      `<text x="${across(value)}" y="${bottom + 19}" text-anchor="middle">${value.toLocaleString('en-US')}</text>`,
  )
  const labels = apart(lines.map(({ points }) => up(points.at(-1)![1])))
  const curves = lines.map(({ name, points }, at) => {
    const colour = colours[at % colours.length]!
    const path = points.map(([px, py]) => `${across(px).toFixed(1)},${up(py).toFixed(1)}`)
    const dots = path.map((point) => {
      const [cx, cy] = point.split(',')
      return `<circle class="halo" cx="${cx}" cy="${cy}" r="4" fill="${colour}"/>`
    })
    const label = `<text x="${box.left + inner.width + 10}" y="${labels[at]! + 4}" style="fill: ${colour}">${name}</text>`
    return `<polyline class="line" stroke="${colour}" points="${path.join(' ')}"/>${dots.join('')}${label}`
  })
  return [
    `<text class="title" x="${box.left}" y="20">${title}</text><text x="${box.left}" y="36">${y}</text>`,
    ...grid,
    `<line class="axis" x1="${box.left}" x2="${box.left + inner.width}" y1="${bottom}" y2="${bottom}"/>`,
    ...below,
    `<text x="${box.left + inner.width / 2}" y="${height - 8}" text-anchor="middle">${x}</text>`,
    ...curves,
  ].join('\n')
}

/** Labels that would overlap are moved down. */
function apart(places: readonly number[]): number[] {
  const order = places.map((place, at) => ({ place, at })).sort((a, b) => a.place - b.place)
  let above = Number.NEGATIVE_INFINITY
  const moved: number[] = []
  for (const { place, at } of order) {
    above = Math.max(place, above + 15)
    moved[at] = above
  }
  return moved
}
