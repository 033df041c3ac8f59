/** LibreOffice Calc, which makes its cells anew at every change: they keep their ids all the same. */
import t from 'tap'
import { desktopOrSkip, startDesktop } from '../../fixtures/desktop/desktop.ts'
import { openDesktopWorld } from '../../fixtures/desktop/world.ts'
import { largeApplications } from '../../fixtures/find-desktop.mjs'

const bundleId = 'org.libreoffice'
const skip = largeApplications.includes('localc') ? false : 'in npm run test:desktop-full'

t.test('a spreadsheet', { skip }, async (t) => {
  if (!desktopOrSkip(t, ['localc'])) return
  const desktop = await startDesktop(t, ['localc'])
  const { settled, call } = openDesktopWorld(t, desktop.env)
  const cell = async (title: string) => {
    const outline = await settled(bundleId, { filter: { role: 'cell', titleContains: title }, format: 'list' })
    const line = outline.split('\n').find((one) => new RegExp(`cell: ${title}( |$)`).test(one))
    const [, id = '', rest = ''] = /^\[(\d+)\] cell: (.*)$/.exec(line ?? '') ?? []
    return { id, rest }
  }
  const outlineOf = async (params: object) => {
    const answer = await call('interact', { format: 'outline', ...params })
    return String('outline' in answer ? answer.outline : '')
  }
  const { id } = await cell('C7')
  t.match(id, /^\d+$/)
  await t.test('typed into, the cell and its neighbours are the ones that they were', async (t) => {
    const other = await cell('D8')
    await outlineOf({ elementId: id, action: 'type', value: '14' })
    const left = await outlineOf({ elementId: id, action: 'key', keys: 'Return' })
    t.match(left, new RegExp(`~ \\[${id}\\] cell: C7 ="" → =14`))
    t.equal((await cell('C7')).id, id)
    t.equal((await cell('D8')).id, other.id)
    t.notMatch(left, /toolbar: (Properties|Styles)/, 'what was made anew around it is not told as new')
  })
  await t.test('a pressed cell is the one that keys go to, and no other', async (t) => {
    const to = await cell('B4')
    await outlineOf({ elementId: to.id, action: 'click' })
    t.match((await cell('B4')).rest, /focused/)
    t.notMatch((await cell('C7')).rest, /selected/)
    await outlineOf({ action: 'key', keys: '9 Return', find: { scope: 'focused', filter: { role: 'window' } } })
    t.match((await cell('B4')).rest, /^B4 =9/)
  })
  await t.test('of two cells that look alike, each is itself', async (t) => {
    const [first, second] = [await cell('E2'), await cell('E3')]
    t.not(first.id, second.id)
    await outlineOf({ elementId: second.id, action: 'type', value: 'tea' })
    await outlineOf({ elementId: second.id, action: 'key', keys: 'Return' })
    t.match(await cell('E3'), { id: second.id, rest: /=tea/ })
    t.match(await cell('E2'), { id: first.id, rest: /^E2/ })
    t.notMatch((await cell('E2')).rest, /tea/)
  })
})
