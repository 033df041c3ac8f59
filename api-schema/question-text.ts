/** The answers to small questions, in one to three lines. Texts of the page are made unable to forge one. */
import { type EdgeWord, edgeWords } from './methods/alignment.ts'
import type { Result } from './methods.ts'
import { plain } from './plain.ts'

type Seen = Result<'visibility'>
type Pair = Result<'alignment'>

/** `visible, in the viewport`, `hidden: display:none on div#panel [12]`; what to do in a second line. */
export function visibilityText(seen: Seen): string {
  const { visible, reason, frame, hint, elementId } = seen
  const id = elementId === undefined ? '' : `[${elementId}] `
  const what = visible ? visibleText(seen) : `hidden: ${reason}${by(' on ', seen.hiddenBy)}`
  const where = frame === undefined ? '' : ` (frame ${plain(frame)})`
  return [`${id}${what}${where}`, ...(hint === undefined ? [] : [hint])].join('\n')
}

function visibleText({
  inViewport,
  shownPercent,
  clippedBy,
  coveredBy,
  coveredPercent,
  reason,
  hiddenBy,
}: Seen): string {
  const part = shownPercent === undefined ? '' : `${shownPercent}% `
  const isBehind = reason === 'modal dialog'
  const parts = [
    'visible',
    inViewport === false ? 'out of the viewport' : `${part}in the viewport`,
    clippedBy !== undefined && `clipped${by(' by ', clippedBy)}`,
    coveredBy !== undefined &&
      `${coveredPercent === undefined ? '' : `${coveredPercent}% `}covered${by(' by ', coveredBy)}`,
    isBehind && `behind the modal dialog${by(' ', hiddenBy)}`,
    reason !== undefined && !isBehind && `${reason}${by(' on ', hiddenBy)}`,
  ]
  return parts.filter(Boolean).join(', ')
}

function by(before: string, obstacle: Seen['hiddenBy']): string {
  if (obstacle === undefined) return ''
  return `${before}${plain(obstacle.text)}${obstacle.id === undefined ? '' : ` [${obstacle.id}]`}`
}

const short: { readonly [edge in EdgeWord]: string } = {
  left: 'left',
  centerX: 'center',
  right: 'right',
  top: 'top',
  centerY: 'center',
  bottom: 'bottom',
}

/** A line on left and right, one on top and bottom, one on space and size. */
export function alignmentText(pair: Pair): string {
  return [axisText(pair, edgeWords.slice(0, 3), 'x'), axisText(pair, edgeWords.slice(3), 'y'), restText(pair)].join(
    '\n',
  )
}

function axisText({ aligned, offsets = {}, frame }: Pair, edges: readonly EdgeWord[], axis: 'x' | 'y'): string {
  const [from, size] = axis === 'x' ? [frame.x, frame.width] : [frame.y, frame.height]
  const places = [from, from + size / 2, from + size]
  const inLine = edges.flatMap((edge, index) => (aligned.includes(edge) ? [{ edge, at: places[index]! }] : []))
  const words = inLine.map(({ edge }) => short[edge]).join(', ')
  const off = new Map<number, string[]>()
  for (const edge of edges) {
    const offset = offsets[edge]
    if (offset !== undefined) off.set(offset, [...(off.get(offset) ?? []), short[edge]])
  }
  const parts = [
    ...(inLine.length > 0 ? [`${words} aligned (${inLine.map(({ at }) => at).join(', ')})`] : []),
    ...[...off].map(([offset, names]) => `${names.join(', ')} off by ${signed(offset)}`),
  ]
  return `${axis}: ${parts.join('; ')}`
}

function restText({ gap, overlap, inside, size }: Pair): string {
  const sides = Object.entries({ left: 'to the left', right: 'to the right', above: 'above', below: 'below' })
  const gaps = sides.flatMap(([side, words]) => {
    const space = gap?.[side as keyof typeof gap]
    return space === undefined ? [] : [`${space} px ${words}`]
  })
  const { width, height } = size ?? {}
  const sizes = [
    width !== undefined && `${Math.abs(width)} px ${width > 0 ? 'wider' : 'narrower'}`,
    height !== undefined && `${Math.abs(height)} px ${height > 0 ? 'taller' : 'shorter'}`,
  ].filter(Boolean)
  const parts = [
    gaps.length > 0 && `gap ${gaps.join(' and ')}`,
    overlap !== undefined && inside === undefined && `overlap ${overlap.width}x${overlap.height}`,
    inside !== undefined && (inside === 'other' ? 'the other inside it' : 'inside the other'),
    sizes.length > 0 ? `the other ${sizes.join(', ')}` : 'same size',
  ]
  return parts.filter(Boolean).join(', ')
}

function signed(value: number): string {
  return value > 0 ? `+${value}` : String(value)
}
