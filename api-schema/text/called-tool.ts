/** The answer of a page's tool, as text: its own words are marked line by line, so that they can forge none of ours. */
import { type Fields, viewText } from './view.ts'

export function calledToolText({ text, isError, filled, tab: _, ...rest }: Fields): string {
  const said = typeof text === 'string' ? text.split('\n').filter((line) => line.trim() !== '') : []
  const parts = [
    isError === true && 'the tool says that it failed:',
    filled === true && 'filled, not sent',
    text === '' && 'no answer',
    ...said.map((line) => `| ${line}`),
    viewText(rest),
  ]
  return parts.filter(Boolean).join('\n')
}
