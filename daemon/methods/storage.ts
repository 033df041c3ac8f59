/** `storage`: saves a context's sign-in state to a file, and loads it. Its contents appear nowhere else. */
import type { Params, Result } from '../../api-schema/methods.ts'
import { onFile } from '../answers/content/named-file.ts'
import { goTo, tabTarget } from '../answers/where/scope.ts'
import { opener, wishFor } from '../answers/where/tabs.ts'
import type { Call, Handler, World } from '../dispatch.ts'
import { parseJson } from '../json.ts'
import { faultIn, type StorageState, type Stored } from '../platform/tab/storage-state.ts'
import { Problem } from '../problem.ts'
import { isThere, readPrivate, writePrivate } from '../run/private-files.ts'

const mostBytes = 64 * 1024 * 1024

export const storage: Handler<'storage'> = async (params, call, world) =>
  params.action === 'save' ? await save(params, call, world) : await load(params, call, world)

async function save({ file, tab, context }: Params<'storage'>, call: Call, world: World): Promise<Result<'storage'>> {
  if (context !== undefined) throw misplaced('context', 'save', 'the context is that of the tab')
  const target = await tabTarget(tab, call, world)
  // Only an older state may be overwritten.
  if (await onFile('file', file, () => isThere(file))) await stateIn(file)
  const { state, stored } = await opener(world).saveStorage!(target, call.signal)
  await onFile('file', file, () => writePrivate(file, `${JSON.stringify(state, null, 1)}\n`))
  return summaryOf(file, stored)
}

async function load({ file, tab, context }: Params<'storage'>, call: Call, world: World): Promise<Result<'storage'>> {
  if (tab !== undefined) throw misplaced('tab', 'load', 'a new tab is opened')
  const state = await stateIn(file)
  const wish = await wishFor('about:blank', context, undefined, call, world)
  const { target, stored } = await opener(world).loadStorage!(state, wish, call.signal)
  await goTo(target, call, world)
  return { ...summaryOf(file, stored), opened: target.id }
}

function summaryOf(file: string, { cookies, origins, left }: Stored): Result<'storage'> {
  return { file, cookies, origins: [...origins], ...(left > 0 && { left }) }
}

function misplaced(name: string, action: string, why: string): Problem {
  return new Problem('invalid_params', {
    message: `params.${name}: ${action} takes none; ${why}.`,
    hint: `Omit \`${name}\`.`,
    data: { path: `params.${name}` },
  })
}

/** Checks the whole file before anything is loaded. */
async function stateIn(file: string): Promise<StorageState> {
  const text = await onFile('file', file, () => readPrivate(file, mostBytes))
  const found = stateOf(text)
  if (typeof found !== 'string') return found
  throw new Problem('invalid_params', {
    message: `params.file: ${file} holds no sign-in state: ${found}. Nothing was done.`,
    hint: "Name a file that Playwright's storageState has written, or call {storage} with action save to write one.",
    data: { path: 'params.file' },
  })
}

/** The state, or what is wrong with it. */
function stateOf(text: string): StorageState | string {
  let value: unknown
  try {
    value = parseJson(Buffer.from(text))
  } catch {
    return 'it is not JSON'
  }
  return faultIn(value) ?? (value as StorageState)
}
