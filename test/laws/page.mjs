/** Writes docs/laws.md, from what the laws told of themselves in one run. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'

const head = `# The laws

What the program says is so, also on pages and applications that it has never seen. Each law is tried with random acts,
and held against what something else knows: the page itself, a second client of the browser, another program of the
desktop, a new reading. A short form of each runs in \`npm test\`; this page is written by

    npm run laws -- --minutes 5

which tries each for that long, and all that it finds: the packages that it installs, the applications that are there.
`

/** When and where, as both pages say it. */
export function whenAndWhere() {
  const [processor] = cpus()
  const machine = `${cpus().length} × ${processor?.model ?? 'unknown processor'}, ${Math.round(totalmem() / 2 ** 30)} GiB`
  return `${new Date().toISOString().slice(0, 10)}, ${process.platform} ${process.arch}, ${machine}, Node ${process.version}, load ${loadavg()[0].toFixed(1)} at the end`
}

/** What was told, read and removed. */
export function toldIn(file) {
  const tried = existsSync(file)
    ? readFileSync(file, 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line))
    : []
  rmSync(file, { force: true })
  return tried
}

/** Answers how many laws did not hold. */
export function writeLaws(file, told, minutes) {
  const tried = toldIn(told)
  const byLaw = new Map()
  for (const one of tried) byLaw.set(one.law, [...(byLaw.get(one.law) ?? []), one])
  const rows = [...byLaw]
    .sort(([a], [b]) => a.localeCompare(b))
    .flatMap(([law, list]) => [
      ...['', `## ${law}`, '', '| tried on | cases | did not hold | known, and not mended yet |', '|---|---|---|---|'],
      ...list.map(
        ({ on, cases, wrong, notYet = '' }) => `| ${on} | ${cases.toLocaleString('en')} | ${wrong} | ${notYet} |`,
      ),
    ])
  const all = [...byLaw.values()].flat().reduce((sum, { cases }) => sum + cases, 0)
  const how = minutes === 0 ? 'was the short form' : `tried each for ${minutes} min`
  const summary = `\nThe last run ${how}: ${all.toLocaleString('en')} cases (${whenAndWhere()}).`
  writeFileSync(file, `${head}${summary}\n${rows.join('\n')}\n`)
  return tried.filter(({ wrong, notYet }) => wrong > 0 && notYet === undefined).length
}
