/** What agents wait for, with the person's answers. Texts of the screen stand in it in quotes, as text. */
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

function QuestionRow({ question, feed }: { readonly question: OpenQuestion; readonly feed: Feed }) {
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
