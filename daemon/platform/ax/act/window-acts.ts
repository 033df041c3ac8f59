/** Windows: raise, minimise, move and close, through their own attributes and buttons. */
import { Problem } from '../../../problem.ts'
import { native, noop } from '../../acting/performed.ts'
import { until } from '../../acting/polling.ts'
import { unsupported } from '../../acting/problems.ts'
import { isOnOrRestored } from '../../acting/value-words.ts'
import type { Act, Performed } from '../../platform.ts'
import { canSet, tried } from '../input/attempt.ts'
import { comes } from '../input/front.ts'
import { type AppAccess, attributeOf, windowOf } from '../read/access.ts'
import { elementIn, valuesOf } from '../read/visit.ts'
import { Fault, isGone, isSilence } from '../wire/faults.ts'
import type { SettableValue } from '../wire/messages.ts'
import type { Ref } from '../wire/raw-element.ts'
import { numberOf, truthOf } from '../wire/values.ts'

/** Milliseconds for a window to begin to move. */
const moveMs = 500

export async function actOnWindow(app: AppAccess, ref: Ref, act: Act): Promise<Performed> {
  if (app.mirror.roleOf(ref) === 'AXApplication' && act.action === 'raise') return await toFront(app)
  const window = windowOf(app, ref) ?? (await mainWindow(app))
  if (window === undefined) throw unsupported(`${app.name} has no window there.`)
  app.mark(window, 'subtree')
  app.mark(app.mirror.root, 'children')
  switch (act.action) {
    case 'raise': {
      await canSet(app, window, 'AXMinimized', false)
      const raised = await tried(app, window, 'AXRaise')
      await canSet(app, window, 'AXMain', true)
      const front = await toFront(app)
      return { ...front, ...(raised !== undefined && { route: raised.route }) }
    }
    case 'minimize':
      return await set(app, window, 'AXMinimized', isOnOrRestored(act.value) === true)
    case 'maximize':
      return await pressButton(app, window, ['AXZoomButton', 'AXFullScreenButton'])
    case 'close':
      return await pressButton(app, window, ['AXCloseButton', 'AXCancelButton'])
    case 'move':
      return await place(app, window, 'AXPosition', act)
    case 'resize':
      return await place(app, window, 'AXSize', act)
    default:
      throw new Problem('unsupported_here')
  }
}

async function toFront(app: AppAccess): Promise<Performed> {
  if (await comes(app)) return { ...native, front: true }
  return { ...native, refused: 'it cannot be brought to the front' }
}

async function mainWindow(app: AppAccess): Promise<Ref | undefined> {
  const names = ['AXMainWindow', 'AXFocusedWindow']
  const values = await valuesOf(app, app.mirror.root, names)
  return names.map((name) => elementIn(values[name])).find((ref) => ref !== undefined)
}

async function set(app: AppAccess, ref: Ref, attribute: string, value: boolean): Promise<Performed> {
  const read = async () => truthOf(await attributeOf(app, ref, attribute))
  if ((await read()) === value) return noop
  if (!(await canSet(app, ref, attribute, value))) return { ...native, refused: `the window has no ${attribute}` }
  return (await read()) === value ? { ...native, seen: true } : native
}

async function pressButton(app: AppAccess, window: Ref, names: readonly string[]): Promise<Performed> {
  const values = await valuesOf(app, window, names)
  for (const name of names) {
    const button = elementIn(values[name])
    if (button === undefined) continue
    if (truthOf(await attributeOf(app, button, 'AXEnabled')) === false)
      return { ...native, refused: 'its button is disabled' }
    const done = await tried(app, button, 'AXPress')
    if (done !== undefined) return done
  }
  return { ...native, refused: `the window has no ${names.map((name) => name.replace(/^AX/, '')).join(' or ')}` }
}

/** Windows adjust the size they are given, so the result is read back. */
async function place(app: AppAccess, ref: Ref, attribute: 'AXPosition' | 'AXSize', { to }: Act): Promise<Performed> {
  const read = () => attributeOf(app, ref, attribute)
  const before = await read()
  const was = (before ?? {}) as { readonly [name: string]: unknown }
  const side = (given: number | undefined, name: string) => given ?? numberOf(was[name]) ?? 0
  const value: SettableValue =
    attribute === 'AXPosition'
      ? { kind: 'point', x: side(to?.x, 'x'), y: side(to?.y, 'y') }
      : { kind: 'size', width: side(to?.x, 'width'), height: side(to?.y, 'height') }
  if (same(before, value)) return noop
  try {
    await app.call('set', { ref, attribute, value })
  } catch (error) {
    if (!(error instanceof Fault) || isGone(error) || isSilence(error)) throw error
    return { ...native, refused: attribute === 'AXSize' ? 'its size cannot be set' : 'its position cannot be set' }
  }
  // Some applications animate their windows, and begin only after they have answered.
  const isChanged = async () => !same(await read(), before)
  if (await until(isChanged, { ms: moveMs, signal: app.signal })) return { ...native, seen: true }
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
