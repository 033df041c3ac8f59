/** `ix mcp` as hosts start it: one runs for each agent, so it is kept small. */
import { setFlagsFromString } from 'node:v8'
import '../terminal/end-with-reader.ts'
import { serveMcp } from './mcp.ts'

// It waits nearly all the time: what speeds up long work, compiled code and room for new objects, would cost 10 to 20
// MiB here.
for (const flag of ['--no-opt', '--no-maglev', '--semi-space-growth-factor=1']) setFlagsFromString(flag)

process.exitCode = await serveMcp(process.argv.slice(3)).catch(async (error: unknown) => {
  const { told } = await import('../terminal/told.ts')
  return told(error)
})
