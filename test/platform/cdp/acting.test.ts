// What a tab does besides being read, against a real browser: actions, verification, geometry, selectors, navigation.
import t from 'tap'
import { parseKeys } from '../../../daemon/platform/keys/chords.ts'
import { serve } from '../../fixtures/daemon/serve.ts'
import { dialogs, dragging, frames, framework, inner, states, widgets } from '../../fixtures/web/acting-pages.ts'
import { chromiumOrSkip, launchChromium } from '../../fixtures/web/chromium.ts'
import { openTab } from '../../fixtures/web/tab.ts'

t.test('key names', async (t) => {
  const cases: { readonly [keys: string]: string } = {
    Enter: 'Enter 0 \r',
    'esc DOWN': 'Escape 0, ArrowDown 0',
    'Control+A': 'KeyA 2 a',
    'Ctrl+Shift+a': 'KeyA 10 A',
    'Cmd+c': 'KeyC 4 c',
    'Shift+Tab': 'Tab 8',
    '+': 'Equal 0 +',
    'Control++': 'Equal 2 +',
    '?': 'Slash 0 ?',
    Space: 'Space 0  ',
    F12: 'F12 0',
    日: ' 0 日',
  }
  for (const [keys, strokes] of Object.entries(cases)) {
    const parsed = parseKeys(keys).map(({ stroke: { code, text }, bits }) => [code, bits, ...(text ? [text] : [])])
    t.equal(parsed.map((one) => one.join(' ')).join(', '), strokes, keys)
  }
  for (const [keys, near] of [
    ['Entr', 'Enter'],
    ['ArowUp', 'ArrowUp'],
    ['Pagedwn', 'PageDown'],
    ['Contrl+a', 'Control'],
  ] as const) {
    t.throws(() => parseKeys(keys), { name: 'invalid_params', message: near }, keys)
  }
  t.throws(() => parseKeys('  '), { name: 'invalid_params' })
})

t.test('a tab acts', async (t) => {
  if (!chromiumOrSkip(t)) return
  const browser = await launchChromium(t, ['--site-per-process'])
  const server = await serve(t, {
    pages: {
      '/widgets': widgets,
      '/states': states,
      '/inner-same': inner('Same'),
      '/inner-other': inner('Outer'),
      '/inner-below': inner('Below'),
      '/frames': () => frames(server.otherOrigin),
      '/dialogs': dialogs,
      '/framework': framework,
      '/dragging': dragging,
    },
  })
  const open = await openTab(t, browser)
  const { tab, signal, go, find, page, act } = open

  await t.test('each action on real widgets', async (t) => {
    const cases: readonly (readonly [target: string, act: Parameters<typeof act>[1], route: string, holds: string])[] =
      [
        ['plain', { action: 'click' }, 'pointer', 'log.includes("click:plain")'],
        ['plain', { action: 'double_click' }, 'pointer', 'log.includes("dblclick:plain")'],
        ['plain', { action: 'right_click' }, 'pointer', 'log.includes("contextmenu:plain")'],
        ['plain', { action: 'hover' }, 'pointer', 'plain.matches(":hover")'],
        ['far', { action: 'click' }, 'pointer', 'log.includes("click:far")'],
        ['box', { action: 'toggle', value: 'true' }, 'pointer', 'box.checked'],
        ['box', { action: 'set_value', value: 'false' }, 'pointer', '!box.checked'],
        ['custom', { action: 'toggle' }, 'pointer', 'custom.checked'],
        [
          'switch',
          { action: 'toggle', value: 'on' },
          'pointer',
          'document.getElementById("switch").ariaChecked === "true"',
        ],
        [
          'name',
          { action: 'set_value', value: 'Zoë 日本' },
          'native',
          'document.getElementById("name").value === "Zoë 日本" && log.filter((one) => one === "change:name").length === 1',
        ],
        ['plain', { action: 'click' }, 'pointer', 'log.filter((one) => one === "change:name").length === 0'],
        ['name', { action: 'set_value', value: '' }, 'native', 'document.getElementById("name").value === ""'],
        ['masked', { action: 'set_value', value: 'abc' }, 'native', 'masked.value === "ABC"'],
        ['notes', { action: 'set_value', value: 'one\ntwo' }, 'native', 'notes.value === "one\\ntwo"'],
        ['rich', { action: 'set_value', value: 'new' }, 'native', 'rich.innerText === "new"'],
        [
          'fruit',
          { action: 'set_value', value: 'banana' },
          'native',
          'fruit.value === "b" && log.includes("change:fruit")',
        ],
        ['fruit', { action: 'select', value: 'a' }, 'native', 'fruit.value === "a"'],
        ['fruit', { action: 'increment' }, 'native', 'fruit.value === "b"'],
        [
          'date',
          { action: 'set_value', value: '2024-02-29' },
          'native',
          'date.value === "2024-02-29" && log.includes("input:date")',
        ],
        ['time', { action: 'set_value', value: '09:30' }, 'native', 'time.value === "09:30"'],
        ['color', { action: 'set_value', value: '#FF0080' }, 'native', 'color.value === "#ff0080"'],
        ['range', { action: 'set_value', value: '7' }, 'native', 'range.value === "7"'],
        ['range', { action: 'increment' }, 'keys', 'range.value === "8"'],
        ['number', { action: 'increment' }, 'keys', 'number.value === "6"'],
        ['secret', { action: 'set_value', value: 's3cret' }, 'native', 'secret.value === "s3cret"'],
        ['details', { action: 'expand' }, 'pointer', 'details.open'],
        ['details', { action: 'collapse' }, 'pointer', '!details.open'],
        ['disclosure', { action: 'expand' }, 'pointer', 'disclosure.ariaExpanded === "true"'],
        ['tab2', { action: 'select' }, 'pointer', 'tab2.ariaSelected === "true"'],
        [
          'Cities',
          { action: 'select', value: 'Paris' },
          'pointer',
          'document.querySelectorAll("[role=option]")[1].ariaSelected === "true"',
        ],
        ['slider', { action: 'set_value', value: '8' }, 'keys', 'slider.ariaValueNow === "8"'],
        ['slider', { action: 'decrement' }, 'keys', 'slider.ariaValueNow === "7"'],
        ['menu', { action: 'show_menu' }, 'pointer', 'menu.ariaExpanded === "true"'],
        ['name', { action: 'focus' }, 'native', 'document.activeElement.id === "name"'],
        [
          'field',
          { action: 'type', value: 'Ab1 é' },
          'keys',
          'field.value === "Ab1 é" && log.filter((one) => one === "keydown:field").length === 4',
        ],
        ['field', { action: 'type', value: '!' }, 'keys', 'field.value === "Ab1 é!"'],
        ['field', { action: 'key', keys: 'Enter' }, 'keys', 'log.includes("submit")'],
        ['field', { action: 'key', keys: 'Control+a Backspace' }, 'keys', 'field.value === ""'],
        ['scroller', { action: 'scroll', to: { x: 0, y: 100 } }, 'native', 'scroller.scrollTop === 100'],
        [
          'scroller',
          { action: 'scroll', value: 'bottom' },
          'native',
          'scroller.scrollTop + scroller.clientHeight === 600',
        ],
        // Only a script scrolls what is hidden beyond an edge: the page around it scrolls, as under a person's wheel.
        ['clipped', { action: 'scroll', value: 'top' }, 'native', 'clipped.scrollTop === 0 && scrollY === 0'],
        ['clipped', { action: 'scroll', value: 'down' }, 'native', 'clipped.scrollTop === 0 && scrollY > 0'],
        ['far', { action: 'scroll' }, 'native', 'far.getBoundingClientRect().bottom <= innerHeight'],
      ]
    await go(`${server.origin}/widgets`)
    for (const [target, what, route, holds] of cases) {
      await t.test(`${what.action} ${target} ${what.value ?? ''}`, async (t) => {
        await page('log.length = 0')
        const { check, done } = await act(await find(target), what)
        t.equal(check.reason, undefined, `nothing is against it (${check.by})`)
        t.same(
          { route: done?.route, noop: done?.noop, refused: done?.refused },
          { route, noop: undefined, refused: undefined },
        )
        t.equal(await page(holds), true, holds)
      })
    }
  })

  await t.test('what is so already is not done again', async (t) => {
    await go(`${server.origin}/widgets`)
    const cases: readonly (readonly [target: string, act: Parameters<typeof act>[1]])[] = [
      ['box', { action: 'toggle', value: 'false' }],
      ['disclosure', { action: 'collapse' }],
      ['details', { action: 'collapse' }],
      ['tab1', { action: 'select' }],
      ['fruit', { action: 'set_value', value: 'Apple' }],
      ['notes', { action: 'set_value', value: 'old' }],
      ['slider', { action: 'set_value', value: '4' }],
    ]
    for (const [target, what] of cases)
      t.equal((await act(await find(target), what)).done?.noop, true, `${what.action} ${target}`)
  })

  await t.test('what cannot be is told by name', async (t) => {
    await go(`${server.origin}/widgets`)
    const cases: readonly (readonly [target: string, act: Parameters<typeof act>[1], name: string, said: RegExp])[] = [
      ['file', { action: 'set_value', value: 'x' }, 'unsupported_here', /file input/],
      ['plain', { action: 'set_value', value: 'x' }, 'unsupported_here', /no value/],
      ['plain', { action: 'expand' }, 'unsupported_here', /expanded/],
      ['plain', { action: 'minimize' }, 'unsupported_here', /minimize/],
      ['plain', { action: 'menu', path: 'File > Save' }, 'unsupported_here', /menu/],
      ['date', { action: 'set_value', value: 'tomorrow' }, 'invalid_params', /YYYY-MM-DD/],
      ['range', { action: 'set_value', value: 'high' }, 'invalid_params', /number/],
      ['number', { action: 'set_value', value: 'five' }, 'invalid_params', /number/],
      ['box', { action: 'set_value', value: 'maybe' }, 'invalid_params', /true or false/],
      ['fruit', { action: 'set_value', value: 'Plum' }, 'not_found', /no option "Plum"/],
      ['fruit', { action: 'set_value', value: 'Cherry' }, 'element_changed', /disabled/],
      ['Cities', { action: 'select', value: 'Rome' }, 'not_found', /Rome/],
      ['name', { action: 'key', keys: 'Entr' }, 'invalid_params', /Enter/],
      ['name', { action: 'key', keys: 'Foo+A' }, 'invalid_params', /modifier/],
      ['name', { action: 'set_value' }, 'invalid_params', /value/],
      ['plain', { action: 'drag' }, 'invalid_params', /where/],
      ['plain', { action: 'scroll', value: 'sideways' }, 'invalid_params', /sideways/],
    ]
    for (const [target, what, name, said] of cases) {
      await t.rejects(
        act(await find(target), what),
        { name, message: said },
        `${what.action} ${target} ${what.value ?? ''}`,
      )
    }
  })

  await t.test('a target that cannot be acted upon is told, with the reason', async (t) => {
    await go(`${server.origin}/states`)
    const keys = new Map<string, number>()
    const names = [
      'covered',
      'disabled',
      'in-fieldset',
      'aria-disabled',
      'to-hide',
      'to-remove',
      'fixed-text',
      'moving',
      'pulsing',
      'arriving',
      'clipped',
      'ripple',
      'under-bar',
    ]
    for (const name of names) keys.set(name, await find(name))
    await page(
      `document.getElementById('to-hide').style.display = 'none'; document.getElementById('to-remove').remove()`,
    )
    const cases: readonly (readonly [target: string, act: Parameters<typeof act>[1], reason: string | undefined])[] = [
      ['covered', { action: 'click' }, 'covered'],
      ['disabled', { action: 'click' }, 'disabled'],
      ['in-fieldset', { action: 'click' }, 'disabled'],
      ['aria-disabled', { action: 'click' }, 'disabled'],
      ['disabled', { action: 'hover' }, undefined],
      ['to-remove', { action: 'click' }, 'gone'],
      ['fixed-text', { action: 'set_value', value: 'y' }, 'readonly'],
      ['fixed-text', { action: 'click' }, undefined],
      ['moving', { action: 'click' }, 'moved'],
      ['pulsing', { action: 'click' }, undefined],
      ['clipped', { action: 'click' }, undefined],
      ['ripple', { action: 'click' }, undefined],
      ['under-bar', { action: 'click' }, undefined],
    ]
    for (const [target, what, reason] of cases) {
      const check = await tab.check(keys.get(target)!, what, signal)
      t.equal(check.reason, reason, `${what.action} ${target} (${check.by})`)
    }
    // The tree may have been told already that it is no longer in it.
    t.match((await tab.check(keys.get('to-hide')!, { action: 'click' }, signal)).reason, /hidden|gone/)
    const covered = await tab.check(keys.get('covered')!, { action: 'click' }, signal)
    t.match(covered.by, /Cookies/)
    t.equal(covered.byKey, await find('Cookies'))
    await t.rejects(tab.perform(keys.get('covered')!, { action: 'click' }, signal), {
      name: 'element_changed',
      data: { reason: 'covered' },
    })
    await t.rejects(tab.perform(keys.get('to-remove')!, { action: 'click' }, signal), { name: 'element_gone' })
    // Where the machine is busy it may move between the look at its place and the look at what is there.
    let arrived: string | undefined = 'not tried'
    for (let tries = 0; tries < 3 && arrived !== undefined; tries++) {
      await page(`arriving.animate([{ transform: 'translateX(200px)' }, { transform: 'none' }], 200)`)
      arrived = (await tab.check(keys.get('arriving')!, { action: 'click' }, signal)).reason
    }
    t.equal(arrived, undefined, 'what comes to rest is waited for')
  })

  await t.test('in frames of both kinds and in closed shadow roots', async (t) => {
    await go(`${server.origin}/frames`)
    await open.joined(2)
    await open.read()
    const cases: readonly (readonly [title: string, act: Parameters<typeof act>[1], route: string, tells: string])[] = [
      ['Deep', { action: 'click' }, 'pointer', 'Deep done'],
      ['Nested', { action: 'set_value', value: 'one' }, 'native', 'one'],
      ['Nested', { action: 'type', value: '2' }, 'keys', 'one2'],
      ['Same press', { action: 'click' }, 'pointer', 'pressed'],
      ['Same text', { action: 'set_value', value: 'same' }, 'native', 'same'],
      ['Same low', { action: 'click' }, 'pointer', 'pressed'],
      ['Same shadow', { action: 'click' }, 'pointer', 'pressed'],
      ['Same shadow text', { action: 'type', value: 'x' }, 'keys', 'x'],
      ['Outer press', { action: 'click' }, 'pointer', 'pressed'],
      ['Outer text', { action: 'set_value', value: 'outer' }, 'native', 'outer'],
      ['Outer text', { action: 'type', value: 'é!' }, 'keys', 'outeré!'],
      ['Outer low', { action: 'click' }, 'pointer', 'pressed'],
      ['Outer shadow', { action: 'click' }, 'pointer', 'pressed'],
      ['Outer shadow text', { action: 'set_value', value: 'y' }, 'native', 'y'],
      ['Below press', { action: 'click' }, 'pointer', 'pressed'],
      ['Below low', { action: 'click' }, 'pointer', 'pressed'],
      ['Below text', { action: 'key', keys: 'a b' }, 'keys', 'ab'],
    ]
    for (const [title, what, route, tells] of cases) {
      const key = await find(title)
      const { check, done } = await act(key, what)
      t.equal(check.reason, undefined, `${title}: nothing is against it (${check.by})`)
      t.equal(done?.route, route)
      const text = await tab.page.text(key, signal)
      const value = text === '' || text === 'Press' ? (await tab.reread(key, signal))?.value : text
      t.equal(value, tells, `${what.action} ${title}`)
      if (what.action === 'type' || what.action === 'key')
        t.equal(await tab.focused(signal), key, `${title} has the focus`)
    }
    const covered = await find('Outer press')
    await page(`document.getElementById('top').style.cssText = 'position:fixed;inset:0;height:auto;background:#fff'`)
    const check = await tab.check(covered, { action: 'click' }, signal)
    t.equal(check.reason, 'covered', 'what lies above the frame of another process covers what is in it')
    t.equal((await tab.check(await find('Same press'), { action: 'click' }, signal)).reason, 'covered')
  })

  await t.test('places', async (t) => {
    await go(`${server.origin}/frames`)
    await open.joined(2)
    await open.read()
    for (const title of ['Same press', 'Outer press', 'Deep', 'Same shadow']) {
      const key = await find(title)
      await tab.perform(key, { action: 'scroll' }, signal)
      const box = (await tab.frames([key], signal)).get(key)
      t.ok(box?.pageFrame && box.pageFrame.width > 10, title)
      const { x, y, width, height } = box!.pageFrame!
      t.equal(await tab.at(x + width / 2, y + height / 2, true, signal), key, `${title} is at its place in the page`)
      const screen = box!.frame
      t.equal(
        await tab.at(screen.x + screen.width / 2, screen.y + screen.height / 2, false, signal),
        key,
        `${title} is at its place on the screen`,
      )
    }
    await page(`scrollTo(0, 0)`)
    const top = await find('Outer')
    const { pageFrame } = (await tab.frames([top], signal)).get(top)!
    t.same(
      pageFrame,
      await page(
        `(({ x, y, width, height }) => ({ x: Math.round(x), y: Math.round(y), width: Math.round(width), height: Math.round(height) }))(outer.getBoundingClientRect())`,
      ),
    )
    t.equal((await tab.frames([999_999_999], signal)).size, 0, 'what is gone has no place')
    t.equal(await tab.at(-5, -5, true, signal), undefined)
  })

  await t.test('a dialog that an action opens is its effect', async (t) => {
    const cases: readonly (readonly [
      target: string,
      act: Parameters<typeof act>[1],
      route: string,
      message: string,
    ])[] = [
      ['alert', { action: 'click' }, 'pointer', 'Hello'],
      ['confirm', { action: 'click' }, 'pointer', 'Sure?'],
      ['prompt', { action: 'click' }, 'pointer', 'Name?'],
      ['field', { action: 'set_value', value: 'x' }, 'native', 'changed'],
      ['keyed', { action: 'key', keys: 'b' }, 'keys', 'b'],
      ['list', { action: 'set_value', value: 'Two' }, 'native', 'picked'],
    ]
    await go(`${server.origin}/dialogs`)
    for (const [target, what, route, message] of cases) {
      const key = await find(target)
      const { done } = await act(key, what)
      t.equal(done?.route, route, target)
      t.equal(tab.dialog?.message, message)
      await t.rejects(tab.perform(key, what, signal), { name: 'dialog_open' }, 'nothing else is done meanwhile')
      await t.rejects(tab.page.navigate('reload', 'load', signal), { name: 'dialog_open' })
      t.same(
        await tab.page.answerDialog(true, 'Ann'),
        tab.dialog ?? { type: what.action === 'click' ? target : 'alert', message },
      )
    }
    t.equal(await page('answer'), 'Ann')
    await t.rejects(tab.page.answerDialog(true, undefined), { name: 'not_found' })
    await t.rejects(act(await find('keyed'), { action: 'type', value: `ab${'c'.repeat(60)}` }), {
      name: 'dialog_open',
      message: /of 62 characters/,
    })
    await tab.page.answerDialog(true, undefined)
  })

  await t.test('frameworks that wrap the setter notice', async (t) => {
    await go(`${server.origin}/framework`)
    await act(await find('tracked'), { action: 'set_value', value: 'abc' })
    t.equal(await page('out.textContent'), 'state abc')
    await act(await find('date'), { action: 'set_value', value: '2024-01-02' })
    t.equal(await page('dates.textContent'), 'state 2024-01-02')
  })

  await t.test('a point in an element', async (t) => {
    await go(`${server.origin}/dragging`)
    const zone = await find('Zone', 'AXGroup')
    await page(
      "zone.onmousedown = ({ offsetX, offsetY, button }) => log.push([offsetX, offsetY, button].join()); zone.onmouseup = null; ''",
    )
    for (const [x, y] of [
      [0, 0],
      [199, 59],
      [17, 42],
    ] as const) {
      await page('log.length = 0')
      t.equal((await act(zone, { action: 'click', to: { x, y } })).done?.route, 'pointer')
      await act(zone, { action: 'right_click', to: { x, y } })
      t.same(await page('log'), [`${x},${y},0`, `${x},${y},2`])
    }
    await page('log.length = 0')
    for (const to of [
      { x: 200, y: 5 },
      { x: 5, y: 60 },
      { x: -1, y: 5 },
    ])
      await t.rejects(tab.perform(zone, { action: 'click', to }, signal), { name: 'element_changed' })
    t.same(await page('log'), [], 'beside it nothing is pressed')
  })
})
