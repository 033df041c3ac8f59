/** Keeps the look at the target current, while somebody looks at the page. */
import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import type { Box } from '../places.ts'
import { CallFailed, type Failure, type Params } from './daemon.ts'
import { boxes, type Outline, outline, type Picture, picture } from './look.ts'
import { type Target, whereOf } from './target.ts'

/** Minimum time between two looks, so that a page that always changes costs little. */
const pauseMs = 500
/** Delay after the last letter of a search. */
const typingMs = 120

type Seen = Omit<Look, 'stir' | 'unseen'>

export interface Look {
  readonly outline: Outline | undefined
  readonly boxes: readonly Box[]
  readonly picture: Picture | undefined
  readonly failure: Failure | undefined
  /** What to say instead of a picture, if there is none. */
  readonly unseen: string
  /** The target has changed, up to this revision if that is known. */
  stir(revision: number | undefined): void
}

export function useLook(target: Target | undefined, words: string, more: Params): Look {
  const [seen, setSeen] = useState<Seen>(nothing)
  const [turn, setTurn] = useState(0)
  const revision = useRef<number>()
  const timer = useRef<number>()
  const looking = useRef<AbortController>()
  const isStale = useRef(false)
  const question = JSON.stringify([target?.kind, target?.id, words.trim(), more])

  const stir = useCallback((to: number | undefined) => {
    if (to !== undefined && to === revision.current) return
    // A look that takes longer than the time between changes is finished, not restarted.
    if (looking.current !== undefined) isStale.current = true
    else
      timer.current ??= window.setTimeout(() => {
        timer.current = undefined
        setTurn((before) => before + 1)
      }, pauseMs)
  }, [])

  useEffect(() => {
    revision.current = undefined
    setSeen((before) => (target === undefined ? nothing : before))
  }, [question])

  useEffect(() => {
    if (target === undefined) return
    const over = new AbortController()
    const later = window.setTimeout(() => {
      if (document.hidden) return
      looking.current = over
      isStale.current = false
      const looked = lookAt(target, words.trim(), more, over.signal).finally(() => {
        if (looking.current === over) looking.current = undefined
      })
      void looked.then(
        (found) => {
          if (isStale.current) stir(undefined)
          revision.current = found.outline?.revision
          setSeen((before) => {
            if (before.picture?.url !== undefined) URL.revokeObjectURL(before.picture.url)
            return found
          })
        },
        (error) => {
          if (over.signal.aborted) return
          setSeen({ ...nothing, failure: failureOf(error) })
        },
      )
    }, typingMs)
    return () => {
      window.clearTimeout(later)
      over.abort()
    }
  }, [question, turn])

  useEffect(() => {
    const onShown = () => !document.hidden && setTurn((before) => before + 1)
    document.addEventListener('visibilitychange', onShown)
    return () => document.removeEventListener('visibilitychange', onShown)
  }, [])
  return { ...seen, unseen: seen.failure === undefined ? 'Loading …' : 'There is no picture: it cannot be read.', stir }
}

const nothing: Seen = { outline: undefined, boxes: [], picture: undefined, failure: undefined }

async function lookAt(target: Target, words: string, more: Params, signal: AbortSignal): Promise<Seen> {
  const where = whereOf(target)
  const { filter, ...others } = more
  const asked = { ...others, ...where, ...filterOf(filter, words) }
  const read = await outline(asked, signal)
  const [shown, all] = await Promise.all([boxes(asked, signal), words === '' ? undefined : boxes(where, signal)])
  return { outline: read, boxes: shown, picture: await picture(where, all ?? shown, signal), failure: undefined }
}

/** The words typed on the page replace those of the command. */
function filterOf(filter: unknown, words: string): Params {
  const { anyFieldContains: _, ...others } = (filter ?? {}) as Params
  const all = { ...others, ...(words !== '' && { anyFieldContains: words }) }
  return Object.keys(all).length === 0 ? {} : { filter: all }
}

function failureOf(error: unknown): Failure {
  if (error instanceof CallFailed) return error.failure
  return { name: 'no_connection', message: 'ix view does not answer. It may have been ended.' }
}
