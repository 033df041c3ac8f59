/** `clipboard`: reads every format on the desktop's clipboard, and writes to it. */
import { isAbsolute } from 'node:path'
import { given } from '../../api-schema/given.ts'
import type { Params, Result } from '../../api-schema/methods.ts'
import { guarded } from '../answers/content/preview.ts'
import { desktopWith } from '../answers/where/desktop.ts'
import type { Handler } from '../dispatch.ts'
import type { Clipping } from '../platform/platform.ts'
import { Problem } from '../problem.ts'
import { keepPicture, pictureFolder } from '../run/picture-files.ts'
import { FileRefused, readRegular } from '../run/regular-file.ts'

type Asked = Params<'clipboard'>

const forms = ['text', 'files', 'picture'] as const
const largestPicture = 64 * 1024 * 1024
const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

export const clipboard: Handler<'clipboard'> = async (params, call, world) => {
  const given = forms.filter((form) => params[form] !== undefined)
  check(params, given)
  const missing = { message: 'There is no desktop here, so there is no clipboard.' }
  const { clipboard: desktop } = desktopWith('clipboard', missing, world)
  if (params.action === 'write') {
    await desktop.write(await clippingOf(params), call.signal)
    return { written: given }
  }
  const { text, files, picture } = await desktop.read(call.signal)
  const content = text === undefined ? undefined : guarded(text, { less: 'nothing; it is one text' }, call, world)
  const path = picture && (await keepPicture(pictureFolder(world), { data: picture, format: 'png', of: 'clipboard' }))
  return {
    ...(content !== undefined && { text: content.shown }),
    ...(files !== undefined && { files: [...files] }),
    ...(path !== undefined && { picture: { path, bytes: picture!.length } }),
    ...content?.preview,
  } satisfies Result<'clipboard'>
}

function check({ action, files = [], picture }: Asked, given: readonly string[]): void {
  const relative = [...files, ...(picture === undefined ? [] : [picture])].find((path) => !isAbsolute(path))
  const wrong =
    action === 'read' && given.length > 0
      ? `read takes no ${given[0]}; use action write`
      : action === 'write' && given.length === 0
        ? 'write needs text, files or a picture'
        : relative !== undefined && `${relative} is not an absolute path`
  if (!wrong) return
  throw new Problem('invalid_params', {
    message: `params: ${wrong}.`,
    hint: 'For example: {clipboard} {"action":"write","text":"Green tea"}',
    data: { path: given[0] === undefined ? 'params' : `params.${given[0]}` },
  })
}

async function clippingOf({ text, files, picture }: Asked): Promise<Clipping> {
  return {
    ...given({ text, files }),
    ...(picture !== undefined && { picture: await pictureAt(picture) }),
  }
}

async function pictureAt(path: string): Promise<Buffer> {
  const wrong = (message: string) =>
    new Problem('invalid_params', { message, hint: 'Name a PNG file.', data: { path: 'params.picture' } })
  try {
    const data = await readRegular(path, largestPicture)
    if (data.subarray(0, pngSignature.length).equals(pngSignature)) return data
    throw wrong(`${path} is not a PNG file.`)
  } catch (error) {
    if (error instanceof Problem) throw error
    if (error instanceof FileRefused) throw wrong(`${path} ${error.message}.`)
    throw wrong(`${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
}
