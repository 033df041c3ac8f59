/** An answer as text, the same over MCP and in the shell: the outline, then one line on what it does not say. */
import { consoleText, downloadsText, networkText } from './feed-text.ts'
import { parted, tabLine, withAdded } from './included-text.ts'
import type { MethodName, Result } from './methods.ts'
import { plain } from './plain.ts'
import { alignmentText, visibilityText } from './question-text.ts'
import { functionLines, scriptText } from './script-text.ts'

type Fields = { readonly [name: string]: unknown }

export function answerText(method: string, result: unknown): string {
  if (typeof result !== 'object' || result === null) return JSON.stringify(result) ?? ''
  const { own, added } = parted(method, result as Fields)
  const text = ownText(method, own)
  if (Object.keys(added).length === 0) return text
  return withAdded(text, rawMethods.has(method) || own.text !== undefined || own.html !== undefined, added)
}

/** What they answer is written as it is. */
const rawMethods: ReadonlySet<string> = new Set(['confirm', 'text', 'clipboard'])

function ownText(method: string, fields: Fields): string {
  const result: unknown = fields
  switch (method as MethodName) {
    case 'apps':
      return appLines(result as Result<'apps'>)
    case 'clipboard':
      return clipboardText(result as Result<'clipboard'>)
    case 'tabs':
      return tabLines(result as Result<'tabs'>)
    case 'screenshot':
      return pictureLine(result as Result<'screenshot'>)
    case 'evaluate':
    case 'eval_call_function':
      return scriptText(fields)
    case 'eval_define_function':
      return String(fields.message)
    case 'eval_list_functions':
      return functionLines(result as Result<'eval_list_functions'>)
    case 'confirm':
      return String(fields.content ?? '')
    case 'visibility':
      return visibilityText(result as Result<'visibility'>)
    case 'alignment':
      return alignmentText(result as Result<'alignment'>)
    case 'console':
      return consoleText(result as Result<'console'>)
    case 'network':
      return networkText(result as Result<'network'>)
    case 'downloads':
      return downloadsText(result as Result<'downloads'>)
    case 'text':
      return fields.text === '' ? 'No text.' : viewText(fields)
    case 'explore':
    case 'expand':
    case 'interact':
    case 'wait':
    case 'navigate':
    case 'dialog':
      return viewText(fields)
    default:
      return JSON.stringify(result)
  }
}

function appLines({ apps, ended, hint }: Result<'apps'>): string {
  if (ended !== undefined) return `ended: ${ended}`
  if (apps.length === 0) return 'No applications.'
  const lines = apps
    .map(
      (app) =>
        `${app.bundleId} ${notes(plain(app.name), [
          app.platform,
          app.pid !== undefined && `pid ${app.pid}`,
          app.tabs !== undefined && `${app.tabs} ${app.tabs === 1 ? 'tab' : 'tabs'}`,
          app.focused && 'focused',
        ])}`,
    )
    .join('\n')
  return hint === undefined ? lines : `${lines}\n${plain(hint)}`
}

/** A text stands alone, so that it can go into a pipe as it is. */
function clipboardText({ text, files, picture, written, hint }: Result<'clipboard'>): string {
  if (written !== undefined) return `written: ${written.join(', ')}`
  const parts = [
    text,
    // What was copied as files is there as text too.
    text === undefined && files?.map(plain).join('\n'),
    picture && notes(picture.path, ['png', `${picture.bytes} bytes`]),
    hint,
  ]
  const said = parts.filter((part) => typeof part === 'string' && part !== '')
  return said.length === 0 ? 'The clipboard is empty.' : said.join('\n')
}

/** Never the picture itself: it goes to a file, or beside the text. */
function pictureLine({ path, width, height, format, bytes, scale, marked, hint }: Result<'screenshot'>): string {
  const parts = [
    `${width}x${height} ${format}`,
    `${bytes} bytes`,
    scale !== undefined && `${scale} page pixels a pixel`,
    marked !== undefined && `${marked} marked`,
  ]
  const line = notes(path ?? 'picture', parts)
  return hint === undefined ? line : `${line}\n${hint}`
}

function tabLines({ tabs }: Result<'tabs'>): string {
  return tabs.length === 0 ? 'No tabs.' : tabs.map(tabLine).join('\n')
}

/** Head (what was done, where the page is), body, tail (what the body leaves unsaid). */
function viewText(fields: Fields): string {
  if (fields.unchanged === true)
    return `unchanged, revision ${fields.revision}${fields.settled === false ? ', not settled' : ''}`
  const body = ['outline', 'text', 'html'].map((name) => fields[name]).find((value) => typeof value === 'string')
  const lines = [headOf(fields), body ?? (bodiless(fields) ? '' : JSON.stringify(fields)), tailOf(fields)]
  return lines.filter((line) => line !== '').join('\n')
}

/** A count, a bare effect: the head and the tail say it all. */
function bodiless(fields: Fields): boolean {
  return fields.elements === undefined && fields.element === undefined && fields.changed === undefined
}

function headOf(fields: Fields): string {
  const { effect, route, refused, steps, left, url, title, moved, dialog, tab, opened, handled, files } = fields
  const parts = [
    isFields(handled) && `${plain(String(handled.type))} handled: ${plain(String(handled.message))}`,
    effect !== undefined && `${effect}${route === undefined ? '' : ` (${route})`}`,
    refused !== undefined && plain(String(refused)),
    Array.isArray(files) && `files ${files.map((name) => plain(String(name))).join(', ')}`,
    Array.isArray(steps) && steps.map(({ action, effect: one }) => `${action} ${one}`).join(', '),
    left !== undefined && `${left} ${left === 1 ? 'step' : 'steps'} not begun`,
    tab !== undefined && handled === undefined && `tab ${tab}`,
    title !== undefined && plain(String(title)),
    url !== undefined && plain(String(url)),
    moved === true && 'moved',
    fields.crashed === true && 'the page before had crashed',
    Array.isArray(opened) && opened.length > 0 && `opened ${opened.map((one) => `tab ${one.tab}`).join(', ')}`,
    isFields(dialog) && `${dialog.type} open: ${plain(String(dialog.message))}`,
  ]
  return parts.filter(Boolean).join(' · ')
}

function tailOf(fields: Fields): string {
  const {
    revision,
    matched,
    shown,
    searched,
    settled,
    reason,
    ageMs,
    truncated,
    cursor,
    hint,
    waitedMs,
    near,
    confirmToken,
  } = fields
  const parts = [
    matched !== undefined && shown === undefined && `${matched} of ${searched} match`,
    matched !== undefined && shown !== undefined && shown !== matched && `${shown} of ${matched} shown`,
    matched === 0 && shown !== undefined && searched !== undefined && `nothing among ${searched}`,
    isFields(truncated) && `cut by ${truncated.reason}${whereOf(truncated)}`,
    cursor !== undefined && `cursor ${cursor}`,
    confirmToken !== undefined &&
      `${fields.shownLength} of ${fields.totalLength} characters, confirmToken ${confirmToken}`,
    settled === false && `not settled${reason === undefined ? '' : `: ${plain(String(reason))}`}`,
    ageMs !== undefined && `${ageMs} ms old`,
    waitedMs !== undefined && `waited ${waitedMs} ms`,
    Array.isArray(near) && near.length > 0 && `near: ${near.map(itemText).join('; ')}`,
    hint !== undefined && String(hint),
    revision !== undefined && `revision ${revision}`,
  ]
  const text = parts.filter(Boolean).join(', ')
  return text === '' ? '' : `(${text})`
}

function whereOf(truncated: Fields): string {
  const where = truncated.where
  return Array.isArray(where) && where.length > 0
    ? `, more in ${where.map((part) => plain(String(part))).join('; ')}`
    : ''
}

function notes(name: string, parts: readonly (string | false | undefined)[]): string {
  const kept = parts.filter(Boolean)
  return kept.length > 0 ? `${name} (${kept.join(', ')})` : name
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null
}

export interface Failure {
  readonly name: string
  readonly message: string
  readonly hint?: string | undefined
  readonly data?: Fields | undefined
}

/** An error as text: name and message, near ones or candidates, and the next call. */
export function failureText({ name, message, hint, data }: Failure): string {
  const lists = (['near', 'candidates'] as const).flatMap((key) => {
    const items = data?.[key]
    return Array.isArray(items) && items.length > 0 ? [`${key}: ${items.map(itemText).join('; ')}`] : []
  })
  return [`${name}: ${plain(message)}`, ...lists, ...(hint === undefined ? [] : [`hint: ${hint}`])].join('\n')
}

/** An element, a name, or whatever else is offered instead. */
function itemText(item: unknown): string {
  if (!isFields(item)) return plain(String(item))
  const { id, tab, bundleId, role, name, title, value, description } = item
  const words = [name ?? title ?? description, value !== undefined && `=${value}`].filter(
    (word) => word !== undefined && word !== false,
  )
  const key = id ?? tab ?? bundleId
  return plain([key !== undefined && `[${key}]`, role, ...words].filter(Boolean).join(' '))
}
