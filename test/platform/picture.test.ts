// Pictures without a browser: scaled, encoded and marked, and looked at pixel by pixel.
import sharp from 'sharp'
import t from 'tap'
import { common } from '../../daemon/platform/element/rectangle.ts'
import { encodePicture, howToAdd } from '../../daemon/platform/pictures/encode.ts'
import { marksIn, placed } from '../../daemon/platform/pictures/labels.ts'

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
  const size = { width: 300, height: 300 }
  const places = placed(size, [one, one, one, { frame: { ...one.frame, x: 290 }, label: '1234' }]).map(({ at }) => at)
  for (const [index, at] of places.entries()) {
    t.same(common(at, { x: 0, y: 0, ...size }), at, 'in it')
    t.notOk(places.slice(index + 1).some((other) => common(other, at) !== undefined))
  }
  t.end()
})

t.test('a picture that is scaled down has the average of what it shows', async (t) => {
  const [wide, tall] = [301, 203]
  const noise = Buffer.from(Array.from({ length: wide * tall * 3 }, (_, at) => (at * at * 31 + at * 7) % 256))
  const all = { x: 0, y: 0, width: wide, height: tall }
  const half = await encodePicture({ data: noise, raw: all, area: all }, { format: 'png', maxWidth: 100 })
  const { channels } = await sharp(half.data).stats()
  const { channels: before } = await sharp(noise, { raw: { width: wide, height: tall, channels: 3 } }).stats()
  channels.forEach(({ mean }, index) => {
    t.ok(Math.abs(mean - before[index]!.mean) < 1, `${mean} for ${before[index]!.mean}`)
  })
  const whole = await encodePicture({ data: noise, raw: all, area: all }, { format: 'png' })
  t.ok((await sharp(whole.data).removeAlpha().raw().toBuffer()).equals(noise), 'unscaled it is as it was, to the pixel')
})

t.test('each digit of a label is another shape', async (t) => {
  const marks = Array.from('0123456789', (label, index) => ({
    label,
    frame: { x: 20 + 30 * index, y: 40, width: 20, height: 20 },
  }))
  const moved = marks.map(({ label, frame }) => ({
    label,
    frame: { ...frame, x: frame.x + area.x, y: frame.y + area.y },
  }))
  const { data: file } = await encodePicture(shot, { format: 'png' }, { marks: moved, left: 0 })
  const shapes = new Set<string>()
  for (const { at } of placed({ width, height }, marks)) {
    const part = sharp(file).extract({ left: at.x, top: at.y, width: at.width, height: at.height })
    const white = (await part.removeAlpha().raw().toBuffer()).map((value) => (value === 255 ? 1 : 0))
    shapes.add(Buffer.from(white).toString('base64'))
  }
  t.equal(shapes.size, 10)
})

t.test('the loop goes on while a large picture is made', async (t) => {
  const size = { width: 3840, height: 2160 }
  const all = { x: 0, y: 0, ...size }
  let turns = 0
  const turning = setInterval(() => turns++, 1)
  const large = { data: Buffer.alloc(size.width * size.height * 3, 7), raw: size, area: all }
  await encodePicture(large, { format: 'png', maxWidth: 1000 })
  clearInterval(turning)
  t.ok(turns > 5, `${turns} turns`)
})

t.test('how sharp is added where this package was installed', (t) => {
  t.equal(howToAdd('/opt/n/lib/node_modules/interface-explorer/'), 'npm install --global --prefix /opt/n sharp')
  t.equal(howToAdd('/srv/app/node_modules/interface-explorer/'), 'npm install --prefix /srv/app sharp')
  t.equal(howToAdd('/srv/interface-explorer/'), 'npm install --prefix /srv/interface-explorer/')
  t.end()
})
