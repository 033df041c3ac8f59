/** `confirmed` means that what an action was for has come about: on pages by chance, among what changes by itself. */
import t from 'tap'
import { Problem } from '../../daemon/problem.ts'
import { itWas } from '../fixtures/evidence/recording.ts'
import { random } from '../fixtures/random.ts'
import { orProblem } from '../fixtures/thrown.ts'
import { chromiumOrSkip } from '../fixtures/web/chromium.ts'
import { openShown } from '../fixtures/web/shown.ts'
import { flickering, pageOf, type Subject, subjectsOf } from './cause-pages.ts'
import { minutes, tell, turns } from './law.ts'

t.setTimeout(600_000 + 120_000 * minutes)
const subjectsOfPage = 6

/** What the page says of a subject. */
interface Look {
  readonly url: string
  readonly done: number
  readonly text: string
  /** What stands next to it. */
  readonly beside: string
  readonly isOn: boolean | null
  readonly menus: number
}

t.test('what is confirmed came of it', async (t) => {
  if (!chromiumOrSkip(t)) return
  const dice = random()
  t.comment(`seed ${dice.seed}`)
  const { tab, outside, call, show } = await openShown(t, { pages: { '/data': '{}' } })
  const wrong: string[] = []
  const missed: string[] = []
  const notYet: string[] = []
  const took: number[] = []
  let [cases, flickers, had, confirmed] = [0, 0, 0, 0]
  for (const _ of turns(t, 40, dice, 4)) {
    const subjects = subjectsOf(dice, subjectsOfPage)
    await show(pageOf(dice, subjects))
    for (const [at, subject] of subjects.entries()) {
      const { name, action, value, keys } = subject
      const look = () => outside.evaluate<Look>(`look('s${at}')`)
      const before = await look()
      const find = { scope: 'tab', tab, filter: { titleContains: name }, includeNonInteractable: true }
      const given = { ...(value !== undefined && { value }), ...(keys !== undefined && { keys }) }
      const begun = performance.now()
      const answer = await orProblem(call('interact', { find, action, ...given }))
      took.push(performance.now() - begun)
      const soon = await look()
      await outside.evaluate('rest()')
      const after = await look()
      await outside.evaluate('tidy()')
      if (answer instanceof Problem || answer.effect === 'noop' || answer.effect === 'refused') continue
      const isDone = cameAbout(subject, before, after)
      const isLate = isDone !== cameAbout(subject, before, soon)
      itWas(isLate ? undefined : isDone)
      const around = await outside.evaluate<string>('document.title')
      const isFlickering = flickering.test(around)
      if (isFlickering) flickers++
      else cases++
      const isConfirmed = answer.effect === 'confirmed'
      const what = `${action} ${value ?? ''} ${subject.how}, among ${around}: ${answer.why ?? JSON.stringify(answer.changed)}`
      if (isDone && !isLate) had++
      if (isDone && !isLate && isConfirmed) confirmed++
      if (isDone && !isLate && !isConfirmed) missed.push(what)
      const untrue = isFlickering ? notYet : wrong
      if (isConfirmed && isDone === false) untrue.push(`${what}; ${JSON.stringify([before, after])}`)
    }
  }
  for (const line of missed.slice(0, 40)) t.comment(line)
  t.comment(`${confirmed} of ${had} effects were confirmed`)
  const [mean, median] = [
    took.reduce((sum, ms) => sum + ms, 0) / took.length,
    took.sort((a, b) => a - b)[took.length >> 1],
  ]
  t.comment(`an act took ${mean.toFixed()} ms, the median ${median?.toFixed()} ms`)
  const law = '`confirmed` is said of what has come about, and of nothing else.'
  tell(t, { law, on: 'things by chance among what changes by itself', cases, wrong })
  tell(t, {
    law,
    on: 'things by chance among what comes and goes by itself',
    cases: flickers,
    wrong: notYet,
    ...(notYet.length > 0 && {
      notYet: 'an earlier press takes effect during a later one',
    }),
  })
})

/** Undefined if that is a matter of opinion. */
function cameAbout({ action, value = '', how }: Subject, was: Look, now: Look): boolean | undefined {
  const opened = now.menus > was.menus
  switch (action) {
    case 'show_menu':
      return opened
    case 'expand':
      return opened || now.isOn === true
    case 'toggle':
      return value === '' ? now.isOn !== was.isOn : now.isOn === true
    case 'select':
      return value === '' ? now.isOn === true : now.text === value
    case 'set_value':
      return isSame(now.text, value) ? true : plain(now.text) === plain(value) ? undefined : false
    case 'type':
      return (
        now.text.split(value).length > was.text.split(value).length ||
        (value !== '' && now.beside.includes(value) && !was.beside.includes(value)) ||
        (plain(now.text).includes(plain(value)) ? undefined : false)
      )
    case 'increment':
    case 'decrement':
      return (Number(now.text) - Number(was.text)) * (action === 'increment' ? 1 : -1) > 0
    default:
      return (
        now.done > was.done ||
        now.url !== was.url ||
        opened ||
        now.isOn !== was.isOn ||
        now.menus < was.menus ||
        (how.startsWith('a part with') ? undefined : false)
      )
  }
}

function isSame(text: string, value: string): boolean {
  return text === value || (text !== '' && value !== '' && Number(text) === Number(value))
}

function plain(text: string): string {
  return text.replace(/[\s,]+/g, '').toLowerCase()
}
