/** A process of the runner: gets one test file after another and runs each as one test of tap. */
import { readFileSync } from 'node:fs'
import t from 'tap'

/** Files may allow themselves more. */
const fileMs = 600_000
const aliveMs = 2000

let running

/** The test of the file that runs. */
export function fileTest() {
  return running
}

/** Of this process and of those that it started and that have ended. */
function cpuMs() {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000 + childrenMs()
}

/** Linux alone tells. */
function childrenMs() {
  try {
    const fields = readFileSync('/proc/self/stat', 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return (Number(fields[13]) + Number(fields[14])) * 10
  } catch {
    return 0
  }
}

/** What one file sets must not change the next. */
function surroundings() {
  const env = { ...process.env }
  const folder = process.cwd()
  return () => {
    process.chdir(folder)
    for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name]
    Object.assign(process.env, env)
  }
}

async function run(file) {
  const [began, used, restore] = [performance.now(), cpuMs(), surroundings()]
  await t.test(file, { timeout: fileMs }, async (test) => {
    running = test
    await import(new URL(`../../${file}`, import.meta.url).href)
  })
  restore()
  return { ms: performance.now() - began, cpuMs: cpuMs() - used }
}

t.setTimeout(0)
const orphaned = () => process.exit(1)
process.on('disconnect', orphaned)
const alive = setInterval(() => process.send({}), aliveMs)
process.on('message', async ({ file }) => {
  if (file !== undefined) {
    const took = await run(file)
    process.send({ done: file, rss: process.memoryUsage.rss(), ...took })
    return
  }
  clearInterval(alive)
  process.off('disconnect', orphaned)
  process.disconnect()
})
