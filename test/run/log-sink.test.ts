import { closeSync, openSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { openLog } from '../../daemon/run/log.ts'
import { LogSink } from '../../daemon/run/log-sink.ts'
import { until } from '../fixtures/until.ts'

t.test('a log file stays below its bound, and ends with what was written last', async (t) => {
  const file = join(t.testdir(), 'log')
  const fd = openSync(file, 'a')
  t.teardown(() => closeSync(fd))
  const most = 10_000
  const sink = new LogSink(fd, most)
  for (let line = 0; line < 2000; line++) {
    sink.write(`line ${line} of a long log\n`)
    if (line % 20 === 0) await until(() => sink.drained(1000), 'what is held is written')
    if (line % 100 === 0) t.ok(statSync(file).size <= most)
  }
  await until(() => sink.drained(1000), 'the rest is written')
  t.match(readFileSync(file, 'utf8'), /line 1999 of a long log\n$/)
  t.ok(statSync(file).size <= most)
})

t.test('a file that a shell opened by 2> is bounded too, and has no holes', async (t) => {
  for (const flags of ['w', 'a']) {
    const file = join(t.testdir(), 'log')
    const fd = openSync(file, flags)
    t.teardown(() => closeSync(fd))
    const log = openLog('info', { fd })
    const text = 'x'.repeat(10_000)
    let largest = 0
    for (let line = 0; line < 1200; line++) {
      log.info({ line, text }, 'said')
      if (line % 20 === 0) await until(() => log.close(), 'what is held is written')
      largest = Math.max(largest, statSync(file).size)
    }
    await until(() => log.close(), 'the rest is written')
    t.ok(largest > 4 * 1024 * 1024 && largest <= 5 * 1024 * 1024, `${flags}: ${largest} bytes`)
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
    t.same([log.dropped, lines.map((line) => JSON.parse(line).line).at(-1)], [0, 1199])
    t.equal(lines.length, 1200 - JSON.parse(lines[0]!).line, 'nothing is missing between the first and the last')
  }
})
