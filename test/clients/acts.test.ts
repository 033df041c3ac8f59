/** What a written-out trace checks after an act. */
import t from 'tap'
import type { CallEvent } from '../../api-schema/call-event.ts'
import type { Element } from '../../api-schema/element.ts'
import type { Trace, TraceLook } from '../../api-schema/trace.ts'
import { partsOf } from '../../clients/trace/acts.ts'

const second = (of: number) => new Date(of * 1000).toISOString()

function pressed(at: number, ms: number): { readonly call: CallEvent } {
  const params = { find: { filter: { anyFieldContains: 'Next' } }, action: 'click' }
  const who = { call: at, agent: 'owner', session: 's', method: 'interact', target: 't1' }
  return { call: { ...who, params, acts: true, outcome: 'ok', tokens: 1, ms, at: second(at) } }
}

function looked(at: number, url: string): { readonly look: TraceLook } {
  const page = { id: '1', role: 'AXWebArea', url } as Element
  return { look: { target: 't1', kind: 'tab', at: second(at), outline: '', tokens: 1, matched: 1, elements: [page] } }
}

t.test('a look that the next act had begun before is of neither', async (t) => {
  const entries = (lookedAt: number) =>
    [pressed(10, 100), looked(lookedAt, 'http://127.0.0.1/b'), pressed(20, 5000)] as Trace['entries']
  const checksOf = (lookedAt: number) => partsOf({ entries: entries(lookedAt) } as Trace)[0]!.done[0]!.checks
  t.match(checksOf(12), [{ what: 'url', url: 'http://127.0.0.1/b' }], 'before it')
  t.same(checksOf(16), [], 'during it')
})
