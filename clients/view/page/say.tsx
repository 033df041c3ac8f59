/** What the person wants done with the chosen element: an agent that waits for it gets the words with its id. */
import { useEffect, useRef, useState } from 'preact/hooks'
import { CallFailed, call } from './daemon.ts'
import type { Session } from './use-calls.ts'

interface Props {
  readonly element: string
  readonly sessions: readonly Session[]
}

const anyone = ''

export function Say({ element, sessions }: Props) {
  const words = useRef<HTMLInputElement>(null)
  const [to, setTo] = useState(anyone)
  const [came, setCame] = useState<string>()
  useEffect(() => setCame(undefined), [element])
  const send = async () => {
    const text = words.current!.value.trim()
    if (text === '') return
    const session = sessions.some(({ id }) => id === to) ? { to } : {}
    try {
      const { taken } = await call('questions', { action: 'say', about: element, text, ...session })
      words.current!.value = ''
      setCame(taken ? 'An agent has it.' : 'Kept for the next agent that waits for you.')
    } catch (error) {
      setCame(error instanceof CallFailed ? error.failure.message : 'The request failed.')
    }
  }
  return (
    <form
      class="question"
      aria-label={`Say what to do with element ${element}`}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <div class="bar">
        <input ref={words} type="text" maxLength={4096} autocomplete="off" aria-label="What to do with it" />
        <select aria-label="Who" value={to} onChange={(event) => setTo(event.currentTarget.value)}>
          <option value={anyone}>whoever waits</option>
          {sessions.map(({ id, agent, name }) => (
            <option key={id} value={id}>
              {id} {agent} {name ?? ''}
            </option>
          ))}
        </select>
        <button type="submit">Say it</button>
      </div>
      <p role="status">{came ?? ''}</p>
    </form>
  )
}
