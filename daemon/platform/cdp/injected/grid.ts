/** Draws a grid on a picture, on a canvas outside every document, as `labels.ts` does its labels. */
import { sent } from './sent.ts'

/** Page pixels; the first line stands at `left`, `top` of the picture. */
interface Grid {
  readonly step: number
  readonly left: number
  readonly top: number
  /** Picture pixels in a page pixel. */
  readonly across: number
}

async function drawGrid(data: string, type: string, quality: number, grid: Grid): Promise<string> {
  const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))
  const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
  const canvas = new OffscreenCanvas(picture.width, picture.height)
  const pen = canvas.getContext('2d')!
  pen.drawImage(picture, 0, 0)
  const { step, left, top, across } = grid
  const linesOf = (from: number, length: number) => {
    const lines: number[] = []
    for (let at = Math.ceil(from / step) * step; (at - from) * across < length; at += step) lines.push(at)
    return lines
  }
  const [columns, rows] = [linesOf(left, canvas.width), linesOf(top, canvas.height)]
  const placeOf = (at: number, from: number) => Math.round((at - from) * across) + 0.5
  const line = (fromX: number, fromY: number, toX: number, toY: number) => {
    pen.beginPath()
    pen.moveTo(fromX, fromY)
    pen.lineTo(toX, toY)
    // Seen on light and on dark.
    pen.strokeStyle = 'rgba(255, 255, 255, 0.6)'
    pen.lineWidth = 3
    pen.stroke()
    pen.strokeStyle = 'rgba(194, 24, 91, 0.9)'
    pen.lineWidth = 1
    pen.stroke()
  }
  for (const x of columns) line(placeOf(x, left), 0, placeOf(x, left), canvas.height)
  for (const y of rows) line(0, placeOf(y, top), canvas.width, placeOf(y, top))
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
  const drawn = new Uint8Array(await (await canvas.convertToBlob({ type, quality })).arrayBuffer())
  const parts: string[] = []
  for (let at = 0; at < drawn.length; at += 32768) parts.push(String.fromCharCode(...drawn.subarray(at, at + 32768)))
  return btoa(parts.join(''))
}

/** Takes the picture as base64 PNG, the type and quality (0 to 1) of the base64 result, and the grid. */
export const gridScript = sent(drawGrid)
