/** Selects an item, and it alone: less than a click, and programs may follow it in other ways. */
import { Flag } from '../../element/flags.ts'
import { type AppAccess, isTrue } from '../read/access.ts'
import type { Ref } from '../wire/raw-element.ts'
import { canSet } from './attempt.ts'

/** The attribute in which the container lists the selected items. */
const lists: { readonly [role: string]: string } = {
  AXRow: 'AXSelectedRows',
  AXColumn: 'AXSelectedColumns',
  AXCell: 'AXSelectedCells',
}

/** Its siblings that are selected, as last read. */
export function selectedBeside({ mirror }: AppAccess, ref: Ref): Ref[] {
  const holder = mirror.parent(ref)
  const all = holder === undefined ? [] : mirror.children(holder)
  return all.filter((one) => one !== ref && ((mirror.row(one)?.flags ?? 0) & Flag.selected) !== 0)
}

/** False if it cannot be selected. */
export async function selectAlone(app: AppAccess, ref: Ref): Promise<boolean> {
  const { mirror } = app
  const list = lists[mirror.roleOf(ref) ?? '']
  const holder = mirror.parent(ref)
  const alone = { kind: 'elements', refs: [ref] } as const
  if (list !== undefined && holder !== undefined && (await canSet(app, holder, list, alone))) {
    app.mark(holder, 'subtree')
    if (await isTrue(app, ref, 'AXSelected')) return true
  }
  const others = selectedBeside(app, ref)
  if (!(await canSet(app, ref, 'AXSelected', true))) return false
  for (const other of others) await canSet(app, other, 'AXSelected', false)
  return true
}
