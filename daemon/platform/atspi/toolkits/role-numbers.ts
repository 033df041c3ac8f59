/** AT-SPI's roles: role names differ between toolkits, numbers do not. */

/** In the order of their numbers, ten a line, from 1. */
const tens = [
  'acceleratorLabel alert animation arrow calendar canvas checkBox checkMenuItem colorChooser columnHeader',
  'comboBox dateEditor desktopIcon desktopFrame dial dialog directoryPane drawingArea fileChooser filler',
  'focusTraversable fontChooser frame glassPane htmlContainer icon image internalFrame label layeredPane',
  'list listItem menu menuBar menuItem optionPane pageTab pageTabList panel passwordText',
  'popupMenu progressBar pushButton radioButton radioMenuItem rootPane rowHeader scrollBar scrollPane separator',
  'slider spinButton splitPane statusBar table tableCell tableColumnHeader tableRowHeader tearOffMenuItem terminal',
  'text toggleButton toolBar toolTip tree treeTable unknown viewport window extended',
  'header footer paragraph ruler application autocomplete editBar embedded entry chart',
  'caption documentFrame heading page section redundantObject form link inputMethodWindow tableRow',
  'treeItem documentSpreadsheet documentPresentation documentText documentWeb documentEmail comment listBox grouping imageMap',
  'notification infoBar levelBar titleBar blockQuote audio video definition article landmark',
  'log marquee math rating timer static mathFraction mathRoot subscript superscript',
  'descriptionList descriptionTerm descriptionValue footnote contentDeletion contentInsertion mark suggestion pushButtonMenu switch',
] as const

type Words<Text extends string> = Text extends `${infer Word} ${infer Rest}` ? Word | Words<Rest> : Text
export type RoleName = Words<(typeof tens)[number]>

/** From number 1. */
export const roleNames = tens.flatMap((line) => line.split(' ')) as RoleName[]
export const Role = Object.fromEntries(roleNames.map((name, at) => [name, at + 1])) as {
  readonly [name in RoleName]: number
}

/** The numbers of roles, from texts with blanks between their names. */
export function roles<const Texts extends readonly string[]>(
  ...texts: { readonly [at in keyof Texts]: Words<Texts[at]> extends RoleName ? Texts[at] : never }
): ReadonlySet<number> {
  const names = texts.flatMap((text: string) => text.split(' ')) as RoleName[]
  return new Set(names.map((name) => Role[name]))
}
