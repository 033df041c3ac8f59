/** Action names in AX words. Toolkits agree little on names, and not at all on positions in the list. */

export type ActionWord = 'AXPress' | 'AXShowMenu' | 'AXIncrement' | 'AXDecrement' | 'AXConfirm' | 'AXScrollToVisible'

const words: ReadonlyMap<string, ActionWord> = new Map<string, ActionWord>(
  Object.entries({
    click: 'AXPress',
    press: 'AXPress',
    activate: 'AXPress',
    toggle: 'AXPress',
    jump: 'AXPress',
    open: 'AXPress',
    check: 'AXPress',
    uncheck: 'AXPress',
    switch: 'AXPress',
    select: 'AXPress',
    'expand or contract': 'AXPress',
    toggleexpand: 'AXPress',
    togglepopup: 'AXPress',
    showmenu: 'AXShowMenu',
    showcontextmenu: 'AXShowMenu',
    'menu.popup': 'AXShowMenu',
    increase: 'AXIncrement',
    increment: 'AXIncrement',
    incrementline: 'AXIncrement',
    decrease: 'AXDecrement',
    decrement: 'AXDecrement',
    decrementline: 'AXDecrement',
  } satisfies Record<string, ActionWord>),
)

/**
 * The AX word for an action name. Undefined for what everything has (`doDefault`), what another element does
 * (`clickAncestor`), what only moves the focus, and GTK 4's menu actions (`win.close`).
 */
export function actionWord(name: string, isEntry: boolean): ActionWord | undefined {
  const plain = name.trim().toLowerCase()
  if (isEntry && plain === 'activate') return 'AXConfirm'
  return words.get(plain)
}

/** In list order, without repeats. In Chromium, `showContextMenu` alone does not mean the element has its own menu. */
export function actionWords(names: readonly string[], isEntry: boolean): ActionWord[] {
  const found = new Set<ActionWord>()
  for (const name of names) {
    const word = actionWord(name, isEntry)
    if (word !== undefined && !(word === 'AXShowMenu' && /context/i.test(name))) found.add(word)
  }
  return [...found]
}
