/** The official client 1.x: tools, a view, and an error, as JSON. */
import { load, report } from './load.mjs'

const { Client } = await load('@modelcontextprotocol/sdk/client/index.js')
const { StdioClientTransport } = await load('@modelcontextprotocol/sdk/client/stdio.js')

await report(async ({ command, args, env }) => {
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(new StdioClientTransport({ command, args, env }))
  const { tools } = await client.listTools()
  const textOf = async (name, given) => (await client.callTool({ name, arguments: given })).content[0].text
  return { names: tools.map(({ name }) => name), textOf, close: () => client.close() }
})
