/** How a toolkit behaves, as far as it differs from others: what the rooms above ask, instead of its name. */

/** Parts that change without an event, by the role of the element. */
export interface Silence {
  /** The name follows the text that is drawn. */
  readonly names: ReadonlySet<number>
  /** Children are added and removed. */
  readonly counts: ReadonlySet<number>
}

export interface Traits {
  /** It survives being asked for the list of all its elements. No other reading is as fast. */
  readonly bulkRead: boolean
  /** It listens on a socket of its own, besides the bus. */
  readonly ownSocket: boolean
  /** The role of a menu entry, and whether it has a menu, determine what it can do. */
  readonly likeEntries: boolean
  /** How long it shows a button pressed before it acts. */
  readonly pressMs: number
  /** It keeps changing after a change, sometimes silently: what changed is checked once more. */
  readonly goesOn: boolean
  /** It leaves out so many events that its list is reread whatever its length. */
  readonly reticent: boolean
  /** What changes without an event, where that can be told by roles. */
  readonly silence: Silence | undefined
  /** An element without a size is one without room. */
  readonly sizesTellRoom: boolean
  /** Elements of roles that are not pressed as a rule may have a real action too. */
  readonly actionsAnywhere: boolean
  /** Controls and fields carry the attributes of a page's markup. */
  readonly tagsControls: boolean
  /** It withholds changes while its window is covered. */
  readonly withholdsChanges: boolean
  /** What an action changes far from the element is not always announced. */
  readonly silentAfterActs: boolean
  /** One coming or going may stand for others, which it does not announce. */
  readonly leavesOutComings: boolean
  /** A page that appears hides another one silently. */
  readonly hidesPagesSilently: boolean
  /** A new name may come with a description that is not announced. */
  readonly namesStandForMore: boolean
  /** A tab in the background is filled silently before it comes to the front. */
  readonly fillsTabsSilently: boolean
  /** What is shown may be new to what it is in. */
  readonly showingAddsChildren: boolean
  /** A menu title that was pressed by its own action may stay shut. */
  readonly titlesMayStayShut: boolean
  /** A cell is pressed to direct the keys there. */
  readonly cellsTakeKeys: boolean
  /** An item's own action is a whole click. */
  readonly clicksItself: boolean
  /** The action of an entry or a row differs from a press. */
  readonly actionsFallShort: boolean
  /** What has no action is pressed by Space. */
  readonly pressesBySpace: boolean
  /** Around the button that opens a menu there is another one, which holds the menu. */
  readonly nestsMenuButtons: boolean
  /** An entry that is pressed by its own action leaves its menu open. */
  readonly leavesMenusOpen: boolean
  /** A menu that was opened is put away by deselecting its title. */
  readonly barsDeselect: boolean
  /** Entries that can be pressed may not say that they are shown. */
  readonly menusMayHideEntries: boolean
  /** An option's own action selects it in the open list, and the combo box stays as it was. */
  readonly optionsNeedInput: boolean
  /** An option says whether it is chosen. */
  readonly optionsSayChosen: boolean
  /** Managing descendants says nothing: the list of a combo box does so too. */
  readonly managesAnything: boolean
  /** Rows outside of the visible part are called hidden, and can be chosen as they are. */
  readonly hidesRowsOutside: boolean
  /** Places and lengths in texts are UTF-16 units. */
  readonly countsUtf16: boolean
  /** Its own action moves a value by a tenth of the whole range. */
  readonly stepsByTenth: boolean
  /** A text area does not say where its selection is. */
  readonly hidesSelection: boolean
  /** Views draw their items, and have nothing around them that scrolls or shows the headers. */
  readonly drawsItems: boolean
  /** Entries of a list have room only while they are shown. */
  readonly roomlessEntries: boolean
  /** Open menus and lists are elements of a window, and windows of their own to X. */
  readonly popoversInside: boolean
}
