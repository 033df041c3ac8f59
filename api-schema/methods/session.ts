import { defineMethod } from '../method.ts'
import { plain } from '../plain.ts'
import { notes } from '../text/included.ts'

export const session = defineMethod({
  name: 'session',
  summary:
    'Show what a session holds, or end it: its functions, own context and unseen tabs are closed with it. A person can pause sessions.',
  params: {
    type: 'object',
    additionalProperties: false,
    properties: {
      action: {
        type: 'string',
        enum: ['show', 'end', 'list', 'pause', 'resume'],
        default: 'show',
        description: 'pause: actions are refused until resume, or until the session that paused ends; reading goes on.',
      },
      id: {
        type: 'string',
        minLength: 1,
        maxLength: 20,
        description: 'From list. Default: this one for show and end, all for resume, all others for pause.',
      },
    },
  },
  result: {
    type: 'object',
    required: ['holds'],
    properties: {
      name: { type: 'string', description: 'Omitted for the session of all calls that name none.' },
      selected: { type: 'string', description: 'The current tab.' },
      holds: { type: 'array', items: { type: 'string' }, description: 'Tabs that it works in.' },
      ended: { type: 'boolean' },
      sessions: {
        type: 'array',
        description: 'With list, pause and resume: all there are.',
        items: {
          type: 'object',
          required: ['id', 'agent'],
          properties: {
            id: { type: 'string' },
            agent: { type: 'string' },
            name: { type: 'string', description: 'Omitted for the one of all calls that name none.' },
            paused: { type: 'boolean' },
            own: { type: 'boolean', description: 'It is the one that asks.' },
          },
        },
      },
      allPaused: { type: 'boolean', description: 'Sessions that begin now are paused too.' },
    },
  },
  errors: ['not_found'],
  scope: 'read',
  actionScopes: { end: 'read', list: 'admin', pause: 'admin', resume: 'admin' },
  effect: 'acts',
  group: 'none',
  positional: ['action', 'id'],
  examples: [
    { summary: 'Which tabs it works in', params: {}, result: { name: 'shop', selected: 't2', holds: ['t2'] } },
    { summary: 'End it', params: { action: 'end' } },
    { summary: 'Let nobody else act for now', params: { action: 'pause' } },
  ],
  text: ({ name, selected, holds, ended, sessions, allPaused }) => {
    if (sessions !== undefined) return sessionsText(sessions, allPaused)
    return [
      `session ${name ?? '(unnamed)'}`,
      selected === undefined ? 'no current tab' : `current tab ${selected}`,
      holds.length > 0 && `works in ${holds.join(', ')}`,
      ended && 'ended',
    ]
      .filter(Boolean)
      .join(' · ')
  },
})

interface Listed {
  readonly id: string
  readonly agent: string
  readonly name?: string | undefined
  readonly paused?: boolean | undefined
  readonly own?: boolean | undefined
}

function sessionsText(sessions: readonly Listed[], allPaused = false): string {
  const lines = sessions.map(({ id, agent, name, paused, own }) =>
    notes(`${id} ${name === undefined ? '(unnamed)' : plain(name)}`, [
      `of ${plain(agent)}`,
      own === true && 'this one',
      paused === true && 'paused',
    ]),
  )
  return [...lines, ...(allPaused ? ['Sessions that begin now are paused too.'] : [])].join('\n')
}
