/** A wait with a time limit ends, also where nobody but the wait knows of the limit. */
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import t from 'tap'
import { withTimeLimit } from '../daemon/time-limit.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

function endOf(signal: AbortSignal): Promise<string> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve((signal.reason as Error).name), { once: true })
    if (signal.aborted) resolve((signal.reason as Error).name)
  })
}

t.test('garbage collection does not lose the limit', async (t) => {
  const caller = new AbortController()
  const ends = Array.from({ length: 50 }, () => endOf(withTimeLimit(caller.signal, 200)))
  for (let round = 0; round < 3; round++) {
    await setTimeout(20)
    collect()
  }
  const over = new AbortController()
  const late = setTimeout(20_000, 'never', { signal: over.signal })
  late.catch(() => {})
  t.same(new Set(await Promise.all(ends.map((end) => Promise.race([end, late])))), new Set(['TimeoutError']))
  over.abort()
})

t.test("the caller's own end is passed on, also one that has been", async (t) => {
  const caller = new AbortController()
  const end = endOf(withTimeLimit(caller.signal, 60_000))
  caller.abort(Object.assign(new Error('left'), { name: 'Left' }))
  t.equal(await end, 'Left')
  t.equal(await endOf(withTimeLimit(caller.signal, 60_000)), 'Left')
})

t.test('no time limit of Node is joined to another signal', async (t) => {
  const joined = /AbortSignal\.any\(\[[^\]]*AbortSignal\.timeout/
  const files = readdirSync('daemon', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
  t.ok(files.length > 300)
  const found = files.filter((file) => joined.test(readFileSync(`daemon/${file}`, 'utf8').replace(/\/?\*.*/g, '')))
  t.same(found, [])
})
