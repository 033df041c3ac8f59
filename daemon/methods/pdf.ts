/** `pdf`: prints a tab's page, to a file or inline. */
import { tabTarget } from '../answers/where/scope.ts'
import type { Handler } from '../dispatch.ts'
import { Problem } from '../problem.ts'
import { keepPicture, mostInline, pictureFolder } from '../run/picture-files.ts'

export const pdf: Handler<'pdf'> = async ({ tab, inline, ...printing }, call, world) => {
  const target = await tabTarget(tab, call, world)
  const { page } = (await world.trees.warm(target, call.signal)).source
  if (page === undefined)
    throw new Problem('unsupported_here', {
      message: `${target.id} is a recording: it cannot be printed.`,
      hint: 'Call {tabs} for the tabs of a browser, or {navigate} to open one.',
    })
  const data = await page.print(printing, call.signal)
  const facts = { tab: target.id, pages: pagesIn(data), bytes: data.length }
  if (!inline)
    return { ...facts, path: await keepPicture(pictureFolder(world), { data, format: 'pdf', of: target.id }) }
  if (data.length > mostInline)
    throw new Problem('limit_exceeded', {
      message: `The file has ${data.length} bytes; ${mostInline} is the most that fits into an answer.`,
      hint: 'Omit inline to get a file, or ask for fewer `pages`.',
      retryable: false,
    })
  return { ...facts, data: data.toString('base64') }
}

/** Chromium leaves the objects of a file uncompressed. */
function pagesIn(data: Buffer): number {
  return data.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0
}
