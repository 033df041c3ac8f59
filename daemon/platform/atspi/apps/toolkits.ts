/** What a process's files reveal about its toolkit. */
import { existsSync, readFileSync, readlinkSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Owner } from '../wire/access.ts'

/** Libraries of toolkits that have accessibility. */
const accessible = /\/lib(?:atk-bridge|atspi|gtk-[34]|Qt\d+Gui|vcllo|xul|jvm)\b/

/** Does its toolkit have accessibility? */
export function mayComeLate(owner: Owner): boolean {
  if (owner <= 0) return false
  try {
    return accessible.test(readFileSync(`/proc/${owner}/maps`, 'utf8'))
  } catch {
    // It is gone, or another user's.
    return false
  }
}

/** Chromium and Electron build a page's tree only on request; `hidden` if nobody has asked. */
export function browserEngineOf(owner: Owner): 'hidden' | 'open' | undefined {
  try {
    const program = readlinkSync(`/proc/${owner}/exe`)
    const parts = ['v8_context_snapshot.bin', 'snapshot_blob.bin', 'chrome_100_percent.pak']
    const isChromium = parts.some((part) => existsSync(join(dirname(program), part)))
    if (!isChromium && !/^(chromium|chrome|brave|msedge|vivaldi|opera)$/.test(basename(program))) return undefined
    // Chromium rewrites its command line, with spaces between the words.
    const words = readFileSync(`/proc/${owner}/cmdline`, 'utf8')
    const isOpen = /[\0 ]--(remote-debugging-(port|pipe)|force-renderer-accessibility)\b/.test(words)
    return isOpen ? 'open' : 'hidden'
  } catch {
    // It is gone, or another user's.
    return undefined
  }
}
