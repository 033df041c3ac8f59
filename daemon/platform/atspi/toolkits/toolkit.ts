/** How a toolkit behaves, as far as toolkits differ: what the other folders ask instead of its name. */

/** Properties that change without an event, by the role of the element. */
interface Silence {
  /** The name follows the text that is drawn. */
  readonly names?: ReadonlySet<number>
  /** Children are added and removed. */
  readonly counts?: ReadonlySet<number>
  /** Values, the page that a stack shows, and which elements are laid out without room. */
  readonly layout?: boolean
}

/** What is not set is as in most toolkits. */
/**
 * What applications report as the extent of a window that draws its own title bar and shadow: the `frame`, without the
 * shadow, or the whole `surface`, with it.
 */
export type WindowMeasure = 'frame' | 'surface'

export interface Toolkit {
  readonly name: string
  /** As its applications report it: ToolkitName. */
  readonly called: readonly string[]
  /** Counts only if the name of the application or of its program matches. */
  readonly program?: RegExp
  /**
   * It survives being asked for the list of all its elements (`Cache.GetItems`). No other reading is as fast, but where
   * it is not safe it crashes the application, so it is set only for toolkits observed to survive it. The numbers next
   * to it say how often the list was requested while dialogs and menus were opened and closed for two minutes,
   * rereading without pause (Debian 12, at-spi2-core 2.46).
   */
  readonly bulkRead?: boolean
  /** It listens on a socket of its own, besides the bus. */
  readonly ownSocket?: boolean
  /** A menu entry's role, and whether it has a menu, determine what it can do. */
  readonly likeEntries?: boolean
  /** Ms for which it shows a button pressed before it acts. */
  readonly pressMs?: number
  /** Some changes are announced only by bounds and in the list of all elements. */
  readonly tellsByBounds?: boolean
  /** It goes on changing after a change, sometimes silently: what changed is checked once more. */
  readonly goesOn?: boolean
  /** It omits too many events, so its list is reread whatever its length. */
  readonly reticent?: boolean
  /** What changes without an event. */
  readonly silence?: Silence
  /** Roles that may be reported as shown and have no room. Wherever this is set, controls and fields may as well. */
  readonly roomless?: ReadonlySet<number>
  /** A list's entries have room only while they are shown: there are more than fit. */
  readonly roomlessEntries?: boolean
  /**
   * An element that is not drawn may keep its box, but contains neither the box's centre nor its corner. A drawn one
   * contains at least one of them: the corner may be rounded off, and in newer versions of GTK 4 the box contains no
   * points beyond twice its position (4.24).
   */
  readonly keepsBoxes?: boolean
  /** Asked whether they contain a point, some elements count it from their own corner: their boxes say more. */
  readonly deniesWrongly?: boolean
  /**
   * Coordinates count from the window. Elsewhere they count from the screen, since those from the window are wrong in
   * Qt 5.
   */
  readonly countsFromWindow?: boolean
  readonly windowMeasure?: WindowMeasure
  /** A box that has slid in may still report that it is not showing, though its contents are. */
  readonly staysOffScreen?: boolean
  /** Only windows are reported as showing. */
  readonly showsWindowsOnly?: boolean
  /** The list of all elements includes the pages of stacks and notebooks, which no element has as children. */
  readonly skipsPages?: boolean
  /** A menu may be reported as empty until it is asked for its children. */
  readonly emptyMenusFill?: boolean
  /** A container of very many children may report none. */
  readonly countsWrap?: boolean
  /** Roles of containers that report the first child at a point, though the last one is on top. */
  readonly namesFirstAtPoint?: ReadonlySet<number>
  /** To find the child at a point it tries all children. Those of a list lie in order, from top to bottom. */
  readonly triesAllAtPoint?: boolean
  /** A table's children are its column headers, then its cells, row by row. */
  readonly headersThenCells?: boolean
  /** Containers list their children as they were made or attached, in whatever order a layout then places them. */
  readonly listsUnplaced?: boolean
  /**
   * Parts that report the role of what draws them: their real roles, by the role around them, then by the reported
   * role.
   */
  readonly partsOf?: { readonly [within: number]: { readonly [reported: number]: number } }
  /** Roles that get new elements as children in place of equal ones. */
  readonly remakes?: { has(role: number): boolean }
  /** Only the window system learns that a dialog takes all input. */
  readonly hidesModality?: boolean
  /** Roles of what the program draws itself. */
  readonly ownWidgets?: ReadonlySet<number>
  /** Elements without a name are named after their class, even combo boxes; those with a label repeat it. */
  readonly namesByClass?: boolean
  /**
   * A combo box without a name is named by the first text of its chosen option, which need not be drawn: a number, an
   * icon's name.
   */
  readonly namesByFirstText?: boolean
  /** Elements without a name in a group box are named by the box's title. */
  readonly namesByGroup?: boolean
  /** A tab is named with the word for tab, and contains its own words. Elsewhere it contains its page. */
  readonly tabsHoldWords?: boolean
  /** A window without a title shows the description of the application. */
  readonly titlesByApplication?: boolean
  /** Texts may be rich text, which is drawn as such, but reported as its source. */
  readonly drawsMarkup?: boolean
  /** Tabs that are reported as focused without having the focus: the chosen one, or all. */
  readonly focusedTabs?: 'chosen' | 'all'
  /** Elements with roles that are normally not pressed may have a real action too. */
  readonly actionsAnywhere?: boolean
  /** Controls and fields have the attributes of a page's markup. */
  readonly tagsControls?: boolean
  /** It withholds changes while its window is covered. */
  readonly withholdsChanges?: boolean
  /** What an action changes far from the element is not always announced. */
  readonly silentAfterActs?: boolean
  /** One announced coming or going may stand for others that are not. */
  readonly leavesOutComings?: boolean
  /** A page that appears hides another one silently. */
  readonly hidesPagesSilently?: boolean
  /** A new name may come with a description that is not announced. */
  readonly namesStandForMore?: boolean
  /** A tab in the background is filled silently before it comes to the front. */
  readonly fillsTabsSilently?: boolean
  /** An element reported as shown may be a new child of its parent. */
  readonly showingAddsChildren?: boolean
  /** A menu title that was pressed by its own action may stay closed. */
  readonly titlesMayStayShut?: boolean
  /** A cell is pressed to send the keys there. */
  readonly cellsTakeKeys?: boolean
  /** An item's own action is a whole click. */
  readonly clicksItself?: boolean
  /** The action of an entry, row or toggle does less than a press. */
  readonly actionsFallShort?: boolean
  /** A window of widgets has actions; one drawn by Qt Quick has none. */
  readonly windowsAct?: boolean
  /** Setting a text is no edit: programs hear of typing by a separate signal (`textEdited`). */
  readonly tellsEdits?: boolean
  /** A toggle button is reported as a button, pressed while it is on. */
  readonly buttonsMayToggle?: boolean
  /** What has no action is pressed with Space. */
  readonly pressesBySpace?: boolean
  /** The button that opens a menu is inside another one, which has the menu. */
  readonly nestsMenuButtons?: boolean
  /** A button's menu may not be an element anywhere; the button is pressed while the menu is open. */
  readonly pressedWhileOpen?: boolean
  /** An entry that is pressed by its own action leaves its menu open. */
  readonly leavesMenusOpen?: boolean
  /** An open menu is closed by deselecting its title. */
  readonly barsDeselect?: boolean
  /** An open context menu reports the application as its parent, which does not list it. */
  readonly leavesOutMenus?: boolean
  /** An entry in several menus is one element, with the states and place it has in one of them. */
  readonly sharesEntries?: boolean
  /** An entry that can be checked is like any other while it is not. */
  readonly marksAnyEntry?: boolean
  /** An entry's name may contain its shortcut after a tab. */
  readonly keysInEntries?: boolean
  /** An entry that leads further is a menu, or contains one before it is opened. */
  readonly menusInEntries?: boolean
  /** Entries that can be pressed may not be reported as shown. */
  readonly menusMayHideEntries?: boolean
  /** A second press on what opened a list closes it. */
  readonly togglesLists?: boolean
  /** A list entry that takes the focus or can be selected is clicked. */
  readonly clicksEntries?: boolean
  /**
   * An option's own action, or selecting it, affects only the list: the combo box stays as it was, or shows nothing.
   */
  readonly optionsNeedInput?: boolean
  /**
   * A row of settings may be a combo box without a button: closed, it is a list with the chosen option as its only
   * entry.
   */
  readonly rowsOfOptions?: boolean
  /** An option says whether it is chosen. */
  readonly optionsSayChosen?: boolean
  /** The state of managing descendants means nothing: even a combo box's list has it. */
  readonly managesAnything?: boolean
  /** It scrolls to what gets the keyboard. */
  readonly focusScrolls?: boolean
  /** Rows outside the visible part are reported as hidden, and can be chosen as they are. */
  readonly hidesRowsOutside?: boolean
  /** Places and lengths in texts are UTF-16 units. */
  readonly countsUtf16?: boolean
  /** Its own action changes a value by a tenth of the whole range. */
  readonly stepsByTenth?: boolean
  /** A text area does not report its selection. */
  readonly hidesSelection?: boolean
  /** Views draw their items, and have no elements around them that scroll or show the headers. */
  readonly drawsItems?: boolean
  /** Open popovers are children of their window, and report what they belong to. */
  readonly popoversInWindow?: boolean
  /** Open menus and lists are elements of a window, but to X windows of their own. */
  readonly popoversInside?: boolean
  /** A message is called by its kind, such as “Information”, whatever its title bar says. */
  readonly namesMessages?: boolean
  /** Its browsers' pages are read as tabs, by cdp. */
  readonly pagesByCdp?: boolean
}
