/** The monitors, in the compositor's units: where each one is, and its size. */
import type { Frame } from '../../../../api-schema/element.ts'
import { around } from '../../element/rectangle.ts'
import type { WlConnection, WlObject } from './connection.ts'

export interface Output {
  readonly output: WlObject
  readonly frame: Frame
  /** Is it turned or mirrored, so that its pixels come in another order? */
  readonly isTurned: boolean
}

/** The monitors as they are now. */
export async function outputsOf(connection: WlConnection): Promise<readonly Output[]> {
  const manager = connection.bind('zxdg_output_manager_v1', 2)
  const read = connection.bindAll('wl_output', 3).map((output) => {
    const of = { x: 0, y: 0, width: 0, height: 0, transform: 0 }
    const place = manager.send('get_xdg_output', output)
    output.on({ geometry: (...values: number[]) => Object.assign(of, { transform: values[7] }) })
    place.on({
      logical_position: (x: number, y: number) => Object.assign(of, { x, y }),
      logical_size: (width: number, height: number) => Object.assign(of, { width, height }),
    })
    return { output, place, of }
  })
  await connection.sync()
  for (const { place } of read) place.send('destroy')
  manager.send('destroy')
  return read.map(({ output, of: { transform, ...frame } }) => ({ output, frame, isTurned: transform !== 0 }))
}

/** They are bound for a single question, so that each answer is current. */
export function release(outputs: readonly Output[]): void {
  for (const { output } of outputs) output.send('release')
}

export function boundsOf(outputs: readonly Output[]): Frame {
  const [first, ...others] = outputs.map(({ frame }) => frame)
  return others.reduce((all, one) => around(all, one), first ?? { x: 0, y: 0, width: 1, height: 1 })
}
