/**
 * A process of `npm run test:quick`: runs the test files of `IX_QUICK_FILES`, JSON, one after another, each as one test of
 * tap. They are no arguments, because tap names the folders of tests by those.
 */
import t from 'tap'

/** No file may hold up all others; the quick ones take seconds. */
const fileMs = 120_000

let running

/** The test of the file that runs. */
export function fileTest() {
  return running
}

t.setTimeout(0)
for (const file of JSON.parse(process.env.IX_QUICK_FILES)) {
  t.test(file, { timeout: fileMs }, async (test) => {
    running = test
    await import(new URL(`../../${file}`, import.meta.url).href)
  })
}
