/** What each host's script shares: `node SCRIPT FOLDER COMMAND ARGS…`, where FOLDER has the packages. */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const [, , folder, command, ...args] = process.argv

/** A package of the folder, as an import takes it. */
export async function load(name) {
  const { resolve } = createRequire(join(folder, 'x.js'))
  return await import(pathToFileURL(resolve(name)))
}

/** Prints what the client sees. `connect` answers the tools' names, a call's text, and how to end. */
export async function report(connect) {
  const { names, textOf, close } = await connect({ command, args, env: { ...process.env } })
  const text = await textOf('explore', { scope: 'focused' })
  const failure = await textOf('interact', { action: 'click', elementId: '999' })
  console.log(JSON.stringify({ tools: names, text, failure }))
  await close()
}
