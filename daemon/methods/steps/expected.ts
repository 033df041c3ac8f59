/** `expect`: waits a little for something to be so; otherwise says what is there instead. */
import { given } from '../../../api-schema/given.ts'
import { fitsGlob } from '../../../api-schema/glob.ts'
import { quoted } from '../../../api-schema/quoted.ts'
import { nearest } from '../../answers/find/nearest.ts'
import { matches, sayingSo } from '../../answers/find/said.ts'
import { saidTogether } from '../../answers/find/said-together.ts'
import { shapeOf } from '../../answers/look/element-shape.ts'
import { type Candidate, tell } from '../../answers/look/miss.ts'
import { look } from '../../answers/look/view.ts'
import { wholeOptions } from '../../answers/look/view-options.ts'
import { placesOf, tabTarget } from '../../answers/where/scope.ts'
import type { Call, World } from '../../dispatch.ts'
import { spaced } from '../../platform/acting/choosing.ts'
import { Problem } from '../../problem.ts'
import { withTimeLimit } from '../../time-limit.ts'
import { untilChanged } from '../until-changed.ts'
import { type CalledStep, lastLine, placeOf, type StepResult, subjectOf, wordsOf } from './step.ts'

/** How long something may take to become so. */
const patienceMs = 5000
/** Most elements listed that are there instead. */
const mostTold = 3

interface Seen {
  readonly holds: boolean
  /** What is there, as words that follow “found”. */
  readonly found?: string
}

export async function expected(step: CalledStep, call: Call, world: World, ms = patienceMs): Promise<StepResult> {
  const limited = { ...call, signal: withTimeLimit(call.signal, ms) }
  const not = step.not ? 'not ' : ''
  let seen: Seen | undefined
  for (;;) {
    const places = await placesOf(whereOf(step), 'auto', call, world)
    seen = await lookFor(step, call, world)
    if (seen.holds !== (step.not === true)) return { effect: 'confirmed', ...given({ why: seen.found }) }
    if (limited.signal.aborted) break
    try {
      await untilChanged(places, limited, true)
    } catch (error) {
      if (call.signal.aborted) throw error
    }
  }
  throw new Problem('not_as_expected', { message: `Expected ${not}${wishOf(step)}, found ${seen.found}.` })
}

function whereOf({ elementId, find }: CalledStep) {
  if (elementId !== undefined) return { scope: 'element' as const, elementId }
  return find ?? {}
}

function wishOf(step: CalledStep): string {
  const { url, count, value, state } = step
  const what = wordsOf({ ...step, not: false }) ?? 'the page'
  if (url !== undefined) return `the address ${url}`
  if (count !== undefined) return `${count} of ${what}`
  if (value !== undefined) return `${what} to be ${quoted(value)}`
  return state === undefined ? `${what} to be there` : `${what} to be ${state}`
}

async function lookFor(step: CalledStep, call: Call, world: World): Promise<Seen> {
  const { url, count, value, state } = step
  if (url !== undefined) return await address(url, step, call, world)
  if (count !== undefined) return await number(count, step, call)
  if (value !== undefined || state !== undefined) return await one(step, call)
  return await words(step, call, world)
}

async function words(step: CalledStep, call: Call, world: World): Promise<Seen> {
  const { find, not } = step
  const options = { ...wholeOptions, ...find, includeNonInteractable: true }
  const places = await placesOf(whereOf(step), 'auto', call, world)
  const views = places.map((place) => look(place, options))
  const [all, said] = [matches, sayingSo].map((of) => views.flatMap(of))
  const near = find?.near
  const those = near === undefined ? said! : await nearest(said!, near, places, call.signal)
  const lines = (list: readonly Candidate[]) =>
    tell(list, mostTold, true, (warm) => shapeOf(warm, world)).map((line) => String(line).trim())
  const across =
    those.length > 0 || near !== undefined ? [] : places.flatMap((place) => saidTogether(place, find ?? {}))
  if (across.length > 0) return { holds: true, ...given({ found: lines(across)[0] }) }
  const [first] = lines(those.length > 0 ? those : said!.length > 0 ? said! : all!)
  if (those.length > 0) return { holds: true, ...given({ found: first }) }
  // Only its absence was asked for.
  if (not) return { holds: false }
  if (said!.length > 0) return { holds: false, found: `it elsewhere: ${first}` }
  if (all!.length > 0) return { holds: false, found: `the words only inside others, as in ${first}` }
  const alike = lines(views.flatMap(({ answer, warm }) => answer.near.map((node) => ({ warm, node }))))
  return { holds: false, found: alike.length === 0 ? 'nothing like it' : `only ${alike.join('; ')}` }
}

async function address(wanted: string, { find }: CalledStep, call: Call, world: World): Promise<Seen> {
  const target = await tabTarget(find?.tab, call, world)
  const { source } = await world.trees.warm(target, call.signal)
  const now = source.page?.url ?? target.url ?? ''
  const path = wanted.startsWith('/') && URL.canParse(now) ? now.slice(new URL(now).origin.length) : now
  return { holds: [path, path.replace(/\/$/, '')].some((one) => fitsGlob(wanted, one)), found: now }
}

/** Counts what can be used, otherwise any match: a button's own text does not count again. */
async function number(wanted: number, step: CalledStep, call: Call): Promise<Seen> {
  const { matched: usable = 0 } = await exploring(step, call, {})
  const { matched: all = 0 } =
    usable > 0 ? { matched: usable } : await exploring(step, call, { includeNonInteractable: true })
  return { holds: all === wanted, found: String(all) }
}

async function exploring(step: CalledStep, call: Call, more: object) {
  const { elementId, find } = step
  const place = elementId !== undefined ? { elementId } : find === undefined ? {} : placeOf(find)
  return await call.run('explore', { ...more, ...place, format: 'outline', maxTokens: 300 })
}

async function one(step: CalledStep, call: Call): Promise<Seen> {
  const { value, state, not } = step
  try {
    const { element, outline = '' } = await call.run('expand', { ...subjectOf(step), format: 'json' })
    if (element === undefined) return { holds: false, found: lastLine(outline) }
    const states = element.state ?? []
    if (state !== undefined) return { holds: states.includes(state), found: states.join(', ') || 'no states' }
    const shown =
      element.value ?? (states.includes('checked') ? 'on' : states.includes('unchecked') ? 'off' : (element.name ?? ''))
    const isPart = !not && spaced(value!) !== '' && spaced(shown).includes(spaced(value!))
    const whole = isPart ? ': a value is all of it, and words in it are expected without one' : ''
    const holds = spaced(shown) === spaced(value!)
    return { holds, found: `${quoted(shown)}${holds ? '' : whole}` }
  } catch (error) {
    if (!(error instanceof Problem) || error.name !== 'not_found') throw error
    return { holds: not === true, found: 'no such element' }
  }
}
