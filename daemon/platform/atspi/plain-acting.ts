/** Places and actions by what AT-SPI itself has: its actions and extents, without pointer and keyboard. */
import { Problem } from '../../problem.ts'
import { Flag } from '../flags.ts'
import type { Act, Check, Key, Performed } from '../platform.ts'
import type { Acting, AppAccess } from './access.ts'
import { actionWord } from './actions.ts'
import type { Ref } from './facts.ts'

export const plainActing: Acting = {
  async frames(access, keys, signal) {
    const found = new Map()
    for (const key of keys) {
      const ref = access.ref(key)
      if (ref === undefined) continue
      const [box] = await access.call(ref, 'Component', 'GetExtents', 'u', [0], signal).catch(() => [undefined])
      const [x, y, width, height] = (box ?? []) as number[]
      if (width !== undefined && height !== undefined && width > 0 && height > 0)
        found.set(key, { frame: { x: x!, y: y!, width, height } })
    }
    return found
  },

  async at(access, x, y, signal) {
    for (const window of access.windows) {
      let ref: Ref | undefined = access.ref(window)
      let hit: Key | undefined
      for (let level = 0; level < 40 && ref !== undefined; level++) {
        const [inner] = await access
          .call(ref, 'Component', 'GetAccessibleAtPoint', 'iiu', [x, y, 0], signal)
          .catch(() => [undefined])
        const [bus, path] = (inner ?? []) as string[]
        if (bus === undefined || path === undefined || path === ref.path) break
        ref = { bus, path }
        const key = access.key(ref)
        if (key === undefined) break
        hit = key
      }
      if (hit !== undefined) return hit
    }
    return undefined
  },

  async check(access: AppAccess, key: Key, _act: Act, signal: AbortSignal): Promise<Check> {
    const row = await access.reread(key, signal)
    if (row === undefined) return { reason: 'gone' }
    if (row.flags & Flag.hidden) return { reason: 'hidden', row }
    if (row.flags & Flag.disabled) return { reason: 'disabled', row }
    if ((_act.action === 'set_value' || _act.action === 'type') && row.flags & Flag.readonly)
      return { reason: 'readonly', row }
    return { row }
  },

  async perform(access: AppAccess, key: Key, act: Act, signal: AbortSignal): Promise<Performed> {
    const ref = access.ref(key)
    if (ref === undefined) throw new Problem('element_gone')
    if (act.action === 'set_value') {
      await access.call(ref, 'EditableText', 'SetTextContents', 's', [act.value ?? ''], signal)
      return { route: 'native' }
    }
    const count = Number(await access.get(ref, 'Action', 'NActions', signal))
    for (let index = 0; index < count; index++) {
      const [name] = await access.call(ref, 'Action', 'GetName', 'i', [index], signal)
      if (actionWord(String(name), false) !== 'AXPress') continue
      await access.call(ref, 'Action', 'DoAction', 'i', [index], signal)
      return { route: 'native' }
    }
    return { route: 'native', refused: 'it has no action' }
  },
}
