/**
 * The tool as an agent gets it: `counted.mjs CONFIG ARGUMENT…` runs it, prints what it prints, and adds a line to a log
 * of what was asked and answered. The contents of CONFIG are described in `tools.ts`.
 */
import { spawn } from 'node:child_process'
import { appendFileSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const began = Date.now() - process.uptime() * 1000
const [configFile, ...args] = process.argv.slice(2)
const { name, file, args: first, env, log } = JSON.parse(readFileSync(configFile, 'utf8'))
const folder = mkdtempSync(join(tmpdir(), 'counted-'))
const at = (path) => join(folder, path)

// Files, not pipes: a daemon that the tool leaves behind would keep those open.
const stdio = ['pipe', openSync(at('out'), 'w'), openSync(at('err'), 'w')]
const tool = spawn(file, [...first, ...args], { stdio, env: { ...process.env, ...env } })
let input = ''
process.stdin.on('data', (chunk) => {
  input += chunk
  tool.stdin.write(chunk)
})
process.stdin.on('end', () => tool.stdin.end())
tool.stdin.on('error', () => {})
tool.on('error', ({ message }) => console.error(message))
tool.on('exit', (code) => {
  const [out, err] = [readFileSync(at('out'), 'utf8'), readFileSync(at('err'), 'utf8')]
  rmSync(folder, { recursive: true, force: true })
  const asked = `${[name, ...args].map(quoted).join(' ')}${input && ` <<< ${quoted(input)}`}`
  const answer = `${out}${err}`
  const call = {
    began,
    ended: Date.now(),
    shell: process.ppid,
    asked,
    answer,
    code,
    kilopixels: pictures([...args, answer].join(' ')),
  }
  appendFileSync(log, `${JSON.stringify(call)}\n`)
  process.stdout.write(out, () => process.stderr.write(err, () => process.exit(code ?? 1)))
})

/** Quoted for a shell. */
function quoted(word) {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}

/** The sizes of the pictures that it has just written. */
function pictures(text) {
  const paths = new Set(text.match(/[^\s'"()[\]]+\.png\b/g) ?? [])
  const fresh = [...paths].filter((path) => existsSync(path) && statSync(path).mtimeMs >= began)
  return fresh.map((path) => {
    const head = readFileSync(path).subarray(0, 24)
    return (head.readUInt32BE(16) * head.readUInt32BE(20)) / 1000
  })
}
