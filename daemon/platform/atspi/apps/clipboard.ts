/** Text, files and pictures on the clipboard, in the forms that applications exchange. */
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Clipboard, Clipping } from '../../platform.ts'
import { unsupportedBy } from '../desktop/missing.ts'
import { plainForms, type Selection, textForms } from '../desktop/selection.ts'

const filesForm = 'text/uri-list'
/** The form that the file managers of GNOME and Xfce paste. */
const copiedFilesForm = 'x-special/gnome-copied-files'
const pictureForm = 'image/png'

export class DesktopClipboard implements Clipboard {
  readonly #selection: (signal: AbortSignal) => Promise<Selection>

  constructor(selection: (signal: AbortSignal) => Promise<Selection>) {
    this.#selection = selection
  }

  async read(signal: AbortSignal): Promise<Clipping> {
    const selection = await this.#present(signal)
    const forms = new Set(await selection.forms(signal))
    const form = plainForms.find((one) => forms.has(one))
    const get = (one: string) => (forms.has(one) ? selection.read(one, signal) : undefined)
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
    const selection = await this.#present(signal)
    const forms = text === undefined ? new Map<string, Buffer>() : textForms(text)
    if (files !== undefined) {
      const urls = files.map((file) => pathToFileURL(file).href)
      forms.set(filesForm, Buffer.from(urls.map((url) => `${url}\r\n`).join('')))
      forms.set(copiedFilesForm, Buffer.from(['copy', ...urls].join('\n')))
      if (text === undefined) for (const [form, content] of textForms(files.join('\n'))) forms.set(form, content)
    }
    if (picture !== undefined) forms.set(pictureForm, picture)
    await selection.offer(forms, signal)
  }

  async #present(signal: AbortSignal): Promise<Selection> {
    const selection = await this.#selection(signal)
    if (selection.missing === undefined) return selection
    const hint = 'Write texts with {interact}, by set_value or type, and read them with {expand}.'
    throw unsupportedBy({ why: selection.missing.why, remedy: hint })
  }
}

/** The files on this machine in a list of URLs. */
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
