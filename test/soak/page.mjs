/** Writes docs/soak.md, from what the trials told of themselves in one run. */
import { writeFileSync } from 'node:fs'
import { toldIn, whenAndWhere } from '../laws/page.mjs'
import { rows } from './rows.mjs'

const head = `# What it stands

Each attack, fault and invariant that the daemon is built against, tried by chance on a real daemon, with a real browser
and a desktop, against what something else knows: the page, the process table, a second client, the disk. Whatever fails
is a line of its own with the seed that repeats it (\`IX_SEED\`). A short form runs in \`npm test\`; this page is written by

    npm run soak -- --minutes 60

Rows begin with A for access, I for input, D for disclosure, L for faults, and N for what must hold whatever happens. A
file of the suite that is named was run as often as there was time; its cases are assertions. The time asked for includes
installing, building and ending; what was not reached in it is told as not tried.
`

function lateness({ part, overMs, last }) {
  return `; "${part}" was ${(overMs / 1000).toFixed(0)} s over its part, with: ${last}`
}

/** Answers how many trials did not hold. */
export function writeSoak(file, told, minutes) {
  const lines = toldIn(told)
  const tried = lines.filter(({ law }) => law !== undefined)
  const parts = lines.filter(({ part }) => part !== undefined)
  const sections = Object.entries(rows).flatMap(([name, { title, not }]) => {
    const own = tried.filter(({ law }) => law === name)
    const list = own.map(({ on, cases, wrong, untried = 'nothing to try it on' }) => {
      const what = wrong > 0 ? `**${wrong} did not hold**` : cases === 0 ? `not tried: ${untried}` : 'held'
      return `| ${on} | ${cases.toLocaleString('en')} | ${what} |`
    })
    if (not !== undefined) list.push(`| not tried here: ${not} | 0 | |`)
    else if (list.length === 0) list.push('| not tried in this run | 0 | |')
    return ['', `## ${name} ${title}`, '', '| what was tried | cases | what came of it |', '|---|---|---|', ...list]
  })
  const wrong = tried.filter((one) => one.wrong > 0)
  const cases = tried.reduce((sum, one) => sum + one.cases, 0)
  const rowsTried = new Set(tried.filter((one) => one.cases > 0).map(({ law }) => law)).size
  const outcome = wrong.length === 0 ? 'all held' : `${wrong.length} did not hold`
  const took = (performance.now() / 60_000).toFixed(1)
  const over = parts.filter(({ overMs }) => overMs > 1000)
  console.log(`took ${took} min of ${minutes}, installing and building included${over.map(lateness).join('')}`)
  const summary = `\nThe last run took ${took} min: ${cases.toLocaleString('en')} cases in ${rowsTried} of ${Object.keys(rows).length} rows; ${outcome} (${whenAndWhere()}).`
  writeFileSync(file, `${head}${summary}\n${sections.join('\n')}\n`)
  return wrong.length
}
