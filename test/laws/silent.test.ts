/** Warm = cold where toolkits say little: what is kept and called settled is what the program shows. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { AtspiPlatform } from '../../daemon/platform/atspi/atspi.ts'
import { Warm } from '../../daemon/tree/warm/sync.ts'
import { isOutOfSight } from '../../daemon/view/select/visibility.ts'
import { desktopOrSkip, startDesktop, toolkitsOrSkip } from '../fixtures/desktop/desktop.ts'
import { python } from '../fixtures/find-desktop.mjs'
import { answerThat } from '../fixtures/until.ts'
import { minutes, settledLaw, tell, turns } from './law.ts'

const program = fileURLToPath(new URL('../fixtures/desktop/changing.py', import.meta.url))
/** A list that is read whole, and in GTK 3 one of which only the visible part can be. */
const windows: readonly (readonly [toolkit: string, rows: number])[] = [
  ['gtk3', 20],
  ['gtk3', 4000],
  ['gtk4', 20],
  ['qt5', 20],
  ['qt6', 20],
]
const rounds = 4
/** Longer lists than these turns make are read in part, which is said of them. */
const mostRounds = 200
const pages = 3
if (!desktopOrSkip(t, [python]) || !toolkitsOrSkip(t)) process.exit(0)

t.setTimeout(600_000 + 600_000 * minutes)
const signal = new AbortController().signal
const log = { info() {}, warn() {} }
const desktop = await startDesktop(t)
const platform = new AtspiPlatform({ log })
t.teardown(() => platform.close())

function textsOf(warm: Warm): string[] {
  return [...warm.tree.walk()].flatMap(({ title, value }) => [title, value].filter((text) => text !== undefined))
}

for (const [toolkit, rows] of windows) {
  t.test(`${toolkit}, ${rows} rows: nothing is old`, async (t) => {
    const started = await desktop.start(python, program, toolkit, String(rows))
    const target = (await platform.targets(signal)).find(({ pid }) => pid === started.pid)!
    const warm = new Warm(await platform.open(target, signal))
    const settled = async () => {
      const { settled } = await warm.freshen({ freshness: 'auto', signal, deadline: performance.now() + 30_000 })
      return settled ? textsOf(warm) : undefined
    }
    const told = async (name: 'SIGUSR1' | 'SIGUSR2' | 'SIGHUP', word: string) => {
      // Programs of the same name share their log.
      const before = readFileSync(started.program.log, 'utf8').length
      process.kill(started.pid, name)
      await answerThat(
        async () => readFileSync(started.program.log, 'utf8').slice(before),
        (said) => said.includes(word),
      )
    }
    await answerThat(settled, (texts) => texts !== undefined)
    const wrong: string[] = []
    let cases = 0
    for (const at of turns(t, rounds)) {
      const turn = at + 1
      if (turn > mostRounds) break
      await told('SIGUSR1', `turn ${turn}\n`)
      const texts = await answerThat(settled, (found) => found !== undefined)
      const shown = [`Title ${turn}`, `Tab ${turn}`, `Row 0 ${turn}`]
      // GTK 4.8 tells nothing of the cells of a tree view.
      if (toolkit !== 'gtk4') shown.push(`Cell ${turn}`, `Cell added ${turn}`)
      if (rows < 100) shown.push(`Added ${turn}`)
      if (toolkit.startsWith('qt'))
        shown.push(`Choice ${turn}`, `Other ${turn}`, `Option added ${turn}`, `Inner ${turn}`)
      const old = ['Title', 'Tab', 'Row 0', 'Cell', 'Choice', 'Other'].map((name) => `${name} ${turn - 1}`)
      wrong.push(...shown.filter((one) => !texts!.includes(one)).map((one) => `${one} is missing in turn ${turn}`))
      wrong.push(...old.filter((one) => texts!.includes(one)).map((one) => `${one} is old in turn ${turn}`))
      cases += shown.length
    }
    for (const at of toolkit === 'gtk3' ? turns(t, pages) : []) {
      await told('SIGHUP', `end ${at + 1}\n`)
      await answerThat(settled, (found) => found !== undefined)
      const parts = [...warm.tree.walk()].filter(({ title }) => title?.startsWith('Part'))
      const seen = parts.filter((node) => !isOutOfSight(warm, node)).map(({ title }) => title)
      const ends = ['Part 0', 'Part 11'].filter((one) => seen.includes(one)).join()
      if (ends !== ['Part 11', 'Part 0', 'Part 0,Part 11', 'Part 0'][at % 4])
        wrong.push(`${seen.join()} after scroll ${at + 1}`)
      cases++
    }
    if (rows < 100) {
      for (const at of turns(t, 3 * pages, undefined, 3 * pages)) {
        const page = at + 1 > pages ? at + 1 : (at + 1) % pages
        await told('SIGUSR2', `page ${at + 1}\n`)
        await answerThat(settled, (found) => found !== undefined)
        const deeds = [...warm.tree.walk()].filter(
          ({ role, title }) => (role === 'AXButton' || role === 'AXRow') && title?.startsWith('Deed'),
        )
        const names = new Set(deeds.filter((node) => !isOutOfSight(warm, node)).map(({ title }) => title))
        if (names.size !== 1 || !names.has(`Deed ${page}`)) wrong.push(`${[...names].join()} for page ${page}`)
        cases++
      }
    }
    tell(t, { law: settledLaw, on: `a window of ${toolkit} that changes by itself, ${rows} rows`, cases, wrong })
    await warm.close()
    await started.end()
  })
}
