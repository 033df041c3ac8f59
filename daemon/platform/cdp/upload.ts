/** Gives files to a page: to a field for files, or to the file chooser that a press opens. */
import type { Protocol } from 'devtools-protocol'
import { Problem } from '../../problem.ts'
import type { Performed } from '../platform.ts'
import type { TabAccess } from './access.ts'
import { reasonOf, type Session } from './connection.ts'
import { checkPaths, type Takes } from './upload-paths.ts'
import { type Held, hold, isDialog } from './world.ts'

/** A page may ask its server before it opens the chooser. */
const chooserMs = 3000

/**
 * `press` presses the element, which is done where it is no field for files and has none. Throws invalid_params and
 * element_changed before anything is done.
 */
export async function upload(
  access: TabAccess,
  held: Held,
  files: readonly string[],
  press: () => Promise<Performed>,
  signal: AbortSignal,
): Promise<Performed> {
  const isHere = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(held.session.connection.url).hostname)
  const field = await held.callForNode(fieldScript, [], signal)
  if (field === undefined) {
    await checkPaths(files, undefined, isHere)
    return await choose(access, files, press, signal)
  }
  const { disabled, ...takes } = await field.call<Takes & { readonly disabled: boolean }>(takesScript, [], signal)
  if (disabled) {
    throw new Problem('element_changed', {
      message: 'The field for files is disabled; nothing was done.',
      data: { reason: 'disabled' },
    })
  }
  await checkPaths(files, takes, isHere)
  return await give(access, field, files, 'native', signal)
}

async function give(
  access: TabAccess,
  field: Held,
  files: readonly string[],
  route: Performed['route'],
  signal: AbortSignal,
): Promise<Performed> {
  try {
    const asked = { files: [...files], objectId: field.objectId }
    await access.send(field.session, 'DOM.setFileInputFiles', asked, signal)
    const { names, folder } = await field.call<{ names: string[]; folder: string | null }>(namesScript, [], signal)
    const wanted = files.map((path) => path.replace(/[\\/]+$/, '').replace(/^.*[\\/]/, ''))
    // A page may take the files and empty the field at once: then nobody can see that they were there.
    const seen = folder === null ? String(names) === String(wanted) : folder === wanted[0]
    return { route, files: names, ...(seen && { seen }) }
  } catch (error) {
    // Its change handler opened a dialog: the files are there.
    if (isDialog(error)) return { route }
    throw error
  }
}

type Chooser = Protocol.Page.FileChooserOpenedEvent & { readonly session: Session }

/** The chooser is caught before a person sees it, in whichever frame it opens. */
async function choose(
  access: TabAccess,
  files: readonly string[],
  press: () => Promise<Performed>,
  signal: AbortSignal,
): Promise<Performed> {
  const { sessions } = access
  let opened: (chooser: Chooser) => void = () => {}
  const chooser = new Promise<Chooser>((resolve) => {
    opened = resolve
  })
  const unlisten = sessions.map((session) =>
    session.on('Page.fileChooserOpened', (event) => opened({ ...event, session })),
  )
  try {
    for (const session of sessions)
      await access.send(session, 'Page.setInterceptFileChooserDialog', { enabled: true }, signal)
    const { route } = await press()
    return await answer(access, await soon(access, chooser, signal), files, route, signal)
  } finally {
    for (const stop of unlisten) stop()
    for (const session of sessions)
      session.send('Page.setInterceptFileChooserDialog', { enabled: false }).catch(() => undefined)
  }
}

/** The chooser; undefined where none opens in time, or a dialog does. */
async function soon(access: TabAccess, chooser: Promise<Chooser>, signal: AbortSignal): Promise<Chooser | undefined> {
  const late = AbortSignal.timeout(chooserMs)
  const stop = AbortSignal.any([signal, late])
  let unlisten = () => {}
  const stopped = new Promise<undefined>((resolve) => {
    const end = () => resolve(undefined)
    unlisten = access.session.on('Page.javascriptDialogOpening', end)
    stop.addEventListener('abort', end, { once: true })
    if (stop.aborted || access.dialog !== undefined) end()
  })
  try {
    const found = await Promise.race([chooser, stopped])
    if (found === undefined && signal.aborted) throw reasonOf(signal)
    return found
  } finally {
    unlisten()
  }
}

/** The press is done by now: what goes wrong is told as a refusal, not as if nothing had happened. */
async function answer(
  access: TabAccess,
  chooser: Chooser | undefined,
  files: readonly string[],
  route: Performed['route'],
  signal: AbortSignal,
): Promise<Performed> {
  if (chooser === undefined) {
    if (access.dialog !== undefined) return { route }
    return { route, refused: 'It was pressed and opened no file chooser; upload to the field for files itself.' }
  }
  const { backendNodeId, mode, session } = chooser
  if (backendNodeId === undefined)
    return { route, refused: 'It was pressed and opened a file picker that takes files from a person alone.' }
  if (mode === 'selectSingle' && files.length > 1)
    return { route, refused: `It was pressed; its file chooser takes one file, ${files.length} were given.` }
  const field = await hold(access, { session, backendNodeId }, signal)
  try {
    return await give(access, field, files, route, signal)
  } finally {
    field.release()
  }
}

/** The field itself, the one that a label is for, or the only one within. */
const fieldScript = `function () {
  const element = this.nodeType === 1 ? this : this.parentElement
  const isField = (at) => !!at && at.localName === 'input' && at.type === 'file'
  if (!element || isField(element)) return element
  const label = element.closest('label')
  if (label && isField(label.control)) return label.control
  const within = element.querySelectorAll('input[type=file]')
  return within.length === 1 ? within[0] : null
}`

const takesScript =
  'function () { return { multiple: this.multiple, directory: this.webkitdirectory, disabled: this.matches(":disabled") } }'

/** Of a field for folders its name as well; a folder is gone through before its files are there. */
const namesScript = `async function () {
  if (this.webkitdirectory && this.files.length === 0) {
    await new Promise((done) => {
      this.addEventListener('change', done, { once: true })
      setTimeout(done, 1000)
    })
  }
  const files = [...this.files]
  const folder = this.webkitdirectory ? ((files[0] || {}).webkitRelativePath || '').split('/')[0] : null
  return { names: files.slice(0, 100).map((file) => file.name), folder }
}`
