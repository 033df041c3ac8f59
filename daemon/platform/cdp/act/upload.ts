/** Gives files to a page: to a file input, or to the file chooser a press opens. */
import { untilAborted, withTimeLimit } from '../../../time-limit.ts'
import { changed } from '../../acting/problems.ts'
import type { Performed } from '../../platform.ts'
import { fileFieldScript, namesScript, takesScript } from '../injected/act/fields.ts'
import type { TabAccess } from '../wire/access.ts'
import { type Held, isDialog, withNode } from '../wire/world.ts'
import { type Chooser, holdBackChoosers } from './choosers.ts'
import { checkPaths } from './upload-paths.ts'

/** A page may ask its server before opening the chooser. */
const chooserMs = 3000

/** `press` presses any element but a file input. Throws invalid_params and element_changed before acting. */
export async function upload(
  held: Held,
  files: readonly string[],
  press: () => Promise<Performed>,
  signal: AbortSignal,
): Promise<Performed> {
  const isHere = held.session.connection.isLocal
  const field = await held.callForNode(fileFieldScript, [], signal)
  if (field === undefined) {
    await checkPaths(files, undefined, isHere)
    return await choose(held.access, files, press, signal)
  }
  const { disabled, ...takes } = await field.call(takesScript, [], signal)
  if (disabled) throw changed('disabled', 'The file input is disabled.')
  await checkPaths(files, takes, isHere)
  return await give(field, files, 'native', signal)
}

async function give(
  field: Held,
  files: readonly string[],
  route: Performed['route'],
  signal: AbortSignal,
): Promise<Performed> {
  try {
    const asked = { files: [...files], objectId: field.objectId }
    await field.access.send(field.session, 'DOM.setFileInputFiles', asked, signal)
    const { names, folder } = await field.call(namesScript, [], signal)
    const wanted = files.map((path) => path.replace(/(?<![\\/])[\\/]+$/, '').replace(/^.*[\\/]/, ''))
    // A page may take the files and empty the field at once, leaving no trace of them.
    const seen = folder === null ? String(names) === String(wanted) : folder === wanted[0]
    return { route, files: names, ...(seen && { seen }) }
  } catch (error) {
    // Its change handler opened a dialog: the files are there.
    if (isDialog(error)) return { route }
    throw error
  }
}

/** Intercepts the chooser before the user sees it, in whichever frame it opens. */
async function choose(
  access: TabAccess,
  files: readonly string[],
  press: () => Promise<Performed>,
  signal: AbortSignal,
): Promise<Performed> {
  let opened: (chooser: Chooser) => void = () => {}
  const chooser = new Promise<Chooser>((resolve) => {
    opened = resolve
  })
  const letGo = holdBackChoosers(access, opened)
  try {
    const { route } = await press()
    return await answer(access, await soon(access, chooser, signal), files, route, signal)
  } finally {
    letGo()
  }
}

/** The chooser; undefined if none opens in time, or a dialog does. */
async function soon(access: TabAccess, chooser: Promise<Chooser>, signal: AbortSignal): Promise<Chooser | undefined> {
  const patience = withTimeLimit(signal, chooserMs)
  return await access
    .race((within) => untilAborted(chooser, within), patience)
    .catch((error) => {
      if (signal.aborted || !(patience.aborted || isDialog(error))) throw error
      return undefined
    })
}

/** The press is done by now: failures are reported as refusals, not as if nothing had happened. */
async function answer(
  access: TabAccess,
  chooser: Chooser | undefined,
  files: readonly string[],
  route: Performed['route'],
  signal: AbortSignal,
): Promise<Performed> {
  if (chooser === undefined) {
    if (access.dialog !== undefined) return { route }
    return { route, refused: 'Pressing it opened no file chooser; upload to the file input itself.' }
  }
  const { backendNodeId, mode, session } = chooser
  if (backendNodeId === undefined)
    return { route, refused: 'Pressing it opened a file picker that only a person can use.' }
  if (mode === 'selectSingle' && files.length > 1)
    return { route, refused: `Its file chooser takes one file, ${files.length} were given.` }
  return await withNode(access, { session, backendNodeId }, signal, (field) => give(field, files, route, signal))
}
