/** The names of the extension and of the program that it starts. */

/** The program's name, as its manifest registers it with browsers. */
export const hostName = 'interface_explorer.lend'

/** Follows from the `key` in manifest.json. */
export const extensionId = 'ieogfapmlpfjbehgfbneejknieoncifi'
