/** What a call means that is not written as the schema has it, and what is left for validation to tell. */
import t from 'tap'
import { methods } from '../../api-schema/methods.ts'
import { understand } from '../../api-schema/understood.ts'

type Method = keyof typeof methods
type Values = { readonly [name: string]: unknown }

function meaning(method: Method, given: Values): Values {
  const copy = structuredClone(given)
  understand(methods[method].params, copy)
  return copy
}

t.test('what is unmistakable', async (t) => {
  const cases: readonly (readonly [Method, Values, Values])[] = [
    ['explore', {}, {}],
    ['explore', { tab: 't1' }, { tab: 't1', scope: 'tab' }],
    ['explore', { bundleId: 'Notes' }, { bundleId: 'Notes', scope: 'application' }],
    ['explore', { x: 3, y: '4' }, { x: 3, y: 4, scope: 'position' }],
    ['explore', { elementId: 16 }, { elementId: '16', scope: 'element' }],
    ['explore', { elementId: '[16]', scope: 'element' }, { elementId: '16', scope: 'element' }],
    ['explore', { scope: 'Focused', limit: '20' }, { scope: 'focused', limit: 20 }],
    ['explore', { includeHidden: 'true', showActions: 'False' }, { includeHidden: true, showActions: false }],
    ['explore', { filter: 'Save', tab: null }, { filter: { anyFieldContains: 'Save' } }],
    ['interact', { action: 'key', keys: 'a', steps: '', to: ' ', find: null }, { action: 'key', keys: 'a' }],
    ['interact', { click: 'Save' }, { action: 'click', find: { filter: { anyFieldContains: 'Save' } } }],
    [
      'interact',
      { find: { role: 'button', name: 'Save' }, action: 'click' },
      { find: { filter: { role: 'button', anyFieldContains: 'Save' } }, action: 'click' },
    ],
    [
      'interact',
      { steps: [{ click: 'Save', nth: 2, near: 'Order 7' }] },
      { steps: [{ action: 'click', find: { filter: { anyFieldContains: 'Save' }, nth: 2, near: 'Order 7' } }] },
    ],
    [
      'interact',
      { click: 'Save', find: { nth: 2 } },
      { action: 'click', find: { filter: { anyFieldContains: 'Save' }, nth: 2 } },
    ],
    [
      'interact',
      { find: 'Save', role: 'button', action: 'click' },
      { action: 'click', find: { filter: { anyFieldContains: 'Save', role: 'button' } } },
    ],
    ['interact', { steps: [{ goto: 'https://a.example' }] }, { steps: [{ action: 'goto', url: 'https://a.example' }] }],
    [
      'interact',
      { fill: 'User', text: 'ann' },
      { action: 'set_value', find: { filter: { anyFieldContains: 'User' } }, value: 'ann' },
    ],
    [
      'interact',
      { steps: [{ action: 'fill', elementId: '3', text: 'ann' }] },
      { steps: [{ action: 'set_value', elementId: '3', value: 'ann' }] },
    ],
    ['apps', { name: 'Notes' }, { bundleId: 'Notes' }],
    ['tabs', { action: 'select', index: 0 }, { action: 'select', tab: '#0' }],
    ['wait', { ms: 500 }, { until: 'settled', timeoutMs: 10000 }],
    ['wait', { ms: '30000' }, { until: 'settled', timeoutMs: 30000 }],
    ['wait', { ms: 500, text: 'Saved' }, { filter: { anyFieldContains: 'Saved' }, timeoutMs: 500 }],
    [
      'interact',
      {
        steps: [
          { action: 'wait', ms: 500 },
          { action: 'sleep', seconds: 2 },
        ],
      },
      { steps: [{ action: 'wait' }, { action: 'wait' }] },
    ],
    ['evaluate', { expression: '1' }, { script: '1' }],
    ['evaluate', { function: '() => 1', elementId: 3 }, { script: '() => 1', elementId: '3' }],
    ['explore', { elementTypes: 'button' }, { elementTypes: ['button'] }],
    ['wait', { text: 'Saved' }, { filter: { anyFieldContains: 'Saved' } }],
    ['explore', { find: 'Save' }, { filter: { anyFieldContains: 'Save' } }],
    ['explore', { find: '{"filter":{"role":"link"}}' }, { filter: { role: 'link' } }],
    [
      'explore',
      { find: { tab: 't1', filter: 'Save' } },
      { tab: 't1', filter: { anyFieldContains: 'Save' }, scope: 'tab' },
    ],
    [
      'interact',
      { find: { text: 'Sign in' }, action: 'click' },
      { find: { filter: { anyFieldContains: 'Sign in' } }, action: 'click' },
    ],
    ['explore', { elementTypes: '["textbox","Combobox"]' }, { elementTypes: ['textfield', 'dropdown'] }],
    [
      'wait',
      { filter: '{"titleContains":7}', bundleId: 'Notes' },
      { filter: { titleContains: '7' }, bundleId: 'Notes', scope: 'application' },
    ],
    ['expand', { elementId: ' [7] ' }, { elementId: '7' }],
    ['expand', { elementId: 'Sign in' }, { find: { filter: { anyFieldContains: 'Sign in' } } }],
    [
      'interact',
      { elementId: 'Sign in', find: { tab: 't1' }, action: 'click' },
      { find: { scope: 'tab', tab: 't1', filter: { anyFieldContains: 'Sign in' } }, action: 'click' },
    ],
    [
      'interact',
      { elementId: 'focused', action: 'key', keys: 'a' },
      { elementId: 'focused', action: 'key', keys: 'a' },
    ],
    [
      'interact',
      { find: 'Sign in', action: 'click' },
      { find: { filter: { anyFieldContains: 'Sign in' } }, action: 'click' },
    ],
    [
      'interact',
      { find: { tab: 't1', filter: 'Name' }, action: 'Fill', value: 5 },
      { find: { tab: 't1', scope: 'tab', filter: { anyFieldContains: 'Name' } }, action: 'set_value', value: '5' },
    ],
    ['interact', { elementId: '1', action: 'press' }, { elementId: '1', action: 'click' }],
    ['interact', { elementId: '1', action: 'press', keys: 'Enter' }, { elementId: '1', action: 'key', keys: 'Enter' }],
    ['interact', { elementId: '1', action: 'check' }, { elementId: '1', action: 'toggle', value: 'on' }],
    ['interact', { elementId: '1', action: 'uncheck' }, { elementId: '1', action: 'toggle', value: 'off' }],
    ['interact', { elementId: '1', action: 'Double-click' }, { elementId: '1', action: 'double_click' }],
    [
      'interact',
      { steps: '[{"elementId":3,"action":"tap"},{"action":"press","keys":"Tab"}]' },
      {
        steps: [
          { elementId: '3', action: 'click' },
          { action: 'key', keys: 'Tab' },
        ],
      },
    ],
    ['tabs', { action: 'new', url: 'https://example.com' }, { action: 'open', url: 'https://example.com' }],
    ['tabs', { action: 'switch', tab: 't2' }, { action: 'select', tab: 't2' }],
    ['explore', { expectation: { includeTabs: 'true' } }, { expectation: { includeTabs: true } }],
  ]
  for (const [method, given, wanted] of cases)
    t.same(meaning(method, given), wanted, `${method} ${JSON.stringify(given)}`)
})

t.test('what could mean something else is left as it is', async (t) => {
  const cases: readonly (readonly [Method, Values])[] = [
    ['explore', { limit: 'many' }],
    ['explore', { limit: '' }],
    ['explore', { limit: '1e9' }],
    ['explore', { includeHidden: 'yes' }],
    ['explore', { includeHidden: 1 }],
    ['explore', { scope: 'everywhere' }],
    ['explore', { scope: 'application' }],
    ['explore', { filter: ['Save'] }],
    ['explore', { text: 'Save', filter: { role: 'link' } }],
    ['explore', { find: { limit: 3 }, limit: 5 }],
    ['explore', { find: { colour: 'red' } }],
    ['wait', { text: 5 }],
    ['text', { text: 'Save' }],
    ['interact', { action: 'fly', elementId: '1' }],
    ['interact', { action: 'constructor', elementId: '1' }],
    ['interact', { find: 5, action: 'click' }],
    ['interact', { find: { nth: 1 }, nth: 2, action: 'click' }],
    ['interact', { elementId: '1', nth: 2, action: 'click' }],
    ['interact', { elementId: { id: 1 }, action: 'click' }],
    ['evaluate', { script: '{"a":1}', args: [null, '5'] }],
  ]
  for (const [method, given] of cases) t.same(meaning(method, given), given, `${method} ${JSON.stringify(given)}`)
})

t.test('what every example says is understood as it is written', async (t) => {
  for (const [name, { examples }] of Object.entries(methods))
    for (const { params } of examples) t.same(meaning(name as Method, params), params, name)
})
