// Scripts as agents run them: values, previews and their tokens, what goes wrong, functions, tips, and the text form.
import t from 'tap'
import { answerText } from '../../api-schema/text/answer.ts'
import type { Agent } from '../../daemon/agents/agents.ts'
import { serve } from '../fixtures/daemon/serve.ts'
import { page as pageOf } from '../fixtures/web/acting-pages.ts'
import { chromiumOrSkip, launchChromium } from '../fixtures/web/chromium.ts'
import { openInside } from '../fixtures/web/inside.ts'

const shop = pageOf(`<h1>Tea shop</h1><ul>${'<li class="tea">Tea</li>'.repeat(300)}</ul>
<div id="box" class="a b" style="position:absolute;left:10px;top:20px;width:30px;height:40px">Box</div>
<input id="pin" aria-label="Pin" type="password" value="hunter22"><button id="buy">Buy</button>
<script>window.rows = Array.from({ length: 1200 }, (_, id) => ({ id }))</script>`)

const agent = (name: string, scope: Agent['scope'] = 'evaluate'): Agent => ({ name, scope })

t.test('scripts', async (t) => {
  if (!chromiumOrSkip(t)) return
  const browser = await launchChromium(t, ['--site-per-process'])
  const server = await serve(t, {
    pages: {
      '/shop': shop,
      '/inner': pageOf('<button id="in">Inside</button><script>window.where = "inner"</script>'),
      '/outer': (_, response) =>
        void response
          .setHeader('Content-Type', 'text/html')
          .end(pageOf(`<button id="out">Outside</button><iframe src="${server.otherOrigin}/inner"></iframe>`)),
    },
  })
  const inside = await openInside(t, browser)
  const { call, fail, tab, commands } = inside
  const go = (path: string) =>
    call('navigate', { tab, url: `${server.origin}${path}`, expectation: { includeSnapshot: false } })
  const quiet = { includeConsole: false }
  /** Without tips, which are another's first. */
  const one = agent('one')
  await call('evaluate', { tab, script: '1', expectation: quiet }, one)
  const run = async (script: string, more: object = {}) => {
    const { tips: _, ...answer } = await call('evaluate', { tab, script, expectation: quiet, ...more }, one)
    return answer
  }
  const idOf = async (text: string) => {
    const filter = { anyFieldContains: text }
    const { outline } = await call('explore', { scope: 'tab', tab, filter, format: 'list' })
    return /\[(\d+)\]/.exec(outline ?? '')![1]!
  }

  await t.test('values', async (t) => {
    await go('/shop')
    t.same(await run('document.querySelector("h1").textContent'), { result: 'Tea shop', type: 'string' })
    t.same(await run('const all = rows.slice(0, 2); all'), { result: [{ id: 0 }, { id: 1 }], type: 'array' })
    t.same(await run('box'), { preview: '<div id=#box class=.a.b> @ (10,20) 30x40', type: 'node' })
    t.same(await run('const a = 1'), {
      preview: 'undefined',
      type: 'undefined',
      hint: 'The last statement has no value: end with an expression, or use return.',
    })
    t.notMatch(JSON.stringify(await run('[...document.querySelectorAll("input")]')), /hunter22/, 'no values of fields')
    t.same(await run('pin.value'), { result: 'hunter22', type: 'string' }, 'what a script asks for is its own')
    t.equal((await call('evaluate', { script: '1' }, one)).tab, tab, 'the selected tab where none is named')
  })

  await t.test('a large value: preview, then the whole once', async (t) => {
    await go('/shop')
    const shown = await run('rows')
    const { confirmToken = '', ...rest } = shown
    const whole = JSON.stringify(Array.from({ length: 1200 }, (_, id) => ({ id })))
    t.same(rest, {
      preview: 'Array(1200) [{"id":0}, {"id":1}, {"id":2}, … 1197 more]',
      type: 'array',
      totalLength: whole.length,
      shownLength: 55,
      truncated: true,
      hint: 'confirm with the token returns the whole once; for less: return .slice(0, 20), .length, or one field of each.',
    })
    t.equal((await fail('confirm', { confirmToken }, agent('two'))).name, 'not_found', 'of another agent')
    t.same(await call('confirm', { confirmToken }, one), { content: whole, totalLength: whole.length })
    t.match(await fail('confirm', { confirmToken }, one), { name: 'not_found', message: /expired/ })
    t.match(await run('({ rows, text: "a".repeat(5000) })'), {
      preview: 'Object(2) {rows, text}',
      hint: /one of its keys/,
    })
    const huge = await run('"x".repeat(50_000_000)')
    t.match(huge, {
      totalLength: 50_000_000,
      shownLength: 2000,
      truncated: true,
      hint: /^The whole has 50000000 characters; the most that can be kept is 8388608: /,
    })
    t.notOk('confirmToken' in huge)
  })

  await t.test('what goes wrong', async (t) => {
    await go('/shop')
    const failing = async (script: string, more: object = {}) => {
      const { name, message, hint, data } = await fail('evaluate', { tab, script, ...more }, one)
      const said = JSON.stringify([message, hint, data])
      t.notMatch(said, /\bat .*:\d+:\d+|\.ts\b/, 'no stack')
      t.notOk(said.includes(process.cwd()), 'no path')
      return { name, message, hint, data }
    }
    t.same(await failing('null.x'), {
      name: 'script_failed',
      message: "TypeError: Cannot read properties of null (reading 'x') (line 1)",
      hint: 'Correct the script.',
      data: { reason: 'threw', line: 1 },
    })
    for (const [script, name, hint] of [
      ['for (;;);', 'timeout', /raise timeoutMs/],
      ['await new Promise(() => {})', 'timeout', /call wait/],
      ['location.href = "/inner"; await new Promise((done) => { window.keep = done })', 'script_failed', /navigate/],
    ] as const)
      t.match(await failing(script, name === 'timeout' ? { timeoutMs: 500 } : {}), { name, hint }, script)
    await go('/shop')
    t.match(await failing('1', { tab: 't99' }), { name: 'tab_not_found' })
    t.match(await failing('1', { elementId: '99999' }), { name: 'element_gone' })
    t.match(await failing('', {}), { name: 'invalid_params' })
    t.match(
      await failing('1', {
        tab: undefined,
        elementId: await (async () => {
          const { outline } = await call('explore', {
            scope: 'application',
            bundleId: 'replay.calculator',
            format: 'list',
          })
          return /\[(\d+)\]/.exec(outline!)![1]!
        })(),
      }),
      { name: 'unsupported_here', message: /not a tab/ },
    )
  })

  await t.test('dialogs', async (t) => {
    await go('/shop')
    t.same(await run('const yes = confirm("Buy\\nit?"); window.said = yes'), {
      dialog: { type: 'confirm', message: 'Buy\nit?' },
      hint: 'The script continues once the dialog is answered: call interact with action accept or dismiss. Its value is lost.',
    })
    t.equal((await fail('evaluate', { tab, script: '1' }, one)).name, 'dialog_open')
    await call('dialog', { tab, accept: true })
    t.same(await run('said'), { result: true, type: 'boolean' })
  })

  await t.test('elements and frames', async (t) => {
    await go('/outer')
    const inside = await idOf('Inside')
    const of = async (script: string, more: object = {}) =>
      (await call('evaluate', { script, expectation: quiet, ...more }, one)).result
    t.equal(await of('(el) => el.id + window.where', { elementId: inside }), 'ininner', 'its tab need not be named')
    t.equal(await of('element.id', { elementId: await idOf('Outside') }), 'out')
    t.match(await fail('evaluate', { tab: 't99', elementId: inside, script: '1' }, one), {
      name: 'invalid_params',
      message: /is in t\d+, not in t99/,
    })
    await go('/shop')
    t.equal((await fail('evaluate', { elementId: inside, script: '1' }, one)).name, 'element_gone')
  })

  await t.test('functions', async (t) => {
    await go('/shop')
    const define = (name: string, source: string, more: object = {}, who = one) =>
      call('eval_define_function', { tab, name, source, ...more }, who)
    const invoke = (name: string, argsJson?: string, more: object = {}, who = one) =>
      call(
        'eval_call_function',
        { tab, name, ...(argsJson !== undefined && { argsJson }), expectation: quiet, ...more },
        who,
      )
    t.same(await define('add', '(a, b = 1) => a + b'), { message: '✓ Function defined: add' })
    t.same(await invoke('add', '[2, 3]'), { result: 5, type: 'number' })
    await define('add', '(rows) => window.rows.slice(0, rows)', { replace: true })
    await go('/shop')
    const large = await invoke('add', '[1000]')
    t.match(large, { preview: /^Array\(1000\)/, truncated: true, totalLength: 10891 })
    t.equal((await call('confirm', { confirmToken: large.confirmToken! }, one)).totalLength, 10891)
    const two = agent('two')
    t.match(await fail('eval_call_function', { tab, name: 'add' }, two), {
      name: 'not_found',
      message: /None is defined/,
    })
    await define('add', '() => "of two"', {}, two)
    t.same((await invoke('add', '[]', {}, two)).result, 'of two')
    t.same((await invoke('add', '[1]')).result, [{ id: 0 }], 'two agents, two functions')
    t.same(await call('eval_list_functions', { tab }, one), {
      functions: [{ name: 'add', source: '(rows) => window.rows.slice(0, rows)', length: 36 }],
    })
    t.match(await fail('eval_define_function', { tab, name: 'bad', source: '(a, => 1' }, one), {
      name: 'script_failed',
      hint: /Pass one function/,
    })
    t.match(await fail('eval_define_function', { tab, name: 'not a name', source: '() => 1' }, one), {
      name: 'invalid_params',
    })
    const json: readonly (readonly [argsJson: string, message: string])[] = [
      ['[1,', 'params.argsJson: is not JSON: it ends too early, at position 3.'],
      ['["a', 'params.argsJson: is not JSON: it ends too early, at position 3.'],
      ['{a:1}', 'params.argsJson: is not JSON: unexpected "a" at position 1.'],
      [`${'['.repeat(200)}${']'.repeat(200)}`, 'params.argsJson: is nested too deep, or sets a prototype.'],
      ['[1, x]', 'params.argsJson: is not JSON: unexpected "x" at position 4.'],
      ['{"a":1}', 'params.argsJson: expected a list of arguments, found object.'],
      ['null', 'params.argsJson: expected a list of arguments, found null.'],
    ]
    for (const [argsJson, message] of json)
      t.match(await fail('eval_call_function', { tab, name: 'add', argsJson }, one), {
        name: 'invalid_params',
        message,
        data: { path: 'params.argsJson' },
      })
  })

  await t.test('tips', async (t) => {
    const three = agent('three')
    const script = '[...document.querySelectorAll("li")].map((el) => el.innerText).join()'
    const first = await call('evaluate', { tab, script, expectation: quiet }, three)
    t.match(first.tips, [/explore \{/, /text \{/])
    t.notOk('tips' in (await call('evaluate', { tab, script: 'rows.length', expectation: quiet }, three)))
  })

  await t.test('as text', async (t) => {
    await go('/shop')
    const textOf = async (script: string) => answerText('evaluate', await run(script))
    t.equal(await textOf('"Tea\\n(forged)\\u202e"'), '"Tea\\n(forged)\\u202e"')
    t.equal(await textOf('({ a: [1] })'), '{"a":[1]}')
    t.equal(await textOf('undefined'), 'undefined')
    t.match(
      await textOf('rows'),
      /^Array\(1200\) \[.*\]\n\(55 of \d+ characters, confirmToken \S+, confirm with the token .*\)$/,
    )
    t.equal(answerText('evaluate', { result: 1, type: 'number', tips: ['one', 'two'] }), '1\none\ntwo')
    t.equal(answerText('evaluate', { dialog: { type: 'alert', message: 'a\nb' }, hint: 'h' }), 'alert open: a b\n(h)')
    t.equal(answerText('eval_define_function', { message: '✓ Function defined: add' }), '✓ Function defined: add')
    t.equal(answerText('eval_list_functions', { functions: [] }), 'No functions.')
    t.equal(
      answerText('eval_list_functions', { functions: [{ name: 'add', source: '() => 1', length: 7 }] }),
      'add: () => 1',
    )
  })

  await t.test('what it costs', async (t) => {
    await run('1')
    const sent = await commands(() => run('document.title'))
    t.same(
      sent,
      ['Runtime.evaluate', 'Runtime.callFunctionOn', 'Runtime.releaseObjectGroup'],
      'no tree is read, nothing is enabled',
    )
    t.same(await commands(() => run('const a = 1; a')), [
      'Runtime.evaluate',
      'Runtime.callFunctionOn',
      'Runtime.callFunctionOn',
      'Runtime.releaseObjectGroup',
    ])
  })
})
