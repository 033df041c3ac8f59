/**
 * Tokens (o200k) that other tools answer with for the whole of the same pages: agent-browser 0.41.2 (the leanest),
 * @playwright/mcp 0.0.83, chrome-devtools-mcp 1.11.0; measured with Chromium 156.
 */
export const peerTokens: {
  readonly [page: string]: readonly [agentBrowser: number, playwright: number, devtools: number]
} = {
  'adminlte-dashboard': [2091, 8626, 4270],
  'adminlte-icons': [664, 3640, 1831],
  'adminlte-widgets': [3288, 14_439, 9261],
  'adminlte-forms': [2612, 7300, 4411],
  'adminlte-tables': [2702, 6374, 3826],
  'py-functions': [7414, 67_498, 77_763],
  'py-stdtypes': [18_543, 151_555, 186_579],
  'py-contents': [190_181, 815_465, 672_923],
  'pg-json': [9013, 36_886, 29_362],
  'pg-bookindex': [47_559, 192_241, 209_707],
  'git-log': [1754, 59_842, 50_171],
  'git-config': [5966, 138_218, 121_563],
}
