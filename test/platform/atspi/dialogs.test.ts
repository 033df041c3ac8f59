/** LibreOffice opens and shuts dialogs while it is explored, and lives. */
import t, { type Test } from 'tap'
import { callCountsOf } from '../../fixtures/desktop/bus-calls.ts'
import { desktopOrSkip, startDesktop } from '../../fixtures/desktop/desktop.ts'
import { openDesktopWorld } from '../../fixtures/desktop/world.ts'
import { largeApplications } from '../../fixtures/find-desktop.mjs'

// A round takes some seconds, and on a busy machine ten times as long.
t.setTimeout(7_200_000)

const rounds = 50
/** For one condition: under load a reading takes seconds. */
const patience = 120_000

interface Watched {
  readonly program: 'lowriter' | 'localc'
  /** Title of its main window, and the entries that open a dialog each, with the dialog's title. */
  readonly main: string
  readonly dialogs: { readonly [path: string]: string }
}

const watched: readonly Watched[] = [
  {
    program: 'lowriter',
    main: 'LibreOffice Writer',
    dialogs: { 'Format > Paragraph': 'Paragraph', 'Table > Insert Table': 'Insert Table' },
  },
  {
    program: 'localc',
    main: 'LibreOffice Calc',
    dialogs: { 'Format > Cells': 'Format Cells', 'Insert > Function': 'Function Wizard' },
  },
]

for (const one of watched) {
  const skip = largeApplications.includes(one.program) ? false : 'in npm run test:desktop-full'
  t.test(`${one.program}: ${rounds} rounds of dialogs under watch`, { skip }, async (t) => {
    if (desktopOrSkip(t)) await watch(t, one)
  })
}

async function watch(t: Test, { program, main, dialogs }: Watched): Promise<void> {
  const desktop = await startDesktop(t)
  const world = openDesktopWorld(t, desktop.env)
  const { pid } = await desktop.start(program)
  const app = { scope: 'application', bundleId: 'soffice' }
  const isAlive = () => {
    try {
      return process.kill(pid, 0)
    } catch {
      return false
    }
  }
  const isOpen = async (title: string) =>
    (await world.outline(app.bundleId, { filter: { role: 'window' } })).includes(`dialog: ${title}`)
  /** Until the dialog is open, or shut, or there is nobody to open one. */
  const until = (title: string, wanted: boolean) =>
    world.again(async () => {
      if (isAlive() && (await isOpen(title)) !== wanted) throw new Error(`${title} is ${wanted ? 'not ' : ''}open`)
    }, patience)
  const act = (title: string, action: object) =>
    world.call('interact', { find: { ...app, filter: { role: 'window', titleContains: title } }, ...action })
  let explored = 0
  /** It is explored while a dialog comes or goes: what may be too busy to answer must answer in the end. */
  const underWatch = async (work: () => Promise<unknown>) => {
    const explore = async (freshness: string) => {
      await world.outline(app.bundleId, { freshness }).then(
        () => explored++,
        () => {},
      )
    }
    await Promise.all([work(), explore('fresh'), explore('auto')])
  }
  const counts = await callCountsOf(async () => {
    await world.again(() => world.outline(app.bundleId), patience)
    for (let round = 0; round < rounds && isAlive(); round++) {
      if (round % 10 === 0) t.comment(`${round} of ${rounds} rounds`)
      for (const [path, title] of Object.entries(dialogs)) {
        await world.again(async () => {
          if (isAlive() && !(await isOpen(title))) await underWatch(() => act(main, { action: 'menu', path }))
        }, patience)
        await until(title, true)
        await world.again(async () => {
          if (isAlive() && (await isOpen(title))) await underWatch(() => act(title, { action: 'key', keys: 'Escape' }))
        }, patience)
        await until(title, false)
      }
    }
  })
  t.ok(isAlive(), 'it lives')
  const answer = await world.again(() => world.settled(app.bundleId, { freshness: 'fresh' }), patience)
  t.match(answer, new RegExp(main), 'and answers')
  t.ok(explored > 0, `it was explored ${explored} times meanwhile`)
  t.ok(counts.size > 0, `by ${[...counts.values()].reduce((sum, one) => sum + one, 0)} calls`)
  t.notOk(counts.has('GetItems'), 'of which none asked for the list of all')
}
