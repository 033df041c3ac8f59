import { emulated, resetWords } from '../emulation.ts'
import { defineMethod } from '../method.ts'
import { tab, timeoutMs } from '../params.ts'
import { plain } from '../plain.ts'
import type { Infer, ObjectSchema } from '../schema.ts'

const holds = {
  type: 'object',
  description: 'All that holds in the tab now; empty if it is as the browser has it.',
  properties: emulated,
} as const satisfies ObjectSchema

export const emulate = defineMethod({
  name: 'emulate',
  summary:
    'Make a tab see another device, place or network: size, touch, dark, locale, time zone, geolocation, user agent, slow or offline. Holds across pages until reset, or until the session ends.',
  params: {
    type: 'object',
    additionalProperties: false,
    properties: {
      tab: { ...tab, description: 'Default: the selected tab.' },
      ...emulated,
      reset: {
        type: 'array',
        items: { type: 'string', enum: resetWords },
        minItems: 1,
        maxItems: 20,
        description: 'Undo these first; what is named beside them holds then.',
      },
      timeoutMs: { ...timeoutMs, default: 10000 },
    },
  },
  result: {
    type: 'object',
    required: ['tab', 'holds'],
    properties: { tab: { type: 'string' }, holds },
  },
  errors: ['tab_not_found', 'unsupported_here', 'unresponsive', 'locked'],
  scope: 'interact',
  effect: 'acts',
  group: 'browser',
  examples: [
    {
      summary: 'A phone at night',
      params: { tab: 't1', width: 390, height: 844, scale: 3, mobile: true, touch: true, colorScheme: 'dark' },
      result: {
        tab: 't1',
        holds: { width: 390, height: 844, scale: 3, mobile: true, touch: true, colorScheme: 'dark' },
      },
    },
    { summary: 'In Tokyo, on a slow network', params: { locale: 'ja-JP', timezone: 'Asia/Tokyo', network: 'slow-3g' } },
    { summary: 'As it was', params: { reset: ['all'] }, result: { tab: 't1', holds: {} } },
  ],
  text: ({ tab, holds }) => `${tab}: ${saidOf(holds)}`,
})

function saidOf(held: Infer<typeof holds, 'in'>): string {
  const { width, height, ...others } = held
  const size = width === undefined ? [] : [`${width}x${height}`]
  const said = [
    ...size,
    ...Object.entries(others).map(([name, value]) =>
      value === true ? name : `${name} ${typeof value === 'string' ? plain(value) : value}`,
    ),
  ]
  return said.length === 0 ? 'as the browser has it' : said.join(' · ')
}
