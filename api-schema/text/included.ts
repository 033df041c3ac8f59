/** The parts that `expectation` added to an answer, as text. */
import type { ConsoleReport, DownloadReport, OpenTab, Snapshot } from '../included.ts'
import { plain } from '../plain.ts'
import type { Fields } from './view.ts'

/** Separates what was added from the method's own result. */
export interface Parted {
  readonly own: Fields
  readonly added: Added
}

interface Added {
  readonly snapshot?: Snapshot
  readonly console?: ConsoleReport
  readonly downloads?: readonly DownloadReport[]
  readonly tabs?: readonly OpenTab[]
  readonly changed?: { readonly outline: string }
  readonly code?: string
  readonly ignored?: readonly string[]
}

const names = ['snapshot', 'console', 'downloads', 'tabs', 'code', 'ignored'] as const

export function parted(method: string, fields: Fields): Parted {
  const own: { [name: string]: unknown } = { ...fields }
  const added: { [name: string]: unknown } = {}
  const take = (name: string) => {
    if (own[name] === undefined) return
    added[name] = own[name]
    delete own[name]
  }
  for (const name of names) if (name !== method) take(name)
  // If it is lists, it belongs to the method, which prints it.
  if (typeof (fields.changed as Fields | undefined)?.outline === 'string') take('changed')
  if (fields.snapshot !== undefined && own.revision === (fields.snapshot as Snapshot).revision) delete own.revision
  return { own, added }
}

/**
 * Every line says what it is: page text can neither end its line nor start another. Texts written verbatim, line by
 * line, come last, where nothing in them can be mistaken for anything else.
 */
export function withAdded(base: string, isRaw: boolean, added: Added): string {
  const { changed, console, downloads, tabs, code, snapshot, ignored } = added
  const parts = [
    changed && section('changed', changed.outline),
    console && section('console', consoleLines(console)),
    downloads && section('downloads', downloads.map(downloadLine).join('\n')),
    tabs && section('tabs', tabs.map(tabLine).join('\n')),
    code && section('code', code),
    ignored && `(ignored: ${ignored.map(plain).join(', ')})`,
  ]
  const raw = snapshot?.text ?? snapshot?.html
  const lines = parts.filter((part) => part !== undefined && part !== '')
  const picture = snapshot && section('snapshot', snapshotLines(snapshot), snapshotNote(snapshot))
  if (!isRaw) return [base, ...lines, picture].filter(Boolean).join('\n')
  if (lines.length === 0 && picture === undefined) return base
  // Of two verbatim texts, the first is marked line by line.
  const first = picture === undefined || raw === undefined ? picture : marked(picture)
  return [...lines, first, 'result:', base].filter(Boolean).join('\n')
}

function section(name: string, body: string, note = ''): string {
  return body === '' ? `${name}: nothing${note}` : `${name}${note}:\n${body}`
}

function marked(text: string): string {
  const [head, ...lines] = text.split('\n')
  return [head, ...lines.map((line) => `| ${line}`)].join('\n')
}

function consoleLines({ messages, more, lost, ...cut }: ConsoleReport): string {
  const notes = [
    more !== undefined && `${more} more before`,
    lost !== undefined && `${lost} lost`,
    cut.confirmToken !== undefined && lengths(cut),
  ]
  const note = notes.filter(Boolean).join(', ')
  const lines = messages.map(({ level, text }) => `${level}: ${plain(text)}`)
  return [...lines, ...(note === '' ? [] : [`(${note})`])].join('\n')
}

export function downloadLine({ name, state, bytes, totalBytes, path, url }: DownloadReport): string {
  const size = bytes === undefined ? '' : `, ${bytes}${totalBytes === undefined ? '' : ` of ${totalBytes}`} bytes`
  return `${plain(name)} (${state}${size}) ${plain(path ?? url)}`
}

/** A tab on one line, as `tabs` lists it. */
export function tabLine({ tab, title, url, selected, context, lent, dialog }: OpenTab): string {
  const notes = [
    plain(url),
    selected && 'selected',
    context === 'own' && 'own context',
    lent && 'lent by the person',
    dialog !== undefined && `dialog: ${plain(dialog)}`,
  ]
  return `${tab} ${plain(title)} (${notes.filter(Boolean).join(', ')})`
}

function snapshotLines({ outline, text, html, error }: Snapshot): string {
  if (error !== undefined) return plain(`${error.name}: ${error.message}`)
  return outline ?? text ?? html ?? ''
}

function snapshotNote(snapshot: Snapshot): string {
  const { matched, shown, truncated, where, cursor, settled, reason, revision, confirmToken, hint } = snapshot
  const notes = [
    matched !== undefined && shown !== undefined && shown < matched && `${shown} of ${matched} shown`,
    where !== undefined && `more in ${where.map(plain).join('; ')}`,
    cursor !== undefined && `cursor ${cursor}`,
    truncated && confirmToken !== undefined && lengths(snapshot),
    settled === false && `not settled${reason === undefined ? '' : `: ${plain(reason)}`}`,
    hint?.replace(/\.$/, ''),
    revision !== undefined && `revision ${revision}`,
  ]
  const note = notes.filter(Boolean).join(', ')
  return note === '' ? '' : ` (${note})`
}

function lengths({ shownLength, totalLength, confirmToken }: Partial<Snapshot>): string {
  return `${shownLength} of ${totalLength} characters, confirmToken ${confirmToken}`
}

/** A name followed by notes in parentheses. */
export function notes(name: string, parts: readonly (string | false | undefined)[]): string {
  const kept = parts.filter(Boolean)
  return kept.length > 0 ? `${name} (${kept.join(', ')})` : name
}

/** The line below a list that one platform did not answer for. */
export function staleLine(reason: string | undefined): readonly string[] {
  return reason === undefined ? [] : [`not settled: ${plain(reason)}`]
}
