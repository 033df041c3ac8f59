/** Text, files and pictures on the clipboard, in the forms that applications exchange. */
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Problem } from '../../../problem.ts'
import type { Clipboard, Clipping } from '../../platform.ts'
import { plainForms, Selection, textForms } from '../x11/selection.ts'
import type { XServer } from '../x11/server.ts'

const filesForm = 'text/uri-list'
/** What the file managers of GNOME and Xfce paste. */
const copiedFilesForm = 'x-special/gnome-copied-files'
const pictureForm = 'image/png'

export class XClipboard implements Clipboard {
  readonly #server: XServer
  readonly #selection: Selection

  constructor(server: XServer, selection = new Selection(server)) {
    this.#server = server
    this.#selection = selection
  }

  async read(signal: AbortSignal): Promise<Clipping> {
    this.#needsX()
    const forms = new Set(await this.#selection.forms(signal))
    const form = plainForms.find((one) => forms.has(one))
    const get = (one: string) => (forms.has(one) ? this.#selection.read(one, signal) : undefined)
    const [text, list, picture] = [form && (await get(form)), await get(filesForm), await get(pictureForm)]
    const files = list === undefined ? [] : filesOf(list.toString('utf8'))
    return {
      // STRING is Latin-1 by definition.
      ...(text !== undefined && { text: text.toString(form === 'STRING' ? 'latin1' : 'utf8').replace(/\0$/, '') }),
      ...(files.length > 0 && { files }),
      ...(picture !== undefined && { picture }),
    }
  }

  async write({ text, files, picture }: Clipping, signal: AbortSignal): Promise<void> {
    this.#needsX()
    const forms = text === undefined ? new Map<string, Buffer>() : textForms(text)
    if (files !== undefined) {
      const urls = files.map((file) => pathToFileURL(file).href)
      forms.set(filesForm, Buffer.from(urls.map((url) => `${url}\r\n`).join('')))
      forms.set(copiedFilesForm, Buffer.from(['copy', ...urls].join('\n')))
      if (text === undefined) for (const [form, content] of textForms(files.join('\n'))) forms.set(form, content)
    }
    if (picture !== undefined) forms.set(pictureForm, picture)
    await this.#selection.offer(forms, signal)
  }

  #needsX(): void {
    if (!this.#server.isWayland || this.#server.missing === undefined) return
    throw new Problem('unsupported_here', {
      message: 'On Wayland only the window in front has the clipboard.',
      hint: 'Write texts with {interact}, by set_value or type, and read them with {expand}.',
    })
  }
}

/** The URLs of a list that are files on this machine. */
function filesOf(list: string): string[] {
  return list.split(/\r?\n/).flatMap((line) => {
    if (!line.startsWith('file://')) return []
    try {
      return [fileURLToPath(line)]
    } catch {
      return []
    }
  })
}
