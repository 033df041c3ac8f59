/** Content that is in no element: withheld parts, rows created only when shown, PDF pages, lines drawn next to their field. */
import { advise, type Has } from '../../../api-schema/advice.ts'
import { Flag } from '../../platform/element/flags.ts'
import { shortRole } from '../../platform/element/role-words.ts'
import type { Key } from '../../platform/element/row.ts'
import { isHidden, isPdf, type Node, nameOf, unreadRows } from '../../tree/model/node.ts'
import type { Warm } from '../../tree/warm/sync.ts'

const pdf =
  'The pages of the PDF are in no element: its button Download saves the file, a screenshot shows what is in view.'

/** How many empty fields are asked for the text that they draw. */
const mostFields = 10

/** Lists and tables within `from` with unread rows. */
export function unreadIn({ tree }: Pick<Warm, 'tree'>, from: Key | undefined): readonly Node[] {
  return tree.unread.filter((node) => isIn(tree, node, from))
}

function isIn(tree: Warm['tree'], node: Node, from: Key | undefined): boolean {
  return from === undefined || node.key === from || tree.ancestors(node).some(({ key }) => key === from)
}

/** How a hint names it. */
function calledIn(node: Node, idOf: (node: Node) => string): string {
  const [role, name] = [shortRole(node.role, node.subrole), nameOf(node)]
  return [role, idOf(node), name === role ? undefined : JSON.stringify(name)].filter(Boolean).join(' ')
}

/** For a search without results: what is unread, and how to get there. Undefined if all was read. */
export function unreadHint(warm: Warm, from: Key | undefined, idOf: (node: Node) => string): string | undefined {
  const { withheld } = warm.source
  if (withheld !== undefined) return withheld
  const unread = unreadIn(warm, from)
  if (unread.some(isPdf)) return pdf
  const parts = unread.map((node) => {
    const { length } = node.children
    return `${length} of the ${length + unreadRows(node)} rows of ${calledIn(node, idOf)}`
  })
  if (parts.length === 0) return unmadeHint(warm, from, idOf)
  const way =
    warm.source.furtherRows === undefined
      ? 'Scroll it (action scroll, value down or bottom)'
      : 'A search with scope element and its id reads on; or scroll it (action scroll, value down or bottom)'
  return `Only ${parts.slice(0, 3).join(', ')} have been read: the application makes the others when they are shown. ${way}.`
}

/** For a page that creates the rows of a long list only when they are scrolled to. */
function unmadeHint({ source, tree }: Warm, from: Key | undefined, idOf: (node: Node) => string): string | undefined {
  const parts = (source.unmade?.() ?? []).flatMap(({ key, rows, isInside }) => {
    const node = tree.node(key)
    if (node === undefined || !isIn(tree, node, from)) return []
    return `${rows} more rows ${isInside ? 'of the list around' : 'of'} ${calledIn(node, idOf)}`
  })
  if (parts.length === 0) return undefined
  return `${parts.slice(0, 3).join(', ')} are made when scrolled (action scroll on it, value down or bottom).`
}

/** For a search without results: the unread entries of closed menus in a menu bar. */
export function closedMenusHint({ source, tree }: Warm): string | undefined {
  if (source.page !== undefined) return undefined
  const isUnread = (node: Node) =>
    node.role === 'AXMenu' &&
    isHidden(node) &&
    node.children.length === 0 &&
    tree.ancestors(node)[0]?.role === 'AXMenuBarItem'
  for (const node of tree.walk())
    if (isUnread(node))
      return 'Entries of closed menus were not searched: action menu takes a path such as "File > Save", and names what is there where a step is wrong.'
  return undefined
}

/** For fields without a value whose editor draws the text separately; undefined if there are none. */
export async function drawnHint(
  { source }: Warm,
  shown: Iterable<Node>,
  idOf: (node: Node) => string,
  { has, signal }: { readonly has: Has; readonly signal: AbortSignal },
): Promise<string | undefined> {
  const { page } = source
  if (page === undefined) return undefined
  const isEmpty = ({ role, value, flags }: Node) => role === 'AXTextArea' && !value && (flags & Flag.secure) === 0
  const fields = [...shown].filter(isEmpty).slice(0, mostFields)
  const drawn = await Promise.all(
    fields.map(async (node) => {
      // Elements that have gone need no hint.
      const text = await page.fieldText(node.key, signal).catch(() => undefined)
      return text?.isDrawn ? [idOf(node)] : []
    }),
  )
  const ids = drawn.flat()
  if (ids.length === 0) return undefined
  return advise(
    `The text of ${ids.join(', ')} is drawn apart from it: {text} with the id reads the lines in view.`,
    has,
  )
}
