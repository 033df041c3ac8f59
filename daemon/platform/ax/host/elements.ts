/** Elements by ref: guarded access, reading, and release. */
import type { Detail } from '../wire/messages.ts'
import type { RawValue, Ref } from '../wire/raw-element.ts'
import { isSecure, tables } from './attributes.ts'
import type { Intern } from './native/ax-calls.ts'
import type { Native } from './native/native.ts'

const longestChain = 100
const attributesAtMost = 200
const longText = 2_000
/** Attributes that refer to elements reported elsewhere, or make a table build its rows. */
const omitted =
  /^AX(Children|Contents|.*Rows|.*Columns|.*Cells|VisibleChildren|SelectedChildren|Parent|Window|TopLevelUIElement|ChildrenInNavigationOrder|SharedTextUIElements|LinkedUIElements|Sections|Windows|MenuBar|ExtrasMenuBar|FunctionRowTopLevelElements)$/
/** Attributes with a secure field's content, in any form. */
export const secret =
  /^AX(Value|ValueDescription|SelectedText|SelectedTextRange|SelectedTextRanges|NumberOfCharacters|VisibleCharacterRange|.*AttributedString.*|.*TextMarker.*)$/
/** Attributes for which it is worth knowing whether they can be set. */
const settables =
  /^AX(Value|Focused|Selected|Position|Size|Minimized|Main|FullScreen|Expanded|Disclosing|Hidden|Frontmost|SelectedText|SelectedTextRange|SelectedRows|SelectedChildren)$/

export type Elements = ReturnType<typeof reachElements>

export function reachElements(native: Native, guard: (pid: number) => void) {
  const { ax, table } = native
  const { cf } = ax
  const reach = (ref: Ref) => {
    const { element, pid } = table.entry(ref)
    guard(pid)
    const intern: Intern = (found) => table.intern(found, pid)
    return { element, pid, intern }
  }
  const owned = <T>(element: bigint, use: (element: bigint) => T): T => {
    try {
      return use(element)
    } finally {
      cf.call.release(element)
    }
  }
  const withSystem = <T>(use: (element: bigint) => T): T => owned(ax.systemWide(), use)
  const frontPid = (): number | undefined =>
    withSystem((system) => {
      const app = ax.copy(system, 'AXFocusedApplication')
      return app === undefined ? undefined : owned(app, (element) => ax.pid(element))
    })
  const isSecret = (ref: Ref): boolean => {
    const { element, intern } = reach(ref)
    const text = (value: RawValue | undefined) => (typeof value === 'string' ? value : '')
    return isSecure(text(ax.value(element, 'AXRole', intern)), text(ax.value(element, 'AXSubrole', intern)))
  }
  const many = (ref: Ref, names: readonly string[]): { [name: string]: RawValue } => {
    const values: { [name: string]: RawValue } = {}
    if (names.length === 0) return values
    const { element, intern } = reach(ref)
    owned(cf.createArray(names.map((name) => cf.name(name))), (list) =>
      owned(ax.copyMany(element, list, names.length), (array) => {
        for (const [i, item] of cf.values(array).entries()) {
          const value = ax.decode(item, intern)
          if (value !== undefined) values[names[i]!] = value
        }
      }),
    )
    return values
  }
  /** Ancestors, nearest first. */
  const chainOf = (ref: Ref): Ref[] => {
    const chain: Ref[] = []
    for (let at: Ref | undefined = ref; at !== undefined && chain.length < longestChain; ) {
      const { element, intern } = reach(at)
      at = ax.elementIn(element, 'AXParent', intern)
      if (at === undefined || chain.includes(at)) break
      chain.push(at)
    }
    return chain
  }
  const rootOf = (pid: number): Ref => {
    const ref = owned(ax.application(pid), (element) => table.intern(element, pid))
    table.entry(ref).kind = 'application'
    return ref
  }
  /** The start of a long text. */
  const textOf = (ref: Ref): string => {
    const { element, intern } = reach(ref)
    const found = ax.value(element, 'AXNumberOfCharacters', intern)
    const part = typeof found === 'number' && found > 0 ? ax.textPart(element, 0, Math.min(longText, found)) : undefined
    const value = part ?? ax.value(element, 'AXValue', intern)
    return typeof value === 'string' ? value.slice(0, longText) : ''
  }
  const detail = (ref: Ref): Detail => {
    const { element } = reach(ref)
    const all = ax.attributeNames(element).slice(0, attributesAtMost)
    const hidden = isSecret(ref)
    const { AXRole: role } = many(ref, ['AXRole'])
    const isLong = role === 'AXTextArea'
    const isTable = typeof role === 'string' && tables.has(role)
    const names = all.filter(
      (name) =>
        !omitted.test(name) &&
        !(hidden && secret.test(name)) &&
        !(isLong && (name === 'AXValue' || name === 'AXAttributedValue')) &&
        !(isTable && name === 'AXHeader'),
    )
    const attributes = many(ref, names)
    if (isLong && !hidden) attributes.AXValue = textOf(ref)
    return {
      attributes,
      settable: all.filter((name) => settables.test(name) && ax.isSettable(element, name)),
    }
  }

  return { reach, owned, frontPid, isSecret, many, chainOf, rootOf, detail }
}
