/**
 * `npm run desktop -- gnome-calculator mousepad`: a desktop without a screen, with these applications on it. Prints the
 * environment that leads to it, and ends with Ctrl-C, SIGTERM or the program that started it. An application with
 * arguments is one word: 'mousepad notes.txt'. `--no-accessibility` leaves the switch off that toolkits look at;
 * `--wayland` opens it on a compositor, without an X server.
 */
import { missingPrograms, applications as usual } from './fixtures/find-desktop.mjs'

const words = process.argv.slice(2)
const applications = words.filter((word) => !word.startsWith('--')).map((word) => word.split(/\s+/))
const options = ['--no-accessibility', '--wayland']
const unknown = words.find((word) => word.startsWith('--') && !options.includes(word))
const wayland = words.includes('--wayland')
const missing = missingPrograms([...(wayland ? ['weston'] : []), ...applications.map(([name]) => name)])

if (unknown !== undefined) refuse(`${unknown} is not an option`, 2)
else if (missing.length > 0)
  refuse(`missing: ${missing.join(', ')}. npm test installs, on Debian: ${usual.join(' ')}`, 1)
else await run()

function refuse(why, code) {
  console.error(`desktop: ${why}`)
  process.exitCode = code
}

async function run() {
  const { openDesktop } = await import('./fixtures/open-desktop.mjs')
  const ended = new AbortController()
  const end = () => ended.abort()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, end)
  const parent = process.ppid
  const orphaned = setInterval(() => process.ppid !== parent && end(), 500)
  const desktop = await openDesktop({ accessibility: !words.includes('--no-accessibility'), wayland })
  try {
    const started = applications.map((line) => desktop.start(...line))
    await Promise.race([Promise.all(started), aborted(ended.signal)])
    for (const [name, value] of Object.entries(desktop.env)) console.log(`export ${name}='${value}'`)
    console.log(`unset ${wayland ? 'DISPLAY' : 'WAYLAND_DISPLAY'} AT_SPI_BUS_ADDRESS`)
    console.error('The desktop runs. In another terminal, paste these lines. Ctrl-C here ends it.')
    await aborted(ended.signal)
  } catch (error) {
    if (!ended.signal.aborted) refuse(error.message, 1)
  } finally {
    clearInterval(orphaned)
    await desktop.end()
  }
}

function aborted(signal) {
  return new Promise((done) => {
    if (signal.aborted) done()
    signal.addEventListener('abort', () => done(), { once: true })
  })
}
