import { defineMethod } from '../method.ts'
import { elementId } from '../params.ts'
import { plain } from '../plain.ts'
import { questionKinds, replyWords } from '../question.ts'

const answering = { if: { properties: { action: { const: 'answer' } }, required: ['action'] } } as const
const saying = { if: { properties: { action: { const: 'say' } }, required: ['action'] } } as const

export const questions = defineMethod({
  name: 'questions',
  summary:
    'What agents ask the person and wait for, and what the person wants done with an element; only the owner may list, answer and say.',
  params: {
    type: 'object',
    additionalProperties: false,
    properties: {
      action: { type: 'string', enum: ['list', 'answer', 'say'], default: 'list' },
      id: { type: 'string', minLength: 1, maxLength: 20, description: 'From list.' },
      answer: { type: 'string', enum: replyWords, description: 'always: yes, and not asked again for the same.' },
      text: {
        type: 'string',
        maxLength: 4096,
        description: 'To a question for a text, or with say. It is written nowhere.',
      },
      about: { ...elementId, description: 'With say: the element that the words are about.' },
      to: {
        type: 'string',
        minLength: 1,
        maxLength: 20,
        description: 'With say: for this one, by its id, not for whichever waits first.',
      },
    },
    allOf: [
      { ...answering, then: { required: ['id', 'answer'] } },
      { ...saying, then: { required: ['about', 'text'] } },
    ],
  },
  result: {
    type: 'object',
    required: ['questions'],
    properties: {
      taken: {
        type: 'boolean',
        description: 'With say: an agent was waiting, and has it. Otherwise the next that waits gets it.',
      },
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
  errors: ['not_found', 'element_gone'],
  scope: 'admin',
  actionScopes: { answer: 'admin', say: 'admin' },
  effect: 'acts',
  group: 'none',
  positional: ['action', 'id', 'answer'],
  examples: [
    { summary: 'What waits for an answer', params: {} },
    {
      summary: 'Tell whichever agent waits for the person what to do with an element',
      params: { action: 'say', about: '436', text: 'Fill this in with my address' },
    },
    { summary: 'Let it be done', params: { action: 'answer', id: 'q1', answer: 'yes' } },
  ],
  text: ({ questions, taken }) => {
    if (taken !== undefined) return taken ? 'An agent has it.' : 'Kept for the next agent that waits for the person.'
    return questions.length === 0
      ? 'No open questions.'
      : questions
          .map(({ id, text, answers, until }) => `${id}: ${plain(text)} (${answers.join(', ')}; until ${until})`)
          .join('\n')
  },
})
