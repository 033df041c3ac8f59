/** The conditions that `emulate` can set for a tab: its parameters, and its answer. */
import type { Infer, Schema } from './schema.ts'

const side = { type: 'integer', minimum: 1, maximum: 10000 } as const
const kbps = { type: 'number', minimum: 0, maximum: 10000000 } as const

export const networks = ['offline', 'slow-3g', 'fast-3g', 'slow-4g', 'fast-4g'] as const

export const emulated = {
  width: { ...side, description: 'Of the viewport, in CSS pixels; with height.' },
  height: { ...side, description: 'With width.' },
  scale: { type: 'number', minimum: 0.1, maximum: 10, description: 'Device pixels for a CSS pixel.' },
  mobile: { type: 'boolean', description: 'Lay out as a phone does, by the viewport tag.' },
  touch: { type: 'boolean', description: 'Have a touch screen.' },
  colorScheme: { type: 'string', enum: ['light', 'dark'] },
  reducedMotion: { type: 'boolean', description: 'The user wants little to move.' },
  locale: {
    type: 'string',
    minLength: 2,
    maxLength: 35,
    description: 'Such as de-DE: formats, navigator.language and Accept-Language.',
  },
  timezone: { type: 'string', minLength: 1, maxLength: 64, description: 'Such as Asia/Tokyo.' },
  latitude: { type: 'number', minimum: -90, maximum: 90, description: 'With longitude; see `permissions` too.' },
  longitude: { type: 'number', minimum: -180, maximum: 180, description: 'With latitude.' },
  accuracy: { type: 'number', minimum: 0, maximum: 1000000, description: 'Of the place, in metres. Default 10.' },
  userAgent: { type: 'string', minLength: 1, maxLength: 1000, pattern: '^[\\x20-\\x7e]+$', description: 'In ASCII.' },
  network: { type: 'string', enum: networks },
  latencyMs: { type: 'number', minimum: 0, maximum: 600000, description: 'Instead of that of `network`.' },
  downloadKbps: { ...kbps, description: 'Kilobits a second, instead of those of `network`; 0 is no limit.' },
  uploadKbps: { ...kbps, description: 'The same of what is sent.' },
} as const satisfies { readonly [name: string]: Schema }

/** What is not given is as the browser has it. */
export type Emulation = Infer<{ readonly type: 'object'; readonly properties: typeof emulated }, 'in'>

/** The values of `reset`, and the parameters that each undoes. */
export const resets = {
  all: Object.keys(emulated) as readonly (keyof typeof emulated)[],
  size: ['width', 'height', 'scale', 'mobile'],
  touch: ['touch'],
  colorScheme: ['colorScheme'],
  reducedMotion: ['reducedMotion'],
  locale: ['locale'],
  timezone: ['timezone'],
  place: ['latitude', 'longitude', 'accuracy'],
  userAgent: ['userAgent'],
  network: ['network', 'latencyMs', 'downloadKbps', 'uploadKbps'],
} as const satisfies { readonly [word: string]: readonly (keyof typeof emulated)[] }

export const resetWords = Object.keys(resets) as readonly (keyof typeof resets)[]
