/**
 * Source text of the function that draws marks on a picture, in the daemon's isolated world: on a canvas that is in no
 * document, so that the page, its observers and its accessibility tree are left as they are, and nothing has to be
 * taken away again.
 *
 * It takes the picture as PNG in base64, the type and quality (0 to 1) of the answer, and the marks: boxes in picture
 * pixels, each with its label. The answer is in base64.
 */
export const marksScript = `async function (data, type, quality, marks) {
  const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))
  const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
  const canvas = new OffscreenCanvas(picture.width, picture.height)
  const pen = canvas.getContext('2d')
  pen.drawImage(picture, 0, 0)
  const colours = ['#c2185b', '#1565c0', '#2e7d32', '#6a1b9a', '#bf360c', '#00695c']
  const height = 14
  pen.font = 'bold 11px sans-serif'
  pen.textBaseline = 'middle'
  pen.lineWidth = 1
  const taken = []
  const isFree = (x, y, width) =>
    x >= 0 && y >= 0 && x + width <= canvas.width && y + height <= canvas.height &&
    !taken.some(([left, top, size]) => x < left + size && left < x + width && y < top + height && top < y + height)
  for (const [index, { x, y, width, height: tall, label }] of marks.entries()) {
    pen.strokeStyle = pen.fillStyle = colours[index % colours.length]
    pen.strokeRect(Math.round(x) + 0.5, Math.round(y) + 0.5, Math.max(1, Math.round(width) - 1), Math.max(1, Math.round(tall) - 1))
    const size = Math.ceil(pen.measureText(label).width) + 6
    const within = (value, most) => Math.max(0, Math.min(Math.round(value), most))
    const [left, right] = [within(x, canvas.width - size), within(x + width - size, canvas.width - size)]
    const [over, top, bottom, under] = [y - height, y, y + tall - height, y + tall].map((at) => within(at, canvas.height - height))
    const places = [[left, over], [left, top], [right, over], [right, top], [left, under], [right, under], [left, bottom], [right, bottom]]
    const [at, down] = places.find(([across, down]) => isFree(across, down, size)) || places[1]
    taken.push([at, down, size])
    pen.fillRect(at, down, size, height)
    pen.fillStyle = '#fff'
    pen.fillText(label, at + 3, down + height / 2 + 0.5)
  }
  const drawn = new Uint8Array(await (await canvas.convertToBlob({ type, quality })).arrayBuffer())
  const parts = []
  for (let at = 0; at < drawn.length; at += 32768) parts.push(String.fromCharCode(...drawn.subarray(at, at + 32768)))
  return btoa(parts.join(''))
}`
