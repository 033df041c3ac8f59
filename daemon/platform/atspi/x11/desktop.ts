/** A session on an X server, or the part of a Wayland session that uses an X server. */
import type { Frame } from '../../../../api-schema/element.ts'
import { Problem } from '../../../problem.ts'
import type { Shot } from '../../pictures/encode.ts'
import type { Finding } from '../../platform.ts'
import { type Desktop, type Pictures, screenshotsFinding } from '../desktop/desktop.ts'
import { type Missing, unsupportedBy } from '../desktop/missing.ts'
import { rgb } from '../desktop/rgb.ts'
import type { Selection } from '../desktop/selection.ts'
import type { DesktopWindows, WindowManager } from '../desktop/windows.ts'
import { numbersOf, type XConnection } from './connection.ts'
import { XInput } from './pointer.ts'
import { XSelection } from './selection.ts'
import { XServer } from './server.ts'
import { XWindowManager } from './window-manager.ts'
import { XWindows } from './windows.ts'

export class XDesktop implements Desktop {
  readonly partial?: Missing
  readonly input: XInput
  readonly windows: DesktopWindows
  readonly manager: WindowManager
  readonly pictures: Pictures
  readonly clipboard: Selection
  readonly #server: XServer

  /** `display`: in the form of DISPLAY. `partial`: why other applications of its session are not on it. */
  constructor(display: string, partial?: Missing) {
    this.#server = new XServer(display)
    if (partial !== undefined) this.partial = partial
    this.windows = new XWindows(this.#server, partial !== undefined)
    this.manager = new XWindowManager(this.#server)
    this.clipboard = new XSelection(this.#server)
    this.input = new XInput(this.#server, this.clipboard)
    this.pictures = new XPictures(this.#server, partial)
  }

  async open(signal: AbortSignal): Promise<void> {
    await this.#server.open(signal)
  }

  async findings(signal: AbortSignal): Promise<Finding[]> {
    const display = this.#server.name
    const problem = await this.#server.open(signal).then(
      () => undefined,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    )
    if (problem !== undefined) {
      const remedy = 'Start ixd in the desktop session, or set DISPLAY.'
      const missing = ['input', 'screenshots', 'windows'].map((what) => lacks(what, problem, remedy))
      return [{ what: 'session', state: 'note', detail: 'no display' }, ...missing]
    }
    if (this.partial !== undefined) {
      const detail = `Wayland, with an X server ${display} for some applications`
      const only = { state: 'note', detail: `only in applications that use the X server` } as const
      const parts = ['input', 'screenshots', 'windows'].map((what) => ({ what, ...only, remedy: this.partial!.why }))
      return [{ what: 'session', state: 'note', detail }, ...parts]
    }
    const { connected } = this.#server
    return [
      { what: 'session', state: 'note', detail: `X11 ${display}` },
      connected?.canFake === true
        ? { what: 'input', state: 'ok', detail: 'keys and pointer by XTEST' }
        : lacks('input', 'the X server has no XTEST', 'Start the X server with its XTEST extension.'),
      screenshotsFinding(connected?.size ?? { width: 0, height: 0 }),
      ...(connected === undefined ? [] : [await managerFinding(connected).catch(silent)]),
    ]
  }

  close(): void {
    this.input.close()
    this.#server.close()
  }
}

/** The picture of a large screen has tens of megabytes. */
const imageMs = 3000
const wholePixels = 2
const allPlanes = -1

/** On Wayland the X server's screen only has the pixels of its own applications. */
class XPictures implements Pictures {
  readonly missing: Missing | undefined
  readonly #server: XServer

  constructor(server: XServer, missing: Missing | undefined) {
    this.#server = server
    this.missing = missing
  }

  async take(area: Frame, signal: AbortSignal): Promise<Shot> {
    if (this.missing !== undefined) throw unsupportedBy(this.missing)
    const connection = await this.#server.open(signal)
    const args = [wholePixels, connection.root, area.x, area.y, area.width, area.height, allPlanes]
    const image = await connection.request<Image>('GetImage', args, imageMs)
    return { ...(await pixelsOf(connection, image, area.width)), area }
  }
}

function lacks(what: string, detail: string, remedy: string): Finding {
  return { what, state: 'missing', detail, remedy }
}

/** A server that hangs must not spoil the other findings. */
function silent(error: unknown): Finding {
  if (!(error instanceof Problem)) throw error
  return lacks('windows', error.message, 'Try again later.')
}

/** Without a window manager no window is in front and none can be minimised. */
async function managerFinding(connection: XConnection): Promise<Finding> {
  const what = 'windows'
  const supporting = '_NET_SUPPORTING_WM_CHECK'
  const [check] = numbersOf(await connection.property(connection.root, supporting))
  // A crashed window manager leaves its property behind, but not its window, which repeats it.
  const [own] = check === undefined ? [] : numbersOf(await connection.property(check, supporting))
  if (check === undefined || own !== check)
    return lacks(what, 'there is no window manager', 'Start one in this session, such as openbox.')
  const name = await connection.property(check, '_NET_WM_NAME')
  return { what, state: 'ok', detail: `managed by ${name?.data.toString('utf8') || 'a window manager without a name'}` }
}

/** GetImage's reply: rows of whole pixels, each padded to `scanline_pad` bits. */
interface Image {
  readonly depth: number
  readonly data: Buffer
}

/** Throws unsupported_here for screens without 24 bits per pixel, which are extinct. */
export async function pixelsOf(
  { display }: XConnection,
  { depth, data }: Image,
  width: number,
): Promise<Omit<Shot, 'area'>> {
  const format = display.format[depth]
  const { red_mask: red, blue_mask: blue } = visualOf(display)
  const isUsual = format?.bits_per_pixel === 32 && display.image_byte_order === 0
  if (!isUsual || red !== 0xff0000 || blue !== 0xff) {
    throw new Problem('unsupported_here', {
      message: `The screen has ${format?.bits_per_pixel ?? depth} bits per pixel in an unknown order.`,
      hint: 'Pictures need a screen with 24 bits of colour.',
    })
  }
  const height = Math.floor(data.length / (width * 4))
  const layout = { width, height, stride: width * 4, isSwapped: false, isTurned: false }
  return { raw: { width, height }, data: await rgb(data, layout) }
}

function visualOf({ screen }: XConnection['display']) {
  const { depths, root_depth, root_visual } = screen[0]!
  return depths[root_depth]?.[root_visual] ?? { red_mask: 0, green_mask: 0, blue_mask: 0 }
}
