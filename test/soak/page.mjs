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
file of the suite that is named was run again and again; its cases are assertions.
`

/** Answers how many trials did not hold. */
export function writeSoak(file, told, minutes) {
  const tried = toldIn(told)
  const sections = Object.entries(rows).flatMap(([name, { title, not }]) => {
    const own = tried.filter(({ law }) => law === name)
    const lines = own.map(({ on, cases, wrong }) => {
      const what = wrong > 0 ? `**${wrong} did not hold**` : cases === 0 ? 'not tried: nothing to try it on' : 'held'
      return `| ${on} | ${cases.toLocaleString('en')} | ${what} |`
    })
    if (not !== undefined) lines.push(`| not tried here: ${not} | 0 | |`)
    else if (lines.length === 0) lines.push('| not tried in this run | 0 | |')
    return ['', `## ${name} ${title}`, '', '| what was tried | cases | what came of it |', '|---|---|---|', ...lines]
  })
  const wrong = tried.filter((one) => one.wrong > 0)
  const cases = tried.reduce((sum, one) => sum + one.cases, 0)
  const rowsTried = new Set(tried.filter((one) => one.cases > 0).map(({ law }) => law)).size
  const outcome = wrong.length === 0 ? 'all held' : `${wrong.length} did not hold`
  const summary = `\nThe last run took ${minutes} min: ${cases.toLocaleString('en')} cases in ${rowsTried} of ${Object.keys(rows).length} rows; ${outcome} (${whenAndWhere()}).`
  writeFileSync(file, `${head}${summary}\n${sections.join('\n')}\n`)
  return wrong.length
}
