import { defineMethod, scopes } from '../method.ts'
import { plain } from '../plain.ts'
import { agentName, rights, ttl } from '../rights.ts'

const named = (action: string) =>
  ({
    if: { properties: { action: { const: action } }, required: ['action'] },
    then: { required: ['name'] },
  }) as const

const { permissionScope, ...limits } = rights

export const agents = defineMethod({
  name: 'agents',
  summary: 'List the agents with rights of their own; add one, allow it more, or revoke it.',
  params: {
    type: 'object',
    additionalProperties: false,
    properties: {
      action: { type: 'string', enum: ['list', 'add', 'allow', 'revoke'], default: 'list' },
      name: agentName,
      ...rights,
      ttl: { ...ttl, description: `${ttl.description} Without it, until it is revoked.` },
    },
    allOf: [named('add'), named('allow'), named('revoke')],
  },
  result: {
    type: 'object',
    required: ['agents'],
    properties: {
      agents: {
        type: 'array',
        description: 'All, with list; otherwise the affected one.',
        items: {
          type: 'object',
          required: ['name'],
          properties: {
            name: { type: 'string' },
            permissionScope: { type: 'string', enum: scopes },
            ...limits,
            until: { type: 'string', description: 'When it ends by itself.' },
            damaged: { type: 'boolean', description: 'Its file cannot be read: it may do nothing.' },
          },
        },
      },
      token: { type: 'string', description: 'For Authorization: Bearer over HTTP. Shown once, and not kept.' },
      revoked: { type: 'boolean' },
    },
  },
  errors: ['not_found'],
  scope: 'admin',
  actionScopes: { add: 'admin', allow: 'admin', revoke: 'admin' },
  effect: 'acts',
  group: 'none',
  positional: ['action', 'name'],
  examples: [
    { summary: 'All agents', params: {} },
    {
      summary: 'One for a site and a day; it may look and act there, and run no scripts',
      params: { action: 'add', name: 'shop-tester', sites: ['shop.example.com'], ttl: '1d' },
    },
    {
      summary: 'One that waits for your yes before it presses such a button, or does anything in these pages',
      params: { action: 'add', name: 'clerk', ask: ['Delete', 'Pay', '*.bank.example'] },
    },
    {
      summary: 'One more site for it, besides those that it has',
      params: { action: 'allow', name: 'shop-tester', sites: ['pay.example.com'] },
    },
    { summary: 'End one at once', params: { action: 'revoke', name: 'shop-tester' } },
  ],
  text: ({ agents, token, revoked }) => {
    if (agents.length === 0) return 'No agents.'
    const lines = agents.map((agent) => `${plain(agent.name)}: ${revoked ? 'revoked' : saidOf(agent)}`).join('\n')
    if (token === undefined) return lines
    return `${lines}\ntoken, shown once: ${token}\nOn this machine no token is needed: ix mcp --agent ${plain(agents[0]!.name)}`
  },
})

interface Told {
  readonly permissionScope?: string | undefined
  readonly apps?: readonly string[] | undefined
  readonly sites?: readonly string[] | undefined
  readonly folders?: readonly string[] | undefined
  readonly allow?: readonly string[] | undefined
  readonly ask?: readonly string[] | undefined
  readonly until?: string | undefined
  readonly damaged?: boolean | undefined
}

function saidOf({ permissionScope, apps, sites, folders, allow, ask, until, damaged }: Told): string {
  if (damaged) return 'damaged; revoke it, and add it again'
  const lists = Object.entries({ apps, sites, folders, allow, ask }).flatMap(([name, list]) =>
    list === undefined ? [] : [`${name} ${list.map(plain).join(' ')}`],
  )
  return [permissionScope, ...lists, ...(until === undefined ? [] : [`until ${until}`])].join(', ')
}
