/** Which toolkit an application uses. A new toolkit is a file next to this one, and an entry here. */
import { chromium } from './chromium.ts'
import { gecko } from './gecko.ts'
import { gtk3 } from './gtk3.ts'
import { gtk4 } from './gtk4.ts'
import { java } from './java.ts'
import { libreoffice } from './libreoffice.ts'
import { other } from './other.ts'
import { qt } from './qt.ts'
import type { Toolkit } from './toolkit.ts'

const all: readonly Toolkit[] = [libreoffice, gtk3, gtk4, qt, java, chromium, gecko]

/** It has no accessibility: only its windows are known. */
export const none: Toolkit = { name: 'none', called: [] }
/** Used before the toolkit is known, or if it never is. */
export const unknown: Toolkit = other

/** `name`: what the toolkit calls itself, ToolkitName. `program`: the names of the application and its program. */
export function toolkitOf(name: string, program: string): Toolkit {
  return all.find((one) => one.called.includes(name) && (one.program?.test(program) ?? true)) ?? other
}
