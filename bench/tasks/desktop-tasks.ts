/** What is to be done in applications: the calls that an agent makes who knows their names, and how others see that it is done. */

/** As pyatspi reads it. */
export interface Seen {
  readonly role: string
  readonly name: string
  readonly text: string
  readonly states: readonly string[]
}

type Call = { readonly [name: string]: unknown }

export interface DesktopTask {
  readonly name: string
  /** Its program, which is its name on the bus too. */
  readonly app: string
  /** Parameters of `interact`. `folder`: for files. */
  readonly calls: (folder: string) => readonly Call[]
  readonly learns: RegExp
  /** `read`: a file of the folder, or nothing. */
  readonly done: (seen: readonly Seen[], read: (name: string) => string | undefined) => boolean
}

const called = (app: string, action: string, titleContains: string, more: Call = {}): Call => ({
  find: { bundleId: app, filter: { titleContains }, ...more },
  action,
})
const press = (app: string, title: string): Call => called(app, 'click', title, { elementTypes: ['button'] })
const pressed = (app: string, ...titles: readonly string[]) => titles.map((title) => press(app, title))
const has = (seen: readonly Seen[], name: string, state: string) =>
  seen.some((one) => one.name === name && one.states.includes(state))
const says = (seen: readonly Seen[], words: RegExp) =>
  seen.some(({ name, text }) => words.test(name) || words.test(text))

const [calculator, kcalc, mousepad, gtk3, gtk4] = [
  ...['gnome-calculator', 'kcalc', 'mousepad', 'gtk3-widget-factory', 'gtk4-widget-factory'],
] as const

export const desktopTasks: readonly DesktopTask[] = [
  {
    name: 'multiply six by seven',
    app: calculator!,
    calls: () => pressed(calculator!, '6', '×', '7', '='),
    learns: /\b42\b/,
    done: (seen) => says(seen, /\b42\b/),
  },
  {
    name: 'add eight and five',
    app: kcalc!,
    calls: () => pressed(kcalc!, '8', '+', '5', '='),
    learns: /\b13\b/,
    done: (seen) => says(seen, /^\s*13\s*$/),
  },
  {
    name: 'put words in capitals',
    app: mousepad!,
    calls: () => [
      { find: { bundleId: mousepad, elementTypes: ['textfield'] }, action: 'set_value', value: 'quiet words' },
      { find: { bundleId: mousepad }, action: 'menu', path: 'Edit > Select All' },
      { find: { bundleId: mousepad }, action: 'menu', path: 'Edit > Convert > To Uppercase' },
    ],
    learns: /QUIET WORDS/,
    done: (seen) => says(seen, /^QUIET WORDS$/),
  },
  {
    name: 'write a letter and save it',
    app: mousepad!,
    calls: (folder) => [
      {
        find: { bundleId: mousepad, elementTypes: ['textfield'] },
        action: 'set_value',
        value: 'Dear Ann, all is well.',
      },
      { find: { bundleId: mousepad }, action: 'menu', path: 'File > Save As...' },
      { ...called(mousepad!, 'set_value', 'Name', { elementTypes: ['textfield'] }), value: `${folder}/letter.txt` },
      press(mousepad!, 'Save'),
    ],
    learns: /letter\.txt|Save As|dialog|window/i,
    done: (_, read) => read('letter.txt')?.trim() === 'Dear Ann, all is well.',
  },
  {
    name: 'turn to another page',
    app: gtk3!,
    calls: () => [called(gtk3!, 'click', 'Page 2')],
    learns: /Page 2/,
    done: (seen) => has(seen, 'Page 2', 'checked'),
  },
  {
    name: 'count up in a field',
    app: gtk3!,
    calls: () => [
      called(gtk3!, 'click', 'Page 1'),
      { find: { bundleId: gtk3, filter: { role: 'spinner' } }, action: 'set_value', value: '60' },
    ],
    learns: /60/,
    done: (seen) => seen.some(({ role, text }) => role === 'spin button' && text === '60'),
  },
  {
    name: 'count down in a field',
    app: gtk4!,
    calls: () => [{ find: { bundleId: gtk4, filter: { role: 'spinner' } }, action: 'set_value', value: '30' }],
    learns: /30/,
    done: (seen) => says(seen, /^30$/),
  },
  {
    name: 'write in a field, turn the page and come back',
    app: gtk4!,
    calls: () => [
      { ...called(gtk4!, 'set_value', 'Click icon'), value: 'by hand' },
      called(gtk4!, 'click', 'Page 2', { elementTypes: ['tab'] }),
      called(gtk4!, 'click', 'Page 1', { elementTypes: ['tab'] }),
    ],
    learns: /Page 1/,
    done: (seen) => says(seen, /^by hand$/),
  },
]
