/** Calls of others, as they happen, and the means to pause them. */
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { CallRow, nameOf, verdictOf, wordsOf } from './call-row.tsx'
import type { Start } from './daemon.ts'
import { Questions } from './questions.tsx'
import type { Feed, Session } from './use-calls.ts'

const noSession = 'all'

interface Props {
  readonly feed: Feed
  readonly reach: Start['reach']
  /** Shown between the sessions and their calls. */
  readonly children?: ComponentChildren
}

export function Timeline({ feed, reach, children }: Props) {
  const [only, setOnly] = useState(noSession)
  const { calls, sessions, isAllPaused } = feed
  const shown = only === noSession ? calls : calls.filter(({ session }) => session === only)
  const latest = calls.find(({ acts }) => acts)
  return (
    <section class="pane timeline" aria-labelledby="timeline-title">
      <div class="bar">
        <h2 id="timeline-title">Sessions</h2>
        <button
          type="button"
          class="take"
          aria-pressed={isAllPaused}
          onClick={() => void feed.pause(undefined, !isAllPaused)}
        >
          {isAllPaused ? 'Hand back' : 'Take over'}
        </button>
      </div>
      <Questions feed={feed} />
      {isAllPaused && (
        <p class="held">You are at work: what agents would do is refused until you hand back. They can still look.</p>
      )}
      {sessions.length === 0 ? (
        <p class="note">No other session has called yet.</p>
      ) : (
        <ul class="sessions">
          {sessions.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              isAllPaused={isAllPaused}
              isOnly={only === session.id}
              onOnly={() => setOnly(only === session.id ? noSession : session.id)}
              onPause={(paused) => void feed.pause(session.id, paused)}
            />
          ))}
        </ul>
      )}
      {children}
      <div class="bar">
        <h2 id="calls-title">Calls</h2>
        <p class="count">
          {shown.length > 0 && (
            <>
              <b>{shown.reduce((sum, { tokens }) => sum + tokens, 0)}</b> tokens · {shown.length}{' '}
              {shown.length === 1 ? 'call' : 'calls'}
            </>
          )}
        </p>
      </div>
      <p class="hidden" role="log" aria-live="polite">
        {latest === undefined ? '' : `${nameOf(latest)}: ${wordsOf(latest)}, ${verdictOf(latest)}`}
      </p>
      {shown.length === 0 && <p class="note">Calls are shown here as they happen.</p>}
      <ol class="calls" aria-labelledby="calls-title">
        {shown.map((one) => (
          <CallRow key={one.call} call={one} reach={reach} />
        ))}
      </ol>
    </section>
  )
}

interface RowProps {
  readonly session: Session
  readonly isAllPaused: boolean
  readonly isOnly: boolean
  readonly onOnly: () => void
  readonly onPause: (paused: boolean) => void
}

function SessionRow({ session, isAllPaused, isOnly, onOnly, onPause }: RowProps) {
  const { agent, paused = false } = session
  const name = nameOf(session)
  return (
    <li>
      <button
        type="button"
        class="name"
        aria-pressed={isOnly}
        title="Show only the calls of this session"
        onClick={onOnly}
      >
        {name}
      </button>
      <span class="agent">{agent}</span>
      {paused && <span class="tag paused">paused</span>}
      {!isAllPaused && (
        <button type="button" aria-label={`${paused ? 'Resume' : 'Pause'} ${name}`} onClick={() => onPause(!paused)}>
          {paused ? 'Resume' : 'Pause'}
        </button>
      )}
    </li>
  )
}
