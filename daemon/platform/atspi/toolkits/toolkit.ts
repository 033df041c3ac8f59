/** How a toolkit behaves, as far as it differs from others: what the rooms above ask, instead of its name. */

/** Parts that change without an event, by the role of the element. */
interface Silence {
  /** The name follows the text that is drawn. */
  readonly names?: ReadonlySet<number>
  /** Children are added and removed. */
  readonly counts?: ReadonlySet<number>
  /** Values, which page of a stack is shown, and what is laid out without room. */
  readonly layout?: boolean
}

/** What is left out is as in most toolkits. */
/**
 * What applications say of a window that draws its own title bar and shadow: the `frame`, without the shadow, or the whole
 * `surface`, with it.
 */
export type WindowMeasure = 'frame' | 'surface'

export interface Toolkit {
  readonly name: string
  /** As its applications report it: ToolkitName. */
  readonly called: readonly string[]
  /** Only where the name of the application or its program matches. */
  readonly program?: RegExp
  /**
   * It survives being asked for the list of all its elements (`Cache.GetItems`). No other reading is as fast; where it is
   * not safe it crashes the application, so only toolkits observed to survive it are asked. The numbers next to it say how
   * often it was requested while dialogs and menus were opened and closed for two minutes, rereading without pause
   * (Debian 12, at-spi2-core 2.46).
   */
  readonly bulkRead?: boolean
  /** It listens on a socket of its own, besides the bus. */
  readonly ownSocket?: boolean
  /** The role of a menu entry, and whether it has a menu, determine what it can do. */
  readonly likeEntries?: boolean
  /** How long it shows a button pressed before it acts. */
  readonly pressMs?: number
  /** Some changes are announced by bounds and in the list of all elements only. */
  readonly tellsByBounds?: boolean
  /** It keeps changing after a change, sometimes silently: what changed is checked once more. */
  readonly goesOn?: boolean
  /** It leaves out too many events: its list is reread whatever its length. */
  readonly reticent?: boolean
  /** What changes without an event. */
  readonly silence?: Silence
  /** Roles that may be called shown and have no room, besides controls and fields, which may wherever this is set. */
  readonly roomless?: ReadonlySet<number>
  /** Entries of a list have room only while they are shown: there are more of them than fit. */
  readonly roomlessEntries?: boolean
  /**
   * What is not drawn may keep its box, but contains neither the centre of it nor the corner. What is drawn contains one of them: the
   * corner may be rounded off, and of newer versions of GTK 4 the box holds no points beyond twice its place (4.24).
   */
  readonly keepsBoxes?: boolean
  /** Some parts count a point from their own corner when they are asked whether they contain it: their boxes say more. */
  readonly deniesWrongly?: boolean
  /** Coordinates count from the window. Elsewhere they count from the screen: those of the window are wrong in Qt 5. */
  readonly countsFromWindow?: boolean
  readonly windowMeasure?: WindowMeasure
  /** A box that has slid in may still say that it is not showing, though what is in it is. */
  readonly staysOffScreen?: boolean
  /** Only windows are called showing. */
  readonly showsWindowsOnly?: boolean
  /** The list of all elements has the pages of stacks and notebooks, which no element has as children. */
  readonly skipsPages?: boolean
  /** A menu may be called empty until it is asked for its children. */
  readonly emptyMenusFill?: boolean
  /** A container of very many children may count none. */
  readonly countsWrap?: boolean
  /** Roles of what names the first of its children that has a point, though the last one lies on top. */
  readonly namesFirstAtPoint?: ReadonlySet<number>
  /** To find the child at a point, all are tried. Those of a list lie in order, from the top down. */
  readonly triesAllAtPoint?: boolean
  /** The children of a table are its column headers, and then its cells, row by row. */
  readonly headersThenCells?: boolean
  /** Roles of what may list its children as they were put in, the last one first. */
  readonly mayListBackwards?: ReadonlySet<number>
  /** The roles of parts that report the role of what draws them: by the role around them, then by the reported one. */
  readonly partsOf?: { readonly [within: number]: { readonly [reported: number]: number } }
  /** Roles of what is given new children in place of the same ones. */
  readonly remakes?: { has(role: number): boolean }
  /** It tells the window system alone that a dialog takes all input. */
  readonly hidesModality?: boolean
  /** Roles of what the program draws itself. */
  readonly ownWidgets?: ReadonlySet<number>
  /** What has no name is named by its class, a combo box too; what has a label repeats it. */
  readonly namesByClass?: boolean
  /** A combo box without a name is named by the first text of the chosen option, which need not be drawn: a number, an icon's name. */
  readonly namesByFirstText?: boolean
  /** What has no name in a group box is named by the title of the box. */
  readonly namesByGroup?: boolean
  /** A tab is named by the word for a tab, and contains its own words. Elsewhere it contains its page. */
  readonly tabsHoldWords?: boolean
  /** A window without a title shows the description of the application. */
  readonly titlesByApplication?: boolean
  /** Texts may be rich text, which is drawn, but reported as its source. */
  readonly drawsMarkup?: boolean
  /** Tabs that are reported as focused without having the focus: the chosen one, or all. */
  readonly focusedTabs?: 'chosen' | 'all'
  /** Elements of roles that are not pressed as a rule may have a real action too. */
  readonly actionsAnywhere?: boolean
  /** Controls and fields carry the attributes of a page's markup. */
  readonly tagsControls?: boolean
  /** It withholds changes while its window is covered. */
  readonly withholdsChanges?: boolean
  /** What an action changes far from the element is not always announced. */
  readonly silentAfterActs?: boolean
  /** One coming or going may stand for others, which it does not announce. */
  readonly leavesOutComings?: boolean
  /** A page that appears hides another one silently. */
  readonly hidesPagesSilently?: boolean
  /** A new name may come with a description that is not announced. */
  readonly namesStandForMore?: boolean
  /** A tab in the background is filled silently before it comes to the front. */
  readonly fillsTabsSilently?: boolean
  /** What is shown may be new to what it is in. */
  readonly showingAddsChildren?: boolean
  /** A menu title that was pressed by its own action may stay shut. */
  readonly titlesMayStayShut?: boolean
  /** A cell is pressed to direct the keys there. */
  readonly cellsTakeKeys?: boolean
  /** An item's own action is a whole click. */
  readonly clicksItself?: boolean
  /** The action of an entry, a row or a toggle differs from a press. */
  readonly actionsFallShort?: boolean
  /** A window of its widgets has actions; one that Qt Quick draws has none. */
  readonly windowsAct?: boolean
  /** A text that is set by its setter was not edited: programs hear of what is typed by a signal of its own (`textEdited`). */
  readonly tellsEdits?: boolean
  /** A toggle button is called a button, which says that it is pressed while it is on. */
  readonly buttonsMayToggle?: boolean
  /** What has no action is pressed by Space. */
  readonly pressesBySpace?: boolean
  /** Around the button that opens a menu there is another one, which holds the menu. */
  readonly nestsMenuButtons?: boolean
  /** The menu that a button opens may be no element anywhere; the button is pressed as long as it is open. */
  readonly pressedWhileOpen?: boolean
  /** An entry that is pressed by its own action leaves its menu open. */
  readonly leavesMenusOpen?: boolean
  /** A menu that was opened is put away by deselecting its title. */
  readonly barsDeselect?: boolean
  /** An open context menu says that it is a child of the application, which does not list it. */
  readonly leavesOutMenus?: boolean
  /** An entry of several menus is one element, with the states and the place that it has in one of them. */
  readonly sharesEntries?: boolean
  /** An entry that can have a mark is like any other while it has none. */
  readonly marksAnyEntry?: boolean
  /** The name of an entry may have the keys for it after a tab. */
  readonly keysInEntries?: boolean
  /** An entry that leads on is a menu, or holds one before it is opened. */
  readonly menusInEntries?: boolean
  /** Entries that can be pressed may not say that they are shown. */
  readonly menusMayHideEntries?: boolean
  /** A second press on what opened a list closes it. */
  readonly togglesLists?: boolean
  /** An entry of a list that takes the focus or can be chosen is clicked. */
  readonly clicksEntries?: boolean
  /** An option's own action, or its selection, is one in the list, and the combo box stays as it was or shows nothing. */
  readonly optionsNeedInput?: boolean
  /** A row of settings may be a combo box: without a button, closed with the chosen option as the only entry of a list. */
  readonly rowsOfOptions?: boolean
  /** An option says whether it is chosen. */
  readonly optionsSayChosen?: boolean
  /** Managing descendants says nothing: the list of a combo box does so too. */
  readonly managesAnything?: boolean
  /** It scrolls to what gets the keyboard. */
  readonly focusScrolls?: boolean
  /** Rows outside of the visible part are called hidden, and can be chosen as they are. */
  readonly hidesRowsOutside?: boolean
  /** Places and lengths in texts are UTF-16 units. */
  readonly countsUtf16?: boolean
  /** Its own action moves a value by a tenth of the whole range. */
  readonly stepsByTenth?: boolean
  /** A text area does not say where its selection is. */
  readonly hidesSelection?: boolean
  /** Views draw their items, and have nothing around them that scrolls or shows the headers. */
  readonly drawsItems?: boolean
  /** Open popovers are children of their window, and say what they belong to. */
  readonly popoversInWindow?: boolean
  /** Open menus and lists are elements of a window, and windows of their own to X. */
  readonly popoversInside?: boolean
  /** The pages of its browsers are read as tabs, by cdp. */
  readonly pagesByCdp?: boolean
}
