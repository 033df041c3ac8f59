/**
 * Find a control by text, act on it and learn what changed, in one call: tokens in and out, and time compared with the
 * page's own.
 */
import { plain } from '../../api-schema/plain.ts'
import { answerText } from '../../api-schema/text/answer.ts'
import { Daemon } from '../daemon.ts'
import { tokensOf } from '../encoding.ts'
import { ownTime } from '../own-time.ts'
import { atMost, type Finding, show } from '../report.ts'
import { type Fields, RpcError } from '../rpc-client.ts'
import type { Stand } from '../stands/stand.ts'
import { median, pause } from '../times.ts'

/** At least this long a reader thinks between seeing a page and acting on it. */
const restMs = 1000
/** ms above what the page itself takes for the act. */
const most = 60

interface Task extends Fields {
  readonly filter: Fields
  readonly elementTypes?: readonly string[]
  readonly action: string
  readonly value?: string
}

const click = (text: string, role?: string): Task => ({
  filter: { anyFieldContains: text, ...(role !== undefined && { role }) },
  action: 'click',
})
const enter = (text: string, role: string, value: string): Task => ({
  filter: { anyFieldContains: text, role },
  action: 'set_value',
  value,
})

const tasks: { readonly [page: string]: readonly Task[] } = {
  'adminlte-dashboard': [enter('Type Message', 'textfield', 'hello')],
  'adminlte-icons': [click('UI Elements'), click('Layout Options')],
  'adminlte-widgets': [click('Charts'), click('Layout Options')],
  'adminlte-forms': [enter('Search', 'searchfield', 'hello'), click('Layout Options')],
  'adminlte-tables': [click('Layout Options'), enter('Search', 'searchfield', 'hello')],
  'swagger-shop': [click('List account', 'button'), click('Switch to dark mode')],
  'py-functions': [click('truth testing procedure', 'link')],
  'py-contents': [click('PEP 673: Self type', 'link')],
  'pg-json': [click('9.16.2. The SQL/JSON Path Language', 'link')],
  'pg-bookindex': [click('Symbols', 'link')],
  'git-config': [click('[ENVIRONMENT]', 'link')],
}

export async function benchFindAct(stand: Stand): Promise<Finding> {
  const daemon = await Daemon.start(stand)
  const rows: (string | number)[][] = []
  const tokens: number[] = []
  const above: number[] = []
  let shown = 0
  for (const page of stand.pages) {
    for (const { filter, elementTypes, ...act } of tasks[page.name] ?? []) {
      const open = await stand.open(page)
      const tab = await daemon.tab(open)
      await daemon.settled(tab)
      await pause(restMs)
      const params = {
        find: { scope: 'tab', tab, filter, ...(elementTypes && { elementTypes }) },
        ...act,
        format: 'outline',
      }
      const selector = await selectorOf(daemon, tab, { filter, ...(elementTypes && { elementTypes }) })
      const asked = tokensOf(JSON.stringify({ find: params.find, ...act }))
      const start = performance.now()
      const text = await daemon.rpc.call('interact', params).then(
        (result) => answerText('interact', result),
        (error) => {
          if (error instanceof RpcError) return `${error.message} ${JSON.stringify(error.fields.data)}`
          throw error
        },
      )
      const ms = performance.now() - start
      await open.close()
      const alone = await stand.open(page)
      const own = selector === undefined ? Number.NaN : await ownTime(alone, selector, act.value)
      await alone.close()
      // The lines that changed, or else the control itself as it is now.
      const isShown = text.startsWith('confirmed') && /^([+~-] |\[)/m.test(text)
      if (isShown) shown++
      const all = asked + tokensOf(text)
      tokens.push(all)
      if (!Number.isNaN(own)) above.push(ms - own)
      const seen = isShown ? 'yes' : `no: ${plain(text).slice(0, 120)}`
      rows.push([page.name, JSON.stringify(act), JSON.stringify(filter), all, ms, own, seen])
    }
  }
  await daemon.stop()
  const late = above.filter((ms) => ms > most).length
  return {
    title: 'Find, act and learn the change in one call',
    notes: [
      'Tokens are of the arguments and of the answer together. The state is shown when the answer confirms the effect and',
      `has the lines that changed, or the control as it is now. Each act comes ${restMs / 1000} s after the page has settled.`,
      'The page’s own time is from the same act, done by a script in another tab that nobody reads, until nothing moves any more',
      'there (its animations, its changes), or until the next page is loaded.',
    ],
    goals: [
      atMost('find + act + change, tokens in and out, p50', median(tokens), 100, 'tokens'),
      atMost('find + act + change, tokens in and out, largest', Math.max(...tokens), 400, 'tokens'),
      atMost('find + act + change, above the page’s own time, p50', median(above), most, 'ms'),
      atMost(`find + act + change, above the page’s own time, more than ${most} ms`, late, 0, `of ${above.length}`),
      {
        what: 'the new state is in the answer',
        goal: 'always',
        measured: `${show(shown)} of ${rows.length}`,
        met: shown === rows.length,
      },
    ],
    tables: [{ title: '', head: ['page', 'act', 'filter', 'tokens', 'ms', 'page’s own ms', 'state shown'], rows }],
  }
}

/** Of the intended element: the innermost one found. */
async function selectorOf(daemon: Daemon, tab: string, where: Fields): Promise<string | undefined> {
  const { outline } = await daemon.explore<{ outline: string }>(tab, { ...where, format: 'outline' })
  const elementId = [...outline.matchAll(/^\s*\[(\w+)\]/gm)].at(-1)?.[1]
  if (elementId === undefined) return undefined
  const { dom } = await daemon.rpc.call<{ dom?: { selectors: string[] } }>('expand', { elementId })
  return dom?.selectors[0]
}
