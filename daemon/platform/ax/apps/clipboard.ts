/** The macOS clipboard: plain text through the system's two programs, files and pictures through an AppKit script. */
import { Problem } from '../../../problem.ts'
import type { Clipboard, Clipping } from '../../platform.ts'
import { isThere, type MacPrograms, type Ran, run } from '../wire/programs.ts'
import { readClipboardScript, writeClipboardScript } from '../wire/system-scripts.ts'

const milliseconds = 10_000

/** Undefined if neither program is installed. */
export function createClipboard(programs: MacPrograms): Clipboard | undefined {
  const { osascript, pbcopy, pbpaste } = programs
  if (![osascript, pbcopy, pbpaste].every(isThere)) return undefined
  return {
    read: async (signal) => {
      const ran = await run(osascript, ['-l', 'JavaScript', '-e', readClipboardScript], { signal, ms: milliseconds })
      const found = ran.code === 0 ? clippingOf(ran.out.toString()) : undefined
      if (found !== undefined) return found
      // If the script does not suit this system's AppKit, text still works.
      const plain = await run(pbpaste, ['-Prefer', 'txt'], { signal, ms: milliseconds })
      if (plain.code !== 0) throw failed('read', plain)
      return plain.out.length === 0 ? {} : { text: plain.out.toString() }
    },
    write: async ({ text, files, picture }, signal) => {
      const isText = files === undefined && picture === undefined
      const given = { text, files, picture: picture?.toString('base64') }
      const ran = isText
        ? await run(pbcopy, [], { signal, ms: milliseconds, input: text ?? '' })
        : await run(osascript, ['-l', 'JavaScript', '-e', writeClipboardScript], {
            signal,
            ms: milliseconds,
            input: JSON.stringify(given),
          })
      if (ran.code !== 0) throw failed('written', ran)
    },
  }
}

function clippingOf(json: string): Clipping | undefined {
  try {
    const { text, files, picture } = JSON.parse(json)
    return {
      ...(typeof text === 'string' && { text }),
      ...(Array.isArray(files) && { files: files.map(String) }),
      ...(typeof picture === 'string' && { picture: Buffer.from(picture, 'base64') }),
    }
  } catch {
    return undefined
  }
}

function failed(what: string, { stderr, code }: Ran): Problem {
  return new Problem('unsupported_here', {
    message: `macOS's clipboard cannot be ${what}: ${stderr || `exit code ${code}`}.`,
    hint: 'Try again; text alone is handled differently from files and pictures.',
  })
}
