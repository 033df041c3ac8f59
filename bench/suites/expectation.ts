/** What an answer costs by default, and with the leanest expectation: tokens of navigate, click, fill and evaluate. */
import { answerText } from '../../api-schema/text/answer.ts'
import { Daemon } from '../daemon.ts'
import { tokensOf } from '../encoding.ts'
import { atMost, type Finding } from '../report.ts'
import { type Fields, RpcError } from '../rpc-client.ts'
import type { Stand } from '../stands/stand.ts'
import { median, pause } from '../times.ts'

/** For each page something to press and a field, if it has them and nothing covers them. */
const controls: { readonly [page: string]: { readonly press?: Fields; readonly field?: Fields } } = {
  'adminlte-dashboard': { field: { anyFieldContains: 'Type Message' } },
  'adminlte-icons': { press: { anyFieldContains: 'Layout Options' } },
  'adminlte-widgets': { press: { anyFieldContains: 'Layout Options' } },
  'adminlte-forms': { press: { anyFieldContains: 'Layout Options' }, field: { role: 'searchfield' } },
  'adminlte-tables': { press: { anyFieldContains: 'Layout Options' }, field: { role: 'searchfield' } },
  'swagger-shop': { press: { anyFieldContains: 'Switch to dark mode' } },
  'py-functions': { press: { anyFieldContains: 'truth testing procedure', role: 'link' } },
  'py-contents': { press: { anyFieldContains: 'PEP 673: Self type', role: 'link' } },
  'pg-json': { press: { anyFieldContains: '9.16.2. The SQL/JSON Path Language', role: 'link' } },
  'pg-bookindex': { press: { anyFieldContains: 'Symbols', role: 'link' } },
  'git-config': { press: { anyFieldContains: '[ENVIRONMENT]', role: 'link' } },
}

const nothing = { includeSnapshot: false, includeConsole: false, includeCode: false }
const script = 'console.log("counting"); document.links.length'

interface Cost {
  readonly usual: number
  readonly lean: number
  /** The leanest answer of an action as JSON. */
  readonly json: number
}

/** A page may be covered while it is being made. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof RpcError) || tries === 20) throw error
      await pause(250)
    }
  }
}

export async function benchExpectation(stand: Stand): Promise<Finding> {
  const daemon = await Daemon.start(stand)
  const rows: (string | number)[][] = []
  const clicks: Cost[] = []
  const navigations: Cost[] = []
  for (const page of stand.pages) {
    const known = controls[page.name]
    if (known === undefined) continue
    const url = () => stand.url(page)
    const open = await stand.open(page)
    const tab = await daemon.tab(open)
    /** Each call sees the page as just loaded. */
    const costOf = async (method: string, params: () => Fields): Promise<Cost> => {
      const ask = async (more: Fields): Promise<Fields> => {
        if (method === 'interact') {
          await daemon.rpc.call('navigate', { tab, url: url(), expectation: nothing, timeoutMs: 60_000 })
          await daemon.settled(tab)
        }
        return await patiently(() => daemon.rpc.call(method, { ...params(), ...more, timeoutMs: 60_000 }))
      }
      const outline = method === 'evaluate' ? {} : { format: 'outline' }
      // A script that is sent again also gets a tip.
      const tokens = ({ tips: _, ...answer }: Fields) => tokensOf(answerText(method, answer))
      return {
        usual: tokens(await ask(outline)),
        lean: tokens(await ask({ ...outline, expectation: nothing })),
        json: method === 'interact' ? tokensOf(JSON.stringify(await ask({ expectation: nothing }))) : 0,
      }
    }
    const find = (filter: Fields) => ({ find: { scope: 'tab', tab, filter } })
    const navigation = await costOf('navigate', () => ({ tab, url: url() }))
    const { press, field } = known
    const click = press && (await costOf('interact', () => ({ ...find(press), action: 'click' })))
    const fill =
      field && (await costOf('interact', () => ({ ...find(field), action: 'set_value', value: 'green tea' })))
    const evaluation = await costOf('evaluate', () => ({ tab, script }))
    await open.close()
    if (click !== undefined) clicks.push(click)
    navigations.push(navigation)
    const costs = [navigation, click, fill, evaluation].flatMap((cost) => [cost?.usual ?? '', cost?.lean ?? ''])
    rows.push([page.name, ...costs])
  }
  await daemon.stop()
  const most = (costs: readonly Cost[], of: (cost: Cost) => number) => Math.max(...costs.map(of))
  return {
    title: 'Expectation',
    notes: [
      'Tokens of the answer as text, by o200k: as it is by default, and with includeSnapshot, includeConsole and includeCode false.',
      `navigate loads the page; click and fill act on one control of it; evaluate counts its links and logs a line (\`${script}\`), tips left out.`,
    ],
    goals: [
      atMost(
        `click, leanest, most of ${clicks.length}`,
        most(clicks, ({ lean }) => lean),
        30,
        'tokens',
      ),
      atMost(
        'click, leanest, as JSON, most',
        most(clicks, ({ json }) => json),
        30,
        'tokens',
      ),
      atMost(
        'navigate, default, most',
        most(navigations, ({ usual }) => usual),
        2000,
        'tokens',
      ),
      atMost('navigate, leanest, p50', median(navigations.map(({ lean }) => lean)), 60, 'tokens'),
    ],
    tables: [
      {
        title: '',
        head: ['page', 'navigate', 'leanest', 'click', 'leanest', 'fill', 'leanest', 'evaluate', 'leanest'],
        rows,
      },
    ],
  }
}
