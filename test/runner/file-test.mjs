/** What a test file gets for `import t from 'tap'`: the test that stands for the file. */
import { fileTest } from './worker.mjs'

// biome-ignore lint/style/noDefaultExport: as tap has it
export default fileTest()
