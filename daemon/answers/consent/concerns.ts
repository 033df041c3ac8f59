/**
 * What an act would reach that the owner wants to be asked about. Judged by the elements themselves, not by how the call
 * names them: what is pressed, and what is around and in it. If that is not known beforehand (keys that a page may take
 * for itself, a point that something is dragged to), everything of that kind counts.
 */
import { quoted } from '../../../api-schema/quoted.ts'
import type { Agent } from '../../agents/agents.ts'
import { askedIn, asksOf } from '../../agents/limits.ts'
import { isPassing, isShortcut } from '../../effect/passing-keys.ts'
import { Flag } from '../../platform/element/flags.ts'
import { shortRole } from '../../platform/element/role-words.ts'
import type { Key } from '../../platform/element/row.ts'
import type { Act, Target } from '../../platform/platform.ts'
import { isUnseen, type OpenDialog } from '../../platform/tab/dialog.ts'
import { holdsWords } from '../../tree/index/words.ts'
import { isControl, isHidden, isInteractable, type Node } from '../../tree/model/node.ts'
import { labelWords, ownWords } from '../../tree/naming/labels.ts'
import { textIn } from '../../tree/naming/texts.ts'
import type { Warm } from '../../tree/warm/sync.ts'

export interface Concern {
  /** The item of `ask` that applies. */
  readonly item: string
  /** Identifies the concern: equal for the same thing with the same words. */
  readonly of: string
  /** What the act would reach, for a person to read; texts of the screen are quoted. */
  readonly what: string
}

/** These press nothing, and change nothing but what is in view. */
const looks: ReadonlySet<string> = new Set([
  ...['hover', 'scroll', 'focus', 'raise', 'minimize', 'maximize', 'move', 'resize'],
])

export type Wish = Omit<Act, 'action'> & { readonly action: string }

/** The copy must be up to date. */
export function concernsOf(agent: Agent, { target, tree }: Warm, key: Key, wish: Wish): readonly Concern[] {
  const items = asksOf(agent)
  const node = tree.node(key)
  if (items.length === 0 || looks.has(wish.action) || node === undefined) return []
  const place = placeConcern(agent, target, urlsAt(tree, node, wish))
  if (place !== undefined) return [{ ...place, what: `${lineFor(tree, node)} ${place.what}` }]
  const said = [
    wish.path,
    wish.action === 'select' ? wish.value : undefined,
    isBlind(wish, node) ? wish.keys : undefined,
  ]
  return [
    ...said.flatMap((text) => (text === undefined ? [] : wordConcern(items, [text], quoted(text)))),
    ...reached(tree, node, wish).flatMap((one) => wordConcern(items, wordsOn(tree, one), lineFor(tree, one), one)),
    ...(isUnknown(tree, node, wish) ? [unknownConcern(items[0]!, wish)] : []),
  ]
}

/** A dialog of the browser, judged by what it says; dismissing it declines that. */
export function dialogConcerns(
  agent: Agent,
  target: Target,
  url: string,
  dialog: OpenDialog,
  accept: boolean,
): readonly Concern[] {
  const { message } = dialog
  const what = `dialog ${quoted(message, longestMessage)}`
  const items = asksOf(agent)
  const place = placeConcern(agent, target, [url])
  if (place !== undefined) return [{ ...place, what: `${what} ${place.what}` }]
  if (!accept || items.length === 0) return []
  return isUnseen(dialog) ? [{ item: items[0]!, of: what, what }] : wordConcern(items, [message], what)
}

const longestMessage = 200

/** An act in a tab or application as a whole, such as a script, with the addresses that it opens. */
export function placeConcern(
  agent: Agent,
  { id, name, app, aliases = [] }: Partial<Pick<Target, 'id' | 'name' | 'app' | 'aliases'>>,
  urls: readonly string[],
): Concern | undefined {
  const names = [id, name, app, ...aliases].filter((one) => one !== undefined)
  const item = askedIn(agent, { urls, names })
  if (item === undefined) return undefined
  const hosts = urls.flatMap((url) => (URL.canParse(url) ? new URL(url).host : []))
  return { item, of: `in ${item}`, what: `in ${quoted(hosts.join(' and ') || (name ?? id ?? ''))}` }
}

type Tree = Warm['tree']

/** The document that the element is in; for keys and a drag, which may go elsewhere, all of them. */
function urlsAt(tree: Tree, node: Node, wish: Wish): readonly string[] {
  const own = [node, ...tree.ancestors(node)].filter(isDocument).slice(0, 1)
  const all = goesAnywhere(wish, node) ? [...tree.nodes.values()].filter(isDocument) : own
  const root = tree.node(tree.root)
  return [...new Set((all.length > 0 ? all : root === undefined ? [] : [root]).flatMap(({ url }) => url ?? []))]
}

function isDocument({ role, url }: Node): boolean {
  return role === 'AXWebArea' && url !== undefined
}

/** Whether it may reach more than the element, and nobody can say in advance what. */
function goesAnywhere(wish: Wish, node: Node): boolean {
  const { action, value, keys, to } = wish
  if (action === 'drag') return to?.key === undefined
  if (action === 'key') return !isPassing(keys ?? '', isText(node))
  // A line break may be typed as Enter; a spinner takes its number with Enter.
  if (action === 'set_value') return node.role === 'AXIncrementor' || /[\t\r\n]/.test(value ?? '')
  return action === 'type' && (!isText(node) || /[\t\r\n]/.test(value ?? ''))
}

/** Keys that a program takes as a command, not as a text. */
function isBlind(wish: Wish, node: Node): boolean {
  return wish.action === 'key' && goesAnywhere(wish, node)
}

function isText({ flags }: Node): boolean {
  return (flags & Flag.editable) !== 0
}

function reached(tree: Tree, node: Node, wish: Wish): readonly Node[] {
  const { action, keys = '', to } = wish
  const touched = [node, ...tree.ancestors(node).filter(isControl), ...within(tree, node)]
  const dropped = to?.key === undefined ? undefined : tree.node(to.key)
  const ends = dropped === undefined ? [] : [dropped, ...tree.ancestors(dropped), ...within(tree, dropped)]
  if (action === 'menu' || action === 'select') return [node, ...namedIn(tree, node, wish)]
  if (!goesAnywhere(wish, node)) return isText(node) ? [node, ...ends] : action === 'key' ? [] : [...touched, ...ends]
  // A shortcut also reaches the contents of closed menus.
  const isAny = action === 'key' && isShortcut(keys)
  const usable = [...tree.nodes.values()].filter((one) => isInteractable(one) && (isAny || !isHidden(one)))
  return [...touched, ...usable]
}

function within(tree: Tree, node: Node): readonly Node[] {
  const inner = [...tree.walk(node.key)]
  return inner.filter((one) => one !== node && isInteractable(one))
}

/** The entries or options that the words may mean: all that match. */
function namedIn(tree: Tree, node: Node, { action, path, value }: Wish): readonly Node[] {
  const asked = action === 'menu' ? (path ?? '').split(/[>›→]/).at(-1)! : (value ?? '')
  const all = action === 'menu' ? tree.nodes.values() : tree.walk(node.key)
  return [...all].filter((one) => wordsOn(tree, one).some((text) => holdsWords(text, asked.trim())))
}

/** Menus that are built when opened hold more than is known: in them, part of a name may mean anything. */
function isUnknown(tree: Tree, node: Node, wish: Wish): boolean {
  if (wish.action !== 'menu' && (wish.action !== 'select' || isText(node))) return false
  const value = wish.action === 'menu' ? wish.path : wish.value
  return value !== undefined && namedIn(tree, node, wish).length === 0
}

function unknownConcern(item: string, { action, path, value }: Wish): Concern {
  const what = `${action} ${quoted(path ?? value ?? '')}, which is not to be seen before`
  return { item, of: what, what }
}

function wordConcern(
  items: readonly string[],
  texts: readonly string[],
  what: string,
  node?: Node,
): readonly Concern[] {
  for (const item of items)
    for (const text of texts) if (holdsWords(text, item)) return [{ item, of: `${node?.key ?? ''} ${text}`, what }]
  return []
}

/** All texts by which a person, or the program's author, may tell what it does. Never the contents of a field. */
function wordsOn(tree: Tree, node: Node): readonly string[] {
  const { title, description, placeholder, help, identifier } = node
  const texts = [title, description, placeholder, help, identifier, labelWords(tree, node), ownWords(tree, node)]
  return [...texts, isText(node) ? undefined : textIn(tree, node)].filter((text) => text !== undefined)
}

/** Its role and its name, which is quoted. */
export function lineFor(tree: Tree, node: Node): string {
  return `${shortRole(node.role, node.subrole)} ${quoted(calledOf(tree, node))}`
}

function calledOf(tree: Tree, node: Node): string {
  return node.title ?? node.description ?? node.placeholder ?? labelWords(tree, node) ?? textIn(tree, node) ?? ''
}
