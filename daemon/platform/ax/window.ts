/** Windows: raised, shrunk, moved, closed, by their own attributes and buttons. */
import { Problem } from '../../problem.ts'
import type { Act, Performed } from '../platform.ts'
import { type AppAccess, windowOf } from './access.ts'
import { canSet, native, tried } from './attempt.ts'
import { Fault, isGone, isSilence } from './faults.ts'
import type { SettableValue } from './messages.ts'
import type { RawValue, Ref } from './raw-element.ts'
import { numberOf, truthOf } from './values.ts'

export async function actOnWindow(app: AppAccess, ref: Ref, act: Act, signal: AbortSignal): Promise<Performed> {
  if (app.mirror.roleOf(ref) === 'AXApplication' && act.action === 'raise') return await toFront(app, signal)
  const window = windowOf(app, ref) ?? (await mainWindow(app, signal))
  if (window === undefined) throw new Problem('unsupported_here', { message: `${app.name} has no window there.` })
  app.mark(window, 'subtree')
  app.mark(app.mirror.root, 'children')
  switch (act.action) {
    case 'raise': {
      await canSet(app, window, 'AXMinimized', false, signal)
      const raised = await tried(app, window, 'AXRaise', signal)
      await canSet(app, window, 'AXMain', true, signal)
      const front = await toFront(app, signal)
      return raised ?? front
    }
    case 'minimize':
      return await set(app, window, 'AXMinimized', true, signal)
    case 'maximize':
      return await pressButton(app, window, ['AXZoomButton', 'AXFullScreenButton'], signal)
    case 'close':
      return await pressButton(app, window, ['AXCloseButton', 'AXCancelButton'], signal)
    case 'move':
      return await place(app, window, 'AXPosition', pointOf(act), signal)
    case 'resize':
      return await place(app, window, 'AXSize', sizeOf(act), signal)
    default:
      throw new Problem('unsupported_here')
  }
}

async function toFront(app: AppAccess, signal: AbortSignal): Promise<Performed> {
  if (await canSet(app, app.mirror.root, 'AXFrontmost', true, signal)) return native
  const { done } = await app.call('application', { pid: app.pid, action: 'activate' }, signal)
  return done ? native : { ...native, refused: 'it cannot be brought to the front' }
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
  if (truthOf(values[attribute]) === value) return { ...native, noop: true }
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

function pointOf({ to }: Act): SettableValue {
  if (to?.x === undefined || to.y === undefined) throw lacking('move', 'x and y of its top left corner')
  return { kind: 'point', x: to.x, y: to.y }
}

function sizeOf({ to }: Act): SettableValue {
  if (to?.x === undefined || to.y === undefined || to.x < 1 || to.y < 1)
    throw lacking('resize', 'x and y, its width and height,')
  return { kind: 'size', width: to.x, height: to.y }
}

function lacking(action: string, what: string): Problem {
  return new Problem('invalid_params', {
    message: `${action} needs to with ${what} in points.`,
    hint: `Pass {"action":"${action}","to":{"x":800,"y":600}}.`,
    data: { path: 'to' },
  })
}

/** Windows keep a size that fits them: what they took is read back. */
async function place(
  app: AppAccess,
  ref: Ref,
  attribute: string,
  value: SettableValue,
  signal: AbortSignal,
): Promise<Performed> {
  const read = async () => (await app.call('attributes', { ref, names: [attribute] }, signal)).values[attribute]
  const before = await read()
  if (same(before, value)) return { ...native, noop: true }
  try {
    await app.call('set', { ref, attribute, value }, signal)
  } catch (error) {
    if (!(error instanceof Fault) || isGone(error) || isSilence(error)) throw error
    return { ...native, refused: attribute === 'AXSize' ? 'its size cannot be set' : 'its place cannot be set' }
  }
  const now = await read()
  if (same(now, before)) return { ...native, refused: 'the window stays as it is' }
  return { ...native, seen: true }
}

function same(a: unknown, b: unknown): boolean {
  const of = (value: unknown) => {
    const { x, y, width, height } = (value ?? {}) as { readonly [name: string]: unknown }
    return [x, y, width, height].map(numberOf)
  }
  const [left, right] = [of(a), of(b)]
  return left.every((number, index) => number === right[index])
}
