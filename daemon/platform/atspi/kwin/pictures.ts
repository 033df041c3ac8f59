/** Pictures of the screen by KWin's ScreenShot2, which only the program allowed by the person gets. */
import type { Frame } from '../../../../api-schema/element.ts'
import { clause, Problem } from '../../../problem.ts'
import { Turns } from '../../../time-limit.ts'
import type { Shot } from '../../pictures/encode.ts'
import type { Pictures } from '../desktop/desktop.ts'
import { type Missing, unsupportedBy } from '../desktop/missing.ts'
import { rgb } from '../desktop/rgb.ts'
import { type Bus, Passed, Typed } from '../wire/bus.ts'
import { received } from '../wire/received.ts'

const screenShot = {
  destination: 'org.kde.KWin',
  path: '/org/kde/KWin/ScreenShot2',
  interface: 'org.kde.KWin.ScreenShot2',
} as const
/**
 * Qt's numbers for formats of four bytes a pixel: blue, green, red and one more; if true, red and blue change places.
 */
const formats = new Map([
  [4, false],
  [5, false],
  [6, false],
  [16, true],
  [17, true],
  [18, true],
])
const mostBytes = 512 << 20
/** Long enough for a machine that draws without a graphics card. */
const answerMs = 5000

export class KwinPictures implements Pictures {
  readonly missing: Missing | undefined
  readonly #open: () => Promise<Bus>
  readonly #path: () => string
  readonly #turns = new Turns()
  #bus: Bus | undefined

  /** `path`: a free path for a socket. */
  constructor(isThere: boolean, open: () => Promise<Bus>, path: () => string) {
    this.#open = open
    this.#path = path
    if (!isThere)
      this.missing = {
        why: 'KWin has no ScreenShot2: it runs without compositing, or is older than version 5.24.',
        remedy: 'Read with {explore}.',
      }
  }

  async take(area: Frame, signal: AbortSignal): Promise<Shot> {
    if (this.missing !== undefined) throw unsupportedBy(this.missing)
    return await this.#turns.run(signal, async () => {
      if (this.#bus === undefined || this.#bus.closed !== undefined) this.#bus = await this.#open()
      return await this.#take(this.#bus, area, signal)
    })
  }

  close(): void {
    this.#bus?.close()
  }

  async #take(bus: Bus, area: Frame, signal: AbortSignal): Promise<Shot> {
    let told: { readonly [name: string]: { readonly value: unknown } | undefined } = {}
    const receipt = { most: mostBytes, tooMuch: refused, silent: refused, signal }
    const bytes = await received(
      this.#path(),
      async (theirs) => {
        const body = [area.x, area.y, area.width, area.height, { 'native-resolution': new Typed('b', true) }]
        const call = { ...screenShot, member: 'CaptureArea', signature: 'iiuua{sv}h' }
        const [values] = await bus
          .call({ ...call, body: [...body, new Passed(theirs)] }, signal, answerMs)
          .catch((error: Error) => {
            throw refused(error.message)
          })
        told = values as typeof told
      },
      receipt,
    )
    const [width, height, stride, format] = ['width', 'height', 'stride', 'format'].map((one) =>
      Number(told[one]?.value),
    )
    const isSwapped = formats.get(format!)
    if (isSwapped === undefined || !(bytes.length >= stride! * height!))
      throw refused(`${bytes.length} bytes of ${width}×${height} in format ${format}`)
    const layout = { width: width!, height: height!, stride: stride!, isSwapped, isTurned: false }
    return { area, data: await rgb(bytes, layout), raw: { width: width!, height: height! } }
  }
}

function refused(why?: string): Problem {
  return new Problem('unresponsive', {
    message: `KWin did not give the picture${why === undefined ? '' : `: ${clause(why)}`}.`,
    hint: /NoAuthorized/.test(why ?? '') ? 'The person can allow it again: ix desktop allow.' : 'Try again.',
  })
}
