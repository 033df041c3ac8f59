/** Which turns of a law are tried, and that each can be tried again by its number. */
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import t from 'tap'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The turns of a law of 100, and the first number that is drawn in each, in a process with these settings. */
function tried(env: NodeJS.ProcessEnv, whole = 100, most?: number): readonly (readonly [number, number])[] {
  const script = `
    import { turns } from './test/laws/law.ts'
    import { random } from './test/fixtures/random.ts'
    const dice = random()
    const all = []
    for (const turn of turns({ name: 'no law' }, ${whole}, dice, ${most})) all.push([turn, dice.below(1e9)])
    console.log(JSON.stringify(all))`
  const { IX_LAW_MINUTES: _, IX_LAW_TURNS: __, IX_SEED: ___, ...others } = process.env
  const args = ['--import', './test/loader.mjs', '--input-type=module', '-e', script]
  return JSON.parse(execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8', env: { ...others, ...env } }))
}

t.test('a few turns are spread over all, and draw what they draw among all', async (t) => {
  const few = tried({})
  const all = tried({ IX_LAW_TURNS: 'all' })
  t.same(
    all.map(([turn]) => turn),
    Array.from({ length: 100 }, (_, at) => at),
  )
  t.ok(few.length >= 6 && few.length <= 10, `${few.length} turns`)
  t.ok(few.at(-1)![0] > 80, 'the end is tried, too')
  t.same(
    few,
    few.map(([turn]) => all[turn]),
  )
  t.equal(new Set(all.map(([, drawn]) => drawn)).size, 100, 'no two turns draw the same')
  t.same(
    tried({}, 6).map(([turn]) => turn),
    [0, 1, 2, 3, 4, 5],
    'of a short law all are tried',
  )
  t.same(
    tried({}, 12, 6).map(([turn]) => turn),
    [0, 2, 4, 6, 8, 10],
    'and of a slow one as few as it says',
  )
})

t.test('single turns are tried by their numbers, with other seeds they are others', async (t) => {
  const all = tried({ IX_LAW_TURNS: 'all' })
  t.same(tried({ IX_LAW_TURNS: '93,7' }), [all[93], all[7]])
  t.notSame(tried({ IX_LAW_TURNS: '93', IX_SEED: '8' }), [all[93]])
})
