/** What names an element: tables of what it may be called, and what of that its name is. */
import t from 'tap'
import { type Candidate, type Named, nameAmong, type Source, whyNot } from '../../daemon/platform/naming/candidates.ts'

const candidate = (source: Source, text: string): Candidate => ({ text, from: source })

t.test('what speaks against a text', async (t) => {
  const cases: readonly (readonly [source: Source, text: string, named: Named, reason: RegExp | undefined])[] = [
    ['author', 'Save', {}, undefined],
    ['value', 'Two', {}, /holds/],
    ['contents', 'Save now', {}, undefined],
    ['contents', 'Name Save Cancel', { isGroup: true }, /others/],
    ['author', 'Address', { isGroup: true }, undefined],
    ['author', 'Effects', { group: 'Effects' }, /group around/],
    ['author', 'Blur', { group: 'Effects' }, undefined],
    ['label', 'Effects', { group: 'Effects' }, undefined],
    ['author', 'GtkMenuButton', { byClass: true }, /toolkit/],
    ['author', 'Gjs_SidebarRow', { byClass: true }, /script/],
    ['author', 'GtkMenuButton', {}, undefined],
    ['author', 'HistoryView', { byClass: true, parts: [''] }, /application/],
    ['author', 'SettingsButton', { byClass: true, parts: [''] }, /application/],
    ['author', 'MapPoint', { byClass: true, isGroup: true }, /application/],
    ['author', 'OpenStreetMap', { byClass: true, parts: ['OpenStreetMap'] }, undefined],
    ['author', 'DateChooserDay', { byClass: true, parts: ['7'] }, /application/],
    ['label', 'Size', { isOffLine: true }, /another line/],
    ['beside', 'This cannot be undone. All files are lost.', {}, /prose/],
    ['beside', 'Approx. Value', {}, undefined],
    ['label', 'I have read it. I agree.', {}, undefined],
    ['beside', 'Your name', { says: (text) => text === 'Your name' }, /already/],
  ]
  for (const [source, text, named, reason] of cases)
    if (reason === undefined) t.equal(whyNot(candidate(source, text), named), undefined, `${source} “${text}”`)
    else t.match(whyNot(candidate(source, text), named), reason, `${source} “${text}”`)
})

t.test('the first that nothing speaks against is the name, and no other is looked for', async (t) => {
  const asked: Source[] = []
  function* candidates(): Iterable<Candidate | undefined> {
    for (const source of ['value', 'label', 'tooltip', 'beside'] as const) {
      asked.push(source)
      yield source === 'label' ? undefined : candidate(source, `by ${source}`)
    }
  }
  t.same(nameAmong(candidates()), candidate('tooltip', 'by tooltip'))
  t.same(asked, ['value', 'label', 'tooltip'])
  t.equal(nameAmong([]), undefined)
})
