/** Reads recording files, checking every field. */
import { elementWords } from '../../../api-schema/methods/interact.ts'
import {
  broughtBy,
  elementsOf,
  type Recording,
  recordingFormat,
  recordingVersion,
  textFields,
  withoutSecrets,
} from '../../../api-schema/recording.ts'
import { clause, Problem } from '../../problem.ts'
import { flagWords } from '../element/flags.ts'
import {
  type Check,
  describe,
  filled,
  list,
  literal,
  Misfit,
  map,
  number,
  object,
  oneOf,
  orNull,
  text,
  whole,
} from './check.ts'

const key = whole(1)
const frame = object({ x: number, y: number, width: number, height: number })
const common = {
  attributes: map(text),
  states: list(oneOf(flagWords)),
  actions: list(filled),
  frame,
}
const texts = Object.fromEntries(textFields.map((field) => [field, text]))
const maxDepth = 1000

const element: Check = (value, path) => checkElement(value, path)
const checkElement = object(
  { key, role: filled },
  {
    ...texts,
    ...common,
    children: (value, path) => {
      if (path.split('.children[').length > maxDepth) throw new Misfit(path, `it is nested deeper than ${maxDepth}`)
      list(element)(value, path)
    },
  },
)
const patchedChild: Check = (value, path) => (typeof value === 'number' ? key : element)(value, path)
const patchedFields = {
  ...Object.fromEntries(textFields.map((field) => [field, orNull(text)])),
  ...common,
  role: filled,
  attributes: orNull(common.attributes),
  frame: orNull(frame),
}
const fieldsPatch = object({ key }, patchedFields)
const rowPatch = object({ key }, { ...patchedFields, children: list(patchedChild), append: list(element) })
const checkPatch = object({}, { rows: list(rowPatch), removed: list(key), root: element, closed: filled })
const checkStep = object(
  { key, action: oneOf(elementWords), patch: checkPatch },
  { in: whole(0), was: list(fieldsPatch), to: whole(0), value: text, keys: text, path: text, after: whole(0) },
)
const checkRecording = object(
  {
    format: literal(recordingFormat),
    version: literal(recordingVersion),
    target: object({ kind: oneOf(['application', 'tab']), id: filled, name: filled }, { url: text }),
    root: element,
  },
  { source: text, steps: list(checkStep) },
)

/** Throws `invalid_params` with the path in `data.path`. `name` is the file's in the message. */
export function readRecording(json: string, name: string): Recording {
  try {
    const value: unknown = parse(json)
    checkRecording(value, '')
    const recording = value as Recording
    checkKeys(recording)
    checkStates(recording)
    return withoutSecrets(recording)
  } catch (error) {
    if (!(error instanceof Misfit)) throw error
    throw new Problem('invalid_params', {
      message: `The recording ${name} cannot be read: ${clause(error.message)}.`,
      hint: 'Make it again with `ix record`, or correct the file.',
      data: { path: error.path },
    })
  }
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    throw new Misfit('', `it is not JSON (${describe(json.trim())})`)
  }
}

/** Keys must be unique in the tree, and steps must refer to elements in the recording. */
function checkKeys(recording: Recording): void {
  const first = new Map<number, string>()
  for (const [at, path] of elementsOf(recording.root, 'root')) {
    const other = first.get(at.key)
    if (other !== undefined) throw new Misfit(`${path}.key`, `${at.key} is already the key of ${other}`)
    first.set(at.key, path)
  }
  const known = new Set(first.keys())
  for (const step of recording.steps ?? []) for (const at of broughtBy(step.patch)) known.add(at.key)
  const check = (at: number, path: string) => {
    if (!known.has(at)) throw new Misfit(path, `no element has the key ${at}`)
  }
  for (const [index, step] of (recording.steps ?? []).entries()) {
    const path = `steps[${index}]`
    check(step.key, `${path}.key`)
    for (const [at, row] of (step.was ?? []).entries()) check(row.key, `${path}.was[${at}].key`)
    for (const [at, gone] of (step.patch.removed ?? []).entries()) check(gone, `${path}.patch.removed[${at}]`)
    for (const [at, row] of (step.patch.rows ?? []).entries()) {
      check(row.key, `${path}.patch.rows[${at}].key`)
      for (const [nth, child] of (row.children ?? []).entries()) {
        if (typeof child === 'number') check(child, `${path}.patch.rows[${at}].children[${nth}]`)
      }
    }
  }
}

function checkStates(recording: Recording): void {
  const reached = new Set([0])
  for (const step of recording.steps ?? []) if (step.to !== undefined) reached.add(step.to)
  for (const [index, step] of (recording.steps ?? []).entries()) {
    if (step.in !== undefined && step.was === undefined && !reached.has(step.in)) {
      throw new Misfit(`steps[${index}].in`, `no step leads to the state ${step.in}`)
    }
  }
}
