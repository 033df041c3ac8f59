/** The workflows of the build server: what they run is there, and their text is regular. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = '.github/workflows'
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

t.test('what workflows run exists', async (t) => {
  let ran = 0
  for (const name of readdirSync(join(root, folder))) {
    const text = readFileSync(join(root, folder, name), 'utf8')
    for (const [, command = ''] of text.matchAll(/^\s*- run: (.*)$/gm)) {
      ran++
      const [, script] = /^npm run ([\w:-]+)/.exec(command) ?? []
      if (script !== undefined) t.ok(scripts[script], `${name}: ${command}`)
      for (const [path] of command.matchAll(/(?<=\s)[\w.-]+\/[\w./-]+/g))
        if (!path.startsWith('/')) t.ok(existsSync(join(root, path)), `${name}: ${path}`)
    }
    for (const [, list = ''] of text.matchAll(/^\s*paths: \[(.*)\]$/gm))
      for (const [, path = ''] of list.matchAll(/'([^']*)'/g))
        t.ok(existsSync(join(root, path.replace(/\*.*/, ''))), `${name}: ${path}`)
  }
  t.ok(ran > 0)
})

t.test('files for the build server are regular YAML', async (t) => {
  const files = readdirSync(join(root, '.github'), { recursive: true }).map(String)
  for (const name of files.filter((name) => /\.ya?ml$/.test(name))) {
    const lines = readFileSync(join(root, '.github', name), 'utf8').split('\n')
    let level = 0
    for (const [at, line] of lines.entries()) {
      if (line.trim() === '' || line.trim().startsWith('#')) continue
      const indent = line.length - line.trimStart().length
      t.notMatch(line, /\t|\s$/, `${name}:${at + 1}`)
      t.ok(indent % 2 === 0 && indent <= level + 4, `${name}:${at + 1} is indented by steps`)
      level = indent
    }
  }
})
