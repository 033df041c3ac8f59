/** A page on paper. */
import { clause, Problem } from '../../../problem.ts'
import type { Printing } from '../../tab/page.ts'
import type { TabAccess } from '../wire/access.ts'
import { CommandError } from '../wire/connection.ts'

/** Inches, upright. */
const sizes: { readonly [paper in Printing['paper']]: readonly [number, number] } = {
  a3: [11.69, 16.54],
  a4: [8.27, 11.69],
  a5: [5.83, 8.27],
  letter: [8.5, 11],
  legal: [8.5, 14],
}

export async function print(
  access: TabAccess,
  { paper, landscape, pages, scale, background }: Printing,
  signal: AbortSignal,
): Promise<Buffer> {
  const [paperWidth, paperHeight] = sizes[paper]
  const asked = {
    ...{ paperWidth, paperHeight, landscape, scale, printBackground: background },
    ...(pages !== undefined && { pageRanges: pages }),
  }
  try {
    const { data } = await access.send(access.session, 'Page.printToPDF', asked, signal)
    return Buffer.from(data, 'base64')
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    if (pages !== undefined && /page range/i.test(error.message))
      throw new Problem('invalid_params', {
        message: `params.pages: the page has no ${pages} on this paper.`,
        hint: 'Omit `pages` for all of them.',
        data: { path: 'params.pages' },
      })
    throw new Problem('unsupported_here', {
      message: `The browser does not print this page: ${clause(error.message)}.`,
      hint: 'Call {screenshot} with fullPage for a picture of it.',
    })
  }
}
