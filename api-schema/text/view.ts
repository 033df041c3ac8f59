/** A view as text: its outline, then a line on what it leaves out. */
import { plain } from '../plain.ts'
import { openText } from './dialog.ts'
import { type Fields, isFields } from './fields.ts'
import { stepText } from './step.ts'
import { type ToldTool, toolLines } from './tools.ts'

export { type Fields, isFields } from './fields.ts'

/** Head (what was done, where the page is), body, tail (what the body leaves out). */
export function viewText(fields: Fields): string {
  if (fields.unchanged === true)
    return `unchanged, ${[fields.tab !== undefined && `tab ${fields.tab}`, `revision ${fields.revision}`, fields.settled === false && 'not settled', fields.recorded === true && 'recorded'].filter(Boolean).join(', ')}`
  const found = ['outline', 'text', 'html'].map((name) => fields[name]).find((value) => typeof value === 'string')
  const body = fields.text === '' ? 'No text.' : found
  const steps = Array.isArray(fields.steps) ? fields.steps.map(stepText) : []
  const tools = Array.isArray(fields.tools) ? toolLines(fields.tools as ToldTool[], fields.moreTools) : []
  const told = body ?? (bodiless(fields) ? '' : JSON.stringify(fields))
  const lines = [headOf(fields), ...steps, told, ...tools, tailOf(fields)]
  return lines.filter((line) => line !== '').join('\n')
}

/** A count, or a bare effect: head and tail say everything. */
function bodiless(fields: Fields): boolean {
  return fields.elements === undefined && fields.element === undefined && fields.changed === undefined
}

function headOf(fields: Fields): string {
  const { effect, why, route, at, refused, left, url, title, moved, dialog, tab, opened, handled, files } = fields
  const { pending, stopped, untaken } = fields
  const isPage = isAt(fields)
  const parts = [
    isFields(handled) && `${plain(String(handled.type))} handled: ${plain(String(handled.message))}`,
    effect !== undefined && `${effect}${route === undefined ? '' : ` (${route})`}${becauseOf(why)}`,
    effect === undefined && why !== undefined && plain(String(why)),
    at !== undefined && `now ${plain(String(at))}`,
    fields.front === true && 'brought to the front',
    untaken !== undefined && plain(String(untaken)),
    refused !== undefined && plain(String(refused)),
    Array.isArray(files) && `files ${files.map((name) => plain(String(name))).join(', ')}`,
    left !== undefined && `${left} ${left === 1 ? 'step' : 'steps'} not begun`,
    isPage && `tab ${tab}`,
    title !== undefined && plain(String(title)),
    url !== undefined && plain(String(url)),
    moved === true && 'moved',
    fields.crashed === true && 'the page before had crashed',
    Array.isArray(opened) && opened.length > 0 && `opened ${opened.map((one) => `tab ${one.tab}`).join(', ')}`,
    fields.loading === true && 'still loading',
    isFields(pending) &&
      `${pending.frame === true ? 'a frame is ' : ''}on its way to ${plain(String(pending.url))}, not answered yet`,
    stopped !== undefined && `stopped on its way to ${plain(String(stopped))}, not answered`,
    isFields(dialog) && !isOfStep(dialog, fields) && openText(dialog),
  ]
  return parts.filter(Boolean).join(' · ')
}

/** Is it shown in the line of a step? */
function isOfStep({ message }: Fields, { steps }: Fields): boolean {
  return Array.isArray(steps) && steps.some(({ dialog }) => isFields(dialog) && dialog.message === message)
}

/** Is the answer about where the tab is? */
function isAt({ tab, url }: Fields): boolean {
  return tab !== undefined && url !== undefined
}

function becauseOf(why: unknown): string {
  return why === undefined ? '' : `: ${plain(String(why))}`
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
    disabled,
    skipped,
    positions,
    near,
    confirmToken,
  } = fields
  const parts = [
    matched !== undefined && shown === undefined && `${matched} of ${searched} match`,
    matched !== undefined && shown !== undefined && shown !== matched && `${shown} of ${matched} shown`,
    matched === 0 && shown !== undefined && searched !== undefined && `nothing among ${searched}`,
    isFields(truncated) && `cut by ${truncated.reason}${whereOf(truncated)}`,
    cursor !== undefined && `cursor ${cursor}`,
    disabled !== undefined && `${disabled} disabled left out`,
    isFields(skipped) && skippedText(skipped),
    positions !== undefined && (positions === 'page' ? 'positions in page pixels' : 'positions on the screen'),
    confirmToken !== undefined &&
      `${fields.shownLength} of ${fields.totalLength} characters, confirmToken ${confirmToken}`,
    settled === false && `not settled${reason === undefined ? '' : `: ${plain(String(reason))}`}`,
    ageMs !== undefined && `${ageMs} ms old`,
    waitedMs !== undefined && `waited ${waitedMs} ms`,
    Array.isArray(near) && near.length > 0 && `near: ${near.map(itemText).join('; ')}`,
    hint !== undefined && String(hint),
    fields.recorded === true && 'recorded',
    fields.tab !== undefined && !isAt(fields) && fields.handled === undefined && `tab ${fields.tab}`,
    revision !== undefined && `revision ${revision}`,
  ]
  const text = parts.filter(Boolean).join(', ')
  return text === '' ? '' : `(${text})`
}

function skippedText({ characters, tables, rows }: Fields): string {
  const table = tables === 1 ? `a table of ${rows} rows` : `${tables} tables of ${rows} rows`
  return `text left out: ${[`${characters} characters`, tables !== undefined && table].filter(Boolean).join(', ')}`
}

function whereOf(truncated: Fields): string {
  const where = truncated.where
  return Array.isArray(where) && where.length > 0
    ? `, more in ${where.map((part) => plain(String(part))).join('; ')}`
    : ''
}

/** An element, a name, or whatever else is offered instead. */
export function itemText(item: unknown): string {
  if (!isFields(item)) return plain(String(item))
  const { id, tab, bundleId, role, name, title, value, description } = item
  const words = [name ?? title ?? description, value !== undefined && `=${value}`].filter(
    (word) => word !== undefined && word !== false,
  )
  const key = id ?? tab ?? bundleId
  return plain([key !== undefined && `[${key}]`, role, ...words].filter(Boolean).join(' '))
}
