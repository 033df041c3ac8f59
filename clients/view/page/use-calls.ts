/** The calls of others as they come, and their sessions. */
import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import type { CallEvent } from '../../../api-schema/call-event.ts'
import type { Result } from '../../../api-schema/methods.ts'
import type { OpenQuestion, ReplyWord } from '../../../api-schema/question.ts'
import type { TargetEvent } from '../../../api-schema/target-event.ts'
import { isWatcher } from '../watchers.ts'
import { call, listen } from './daemon.ts'

/** Older calls are dropped. */
const mostCalls = 300

export type Session = NonNullable<Result<'session'>['sessions']>[number]

export interface Feed {
  /** Newest first. */
  readonly calls: readonly CallEvent[]
  /** All except the page's own. */
  readonly sessions: readonly Session[]
  readonly isAllPaused: boolean
  readonly isOpen: boolean
  /** What agents wait for. */
  readonly questions: readonly OpenQuestion[]
  answer(id: string, answer: ReplyWord, text?: string): Promise<void>
  /** Pauses or resumes one session, or all. */
  pause(id: string | undefined, paused: boolean): Promise<void>
}

interface Listener {
  readonly onTarget: (event: TargetEvent) => void
  readonly onCall: (call: CallEvent) => void
}

export function useCalls(listener: Listener): Feed {
  const [calls, setCalls] = useState<readonly CallEvent[]>([])
  const [sessions, setSessions] = useState<readonly Session[]>([])
  const [isAllPaused, setAllPaused] = useState(false)
  const [questions, setQuestions] = useState<readonly OpenQuestion[]>([])
  const [isOpen, setOpen] = useState(false)
  const latest = useRef(listener)
  latest.current = listener
  const known = useRef(sessions)
  known.current = sessions

  const ask = useCallback(async (params: { readonly action: string; readonly id?: string }) => {
    const answer = await call('session', params)
    setSessions((answer.sessions ?? []).filter(({ own, name }) => own !== true && !isWatcher(name)))
    setAllPaused(answer.allPaused === true)
  }, [])
  const refresh = useCallback(() => void ask({ action: 'list' }).catch(() => {}), [ask])

  useEffect(
    () =>
      listen({
        onCall: (one) => {
          if (isWatcher(one.name)) return
          setCalls((before) => [one, ...before].slice(0, mostCalls))
          if (!known.current.some(({ id }) => id === one.session)) refresh()
          latest.current.onCall(one)
        },
        onTarget: (event) => latest.current.onTarget(event),
        onQuestions: setQuestions,
        onOpen: (open) => {
          setOpen(open)
          if (!open) setQuestions([])
          if (open) refresh()
        },
      }),
    [refresh],
  )
  const pause = useCallback(
    (id: string | undefined, paused: boolean) =>
      ask({ action: paused ? 'pause' : 'resume', ...(id !== undefined && { id }) }),
    [ask],
  )
  // A question that is over by then is gone from the list too.
  const answer = useCallback(
    (id: string, word: ReplyWord, text?: string) =>
      call('questions', { action: 'answer', id, answer: word, ...(text !== undefined && { text }) }).then(
        () => undefined,
        () => undefined,
      ),
    [],
  )
  return { calls, sessions, questions, isAllPaused, isOpen, pause, answer }
}
