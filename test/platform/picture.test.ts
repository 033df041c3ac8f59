// Pictures without a browser: scaled, encoded and marked, and looked at pixel by pixel.
import sharp from 'sharp'
import t from 'tap'
import { encodePicture } from '../../daemon/platform/pictures/encode.ts'
import { marksIn, marksSvg } from '../../daemon/platform/pictures/labels.ts'

const [width, height] = [400, 200]
const area = { x: 100, y: 50, width, height }
const data = Buffer.alloc(width * height * 3, 255)
const shot = { data, raw: { width, height }, area }

t.test('format, quality and size are as asked for', async (t) => {
  for (const format of ['png', 'jpeg', 'webp'] as const) {
    const picture = await encodePicture(shot, { format })
    t.match(await sharp(picture.data).metadata(), { format, width, height }, format)
    t.match(picture, { width, height, scale: 1, area: { width, height }, limited: false })
    t.notHas(picture, 'marked')
  }
  const small = await encodePicture(shot, { format: 'jpeg', quality: 50, maxWidth: 100, maxHeight: 100 })
  t.match(small, { width: 100, height: 50, scale: 4 })
  t.match(await encodePicture(shot, { format: 'png', maxWidth: 1000 }), { width, height, scale: 1 }, 'never scaled up')
  t.match(await encodePicture(shot, { format: 'png', maxWidth: 1, maxHeight: 1 }), { width: 1, height: 1 })
  const file = await sharp(data, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer()
  const dense = await encodePicture({ data: file, area: { ...area, width: 200, height: 100 } }, { format: 'png' })
  t.match(dense, { width, height, scale: 1, area: { width: 200, height: 100 } }, 'of a file, on a dense screen')
})

t.test('marks are of what is seen, at its place', async (t) => {
  const labels: string[] = []
  const wanted = ['1', '2', '3'].map((label, key) => ({
    key,
    label: () => {
      labels.push(label)
      return label
    },
  }))
  const frames = new Map([
    [0, { frame: { x: 140, y: 100, width: 60, height: 40 } }],
    [1, { frame: { x: 490, y: 240, width: 60, height: 40 } }],
    [2, { frame: { x: 0, y: 0, width: 90, height: 40 } }],
  ])
  const marks = marksIn(area, wanted, frames)
  t.same(labels, ['1', '2'], 'what lies outside is asked for no label')
  t.same(marks.marks[1]!.frame, { x: 490, y: 240, width: 10, height: 10 }, 'cut to what is seen')
  const picture = await encodePicture(shot, { format: 'png', maxWidth: 200 }, marks)
  t.match(picture, { width: 200, marked: 2, unmarked: 0, scale: 2 })
  const pixels = await sharp(picture.data).removeAlpha().raw().toBuffer()
  const isWhite = (x: number, y: number) =>
    pixels.subarray((y * 200 + x) * 3, (y * 200 + x) * 3 + 3).every((one) => one === 255)
  t.notOk(isWhite(20, 30), 'the left edge of the first one')
  t.ok(isWhite(30, 35), 'within it nothing is drawn')
  t.ok(isWhite(150, 60), 'nor elsewhere')
})

t.test('labels lie in the picture, and not over each other', (t) => {
  const one = { frame: { x: 0, y: 0, width: 30, height: 30 }, label: '17' }
  const svg = marksSvg({ width: 300, height: 300 }, [one, one, one, { frame: { ...one.frame, x: 100 }, label: '<&"' }])
  const places = [...svg.matchAll(/<rect x="(\d+)" y="(\d+)" width="\d+" height="14"/g)].map(([, x, y]) => `${x},${y}`)
  t.equal(places.length, 4)
  t.equal(new Set(places).size, 4)
  t.match(svg, '&#60;&#38;&#34;')
  t.end()
})
