/**
 * Draws labels on a picture, in the daemon's isolated world: on a canvas outside every document, so that the page, its
 * observers and its accessibility tree are untouched and nothing has to be cleaned up.
 */
import type { Box } from './boxes.ts'
import { sent } from './sent.ts'

/** In picture pixels. */
interface Label extends Box {
  readonly label: string
}

async function drawLabels(data: string, type: string, quality: number, labels: readonly Label[]): Promise<string> {
  const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))
  const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
  const canvas = new OffscreenCanvas(picture.width, picture.height)
  const pen = canvas.getContext('2d')!
  pen.drawImage(picture, 0, 0)
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
    const places = [
      [left, over],
      [left, top],
      [right, over],
      [right, top],
      [left, under],
      [right, under],
      [left, bottom],
      [right, bottom],
    ] as const
    const [atX, atY] = places.find(([placeX, placeY]) => isFree(placeX, placeY, size)) || places[1]
    taken.push([atX, atY, size])
    pen.fillRect(atX, atY, size, height)
    pen.fillStyle = '#fff'
    pen.fillText(label, atX + 3, atY + height / 2 + 0.5)
  }
  const drawn = new Uint8Array(await (await canvas.convertToBlob({ type, quality })).arrayBuffer())
  const parts: string[] = []
  for (let at = 0; at < drawn.length; at += 32768) parts.push(String.fromCharCode(...drawn.subarray(at, at + 32768)))
  return btoa(parts.join(''))
}

/** Takes the picture as base64 PNG, the type and quality (0 to 1) of the base64 result, and the labels. */
export const labelsScript = sent(drawLabels)
