/** The guard of long answers: a preview, and a token that fetches the whole once. */
import type { Call, World } from '../dispatch.ts'
import { cutAt } from '../shape/text.ts'

/** About so many characters are shown. */
export const previewLength = 2000

export interface Preview {
  readonly totalLength: number
  readonly shownLength: number
  readonly truncated: true
  readonly confirmToken: string
  readonly hint: string
}

export interface Guarded {
  readonly shown: string
  /** Only where something is left out. */
  readonly preview?: Preview
}

export interface GuardOptions {
  /** How to ask for less, such as `name an element`. */
  readonly less: string
  /** Shown of a content that is too long; its beginning where it is left out. */
  readonly shown?: string
}

/** The content where it is short, else a part of it; the whole is kept for the agent that asked. Throws limit_exceeded. */
export function guarded(content: string, options: GuardOptions, { agent }: Call, { sessions }: World): Guarded {
  if (content.length <= previewLength) return { shown: content }
  const shown = options.shown ?? cutAt(content, previewLength)
  const preview: Preview = {
    totalLength: content.length,
    shownLength: shown.length,
    truncated: true,
    confirmToken: sessions.keep(agent, content),
    hint: `confirm with the token fetches the whole once; for less: ${options.less}.`,
  }
  return { shown, preview }
}
