/** Builds the page of `ix view` into dist/view. Plain JavaScript. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const here = fileURLToPath(new URL('.', import.meta.url))

await build({
  configFile: false,
  root: join(here, 'page'),
  logLevel: 'warn',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: join(here, '../../dist/view'),
    emptyOutDir: true,
    target: 'es2023',
    modulePreload: false,
    // The table of tokens takes most of it; it comes from the same machine.
    chunkSizeWarningLimit: 1000,
    // Inline pictures and fonts would need a laxer policy than the page has.
    assetsInlineLimit: 0,
    license: { fileName: 'licenses.md' },
  },
})
