/** The clipboard of macOS: plain text by the system's two programs for it, files and pictures by a script of AppKit. */
import { Problem } from '../../problem.ts'
import type { Clipboard, Clipping } from '../platform.ts'
import { isThere, type MacPrograms, type Ran, run } from './mac-programs.ts'
import { readClipboardScript, writeClipboardScript } from './system-scripts.ts'

const milliseconds = 10_000

/** Undefined where there are none of its programs. */
export function createClipboard(programs: MacPrograms): Clipboard | undefined {
  const { osascript, pbcopy, pbpaste } = programs
  if (![osascript, pbcopy, pbpaste].every(isThere)) return undefined
  return {
    read: async (signal) => {
      const ran = await run(osascript, ['-l', 'JavaScript', '-e', readClipboardScript], { signal, ms: milliseconds })
      const found = ran.code === 0 ? clippingOf(ran.out.toString()) : undefined
      if (found !== undefined) return found
      // A system whose AppKit the script does not fit still has text.
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

function failed(what: string, { said, code }: Ran): Problem {
  return new Problem('unsupported_here', {
    message: `The clipboard of macOS cannot be ${what}: ${said || `exit code ${code}`}.`,
    hint: 'Try again; text alone goes another way than files and pictures do.',
  })
}
