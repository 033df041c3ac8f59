import { defineMethod } from '../method.ts'
import { plain } from '../plain.ts'
import { questionKinds, replyWords } from '../question.ts'

const answering = { if: { properties: { action: { const: 'answer' } }, required: ['action'] } } as const

export const questions = defineMethod({
  name: 'questions',
  summary: 'What agents ask the person and wait for; only the owner may list and answer.',
  params: {
    type: 'object',
    additionalProperties: false,
    properties: {
      action: { type: 'string', enum: ['list', 'answer'], default: 'list' },
      id: { type: 'string', minLength: 1, maxLength: 20, description: 'From list.' },
      answer: { type: 'string', enum: replyWords, description: 'always: yes, and not asked again for the same.' },
      text: { type: 'string', maxLength: 4096, description: 'To a question for a text. It is written nowhere.' },
    },
    allOf: [{ ...answering, then: { required: ['id', 'answer'] } }],
  },
  result: {
    type: 'object',
    required: ['questions'],
    properties: {
      questions: {
        type: 'array',
        description: 'All that are open, oldest first.',
        items: {
          type: 'object',
          required: ['id', 'kind', 'agent', 'session', 'text', 'answers', 'seconds', 'until'],
          properties: {
            id: { type: 'string' },
            kind: { type: 'string', enum: questionKinds },
            agent: { type: 'string' },
            session: { type: 'string' },
            name: { type: 'string', description: 'What the client calls its session.' },
            text: { type: 'string', description: 'What stands in quotes comes from the screen.' },
            answers: { type: 'array', items: { type: 'string', enum: replyWords } },
            seconds: { type: 'integer', description: 'How long it waits in all.' },
            until: { type: 'string' },
          },
        },
      },
    },
  },
  errors: ['not_found'],
  scope: 'admin',
  actionScopes: { answer: 'admin' },
  effect: 'acts',
  group: 'none',
  positional: ['action', 'id', 'answer'],
  examples: [
    { summary: 'What waits for an answer', params: {} },
    { summary: 'Let it be done', params: { action: 'answer', id: 'q1', answer: 'yes' } },
  ],
  text: ({ questions }) =>
    questions.length === 0
      ? 'No open questions.'
      : questions
          .map(({ id, text, answers, until }) => `${id}: ${plain(text)} (${answers.join(', ')}; until ${until})`)
          .join('\n'),
})
