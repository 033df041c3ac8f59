/** A step of several as text: one line, followed by what it has read. */
import { plain } from '../plain.ts'
import { openText } from './dialog.ts'
import { type Fields, isFields } from './fields.ts'

/** `2 set_value "User": confirmed`. A page's words are marked line by line, so that they can forge none of ours. */
export function stepText({
  step,
  action,
  on,
  effect,
  why,
  at,
  tab,
  opened,
  title,
  url,
  loading,
  path,
  error,
  outline,
  text,
  dialog,
  answered,
}: Fields): string {
  const parts = [
    error ?? effect,
    why,
    at !== undefined && `now ${at}`,
    tab !== undefined && `tab ${tab}`,
    opened !== undefined && `opened tab ${opened}`,
    title,
    action === 'goto' && url === on ? undefined : url,
    loading === true && 'still loading',
    path,
    text === '' && 'no text',
    isFields(dialog) && openText(dialog, answered === true),
  ]
  const said = parts
    .filter((part) => part !== undefined && part !== false && part !== '')
    .map((part) => plain(String(part)))
  const isShort = typeof outline === 'string' && !outline.includes('\n')
  const head = [step, action, on !== undefined && plain(String(on))].filter(Boolean).join(' ')
  const tale = [...said, ...(isShort ? [outline] : [])].join(' · ')
  return [
    tale === '' ? head : `${head}: ${tale}`,
    ...(typeof outline === 'string' && !isShort ? [outline] : []),
    ...(typeof text === 'string' && text !== ''
      ? text
          .split('\n')
          .filter((line) => line.trim() !== '')
          .map((line) => `| ${line}`)
      : []),
  ].join('\n')
}
