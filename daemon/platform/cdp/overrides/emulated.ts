/** An emulation as commands of the protocol, each with the one that undoes it. */
import type { ProtocolMapping } from 'devtools-protocol/types/protocol-mapping.js'
import type { Emulation } from '../../../../api-schema/emulation.ts'
import type { Command } from '../wire/connection.ts'

type Params<C extends Command> = ProtocolMapping.Commands[C]['paramsType'][0]

/** One command, with its parameters as JSON: equal texts are equal settings. */
export type Settings = ReadonlyMap<Command, string>

/** Bytes per second, and ms; as in Chromium's own tools. */
const networks: { readonly [name: string]: { readonly down: number; readonly up: number; readonly latency: number } } =
  {
    offline: { down: 0, up: 0, latency: 0 },
    'slow-3g': { down: 50_000, up: 50_000, latency: 2000 },
    'fast-3g': { down: 180_000, up: 84_375, latency: 562.5 },
    'slow-4g': { down: 180_000, up: 84_375, latency: 562.5 },
    'fast-4g': { down: 1_012_500, up: 168_750, latency: 165 },
  }
const bytesPerKilobit = 125

/**
 * `shared`: a frame or worker whose process may also show another tab. `reader`: the session that reads the tab, whose
 * pictures would end an emulation that is not its own.
 */
export type Where = 'page' | 'own' | 'shared' | 'reader'

const ofDevice: readonly Command[] = ['Emulation.setDeviceMetricsOverride', 'Emulation.setTouchEmulationEnabled']
const ofPage: readonly Command[] = ['Emulation.setDeviceMetricsOverride', 'Emulation.setGeolocationOverride']
const ofProcess: readonly Command[] = ['Emulation.setLocaleOverride', 'Emulation.setTimezoneOverride']
const isFor: { readonly [where in Where]: (command: Command) => boolean } = {
  page: () => true,
  own: (command) => !ofPage.includes(command),
  shared: (command) => !ofPage.includes(command) && !ofProcess.includes(command),
  reader: (command) => ofDevice.includes(command),
}
/** Network conditions hold only for requests that are reported; no bodies are kept for it. */
const noBuffers = { maxTotalBufferSize: 0, maxResourceBufferSize: 0 }

export function settingsOf(emulation: Emulation, where: Where): Settings {
  const all = new Map<Command, string>()
  const add = <C extends Command>(command: C, params: Params<C>, isWanted: boolean) => {
    if (isWanted && isFor[where](command)) all.set(command, JSON.stringify(params))
  }
  const { width = 0, height = 0, scale = 0, mobile = false, touch, colorScheme, reducedMotion } = emulation
  const { locale, timezone, latitude, longitude, accuracy = 10, userAgent } = emulation
  add(
    'Emulation.setDeviceMetricsOverride',
    { width, height, deviceScaleFactor: scale, mobile },
    width > 0 || scale > 0 || mobile,
  )
  add('Emulation.setTouchEmulationEnabled', { enabled: touch === true, maxTouchPoints: 5 }, touch === true)
  const features = [
    { name: 'prefers-color-scheme', value: colorScheme ?? '' },
    { name: 'prefers-reduced-motion', value: reducedMotion === undefined ? '' : motionWord(reducedMotion) },
  ]
  add(
    'Emulation.setEmulatedMedia',
    { features },
    features.some(({ value }) => value !== ''),
  )
  add('Emulation.setLocaleOverride', { locale: locale! }, locale !== undefined)
  add('Emulation.setTimezoneOverride', { timezoneId: timezone! }, timezone !== undefined)
  add(
    'Emulation.setGeolocationOverride',
    { latitude: latitude!, longitude: longitude!, accuracy },
    latitude !== undefined,
  )
  add(
    'Emulation.setUserAgentOverride',
    { userAgent: userAgent ?? '', ...(locale !== undefined && { acceptLanguage: locale }) },
    (userAgent ?? locale) !== undefined,
  )
  const network = networkOf(emulation)
  if (network !== undefined) {
    add('Network.enable', noBuffers, true)
    add('Network.emulateNetworkConditions', network, true)
  }
  return all
}

const motionWord = (isReduced: boolean) => (isReduced ? 'reduce' : 'no-preference')

function networkOf({
  network,
  latencyMs,
  downloadKbps,
  uploadKbps,
}: Emulation): Params<'Network.emulateNetworkConditions'> | undefined {
  if ((network ?? latencyMs ?? downloadKbps ?? uploadKbps) === undefined) return undefined
  const named = network === undefined ? undefined : networks[network]
  return {
    offline: network === 'offline',
    latency: latencyMs ?? named?.latency ?? 0,
    downloadThroughput: downloadKbps === undefined ? (named?.down ?? -1) : downloadKbps * bytesPerKilobit,
    uploadThroughput: uploadKbps === undefined ? (named?.up ?? -1) : uploadKbps * bytesPerKilobit,
  }
}

const undoing = {
  'Emulation.setDeviceMetricsOverride': ['Emulation.clearDeviceMetricsOverride', {}],
  'Emulation.setTouchEmulationEnabled': ['Emulation.setTouchEmulationEnabled', { enabled: false }],
  'Emulation.setEmulatedMedia': ['Emulation.setEmulatedMedia', { media: '', features: [] }],
  'Emulation.setLocaleOverride': ['Emulation.setLocaleOverride', {}],
  'Emulation.setTimezoneOverride': ['Emulation.setTimezoneOverride', { timezoneId: '' }],
  'Emulation.setGeolocationOverride': ['Emulation.clearGeolocationOverride', {}],
  'Emulation.setUserAgentOverride': ['Emulation.setUserAgentOverride', { userAgent: '' }],
  'Network.enable': ['Network.disable', {}],
  'Network.emulateNetworkConditions': [
    'Network.emulateNetworkConditions',
    { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 },
  ],
} as const

/** The commands that turn one into the other. */
export function steps(from: Settings, to: Settings): [Command, object][] {
  const gone = [...from.keys()].filter((command) => !to.has(command))
  return [
    ...gone.map((command): [Command, object] => [...undoing[command as keyof typeof undoing]]),
    ...[...to]
      .filter(([command, params]) => from.get(command) !== params)
      .map(([command, params]): [Command, object] => [command, JSON.parse(params)]),
  ]
}
