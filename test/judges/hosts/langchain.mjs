/** LangChain's adapters: tools, a view, and an error, which they throw, as JSON. */
import { load, report } from './load.mjs'

const { MultiServerMCPClient } = await load('@langchain/mcp-adapters')

await report(async (program) => {
  const client = new MultiServerMCPClient({ mcpServers: { ix: { transport: 'stdio', ...program } } })
  const tools = await client.getTools()
  const textOf = async (name, given) => {
    const tool = tools.find((one) => one.name === name)
    const told = await tool.invoke(given).catch((error) => error.message)
    return typeof told === 'string' ? told : JSON.stringify(told)
  }
  return { names: tools.map(({ name }) => name), textOf, close: () => client.close() }
})
