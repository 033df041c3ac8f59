import { closeSync, openSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
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
