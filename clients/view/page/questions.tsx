/**
 * What agents wait for, with the person's possible answers. Quoted texts in it come from the screen, and are shown as
 * text.
 */
import { useRef } from 'preact/hooks'
import type { OpenQuestion } from '../../../api-schema/question.ts'
import type { Feed } from './use-calls.ts'

const labels = { yes: 'Yes, once', no: 'No', always: 'Yes, always' } as const

export function Questions({ feed }: { readonly feed: Feed }) {
  return (
    <div role="alert">
      {feed.questions.map((question) => (
        <QuestionRow key={question.id} question={question} feed={feed} />
      ))}
    </div>
  )
}

function QuestionRow({ question, feed }: RowProps) {
  return question.kind === 'text' ? (
    <TextRow question={question} feed={feed} />
  ) : (
    <WordsRow question={question} feed={feed} />
  )
}

/** The typed text exists only in the field, and is gone with it. */
function TextRow({ question: { id, text }, feed }: RowProps) {
  const field = useRef<HTMLInputElement>(null)
  return (
    <form
      class="question"
      aria-label={`Question ${id}`}
      onSubmit={(event) => {
        event.preventDefault()
        void feed.answer(id, 'yes', field.current!.value)
      }}
    >
      <p>{text}</p>
      <div class="bar">
        <input ref={field} type="password" autocomplete="off" aria-label="What only you know" />
        <button type="submit">Fill it in</button>
        <button type="button" onClick={() => void feed.answer(id, 'no')}>
          No
        </button>
      </div>
    </form>
  )
}

interface RowProps {
  readonly question: OpenQuestion
  readonly feed: Feed
}

function WordsRow({ question, feed }: RowProps) {
  const { id, text, answers, until } = question
  return (
    <section class="question" aria-label={`Question ${id}`}>
      <p>{text}</p>
      <div class="bar">
        {answers.map((word) => (
          <button key={word} type="button" onClick={() => void feed.answer(id, word)}>
            {labels[word]}
          </button>
        ))}
        <span class="facts">
          until <time dateTime={until}>{new Date(until).toLocaleTimeString()}</time>
        </span>
      </div>
    </section>
  )
}
