/**
 * Writes the code for browsers into dist/, or into the folder given as argument: the page of `ix view`, and the
 * extension.
 */
import '../extension/build.mjs'
import '../view/build.mjs'
