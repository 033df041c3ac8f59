/** `emulate`: overrides a tab's device, location and network. */
import { type Emulation, emulated, resets } from '../../api-schema/emulation.ts'
import { overridden, toOverride } from '../answers/where/overrides.ts'
import type { Handler } from '../dispatch.ts'
import { Problem } from '../problem.ts'

const names = Object.keys(emulated) as readonly (keyof Emulation)[]

export const emulate: Handler<'emulate'> = async (params, call, world) => {
  const { tab, reset = [] } = params
  const given = names.filter((name) => params[name] !== undefined)
  if (given.length === 0 && reset.length === 0) {
    const { target, overrides } = await overridden(tab, call, world)
    return { tab: target.id, holds: overrides.emulation(target) }
  }
  const { target, overrides } = await toOverride(tab, call, world)
  const undone = new Set<string>(reset.flatMap((word) => resets[word]))
  const kept = Object.entries(overrides.emulation(target)).filter(([name]) => !undone.has(name))
  const wanted = { ...Object.fromEntries(kept), ...Object.fromEntries(given.map((name) => [name, params[name]])) }
  check(wanted)
  await overrides.emulate(target, wanted, call.session.id, call.signal)
  return { tab: target.id, holds: wanted }
}

function check({ width, height, latitude, longitude, locale, timezone }: Emulation): void {
  requireBoth('width', width, 'height', height, '{"width":390,"height":844}')
  requireBoth('latitude', latitude, 'longitude', longitude, '{"latitude":52.52,"longitude":13.4}')
  if (locale !== undefined && !isKnown(() => Intl.getCanonicalLocales(locale)))
    throw wrong('locale', locale, 'a language tag', 'For example: de, de-DE, zh-Hant-TW.')
  if (timezone !== undefined && !isKnown(() => new Intl.DateTimeFormat('en', { timeZone: timezone })))
    throw wrong('timezone', timezone, 'a time zone', 'For example: Europe/Berlin, Asia/Tokyo, UTC.')
}

function requireBoth(one: string, first: unknown, other: string, second: unknown, example: string): void {
  if ((first === undefined) === (second === undefined)) return
  const [missing, given] = first === undefined ? [one, other] : [other, one]
  throw new Problem('invalid_params', {
    message: `params.${missing}: expected a number, found nothing (it is needed with ${given}).`,
    hint: `For example: {emulate} ${example}`,
    data: { path: `params.${missing}` },
  })
}

function wrong(name: string, value: string, expected: string, hint: string): Problem {
  return new Problem('invalid_params', {
    message: `params.${name}: expected ${expected}, found ${JSON.stringify(value)}.`,
    hint,
    data: { path: `params.${name}` },
  })
}

function isKnown(work: () => unknown): boolean {
  try {
    work()
    return true
  } catch {
    return false
  }
}
