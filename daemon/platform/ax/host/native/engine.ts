/**
 * Calls into native libraries: the only file that imports ffi-rs. Only for the ax host's JS thread: ffi-rs keeps one
 * unlocked table of libraries per process.
 *
 * Scalars only. Text, struct and 32-bit float results are left out because ffi-rs reads them wrongly or leaks; `define`
 * because it doubles the cost of a call. Nothing detects a wrong signature: check it against the header.
 */
import {
  createExternalBuffer,
  createPointer,
  DataType,
  funcConstructor,
  type JsExternal,
  load,
  open,
  unwrapPointer,
} from 'ffi-rs'

/** An address, 0n for NULL. Signed: the highest bit makes it negative. Never convert it to a number. */
export type Ptr = bigint

export type Result = 'ptr' | 'i32' | 'u32' | 'i64' | 'u8' | 'f64' | 'void'
export type Param = Exclude<Result, 'void'> | 'f32' | 'callback'

/** A native function. Integers are numbers, addresses bigints, booleans 0 or 1. */
export type Native<R = number> = (...values: readonly unknown[]) => R

const types = {
  ptr: DataType.BigInt,
  i32: DataType.I32,
  u32: DataType.U32,
  i64: DataType.I64,
  u8: DataType.U8,
  f64: DataType.Double,
  f32: DataType.Float,
  void: DataType.Void,
  callback: DataType.External,
} as const

type Answers = { ptr: Ptr; i32: number; u32: number; i64: number; u8: number; f64: number; void: undefined }
/** The functions to call: each one's symbol, after `?` if a library may lack it, its result and its parameters. */
export type Functions = { readonly [name: string]: readonly [symbol: string, result: Result, ...params: Param[]] }
export type Bound<F extends Functions> = {
  readonly [name in keyof F]: Native<Answers[F[name][1]]> | (F[name][0] extends `?${string}` ? undefined : never)
}

/** Throws `MissingSymbol`. */
export function bound<F extends Functions>(library: Library, functions: F): Bound<F> {
  const all = Object.entries(functions).map(([name, [symbol, result, ...params]]) => {
    const bare = symbol.replace('?', '')
    return [name, bare === symbol || library.has(bare) ? library.def(bare, result, params) : undefined]
  })
  return Object.fromEntries(all)
}

/** A missing symbol or library. */
export class MissingSymbol extends Error {
  readonly symbol: string
  constructor(symbol: string, library: string) {
    super(`${symbol} is not in ${library}`)
    this.symbol = symbol
  }
}

const process_ = 'process'
const lazily = 1
let isOpen = false

function own<R = number>(name: string, result: Result, params: readonly Param[]): Native<R> {
  return bind<R>(process_, name, result, params)
}

function bind<R>(library: string, name: string, result: Result, params: readonly Param[]): Native<R> {
  const values: unknown[] = new Array(params.length).fill(0)
  const call = {
    library,
    funcName: name,
    retType: types[result],
    paramsType: params.map((param) => types[param]),
    paramsValue: values,
  }
  const run = () => {
    try {
      return load(call) as R
    } catch (error) {
      const kinds = values.map((value) => typeof value).join(', ')
      throw new Error(`${name}(${kinds}): ${(error as Error).message || (error as { code?: string }).code}`)
    }
  }
  // An omitted value would repeat that of the previous call.
  const put = (at: number, value: unknown) => {
    if (value === undefined) throw new TypeError(`${name} takes ${params.length} values`)
    values[at] = value
  }
  switch (params.length) {
    case 0:
      return run
    case 1:
      return (a) => {
        put(0, a)
        return run()
      }
    case 2:
      return (a, b) => {
        put(0, a)
        put(1, b)
        return run()
      }
    default:
      return (...given) => {
        for (let i = 0; i < params.length; i++) put(i, given[i])
        return run()
      }
  }
}

/** An open library. */
export interface Library {
  readonly path: string
  has(symbol: string): boolean
  /** Throws `MissingSymbol`. */
  def<R = number>(name: string, result: Result, params: readonly Param[]): Native<R>
  /** The 8 bytes at a data symbol's address. */
  data(symbol: string): Ptr
  /** A data symbol's address. */
  address(symbol: string): Ptr
}

export interface Engine {
  /**
   * Open all libraries at start. Throws the loader's reason if there is none at the path. An empty path is the program
   * itself with the libraries it was started with, including the C library.
   */
  openLibrary(path: string): Library
  /** Memory that is never moved or freed, and its address: callers divide it among themselves. */
  memory(size: number): { readonly bytes: Buffer; readonly address: Ptr }
  /** Copies native memory. */
  copy(to: Ptr, from: Ptr, size: number): void
  /** Makes a function that C can call. It lasts forever and keeps the process alive: make few. */
  callback(then: (last: Ptr) => void): Callback
}

/**
 * A C function of four pointers. Each call is delivered in a later turn of the event loop, in order, with its last
 * pointer: what the others point to is gone by then.
 */
export interface Callback {
  readonly function: unknown
  /** Resolves when all earlier calls have been delivered. */
  drained(): Promise<void>
}

export function createEngine(): Engine {
  // Calling before anything is open would crash the process.
  if (!isOpen) open({ library: process_, path: '' })
  isOpen = true
  const scalar = 'ptr'
  const memcpy = own<bigint>('memcpy', scalar, [scalar, scalar, 'i64'])
  const makeExternal = (size: number): JsExternal =>
    load({
      library: process_,
      funcName: 'calloc',
      retType: DataType.External,
      paramsType: [DataType.I64, DataType.I64],
      paramsValue: [1, size],
    }) as unknown as JsExternal
  const addressOf = (external: JsExternal): Ptr =>
    load({
      library: process_,
      funcName: 'memcpy',
      retType: DataType.BigInt,
      paramsType: [DataType.External, DataType.External, DataType.I64],
      paramsValue: [external, external, 0],
    }) as unknown as Ptr
  const memory: Engine['memory'] = (size) => {
    const external = makeExternal(size)
    return { bytes: createExternalBuffer(external, size), address: addressOf(external) }
  }
  const cell = memory(16)
  const names = memory(4096)
  const dlopen = own<bigint>('dlopen', scalar, [scalar, 'i32'])
  const dlsym = own<bigint>('dlsym', scalar, [scalar, scalar])
  const cString = (text: string): Ptr => {
    const written = names.bytes.write(text, 0, names.bytes.length - 1, 'utf8')
    names.bytes[written] = 0
    return names.address
  }
  const opened = new Map<string, Library>()

  const openLibrary: Engine['openLibrary'] = (path) => {
    const known = opened.get(path)
    if (known !== undefined) return known
    // ffi-rs reads the name on each call: a long one costs an eighth of it.
    const key = path === '' ? process_ : `l${opened.size}`
    if (path !== '') open({ library: key, path })
    const handle = dlopen(path === '' ? 0n : cString(path), lazily)
    if (handle === 0n) throw new Error(`${path} cannot be opened`)
    const find = (symbol: string): Ptr => dlsym(handle, cString(symbol))
    const address = (symbol: string): Ptr => {
      const at = find(symbol)
      if (at === 0n) throw new MissingSymbol(symbol, path)
      return at
    }
    const made: Library = {
      path,
      has: (symbol) => find(symbol) !== 0n,
      def: (name, result, params) => {
        address(name)
        return bind(key, name, result, params)
      },
      data: (symbol) => {
        memcpy(cell.address, address(symbol), 8)
        return cell.bytes.readBigInt64LE(0)
      },
      address,
    }
    opened.set(path, made)
    return made
  }

  const search = own<bigint>('bsearch', scalar, [scalar, scalar, 'i64', 'i64', 'callback'])
  const callback: Engine['callback'] = (then) => {
    const waiting: (() => void)[] = []
    // Searching a single item calls the function once, with the address searched for: a marker in the queue.
    const mark = memory(16)
    const closure = funcConstructor({
      paramsType: [DataType.BigInt, DataType.BigInt, DataType.BigInt, DataType.BigInt],
      retType: DataType.Void,
    })
    const [pointer] = createPointer({
      paramsType: [closure],
      paramsValue: [
        (first: Ptr, _b: Ptr, _c: Ptr, last: Ptr) => {
          if (first === mark.address) waiting.shift()?.()
          else then(last)
        },
      ],
    })
    const [made] = unwrapPointer([pointer!])
    const drained = () =>
      new Promise<void>((resolve) => {
        waiting.push(resolve)
        search(mark.address, mark.address + 8n, 1, 8, made)
      })
    return { function: made, drained }
  }

  return { openLibrary, memory, copy: (to, from, size) => void memcpy(to, from, size), callback }
}
