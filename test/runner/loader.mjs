/**
 * Loads tests in the workers of the runner: types are stripped once, and what is left is kept until the file
 * changes; the `tap` that a test file imports is the test of that file.
 */
import { register } from 'node:module'

register('./hooks.mjs', import.meta.url)
