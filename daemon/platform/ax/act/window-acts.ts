/** Windows: raise, minimise, move and close, through their own attributes and buttons. */
import { Problem } from '../../../problem.ts'
import { native, noop } from '../../acting/performed.ts'
import { until } from '../../acting/polling.ts'
import { unsupported } from '../../acting/problems.ts'
import { isOnOrRestored } from '../../acting/value-words.ts'
import type { Act, Performed } from '../../platform.ts'
import { canSet, tried } from '../input/attempt.ts'
import { comes } from '../input/front.ts'
import { type AppAccess, windowOf } from '../read/access.ts'
import { Fault, isGone, isSilence } from '../wire/faults.ts'
import type { SettableValue } from '../wire/messages.ts'
import type { RawValue, Ref } from '../wire/raw-element.ts'
import { numberOf, truthOf } from '../wire/values.ts'

/** Milliseconds for a window to begin to move. */
const moveMs = 500

export async function actOnWindow(app: AppAccess, ref: Ref, act: Act, signal: AbortSignal): Promise<Performed> {
  if (app.mirror.roleOf(ref) === 'AXApplication' && act.action === 'raise') return await toFront(app, signal)
  const window = windowOf(app, ref) ?? (await mainWindow(app, signal))
  if (window === undefined) throw unsupported(`${app.name} has no window there.`)
  app.mark(window, 'subtree')
  app.mark(app.mirror.root, 'children')
  switch (act.action) {
    case 'raise': {
      await canSet(app, window, 'AXMinimized', false, signal)
      const raised = await tried(app, window, 'AXRaise', signal)
      await canSet(app, window, 'AXMain', true, signal)
      const front = await toFront(app, signal)
      return { ...front, ...(raised !== undefined && { route: raised.route }) }
    }
    case 'minimize':
      return await set(app, window, 'AXMinimized', isOnOrRestored(act.value) === true, signal)
    case 'maximize':
      return await pressButton(app, window, ['AXZoomButton', 'AXFullScreenButton'], signal)
    case 'close':
      return await pressButton(app, window, ['AXCloseButton', 'AXCancelButton'], signal)
    case 'move':
      return await place(app, window, 'AXPosition', act, signal)
    case 'resize':
      return await place(app, window, 'AXSize', act, signal)
    default:
      throw new Problem('unsupported_here')
  }
}

async function toFront(app: AppAccess, signal: AbortSignal): Promise<Performed> {
  if (await comes(app, signal)) return { ...native, front: true }
  return { ...native, refused: 'it cannot be brought to the front' }
}

async function mainWindow(app: AppAccess, signal: AbortSignal): Promise<Ref | undefined> {
  const names = ['AXMainWindow', 'AXFocusedWindow']
  const { values } = await app.call('attributes', { ref: app.mirror.root, names }, signal)
  for (const name of names) {
    const value = values[name]
    if (typeof value === 'object' && value.kind === 'element') return value.ref
  }
  return undefined
}

async function set(
  app: AppAccess,
  ref: Ref,
  attribute: string,
  value: boolean,
  signal: AbortSignal,
): Promise<Performed> {
  const { values } = await app.call('attributes', { ref, names: [attribute] }, signal)
  if (truthOf(values[attribute]) === value) return noop
  if (!(await canSet(app, ref, attribute, value, signal)))
    return { ...native, refused: `the window has no ${attribute}` }
  const now = await app.call('attributes', { ref, names: [attribute] }, signal)
  return truthOf(now.values[attribute]) === value ? { ...native, seen: true } : native
}

async function pressButton(
  app: AppAccess,
  window: Ref,
  names: readonly string[],
  signal: AbortSignal,
): Promise<Performed> {
  const { values } = await app.call('attributes', { ref: window, names }, signal)
  for (const name of names) {
    const button: RawValue | undefined = values[name]
    if (typeof button !== 'object' || button.kind !== 'element') continue
    const { values: state } = await app.call('attributes', { ref: button.ref, names: ['AXEnabled'] }, signal)
    if (truthOf(state.AXEnabled) === false) return { ...native, refused: 'its button is disabled' }
    const done = await tried(app, button.ref, 'AXPress', signal)
    if (done !== undefined) return done
  }
  return { ...native, refused: `the window has no ${names.map((name) => name.replace(/^AX/, '')).join(' or ')}` }
}

/** Windows adjust the size they are given, so the result is read back. */
async function place(
  app: AppAccess,
  ref: Ref,
  attribute: 'AXPosition' | 'AXSize',
  { to }: Act,
  signal: AbortSignal,
): Promise<Performed> {
  const read = async () => (await app.call('attributes', { ref, names: [attribute] }, signal)).values[attribute]
  const before = await read()
  const was = (before ?? {}) as { readonly [name: string]: unknown }
  const side = (given: number | undefined, name: string) => given ?? numberOf(was[name]) ?? 0
  const value: SettableValue =
    attribute === 'AXPosition'
      ? { kind: 'point', x: side(to?.x, 'x'), y: side(to?.y, 'y') }
      : { kind: 'size', width: side(to?.x, 'width'), height: side(to?.y, 'height') }
  if (same(before, value)) return noop
  try {
    await app.call('set', { ref, attribute, value }, signal)
  } catch (error) {
    if (!(error instanceof Fault) || isGone(error) || isSilence(error)) throw error
    return { ...native, refused: attribute === 'AXSize' ? 'its size cannot be set' : 'its position cannot be set' }
  }
  // Some applications move their windows by an animation, which begins after they have answered.
  const isChanged = async () => !same(await read(), before)
  if (await until(isChanged, { ms: moveMs, signal })) return { ...native, seen: true }
  return { ...native, refused: 'the window did not change' }
}

function same(a: unknown, b: unknown): boolean {
  const of = (value: unknown) => {
    const { x, y, width, height } = (value ?? {}) as { readonly [name: string]: unknown }
    return [x, y, width, height].map(numberOf)
  }
  const [left, right] = [of(a), of(b)]
  return left.every((number, index) => number === right[index])
}
