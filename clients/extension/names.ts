/** What the extension and the program that it starts call each other. */

/** Of the program, as its manifest names it to browsers. */
export const hostName = 'interface_explorer.lend'

/** Follows from the `key` in manifest.json. */
export const extensionId = 'ieogfapmlpfjbehgfbneejknieoncifi'
