/** What others call, as it happens, and the means to hold them. */
import { useState } from 'preact/hooks'
import type { CallEvent } from '../../../api-schema/call-event.ts'
import { CopyAs } from './copy-as.tsx'
import type { Start } from './daemon.ts'
import type { Feed, Session } from './use-calls.ts'

const noSession = 'all'

export function Timeline({ feed, reach }: { readonly feed: Feed; readonly reach: Start['reach'] }) {
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

function CallRow({ call, reach }: { readonly call: CallEvent; readonly reach: Start['reach'] }) {
  const { method, params, target, changed = [], tokens, ms, at } = call
  const verdict = verdictOf(call)
  return (
    <li class={call.acts ? 'acts' : ''}>
      <details>
        <summary>
          <span class="what">{wordsOf(call)}</span>
          <span class={`tag ${toneOf(verdict)}`}>{verdict}</span>
          <span class="facts">
            <time dateTime={at}>{new Date(at).toLocaleTimeString()}</time> · {nameOf(call)}
            {target === undefined ? '' : ` · ${target}`} · {tokens} tokens · {ms} ms
          </span>
        </summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also for who has no pointer */}
        <pre tabIndex={0}>{JSON.stringify(params, null, 1)}</pre>
        <CopyAs copied={{ method, params }} reach={reach} />
      </details>
      {changed.length > 0 && (
        <ul class="changed">
          {changed.map((line, index) => (
            <li key={index} class={{ '+': 'added', '-': 'removed' }[line[0]!] ?? ''}>
              {line}
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

/** The method, or the action, and what it was about. */
function wordsOf({ method, params }: CallEvent): string {
  const { action, elementId, find, filter, url, steps, value, keys } = params as { readonly [name: string]: unknown }
  const verb = typeof action === 'string' && method === 'interact' ? action : [method, action].filter(Boolean).join(' ')
  const inFind = (find ?? {}) as { readonly filter?: object }
  const [text] = Object.values({ ...(filter as object), ...inFind.filter })
  const about = [
    elementId !== undefined && `[${elementId}]`,
    text !== undefined && `“${text}”`,
    Array.isArray(steps) && `${steps.length} steps`,
    keys,
    value,
    url,
  ]
  return [verb, ...about.filter((one) => one !== undefined && one !== false)].join(' ')
}

function verdictOf({ outcome, effect, acts }: CallEvent): string {
  return outcome === 'ok' ? (effect ?? (acts ? 'done' : 'read')) : outcome
}

function toneOf(verdict: string): string {
  if (verdict === 'read') return ''
  if (verdict === 'confirmed' || verdict === 'done' || verdict === 'noop') return 'good'
  return verdict === 'unverified' || verdict === 'paused' ? 'fair' : 'bad'
}

function nameOf({ name, agent }: Pick<CallEvent, 'agent'> & { readonly name?: string | undefined }): string {
  return name ?? (agent === 'owner' ? 'unnamed' : agent)
}
