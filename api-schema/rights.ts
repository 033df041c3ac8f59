/**
 * What an agent may do and use, as its owner specifies it: over JSON-RPC, in the shell and in the address of an MCP
 * connection.
 */
import { type Scope, scopes } from './method.ts'
import type { ObjectSchema, Schema } from './schema.ts'

/** Refused to everyone but the owner, unless it is allowed by name. */
export const allowances = ['file_pages', 'browser_pages', 'password_managers'] as const
export type Allowance = (typeof allowances)[number]

/** A missing field means no limit. The scope admin has none: whoever may add agents could add an unlimited one. */
export interface Rights {
  readonly scope: Scope
  readonly apps?: readonly string[]
  readonly sites?: readonly string[]
  readonly folders?: readonly string[]
  readonly allow?: readonly Allowance[]
  /** What it must ask the person about first: words on elements, hosts, applications. */
  readonly ask?: readonly string[]
}

/** It is also a file name, on systems that ignore case as well. */
export const agentName = {
  type: 'string',
  minLength: 1,
  maxLength: 64,
  pattern: '^[a-z0-9][a-z0-9._-]*$',
  description: 'Lower-case letters, digits, dots and dashes.',
} as const satisfies Schema

export const ttl = {
  type: 'string',
  maxLength: 5,
  pattern: '^[1-9][0-9]{0,3}[smhd]$',
  description: 'Time to live, such as 30m, 8h or 7d.',
} as const satisfies Schema

const unitMs: { readonly [unit: string]: number } = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

export function msOf(ttl: string): number {
  return Number(ttl.slice(0, -1)) * unitMs[ttl.slice(-1)]!
}

/** How many items of one kind an agent may have. */
export const mostItems = 100

const globs = (description: string) =>
  ({
    type: 'array',
    minItems: 1,
    maxItems: mostItems,
    items: { type: 'string', minLength: 1, maxLength: 253 },
    description,
  }) as const

export const rights = {
  permissionScope: {
    type: 'string',
    enum: scopes,
    default: 'interact',
    description: 'What it may do; each includes the ones before it.',
  },
  apps: globs('Only these applications, by id or name; * stands for any text.'),
  sites: globs('Only tabs that show these hosts, such as *.example.com or localhost:3000.'),
  folders: {
    type: 'array',
    minItems: 1,
    maxItems: mostItems,
    items: { type: 'string', minLength: 1, maxLength: 4096 },
    description: 'Absolute paths of folders whose files it may upload.',
  },
  allow: {
    type: 'array',
    minItems: 1,
    maxItems: allowances.length,
    items: { type: 'string', enum: allowances },
    description: 'What is refused otherwise.',
  },
  ask: globs('What it asks the person about first: words on what is acted upon, hosts, or applications.'),
} as const satisfies { readonly [name: string]: Schema }

const { permissionScope, ...limits } = rights

/** An agent as stored in its file. */
export const agentRecord = {
  type: 'object',
  additionalProperties: false,
  required: ['name', 'digest', 'scope'],
  properties: {
    name: agentName,
    digest: { type: 'string', pattern: '^[0-9a-f]{64}$' },
    scope: { type: 'string', enum: permissionScope.enum },
    ...limits,
    until: { type: 'integer', minimum: 0 },
  },
} as const satisfies ObjectSchema
