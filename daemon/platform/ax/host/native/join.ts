/**
 * Turns many values to text in one native call: `%@` for each, with a separator no text contains. Otherwise each value
 * costs two or three calls. The text does not reveal types, so this is only for attributes of known type. A self-test
 * at start compares the result with reading one by one, because the arguments are laid out by hand.
 */
import { randomBytes } from 'node:crypto'
import { Arena } from './arena.ts'
import type { AxCalls } from './ax-calls.ts'
import { type CFRef, type Cf, mostJoined } from './cf.ts'
import type { Native } from './engine.ts'

/** The texts of the first `count` values in `pointers`. Undefined if it failed this time. */
export type Join = (count: number) => readonly string[] | undefined

/** Writes what a C function expects as a va_list whose arguments are all in memory; returns what to pass. */
function layOut(cf: Cf): bigint | undefined {
  const { view, argumentsAddress, valuesAddress } = cf
  const at = Number(argumentsAddress - cf.outAddress)
  if (process.arch === 'x64') {
    // All registers are used up: 48 and 304 bytes of them.
    view.setUint32(at, 48, true)
    view.setUint32(at + 4, 304, true)
    view.setBigInt64(at + 8, valuesAddress, true)
    view.setBigInt64(at + 16, 0n, true)
    return argumentsAddress
  }
  if (process.arch !== 'arm64') return undefined
  // Here a va_list is simply the address of the arguments.
  if (process.platform === 'darwin') return valuesAddress
  view.setBigInt64(at, valuesAddress, true)
  for (let i = 8; i < 32; i += 8) view.setBigInt64(at + i, 0n, true)
  return argumentsAddress
}

/** The join, or why there is none. */
export function createJoin(ax: AxCalls): Join | string {
  const { cf } = ax
  const format: Native<CFRef> | undefined = cf.maybe('CFStringCreateWithFormatAndArguments', 'ptr', [
    'ptr',
    'ptr',
    'ptr',
    'ptr',
  ])
  if (format === undefined) return 'CFStringCreateWithFormatAndArguments is missing'
  if (layOut(cf) === undefined) return `no layout for ${process.arch}`
  const separator = `\u001e${randomBytes(6).toString('hex')}\u001f`
  const formats: CFRef[] = []
  const formatOf = (count: number) => {
    formats[count] ??= cf.name(`%@${separator}`.repeat(count))
    return formats[count]
  }
  const join: Join = (count) => {
    if (count < 1 || count > mostJoined) return undefined
    for (let i = 0; i < count; i++) if (cf.pointers[i] === 0n) return undefined
    const list = layOut(cf)!
    const text = format(0n, 0n, formatOf(count), list)
    if (text === 0n) return undefined
    const all = cf.text(text, Number.POSITIVE_INFINITY)
    cf.call.release(text)
    const texts = all.split(separator)
    return texts.length === count + 1 ? texts : undefined
  }
  return check(ax, join) ?? join
}

const missing = /^<AXValue 0x([0-9a-fA-F]+)> \{value = error:(-?\d+) type = kAXValueAXErrorType\}$/
const pair =
  /^<AXValue 0x([0-9a-fA-F]+)> \{value = [xw]:(-?[\d.]+) [yh]:(-?[\d.]+) type = kAXValueCG(Point|Size)Type\}$/

/** Does the text describe the object at this address, which no text on screen could know? */
function isOf(hex: string, value: CFRef): boolean {
  return Number.parseInt(hex, 16) === Number(BigInt.asUintN(64, value))
}

/** Does the text stand for a missing value? */
export function isMissing(text: string, value: CFRef, nullRef: CFRef): boolean {
  if (value === nullRef) return true
  if (!text.startsWith('<AXValue')) return false
  const found = missing.exec(text)
  return found !== null && isOf(found[1]!, value)
}

export function pairIn(text: string, value: CFRef): readonly [number, number] | undefined {
  const found = pair.exec(text)
  return found !== null && isOf(found[1]!, value) ? [Number(found[2]), Number(found[3])] : undefined
}

export function truthIn(text: string): boolean | undefined {
  if (text === 'true' || text === '1') return true
  return text === 'false' || text === '0' ? false : undefined
}

/** What is wrong with it, if anything. */
function check(ax: AxCalls, join: Join): string | undefined {
  const { cf } = ax
  const arena = new Arena(cf)
  try {
    const words = 'ix ✓ %@ <AXValue 0x1> {value = error:-25212 type = kAXValueAXErrorType}'
    const values = [
      arena.own(cf.createString(words)),
      cf.trueRef,
      cf.falseRef,
      arena.own(cf.createNumber(3)),
      arena.own(ax.createSample('point', [-10.5, 20])),
      arena.own(ax.createSample('size', [300, 40.25])),
      arena.own(ax.createSample('error', [-25212])),
    ]
    if (values.includes(0n)) return 'a sample cannot be made'
    // The maximum, to cover the first argument in memory and the last.
    const all = Array.from({ length: mostJoined }, (_, i) => values[i % values.length]!)
    const write = () => {
      for (let i = 0; i < all.length; i++) cf.pointers[i] = all[i]!
    }
    write()
    const texts = join(all.length)
    if (texts === undefined) return 'the samples cannot be read'
    for (let i = 0; i < all.length; i++) {
      const text = texts[i]!
      const [of, value] = [i % values.length, all[i]!]
      const isRight = [
        text === words && !isMissing(text, value, cf.nullRef),
        truthIn(text) === true,
        truthIn(text) === false,
        Number(text) === 3,
        isDeepEqual(pairIn(text, value), [-10.5, 20]),
        isDeepEqual(pairIn(text, value), [300, 40.25]),
        isMissing(text, value, cf.nullRef),
      ][of]
      if (!isRight) return `sample ${of} reads ${JSON.stringify(text.slice(0, 100))}`
    }
    return undefined
  } catch (error) {
    return (error as Error).message
  } finally {
    arena.releaseAll()
  }
}

function isDeepEqual(a: readonly [number, number] | undefined, b: readonly [number, number]): boolean {
  return a !== undefined && a[0] === b[0] && a[1] === b[1]
}
