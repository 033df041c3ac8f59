/**
 * Draws a grid and labels on a picture, in the daemon's isolated world: on a canvas outside every document, so that the
 * page, its observers and its accessibility tree are untouched and nothing has to be cleaned up.
 */
import type { Box } from './boxes.ts'
import { sent } from './sent.ts'

/** In picture pixels. */
interface Label extends Box {
  readonly label: string
}

/** In page pixels; the first lines are at `left` and `top` of the picture. */
interface Grid {
  readonly step: number
  readonly left: number
  readonly top: number
  /** Picture pixels in a page pixel. */
  readonly across: number
}

interface Drawing {
  readonly grid?: Grid
  readonly labels?: readonly Label[]
}

async function draw(data: string, type: string, quality: number, { grid, labels }: Drawing): Promise<string> {
  const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))
  const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
  const canvas = new OffscreenCanvas(picture.width, picture.height)
  const pen = canvas.getContext('2d')!
  pen.drawImage(picture, 0, 0)
  if (grid) drawGrid(pen, grid)
  if (labels) drawLabels(pen, labels)
  const drawn = new Uint8Array(await (await canvas.convertToBlob({ type, quality })).arrayBuffer())
  const parts: string[] = []
  for (let at = 0; at < drawn.length; at += 32768) parts.push(String.fromCharCode(...drawn.subarray(at, at + 32768)))
  return btoa(parts.join(''))
}

function drawGrid(pen: OffscreenCanvasRenderingContext2D, { step, left, top, across }: Grid): void {
  const { width, height } = pen.canvas
  const linesOf = (from: number, length: number) => {
    const lines: number[] = []
    for (let at = Math.ceil(from / step) * step; (at - from) * across < length; at += step) lines.push(at)
    return lines
  }
  const [columns, rows] = [linesOf(left, width), linesOf(top, height)]
  const placeOf = (at: number, from: number) => Math.round((at - from) * across) + 0.5
  const line = (fromX: number, fromY: number, toX: number, toY: number) => {
    pen.beginPath()
    pen.moveTo(fromX, fromY)
    pen.lineTo(toX, toY)
    // Visible on light and on dark.
    pen.strokeStyle = 'rgba(255, 255, 255, 0.6)'
    pen.lineWidth = 3
    pen.stroke()
    pen.strokeStyle = 'rgba(194, 24, 91, 0.9)'
    pen.lineWidth = 1
    pen.stroke()
  }
  for (const x of columns) line(placeOf(x, left), 0, placeOf(x, left), height)
  for (const y of rows) line(0, placeOf(y, top), width, placeOf(y, top))
  pen.font = 'bold 10px sans-serif'
  pen.textBaseline = 'top'
  for (const x of columns)
    for (const y of rows) {
      const text = `${x},${y}`
      const [atX, atY] = [placeOf(x, left) + 1, placeOf(y, top) + 1]
      pen.fillStyle = 'rgba(194, 24, 91, 0.85)'
      pen.fillRect(atX, atY, Math.ceil(pen.measureText(text).width) + 4, 12)
      pen.fillStyle = '#fff'
      pen.fillText(text, atX + 2, atY + 1)
    }
}

function drawLabels(pen: OffscreenCanvasRenderingContext2D, labels: readonly Label[]): void {
  const { canvas } = pen
  const colours = ['#c2185b', '#1565c0', '#2e7d32', '#6a1b9a', '#bf360c', '#00695c'] as const
  const height = 14
  pen.font = 'bold 11px sans-serif'
  pen.textBaseline = 'middle'
  pen.lineWidth = 1
  const taken: (readonly [number, number, number])[] = []
  const isFree = (x: number, y: number, width: number) =>
    x >= 0 &&
    y >= 0 &&
    x + width <= canvas.width &&
    y + height <= canvas.height &&
    !taken.some(([left, top, size]) => x < left + size && left < x + width && y < top + height && top < y + height)
  for (const [index, { x, y, width, height: tall, label }] of labels.entries()) {
    const colour = colours[index % colours.length]!
    pen.strokeStyle = colour
    pen.fillStyle = colour
    const [broad, long] = [Math.max(1, Math.round(width) - 1), Math.max(1, Math.round(tall) - 1)]
    pen.strokeRect(Math.round(x) + 0.5, Math.round(y) + 0.5, broad, long)
    const size = Math.ceil(pen.measureText(label).width) + 6
    const inside = (value: number, most: number) => Math.max(0, Math.min(Math.round(value), most))
    const across = (at: number) => inside(at, canvas.width - size)
    const down = (at: number) => inside(at, canvas.height - height)
    const [left, right] = [across(x), across(x + width - size)]
    const [over, top, bottom, under] = [down(y - height), down(y), down(y + tall - height), down(y + tall)]
    const spots = [
      ...[[left, over] as const, [left, top] as const, [right, over] as const, [right, top] as const],
      ...[[left, under] as const, [right, under] as const, [left, bottom] as const, [right, bottom] as const],
    ]
    const [atX, atY] = spots.find(([placeX, placeY]) => isFree(placeX, placeY, size)) || [left, top]
    taken.push([atX, atY, size])
    pen.fillRect(atX, atY, size, height)
    pen.fillStyle = '#fff'
    pen.fillText(label, atX + 3, atY + height / 2 + 0.5)
  }
}

/** Takes the picture as base64 PNG, the type and quality (0 to 1) of the base64 result, and what to draw. */
export const drawScript = sent(draw, drawGrid, drawLabels)
