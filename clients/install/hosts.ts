/** Programs that start MCP servers: where each keeps its entries, and in which format. */
import { join } from 'node:path'

export interface Server {
  /** Absolute, since hosts that are started from a menu have a short PATH. */
  readonly command: string
  readonly args: readonly string[]
}

export interface Machine {
  readonly home: string
  readonly platform: NodeJS.Platform
  readonly env: { readonly [name: string]: string | undefined }
}

export interface Host {
  readonly title: string
  readonly format: 'json' | 'toml'
  readonly file: (machine: Machine) => string
  /** Names that lead to the list of servers. */
  readonly list: readonly string[]
  readonly entry: (server: Server) => object
  /** Folder of its skills, if it has them. */
  readonly skills?: (machine: Machine) => string
  /** What the person has to do for it to take effect. */
  readonly after: string
}

const plain = ({ command, args }: Server) => ({ command, args })
const typed = ({ command, args }: Server) => ({ type: 'stdio', command, args })
const again = (what: string) => `Start ${what} again to use it.`

/** In the folder where desktop programs keep their settings. */
const inSettings =
  (...path: string[]) =>
  ({ home, platform, env }: Machine) =>
    platform === 'darwin'
      ? join(home, 'Library/Application Support', ...path)
      : join(env.XDG_CONFIG_HOME || join(home, '.config'), ...path)
const inHome =
  (...path: string[]) =>
  ({ home }: Machine) =>
    join(home, ...path)

export const hosts: { readonly [name: string]: Host } = {
  claude: {
    title: 'Claude Code',
    format: 'json',
    file: ({ home, env }) => join(env.CLAUDE_CONFIG_DIR || home, '.claude.json'),
    list: ['mcpServers'],
    entry: typed,
    skills: ({ home, env }) => join(env.CLAUDE_CONFIG_DIR || join(home, '.claude'), 'skills'),
    after: again('claude'),
  },
  'claude-desktop': {
    title: 'Claude Desktop',
    format: 'json',
    file: inSettings('Claude/claude_desktop_config.json'),
    list: ['mcpServers'],
    entry: plain,
    after: again('Claude Desktop'),
  },
  cursor: {
    title: 'Cursor',
    format: 'json',
    file: inHome('.cursor/mcp.json'),
    list: ['mcpServers'],
    entry: plain,
    after: 'Turn it on under Settings > MCP.',
  },
  vscode: {
    title: 'Visual Studio Code',
    format: 'json',
    file: inSettings('Code/User/mcp.json'),
    list: ['servers'],
    entry: typed,
    after: 'Start it with "MCP: List Servers" in the command palette.',
  },
  codex: {
    title: 'Codex',
    format: 'toml',
    file: ({ home, env }) => join(env.CODEX_HOME || join(home, '.codex'), 'config.toml'),
    list: ['mcp_servers'],
    entry: plain,
    skills: ({ home, env }) => join(env.CODEX_HOME || join(home, '.codex'), 'skills'),
    after: again('codex'),
  },
  gemini: {
    title: 'Gemini CLI',
    format: 'json',
    file: inHome('.gemini/settings.json'),
    list: ['mcpServers'],
    entry: plain,
    after: again('gemini'),
  },
  windsurf: {
    title: 'Windsurf',
    format: 'json',
    file: inHome('.codeium/windsurf/mcp_config.json'),
    list: ['mcpServers'],
    entry: plain,
    after: 'Refresh the servers in Cascade.',
  },
  zed: {
    title: 'Zed',
    format: 'json',
    // The same folder on macOS.
    file: ({ home, platform, env }) =>
      join((platform !== 'darwin' && env.XDG_CONFIG_HOME) || join(home, '.config'), 'zed/settings.json'),
    list: ['context_servers'],
    entry: plain,
    after: 'The agent panel has it at once.',
  },
}
