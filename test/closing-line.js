/**
 * A tap reporter: a line a test file, how many cases its properties were checked with, the whole story of what failed,
 * each skipped test with its reason, and `N passed, N failed, N skipped` as the last line. Where `IX_FAILED_FILES`
 * names a file, it writes there which test files failed, by JSON: `{path: {passed, failed}}`.
 *
 * It counts single assertions itself: tap's own totals leave out a file that was killed or bailed out. A test that
 * failed without a failed assertion in it counts as one failure, and so does a file that never reported.
 */
import { writeFileSync } from 'node:fs'
import { Transform } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'

const indentOf = (line) => line.length - line.trimStart().length
const unescaped = (text) => text.replace(/\\([#\\])/g, '$1')
const pointPattern = /^(not ok|ok)(?: \d+)?(?: - )?(.*?)(?: # time=[\d.]+m?s)?$/
const directivePattern = /^(.*?)(?:^|\s)(?<!\\)# ?(SKIP|TODO)\b\s*(.*)$/i

export default class ClosingLine extends Transform {
  #decoder = new StringDecoder('utf8')
  #rest = ''
  #passed = 0
  #failed = 0
  #skips = []
  /** Subtests that wait for their test point, by level. */
  #open = []
  #yamlIndent = -1
  /** Which lines of the diagnostics at hand are worth printing. */
  #yamlKept = 'none'
  /**
   * tap tells a file's time-out once more at its end, under the last file that was open, if any: this one. The
   * diagnostics name the file that it was.
   */
  #suspect
  /** Lines of the file at hand that are printed only if it fails. */
  #held = []
  /** How many cases the properties of the file at hand were checked with. */
  #cases = []
  #planned = 0
  #seen = 0
  /** By path, what was counted of each test file that failed. */
  #failedFiles = {}
  #bailed = false

  _transform(chunk, _encoding, done) {
    const lines = (this.#rest + this.#decoder.write(chunk)).split('\n')
    this.#rest = lines.pop()
    for (const line of lines) this.#line(line)
    done()
  }

  _flush(done) {
    if (this.#rest !== '') this.#line(this.#rest)
    while (this.#open.length > 0) this.#open.pop()
    this.#print(this.#held)
    const lost = Math.max(0, this.#planned - this.#seen)
    if (lost > 0) this.#print([`not ok: ${lost} test file(s) never reported`])
    const { IX_FAILED_FILES: failedFiles } = process.env
    if (failedFiles) writeFileSync(failedFiles, JSON.stringify(this.#failedFiles))
    const checks = (process.env.IX_FAILED_CHECKS ?? '').split(',').filter(Boolean)
    const ran = this.#passed + this.#failed + this.#skips.length > 0
    const nothing = !ran && lost === 0 && !this.#bailed ? 1 : 0
    if (nothing > 0) this.#print(['not ok: no test ran'])
    this.#failed += Math.max(lost, this.#bailed ? 1 : 0) + nothing + checks.length
    const list = this.#skips.map(({ path, reason }) => `skipped: ${path}${reason === '' ? '' : ` (${reason})`}`)
    this.#print([...list, ...checks.map((name) => `failed: ${name}`)])
    this.push(`${this.#passed} passed, ${this.#failed} failed, ${this.#skips.length} skipped\n`)
    done()
  }

  #print(lines) {
    for (const line of lines) this.push(`${line}\n`)
  }

  #line(line) {
    const indent = indentOf(line)
    const text = line.slice(indent)
    if (this.#yamlIndent >= 0) {
      this.#yaml(line, text)
      if (indent === this.#yamlIndent && text === '...') this.#yamlIndent = -1
    } else if (text === '---' && indent % 4 === 2) {
      this.#yamlIndent = indent
      this.#yaml(line, text)
    } else if (indent % 4 === 0 && /^(not )?ok\b/.test(text)) {
      this.#point(line, indent / 4, text)
    } else if (indent % 4 === 0 && text.startsWith('# Subtest: ')) {
      this.#start(line, indent / 4, unescaped(text.slice('# Subtest: '.length)))
    } else {
      this.#other(line, indent, text)
    }
  }

  #yaml(line, text) {
    if (this.#yamlKept === 'all') this.#held.push(line)
    else if (this.#yamlKept === 'end' && /^(exitCode|signal|expired): (?!null)/.test(text)) this.#print([line])
    const [, name] = /^expired: (.+)/.exec(text) ?? []
    if (this.#suspect === undefined || name === undefined) return
    const { passed, failed } = this.#suspect.name === name ? this.#suspect : { passed: 0, failed: 0 }
    this.#suspect = undefined
    if (name in this.#failedFiles) return
    if (failed === 0) this.#failed += 1
    this.#failedFiles[name] = { passed, failed: Math.max(1, failed) }
  }

  #start(line, level, name) {
    this.#open.length = Math.min(this.#open.length, level)
    this.#open[level] = { name, line, shown: false, passed: 0, failed: 0, skipped: 0 }
  }

  #point(line, level, text) {
    const [, verdict, rest] = pointPattern.exec(text)
    const directive = directivePattern.exec(rest)
    const name = unescaped(directive === null ? rest : directive[1])
    const subtest = this.#open[level]
    this.#open.length = Math.min(this.#open.length, level)
    const inner = subtest === undefined ? 0 : subtest.passed + subtest.failed + subtest.skipped
    if (directive !== null && inner === 0) {
      const note = directive[2].toUpperCase() === 'TODO' ? `todo ${directive[3]}`.trim() : unescaped(directive[3])
      const above = this.#open.filter(Boolean).map((one) => one.name)
      this.#count('skipped', 1)
      this.#skips.push({ path: [...above, name].join(' > '), reason: note })
    } else if (verdict === 'not ok' && directive === null) {
      if (level === 0 && name === 'timeout!') this.#suspect = subtest ?? {}
      else if ((subtest?.failed ?? 0) === 0) this.#count('failed', 1)
    } else if (subtest === undefined) {
      this.#count('passed', 1)
    }
    if (subtest !== undefined) for (const key of ['passed', 'failed', 'skipped']) this.#carry(key, subtest[key])
    const bad = verdict === 'not ok' && directive === null
    const how = level === 0 ? 'end' : (subtest?.failed ?? 0) > 0 ? 'none' : 'all'
    this.#yamlKept = bad ? how : 'none'
    if (bad) this.#hold(line)
    if (level === 0) this.#fileEnds(bad, name, subtest, line)
  }

  /** A new result, for the totals and for the test that it is in. */
  #count(key, by) {
    if (key === 'passed') this.#passed += by
    if (key === 'failed') this.#failed += by
    this.#carry(key, by)
  }

  #carry(key, by) {
    const parent = this.#open.at(-1)
    if (parent) parent[key] += by
  }

  #fileEnds(bad, name, subtest, line) {
    this.#seen += 1
    if (bad) {
      this.#print(this.#held)
      if (name !== 'timeout!') this.#failedFiles[name] = { passed: subtest?.passed ?? 0, failed: subtest?.failed || 1 }
    } else {
      const time = /# time=([\d.]+)ms/.exec(line)?.[1]
      const took = time === undefined ? '' : ` (${(Number(time) / 1000).toFixed(1)} s)`
      this.push(`ok ${name}: ${subtest?.passed ?? 0} passed${took}\n`)
      this.#print(this.#cases.map((line) => `   ${line}`))
    }
    this.#held = []
    this.#cases = []
  }

  /** Keeps a line for the story of a failing file, under the headers of the tests that it is in. */
  #hold(line) {
    for (const one of this.#open) {
      if (one === undefined || one.shown) continue
      one.shown = true
      this.#held.push(one.line)
    }
    this.#held.push(line)
  }

  #other(line, indent, text) {
    if (text.startsWith('Bail out!') && !this.#bailed) {
      this.#bailed = true
      this.#print([text])
    }
    if (text === '' || text.startsWith('# time=') || text.startsWith('Bail out!')) return
    const plan = /^1\.\.(\d+)/.exec(text)
    if (plan !== null && indent % 4 === 0) {
      if (indent === 0) this.#planned = Number(plan[1])
      return
    }
    if (/^# \d+ cases: /.test(text)) this.#cases.push(text.slice(2))
    if (indent === 0 && /^(TAP version|pragma|# (No coverage|\{ ))/.test(text)) return
    this.#hold(line)
  }
}
