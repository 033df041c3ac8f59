/** One call: the request, the outcome, the changes. */
import type { CallEvent } from '../../../api-schema/call-event.ts'
import { CopyAs } from './copy-as.tsx'
import type { Start } from './daemon.ts'

interface Props {
  readonly call: CallEvent
  readonly reach: Start['reach']
  /** In a trace: the state after this call is shown. */
  readonly isCurrent?: boolean
  readonly onShow?: () => void
}

export function CallRow({ call, reach, isCurrent = false, onShow }: Props) {
  const { method, params, target, changed = [], tokens, ms, at } = call
  const verdict = verdictOf(call)
  return (
    <li
      class={[call.acts && 'acts', isCurrent && 'current'].filter(Boolean).join(' ')}
      aria-current={isCurrent && 'step'}
    >
      <details onToggle={onShow && (({ currentTarget }) => currentTarget.open && onShow())}>
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
export function wordsOf({ method, params }: CallEvent): string {
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

export function verdictOf({ outcome, effect, acts }: CallEvent): string {
  return outcome === 'ok' ? (effect ?? (acts ? 'done' : 'read')) : outcome
}

function toneOf(verdict: string): string {
  if (verdict === 'read') return ''
  if (verdict === 'confirmed' || verdict === 'done' || verdict === 'noop') return 'good'
  return verdict === 'unverified' || verdict === 'paused' ? 'fair' : 'bad'
}

export function nameOf({ name, agent }: Pick<CallEvent, 'agent'> & { readonly name?: string | undefined }): string {
  return name ?? (agent === 'owner' ? 'unnamed' : agent)
}
