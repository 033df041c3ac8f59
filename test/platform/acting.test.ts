/** What all platforms share about acting: names, words for on and off, numbers, waiting, what a request needs. */
import t from 'tap'
import { actionWords } from '../../api-schema/methods/interact.ts'
import { menuSteps, pick } from '../../daemon/platform/acting/choosing.ts'
import { numberWithin } from '../../daemon/platform/acting/numbers.ts'
import { until } from '../../daemon/platform/acting/polling.ts'
import { checkRequest, needs } from '../../daemon/platform/acting/requests.ts'
import { type Switch, toggle } from '../../daemon/platform/acting/toggling.ts'
import { settingOf } from '../../daemon/platform/acting/value-words.ts'
import type { Problem } from '../../daemon/problem.ts'
import { thrownBy } from '../fixtures/thrown.ts'

const { signal } = new AbortController()

interface Entry {
  readonly names: readonly string[]
  readonly off?: boolean
}

function chosen(entries: readonly (string | Entry)[], asked: string): string {
  const list = entries.map((entry) => (typeof entry === 'string' ? { names: [entry] } : entry))
  const choices = { where: 'The menu', each: 'entry', names: ({ names }: Entry) => names } as const
  return pick<Entry>(list, asked, { ...choices, isDisabled: ({ off }) => off === true }).names[0]!
}

const caught = thrownBy<Problem>

t.test('one is picked by its name', async (t) => {
  const cases: readonly (readonly [entries: readonly (string | Entry)[], asked: string, chosen: string])[] = [
    [['Save As…', 'Save'], 'save', 'Save'],
    [['Save As…', 'Save'], 'SAVE AS', 'Save As…'],
    [['Save As…', 'Save'], 'save as...', 'Save As…'],
    [['Café', 'Tea'], 'cafe', 'Café'],
    [['_File', '&Edit'], 'file', '_File'],
    [['Red', 'red'], 'red', 'red'],
    [['Configure KCalc', 'Quit'], 'kcalc', 'Configure KCalc'],
    [['25 minutes', '5 minutes'], '5 minutes', '5 minutes'],
    [['25 minutes', '5 minutes'], '5', '5 minutes'],
    // A label goes before the value of another one.
    [[{ names: ['2', '1'] }, { names: ['3', '2'] }], '2', '2'],
    [[{ names: ['Apple', 'a'] }, 'Banana'], 'a', 'Apple'],
    [[{ names: ['Choose…', ''] }, 'Red'], '', 'Choose…'],
    [[{ names: ['Undo'], off: true }, 'Undo'], 'Undo', 'Undo'],
  ]
  for (const [entries, asked, name] of cases) t.equal(chosen(entries, asked), name, `${asked} of ${entries.length}`)
})

t.test('what is no name of one is told', async (t) => {
  t.match(
    caught(() => chosen(['Undo', 'Copy', 'Paste'], 'Coppy')),
    {
      name: 'not_found',
      message: 'The menu has no entry "Coppy".',
      hint: 'Did you mean "Copy"? There are: "Undo", "Copy", "Paste".',
      data: { near: ['Copy'] },
    },
  )
  const inner = caught(() => chosen(['Unlock', 'Lock screen now'], 'lo'))
  t.match(inner, { name: 'not_found' }, 'a part of a word is none')
  t.match(
    caught(() => chosen(['Delete Line', 'Delete Word'], 'delete')),
    { name: 'element_ambiguous', data: { candidates: ['Delete Line', 'Delete Word'] } },
  )
  t.match(
    caught(() => chosen([{ names: ['Redo'], off: true }], 'redo')),
    { name: 'element_changed', message: /"Redo" is disabled/, data: { reason: 'disabled' } },
  )
  t.match(
    caught(() => chosen([], 'x')),
    { name: 'not_found', hint: 'There are none.', data: { near: [] } },
  )
  const many = Array.from({ length: 40 }, (_, at) => `Entry ${at}`)
  t.match(caught(() => chosen(many, 'zzz')).hint, /"Entry 11" and 28 more\.$/)
})

t.test('paths, words, numbers', async (t) => {
  for (const path of ['File > Save As…', 'File→Save As…', ' File ›  Save As… >'])
    t.same(menuSteps(path), ['File', 'Save As…'])
  t.same(menuSteps('Input/Output'), ['Input/Output'])
  t.same(menuSteps('Mode > 2 Left -> Right'), ['Mode', '2 Left -> Right'], 'an arrow in a name')
  for (const word of ['on', 'TRUE', ' yes', '1', 'checked']) t.equal(settingOf(word), 'on', word)
  for (const word of ['off', 'False', 'no ', '0', 'unchecked']) t.equal(settingOf(word), 'off', word)
  t.equal(settingOf('Mixed'), 'mixed')
  for (const word of ['', 'banana', '2', 'onn']) t.equal(settingOf(word), undefined, word)
  const range = { least: 0, most: 10 }
  for (const [text, number] of [
    ['7', 7],
    [' 2.5 ', 2.5],
    ['2,5', 2.5],
    ['0', 0],
    ['1e1', 10],
  ] as const)
    t.equal(numberWithin(text, range), number, text)
  for (const text of ['', 'ten', '11', '-1', '1,000', 'Infinity', 'NaN'])
    t.match(
      caught(() => numberWithin(text, range)),
      { name: 'invalid_params', hint: 'Pass a number from 0 to 10.' },
      text,
    )
  t.equal(numberWithin('1e9', {}), 1e9)
  t.equal(caught(() => numberWithin('-1', { least: 0 })).hint, 'Pass a number from 0.')
  t.equal(caught(() => numberWithin('2', { most: 1 })).hint, 'Pass a number up to 1.')
})

t.test('what is mixed is pressed until it is as wanted', async (t) => {
  const cycle = ['mixed', 'on', 'off'] as const
  const switched = async (start: Switch['state'], value: string | undefined, isRadio = false) => {
    let at = cycle.indexOf(start)
    let presses = 0
    const press = async () => {
      presses++
      at++
      return { route: 'native' } as const
    }
    const { noop } = await toggle(value, { read: async () => ({ state: cycle[at % 3]!, isRadio }), press, signal })
    return noop ? 'noop' : `${cycle[at % 3]} ${presses}`
  }
  t.equal(await switched('mixed', 'off'), 'off 2')
  t.equal(await switched('mixed', 'on'), 'on 1')
  t.equal(await switched('mixed', 'mixed'), 'noop')
  t.equal(await switched('on', 'off'), 'off 1')
  t.equal(await switched('on', 'yes'), 'noop')
  t.equal(await switched('mixed', undefined), 'on 1')
  await t.rejects(switched('on', 'off', true), { name: 'unsupported_here', message: /radio button/ })
  await t.rejects(switched('on', 'mixed'), { name: 'unsupported_here' })
  const press = async () => ({ route: 'native' }) as const
  await t.rejects(toggle(undefined, { read: async () => undefined, press, signal }), { name: 'unsupported_here' })
})

t.test('waiting ends with the event, the time or the signal', async (t) => {
  let listener = () => {}
  let stopped = 0
  const subscribe = (one: () => void) => {
    listener = one
    return () => void stopped++
  }
  let looks = 0
  const forever = { ms: 3_600_000, everyMs: 3_600_000 }
  const found = until(async () => ++looks === 2 && 'found', { ...forever, signal, subscribe })
  while (looks === 0) await new Promise((done) => setImmediate(done))
  listener()
  t.equal(await found, 'found', 'looked at again when something was heard')
  t.equal(stopped, 1)

  let during = 0
  const look = async () => {
    if (++during === 1) listener()
    return during === 2
  }
  t.equal(await until(look, { ...forever, signal, subscribe }), true, 'what is heard while it looks is not lost')

  let last = 0
  t.equal(await until(async () => ++last === 0, { ms: 5, everyMs: 1, signal }), undefined)
  t.ok(last >= 2, 'looked at once more at the end')

  const leaving = new AbortController()
  const reason = new Error('left')
  const waiting = until(async () => false, { ...forever, signal: leaving.signal, subscribe })
  leaving.abort(reason)
  await t.rejects(waiting, reason)
  t.equal(stopped, 3)
  await t.rejects(
    until(async () => t.fail('asked in vain'), { ...forever, signal: leaving.signal }),
    reason,
  )
})

t.test('each action says what it needs, by an example that is right', async (t) => {
  for (const action of actionWords) {
    t.type(needs(action, 'enabled'), 'boolean')
    for (const request of [{ action }, { action, value: 'banana' }, { action, to: { x: 0 } }]) {
      const fault = (() => {
        try {
          return checkRequest(request)
        } catch (error) {
          return error as Problem
        }
      })()
      if (fault === undefined) continue
      t.match(fault, { name: 'invalid_params', message: new RegExp(`^params\\.\\w+: ${action} `) })
      const example = JSON.parse(fault.hint.replace('For example: interact ', ''))
      t.doesNotThrow(() => checkRequest(example), `${action}: ${fault.hint}`)
    }
  }
  t.match(
    caught(() => checkRequest({ action: 'resize', to: { x: 0, y: 5 } }, 'params.steps[2]')),
    { message: /^params\.steps\[2\]\.to: resize needs to/, data: { path: 'params.steps[2].to' } },
  )
  t.equal(needs('scroll', 'enabled'), false)
  t.equal(needs('click', 'enabled'), true)
})

t.test('waiting lets others have their turn, whatever happens while it looks', async (t) => {
  let isTurn = false
  setImmediate(() => {
    isTurn = true
  })
  let tell = () => {}
  let looks = 0
  const look = async () => {
    tell()
    return isTurn || ++looks > 1000
  }
  const subscribe = (listener: () => void) => {
    tell = listener
    return () => {}
  }
  await until(look, { ms: 60_000, signal, subscribe })
  t.ok(isTurn)
})
