/** Writes what runs in browsers into dist/, or into the folder that is named: the page of `ix view`, and the extension. */
import '../extension/build.mjs'
import '../view/build.mjs'
