/** The client of the AI SDK: tools, a view, and an error, as JSON. */
import { load, report } from './load.mjs'

const { createMCPClient } = await load('@ai-sdk/mcp')
const { Experimental_StdioMCPTransport: Stdio } = await load('@ai-sdk/mcp/mcp-stdio')

await report(async (program) => {
  const client = await createMCPClient({ transport: new Stdio(program) })
  const tools = await client.tools()
  const textOf = async (name, given) =>
    (await tools[name].execute(given, { toolCallId: name, messages: [] })).content[0].text
  return { names: Object.keys(tools), textOf, close: () => client.close() }
})
