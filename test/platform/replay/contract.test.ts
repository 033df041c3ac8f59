/** The replay platform under the contract of all platforms; recordings, read, written and played. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import {
  elementsOf,
  type RecordedElement,
  type Recording,
  type RowPatch,
  writeRecording,
} from '../../../api-schema/recording.ts'
import type { Act } from '../../../daemon/platform/platform.ts'
import { readRecording } from '../../../daemon/platform/replay/file.ts'
import { ReplayPlatform } from '../../../daemon/platform/replay/replay.ts'
import type { Problem } from '../../../daemon/problem.ts'
import { Recorder, snapshot } from '../../../daemon/tree/record/recorder.ts'
import type { Warm } from '../../../daemon/tree/warm/sync.ts'
import { thrownBy } from '../../fixtures/thrown.ts'
import { inTime } from '../../fixtures/until.ts'
import { named, Player } from '../../fixtures/web/player.ts'
import { contract, type Find, modelled, type Scene } from '../contract.ts'

const { signal } = new AbortController()
const canary = 'canary-5kq'
const place = (row: number) => ({ x: 10, y: 10 + 30 * row, width: 100, height: 20 })
const press = ['focusable', 'clickable']

type Given = Partial<RecordedElement>
const control = (key: number, role: string, title: string, more: Given = {}): RecordedElement => ({
  ...{ key, role, title, states: press, frame: place(key) },
  ...more,
})
const button = (key: number, title: string, more: Given = {}) =>
  control(key, 'AXButton', title, { actions: ['AXPress'], ...more })
const field = (key: number, title: string, value: string, states: readonly string[], more: Given = {}) =>
  control(key, 'AXTextField', title, { value, states, ...more })

const shown = (key: number, element: RecordedElement) => ({ rows: [{ key, append: [element] }] })
const dialog: RecordedElement = {
  ...{ key: 30, role: 'AXWindow', subrole: 'AXDialog', title: 'Ask', states: ['modal'] },
  ...{ frame: { x: 0, y: 0, width: 50, height: 50 }, children: [button(31, 'OK')] },
}

/** One of each kind of control. */
const scene: Recording = {
  format: 'interface-explorer-recording',
  version: 1,
  target: { kind: 'application', id: 'org.example.scene', name: 'Scene' },
  root: {
    key: 1,
    role: 'AXApplication',
    title: 'Scene',
    children: [
      {
        key: 2,
        role: 'AXWindow',
        title: 'Main',
        frame: { x: 0, y: 0, width: 400, height: 800 },
        children: [
          button(3, 'Count'),
          { key: 4, role: 'AXStaticText', identifier: 'count', value: '0', frame: place(4) },
          control(5, 'AXCheckBox', 'Check', { states: [...press, 'checkable'] }),
          field(6, 'Field', 'old', ['focusable', 'editable']),
          button(7, 'Off', { states: [...press, 'disabled'] }),
          button(8, 'Nowhere', { states: [...press, 'hidden'] }),
          field(9, 'Fixed', 'x', ['focusable', 'readonly']),
          control(10, 'AXSlider', 'Level', {
            ...{ value: '2', states: ['focusable', 'adjustable'], attributes: { min: '0', max: '3' } },
          }),
          control(11, 'AXPopUpButton', 'Unit', { value: 'm', attributes: { options: 'm, cm' } }),
          field(12, 'Secret', canary, ['focusable', 'editable', 'secure'], { subrole: 'AXSecureTextField' }),
          button(13, 'Later'),
          button(14, 'Dialog'),
          { key: 15, role: 'AXList', title: 'List', frame: place(15) },
          control(18, 'AXRadioButton', 'One', { states: [...press, 'checkable', 'checked'] }),
          control(19, 'AXRadioButton', 'Two', { states: [...press, 'checkable'] }),
          control(20, 'AXDisclosureTriangle', 'More', { states: [...press, 'expandable'] }),
        ],
      },
    ],
  },
  steps: [
    { in: 0, key: 3, action: 'click', to: 1, patch: { rows: [{ key: 4, value: '1' }] } },
    { in: 1, key: 3, action: 'click', to: 0, patch: { rows: [{ key: 4, value: '0' }] } },
    { key: 13, action: 'click', patch: shown(15, { key: 17, role: 'AXStaticText', value: 'late' }), after: 20 },
    { key: 14, action: 'click', patch: shown(1, dialog) },
    { key: 31, action: 'click', patch: { removed: [30] } },
    { key: 2, action: 'menu', path: 'View > As Rows', patch: { rows: [{ key: 15, title: 'Rows' }] } },
    { key: 2, action: 'menu', path: 'View > As Icons…', patch: { rows: [{ key: 15, title: 'Icons' }] } },
    { key: 12, action: 'type', value: `${canary}-3`, patch: {} },
  ],
}

async function playing(t: Test, recording: Recording): Promise<ReplayPlatform> {
  const file = join(t.testdir(), 'scene.json')
  writeFileSync(file, JSON.stringify(recording))
  const platform = await ReplayPlatform.load([file])
  t.teardown(() => platform.close())
  return platform
}

t.test('contract', async (t) => {
  await contract(t, {
    async scene(t): Promise<Scene> {
      const platform = await playing(t, scene)
      const [target] = await platform.targets(signal)
      const change = (rows: readonly RowPatch[]) => async () => platform.play(target!, { rows })
      const row = (key: number): RecordedElement => ({ key, role: 'AXStaticText', value: `row ${key}` })
      let texts = 100
      return {
        platform,
        target: target!,
        ...modelled(named, canary),
        pokes: {
          text: async () => platform.play(target!, { rows: [{ key: 4, value: String(texts++) }] }),
          insert: change([{ key: 15, append: [{ ...row(40), role: 'AXGroup', children: [row(41), row(42)] }] }]),
          state: change([{ key: 7, states: press }]),
          remove: async () => platform.play(target!, { removed: [40] }),
          reorder: change([
            { key: 15, children: [row(43), row(44)] },
            { key: 15, children: [44, 43] },
          ]),
          rebuild: change([{ key: 15, children: [row(43)] }]),
          move: change([
            { key: 2, children: [3, 4, 15] },
            { key: 15, children: [13, 5] },
          ]),
        },
        replace: async () => platform.play(target!, { root: scene.root }),
        end: async () => platform.play(target!, { closed: 'It quit.' }),
      }
    },
  })
})

t.test('a file that is no recording is refused by its path', async (t) => {
  const { root, ...head } = scene
  const step = { key: 3, action: 'click', patch: {} }
  const cases: readonly (readonly [what: unknown, path: string, message: RegExp])[] = [
    [[], '', /the whole file: expected an object, found a list of 0/],
    [{ ...scene, version: 2 }, 'version', /version: expected 1, found 2/],
    [{ ...scene, format: 'har' }, 'format', /found "har"/],
    [head, 'root', /root: expected an object, found nothing/],
    [{ ...scene, extra: 1 }, 'extra', /unknown key; known are format, version, target, root, source, steps/],
    [
      { ...scene, target: { kind: 'window', id: 'a', name: 'b' } },
      'target.kind',
      /one of application, tab, found "window"/,
    ],
    [{ ...head, root: { key: 1, role: '' } }, 'root.role', /not empty/],
    [{ ...head, root: { key: 0, role: 'a' } }, 'root.key', /whole number from 1, found 0/],
    [{ ...head, root: { key: 1, role: 'a', states: ['happy'] } }, 'root.states[0]', /one of disabled, /],
    [{ ...head, root: { key: 1, role: 'a', tittle: 'x' } }, 'root.tittle', /unknown key/],
    [
      { ...head, root: { key: 1, role: 'a', frame: { x: 1, y: 2, width: 3 } } },
      'root.frame.height',
      /a number, found nothing/,
    ],
    [
      { ...head, root: { key: 1, role: 'a', children: [{ key: 2, role: 'b', children: [{ key: 1, role: 'c' }] }] } },
      'root.children[0].children[0].key',
      /1 is already the key of root/,
    ],
    [{ ...scene, steps: [{ ...step, action: 'press' }] }, 'steps[0].action', /one of click, /],
    [{ ...scene, steps: [{ ...step, key: 99 }] }, 'steps[0].key', /no element has the key 99/],
    [{ ...scene, steps: [step, { ...step, in: 7 }] }, 'steps[1].in', /no step leads to the state 7/],
    [{ ...scene, steps: [{ ...step, after: -1 }] }, 'steps[0].after', /whole number from 0/],
    [
      { ...scene, steps: [{ ...step, patch: { rows: [{ key: 3, title: 5 }] } }] },
      'steps[0].patch.rows[0].title',
      /expected text, found 5/,
    ],
    [{ ...scene, steps: [{ ...step, patch: { rows: [{ key: 98 }] } }] }, 'steps[0].patch.rows[0].key', /no element/],
    [{ ...scene, steps: [{ ...step, patch: { removed: [97] } }] }, 'steps[0].patch.removed[0]', /no element/],
    [
      { ...scene, steps: [{ ...step, patch: { rows: [{ key: 3, children: [96] }] } }] },
      'steps[0].patch.rows[0].children[0]',
      /no element/,
    ],
    [{ ...scene, steps: [{ ...step, was: [{ key: 99 }] }] }, 'steps[0].was[0].key', /no element/],
    [{ ...scene, steps: [{ ...step, was: [{ key: 3, children: [] }] }] }, 'steps[0].was[0].children', /./],
    [{ ...head, root: nested(1200) }, '', /nested deeper than 1000/],
  ]
  for (const [what, path, message] of cases) {
    const error = thrownBy<Problem>(() => readRecording(JSON.stringify(what), 'bad.json'))
    t.equal(error?.name, 'invalid_params')
    t.match(error?.message, message)
    t.match(error?.message, /^The recording bad\.json cannot be read: /)
    if (path !== '') t.equal(error?.data.path, path)
  }
  t.match(thrownBy<Problem>(() => readRecording('{"format":', 'bad.json')).message, /the whole file: it is not JSON/)
  await t.rejects(ReplayPlatform.load([join(t.testdir(), 'none.json')]), {
    name: 'invalid_params',
    message: 'The recording none.json cannot be read: there is no such file.',
  })
})

function nested(depth: number): RecordedElement {
  let inner: RecordedElement = { key: depth, role: 'AXGroup' }
  for (let key = depth - 1; key > 0; key--) inner = { key, role: 'AXGroup', children: [inner] }
  return inner
}

t.test('a recording that is written is read back the same, without the texts of secure fields', async (t) => {
  const patch = { rows: [{ key: 12, value: canary, attributes: { text: canary, min: '1' } }], removed: [3] }
  const written = writeRecording({
    ...scene,
    steps: [...scene.steps!, { key: 12, action: 'type', keys: canary, patch }],
  })
  t.notMatch(written, canary)
  const read = readRecording(written, 'scene.json')
  t.equal(writeRecording(read), written)
  t.same([...elementsOf(read.root)].length, [...elementsOf(scene.root)].length)
  t.match(read.steps?.at(-1), {
    keys: '[redacted]',
    patch: { rows: [{ value: '[redacted]', attributes: { min: '1' } }] },
  })
  t.notMatch(JSON.stringify(readRecording(JSON.stringify(scene), 'scene.json')), canary)
})

t.test('simple controls work where nothing was recorded', async (t) => {
  const player = await Player.of(t, await playing(t, scene))
  const has = (title: string, flag: string) => {
    const words = snapshotOf(player.warm, title).states ?? []
    return words.includes(flag)
  }
  await player.click('Check')
  t.ok(has('Check', 'checked'))
  t.match(await player.act(named('Check'), { action: 'toggle', value: 'on' }), { noop: true })
  await player.click('Two')
  t.ok(has('Two', 'checked'))
  t.notOk(has('One', 'checked'), 'the other one of the group is off')
  t.match(await player.act(named('Two'), { action: 'click' }), { noop: true })
  await player.act(named('More'), { action: 'expand' })
  await player.fresh()
  t.ok(has('More', 'expanded'))
  t.match(await player.act(named('More'), { action: 'expand' }), { noop: true })
  await player.act(named('Level'), { action: 'increment' })
  t.match(await player.act(named('Level'), { action: 'increment' }), { noop: true }, 'it stays within its bounds')
  await t.rejects(player.act(named('Level'), { action: 'set_value', value: 'high' }), {
    name: 'invalid_params',
    message: '"high" is not a number from 0 to 3.',
  })
  await t.rejects(player.act(named('Unit'), { action: 'select', value: 'km' }), {
    name: 'not_found',
    hint: /There are: "m", "cm"\./,
  })
})

t.test('what comes later in the tree lies above, what is hidden is not there', async (t) => {
  const player = await Player.of(t, await playing(t, scene))
  const titleAt = async (x: number, y: number) => {
    const key = await player.warm.source.at(x, y, false, signal)
    return key === undefined ? undefined : player.warm.tree.node(key)?.title
  }
  const { x, y } = place(7)
  t.equal(await titleAt(x + 1, y + 1), 'Off')
  t.equal(await titleAt(x + 1, place(8).y + 1), 'Main', 'below what is hidden')
  t.equal(await titleAt(20, 20), 'Main')
  await player.click('Dialog')
  t.equal(await titleAt(20, 20), 'Ask')
  t.equal(await titleAt(-1, 20), undefined)
})

t.test('what was not recorded is refused, with what was', async (t) => {
  const player = await Player.of(t, await playing(t, scene))
  const { refused } = await player.act(named('Count'), { action: 'double_click' })
  t.match(
    refused,
    /^The recording has no such step \(double_click on button "Count"\)\. Recorded from here: click button "Count", /,
  )
  t.notMatch(refused, 'OK', 'steps of what is not there are not named')
  const { steps: _, ...silent } = scene
  const still = await Player.of(t, await playing(t, silent))
  t.match((await still.act(named('Count'), { action: 'click' })).refused, /nor any other from here/)
})

t.test('several recordings, and tabs among them', async (t) => {
  const tab: Recording = { ...scene, target: { kind: 'tab', id: 't1', name: 'A page', url: 'https://example.com/' } }
  const platform = new ReplayPlatform([scene, tab, scene])
  t.teardown(() => platform.close())
  t.match(await platform.targets(signal), [
    { kind: 'application', id: 'replay.org.example.scene', aliases: ['org.example.scene'], focused: true },
    { kind: 'tab', id: 'replay.t1', url: 'https://example.com/', app: 'replay' },
    { kind: 'application', id: 'replay.org.example.scene-2' },
  ])
  t.match(new ReplayPlatform([]).status(), { available: false, reason: /no recording/, remedy: /--replay/ })
})

t.test('what was recorded plays as it happened', async (t) => {
  const player = await Player.of(t, await playing(t, scene))
  const recorder = new Recorder()
  const { warm } = player
  const noted = async (find: Find, act: Act) => {
    await player.fresh()
    const before = warm.tree.revision
    const { key } = player.find(find)
    await player.act(find, act)
    await player.fresh()
    recorder.note(warm, key, act, before)
  }
  await noted(named('Count'), { action: 'click' })
  t.equal(recorder.stop(warm.target.id), undefined, 'nothing was recorded before the start')
  recorder.start(warm)
  player.play({ rows: [{ key: 15, append: [{ key: 50, role: 'AXStaticText', value: 'before all' }] }] })
  await noted(named('Count'), { action: 'click' })
  player.play({ rows: [{ key: 15, append: [button(51, 'By itself')] }] })
  await noted(named('By itself'), { action: 'focus' })
  await noted(named('Secret'), { action: 'set_value', value: `${canary}-4` })
  await noted(named('Dialog'), { action: 'click' })
  await noted(named('OK'), { action: 'click' })
  player.play({
    root: {
      key: 1,
      role: 'AXApplication',
      title: 'New',
      children: [button(3, 'Fresh', { states: [...press, 'checkable'] })],
    },
  })
  await noted(named('Fresh'), { action: 'toggle' })
  t.same(recorder.targets, [warm.target.id])
  const recording = recorder.stop(warm.target.id)!
  const json = writeRecording(recording)
  t.notMatch(json, canary)

  const again = await Player.of(t, new ReplayPlatform([readRecording(json, 'made.json')]))
  t.match(
    again.find((row) => row.value === 'before all'),
    { role: 'AXStaticText' },
    'what came before the first action is there at the start',
  )
  const watch = await again.attach(t)
  const appeared = async (find: Find) => {
    for (;;) {
      const change = new Promise((resolve) => watch.listen(resolve))
      await again.fresh()
      if ([...again.warm.tree.walk()].some(find)) return
      await inTime(change, 'the next change is told')
    }
  }
  await again.click('Count')
  t.equal(again.find((row) => row.identifier === 'count').value, '0')
  await appeared(named('By itself'))
  t.equal((await again.act(named('By itself'), { action: 'focus' })).refused, undefined)
  t.equal((await again.act(named('Secret'), { action: 'set_value', value: 'anything' })).refused, undefined)
  await again.click('Dialog', 'OK')
  await appeared(named('Fresh'))
  await again.act(named('Fresh'), { action: 'toggle' })
  await again.fresh()
  const plain = (warm: Warm) => JSON.stringify(snapshot(warm).root)
  t.equal(plain(again.warm), plain(warm), 'both end in the same tree')
})

function snapshotOf(warm: Warm, title: string): RecordedElement {
  for (const [element] of elementsOf(snapshot(warm).root)) if (element.title === title) return element
  throw new Error(`no ${title}`)
}

t.test('a step can be played wherever all that it changes is as it was', async (t) => {
  const text = (key: number, value: string) => ({ key, role: 'AXStaticText', value })
  const becomes = (key: number, was: string, value: string) => ({
    was: [{ key, value: was }],
    patch: { rows: [{ key, value }] },
  })
  const player = await Player.of(
    t,
    await playing(t, {
      ...scene,
      root: {
        key: 1,
        role: 'AXApplication',
        children: [button(2, 'Add'), text(3, 'none'), button(4, 'Turn'), text(5, 'up')],
      },
      steps: [
        { in: 0, key: 2, action: 'click', to: 1, ...becomes(3, 'none', 'one') },
        { in: 1, key: 2, action: 'click', to: 2, ...becomes(3, 'one', 'two') },
        { in: 2, key: 4, action: 'click', to: 3, ...becomes(5, 'up', 'down') },
      ],
    }),
  )
  const shown = () => Array.from(player.warm.tree.walk(), ({ value }) => value).filter((value) => value !== undefined)
  await player.click('Turn')
  t.same(shown(), ['none', 'down'])
  await player.click('Add', 'Add')
  t.same(shown(), ['two', 'down'])
  t.match((await player.act(named('Turn'), { action: 'click' })).refused, /nor any other from here/)
  t.match((await player.act(named('Add'), { action: 'click' })).refused, /nor any other from here/)
})
