/** The clipboard, and the forms in which programs exchange what is on it. */
import { Problem } from '../../../problem.ts'
import type { Missing } from './missing.ts'

/** Contents by the names of their forms: `UTF8_STRING`, `image/png`, … */
export type Forms = ReadonlyMap<string, Buffer>

/** The program that copied serves it, form by form. Each call throws unsupported_here if the clipboard is missing. */
export interface Selection {
  readonly missing?: Missing | undefined
  /** The available forms; empty when the clipboard is. */
  forms(signal: AbortSignal): Promise<readonly string[]>
  /** Undefined if nobody serves it, or not in this form. */
  read(form: string, signal: AbortSignal): Promise<Buffer | undefined>
  /** Serves these forms until another program copies something. */
  offer(forms: Forms, signal: AbortSignal): Promise<void>
  /**
   * Serves these forms in place of the clipboard's content while `use` has a window paste; false if that window did not
   * ask for them, or the content could not be saved. Then the clipboard has its old content again, in its usual forms.
   */
  lend(forms: Forms, window: number, use: () => Promise<void>, signal: AbortSignal): Promise<boolean>
}

export const mostBytes = 64 << 20

export function tooMuch(): Problem {
  return new Problem('limit_exceeded', { message: 'The clipboard holds more than 64 MiB.' })
}

export function silent(): Problem {
  return new Problem('unresponsive', { message: 'The application that owns the clipboard does not answer.' })
}

/** The forms of a text. */
export const plainForms = ['UTF8_STRING', 'text/plain;charset=utf-8', 'STRING', 'TEXT', 'text/plain'] as const

export function textForms(text: string): Map<string, Buffer> {
  const forms = new Map<string, Buffer>()
  for (const form of plainForms) {
    if (form !== 'STRING') forms.set(form, Buffer.from(text, 'utf8'))
    // Latin-1 by definition.
    else if (/^[\u0000-\u00ff]*$/.test(text)) forms.set(form, Buffer.from(text, 'latin1'))
  }
  return forms
}

/** Forms that are saved while the clipboard is lent: texts, files, pictures. Others are produced on each request. */
const lasting = /^(?:UTF8_STRING|STRING|TEXT|text\/.*|x-special\/gnome-copied-files|image\/png)$/

/** The clipboard's content, to be put back; undefined if it cannot be read. */
export async function heldBy(selection: Selection, signal: AbortSignal): Promise<Forms | undefined> {
  const held = new Map<string, Buffer>()
  try {
    for (const form of (await selection.forms(signal)).filter((one) => lasting.test(one))) {
      const content = await selection.read(form, signal)
      if (content !== undefined) held.set(form, content)
    }
    return held
  } catch {
    signal.throwIfAborted()
    return undefined
  }
}
