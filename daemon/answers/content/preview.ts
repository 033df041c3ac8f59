/** Limits long answers: a preview, and a token that fetches the whole once. */
import { advise } from '../../../api-schema/advice.ts'
import { cutAt } from '../../../api-schema/cut.ts'
import type { Call, World } from '../../dispatch.ts'
import { tokens } from '../../view/fit/tokens.ts'
import { defaultOptions } from '../look/view-options.ts'

/** Approximate length of a preview, in characters. */
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
  /** Absent if nothing is left out. */
  readonly preview?: Preview
}

export interface GuardOptions {
  /** How to get a shorter answer, e.g. `name an element`. */
  readonly less: string
  /** Replaces content that is too long; defaults to its beginning. */
  readonly shown?: string
  /** Token limit of the preview; only values above the default lengthen it. */
  readonly maxTokens?: number
}

/** Short content unchanged, otherwise a part of it; the session can fetch the whole. Throws limit_exceeded. */
export function guarded(content: string, options: GuardOptions, { session, has }: Call, { sessions }: World): Guarded {
  const most = lengthFor(content, options.maxTokens)
  if (content.length <= most) return { shown: content }
  const shown = options.shown ?? cutAt(content, most)
  const preview: Preview = {
    totalLength: content.length,
    shownLength: shown.length,
    truncated: true,
    confirmToken: sessions.keep(session, content),
    hint: advise(`{confirm} with the token returns the whole once; for less: ${options.less}.`, has),
  }
  return { shown, preview }
}

/** Preview length in characters. */
function lengthFor(content: string, maxTokens = defaultOptions.maxTokens): number {
  const most = maxTokens > defaultOptions.maxTokens ? content.length : previewLength
  const step = Math.max(20, Math.floor(maxTokens / 10))
  let length = 0
  for (let left = maxTokens; length < most; length += step) {
    left -= tokens(content.slice(length, length + step))
    if (left < 0) break
  }
  return Math.min(length, most)
}
