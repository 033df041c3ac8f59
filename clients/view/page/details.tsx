/** Everything about the chosen element, as `expand` reports it. */
import { useEffect, useState } from 'preact/hooks'
import { CopyAs } from './copy-as.tsx'
import { CallFailed, call, type Failure, type Start } from './daemon.ts'
import { Say } from './say.tsx'
import type { Session } from './use-calls.ts'

interface Props {
  readonly element: string | undefined
  /** Requested again when it changes. */
  readonly revision: number | undefined
  readonly reach: Start['reach']
  readonly sessions: readonly Session[]
}

export function Details({ element, revision, reach, sessions }: Props) {
  const [told, setTold] = useState<{ readonly id: string; readonly text?: string; readonly failure?: Failure }>()
  useEffect(() => {
    if (element === undefined) return
    const over = new AbortController()
    call('expand', { elementId: element, format: 'outline' }, over.signal).then(
      ({ outline = '' }) => setTold({ id: element, text: outline }),
      (error) => {
        if (!over.signal.aborted && error instanceof CallFailed) setTold({ id: element, failure: error.failure })
      },
    )
    return () => over.abort()
  }, [element, revision])
  const shown = told?.id === element ? told : undefined
  return (
    <section class="pane details" aria-labelledby="details-title">
      <div class="bar">
        <h2 id="details-title">{element === undefined ? 'Element' : `Element ${element}`}</h2>
        {element !== undefined && (
          <CopyAs copied={{ method: 'expand', params: { elementId: element } }} reach={reach} />
        )}
      </div>
      {element !== undefined && <Say element={element} sessions={sessions} />}
      {element === undefined && <p class="note">Choose one in the picture or the outline.</p>}
      {shown?.failure !== undefined && <p class="failure">{shown.failure.message}</p>}
      {shown?.text !== undefined && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also for who has no pointer
        <pre tabIndex={0}>{shown.text}</pre>
      )}
    </section>
  )
}
