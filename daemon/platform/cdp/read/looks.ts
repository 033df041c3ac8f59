/** What an element's markup says about its looks when it has no text: its picture, its icon, its class. */
import type { Protocol } from 'devtools-protocol'
import { getOrCreate } from '../../basics/get-or-create.ts'
import type { Key } from '../../element/row.ts'
import type { TabAccess } from '../wire/access.ts'
import type { EventName, Session } from '../wire/connection.ts'

type DomNode = Protocol.DOM.Node

/** Levels to look into: an icon is a child or a grandchild of its button. */
const depth = 3
const longestWords = 40

/** Events after which known looks may be wrong. */
const events = [
  'DOM.attributeModified',
  'DOM.attributeRemoved',
  'DOM.childNodeInserted',
  'DOM.childNodeRemoved',
  'DOM.documentUpdated',
] as const satisfies readonly EventName[]

interface Look {
  readonly words: string
  /** The element's own class, where the words describe what is inside it. */
  readonly ownClass?: string
}

/** By session, then by backend id: looked up once, until the document changes. */
const known = new WeakMap<Session, Map<number, Promise<Look | undefined>>>()

function knownIn(session: Session): Map<number, Promise<Look | undefined>> {
  return getOrCreate(known, session, () => {
    const looks = new Map<number, Promise<Look | undefined>>()
    for (const event of events) session.on(event, () => looks.clear())
    return looks
  })
}

/** In words, by key; without elements that have no look or are gone. */
export async function looksOf(
  access: TabAccess,
  keys: readonly Key[],
  signal: AbortSignal,
): Promise<ReadonlyMap<Key, string>> {
  const looks = await Promise.all(keys.map((key) => lookAt(access, key, signal)))
  const found = new Map<Key, string>()
  for (let from = 0, to = 0; from < keys.length; from = to) {
    while (to < keys.length && looks[to]?.words === looks[from]?.words) to++
    for (const [at, words] of apart(looks.slice(from, to)).entries()) found.set(keys[from + at]!, words)
  }
  return found
}

/** Tells equal neighbours apart by their classes if all differ: each of five coloured squares has its own. */
function apart(equal: readonly (Look | undefined)[]): string[] {
  const classes = equal.flatMap((look) => look?.ownClass ?? [])
  const differ = equal.length > 1 && new Set(classes).size === equal.length
  return equal.flatMap((look) =>
    look === undefined ? [] : differ ? `${look.words}, class “${look.ownClass}”` : look.words,
  )
}

async function lookAt(access: TabAccess, key: Key, signal: AbortSignal): Promise<Look | undefined> {
  const place = access.place(key)
  if (place === undefined) return undefined
  const { session, backendNodeId } = place
  const looks = knownIn(session)
  const before = looks.get(backendNodeId)
  if (before !== undefined) return await before
  const described = access.send(session, 'DOM.describeNode', { backendNodeId, depth, pierce: true }, signal)
  const look = described.then(({ node }) => lookOf(node))
  const kept = look.catch(() => {
    looks.delete(backendNodeId)
    return undefined
  })
  looks.set(backendNodeId, kept)
  return await kept
}

/**
 * The best substitute for a name comes first: a picture's file, an icon's name, a class inside, the element's own
 * class. A file that is a drawing's clipped source does not count: it holds many pictures.
 */
function lookOf(node: DomNode): Look | undefined {
  const all = [...withInner(node)].map(attributesOf)
  const inner = all.slice(1)
  const picture = first(all, ({ src, 'xlink:href': linked, 'clip-path': cut }) =>
    cut ? undefined : fileOf(src ?? linked),
  )
  const own = classWords(all[0]?.class)
  const told = (words: string) => ({ words, ...(own !== undefined && { ownClass: own }) })
  if (picture !== undefined) return told(`picture “${picture}”`)
  const icon =
    first(all, (attributes) => iconOf(attributes)) ?? first(inner, (attributes) => classWords(attributes.class))
  if (icon !== undefined) return told(`icon “${icon}”`)
  return own === undefined ? undefined : { words: `class “${own}”` }
}

function* withInner(node: DomNode): Iterable<DomNode> {
  yield node
  for (const inner of [...(node.shadowRoots ?? []), ...(node.children ?? [])]) yield* withInner(inner)
}

interface Attributes {
  readonly [name: string]: string | undefined
}

function attributesOf({ attributes = [], localName }: DomNode): Attributes {
  const found: { [name: string]: string } = {}
  for (let at = 0; at + 1 < attributes.length; at += 2) found[attributes[at]!] = attributes[at + 1]!
  // A link's target is not a picture.
  if (localName === 'use') found['data-icon'] ??= (found.href ?? found['xlink:href'] ?? '').split('#')[1] ?? ''
  if (localName === 'use') delete found['xlink:href']
  return found
}

function first(all: readonly Attributes[], wordsOf: (one: Attributes) => string | undefined): string | undefined {
  for (const one of all) {
    const words = wordsOf(one)
    if (words !== undefined) return words
  }
  return undefined
}

/** The file's name without folder and query; undefined for a picture that is embedded in the page. */
function fileOf(address: string | undefined): string | undefined {
  if (address === undefined || /^(data|blob):/i.test(address)) return undefined
  const file = address.split(/[?#]/, 1)[0]!.split('/').at(-1)
  return cutWords(file)
}

/** Icon sets name the icon in an attribute of their own (`data-icon`, `data-lucide`, `icon`), tests in another. */
function iconOf(attributes: Attributes): string | undefined {
  const name = ['data-icon', 'icon', 'data-lucide', 'data-feather', 'data-testid'].find((one) => attributes[one])
  return name === undefined ? undefined : cutWords(attributes[name])
}

/** Without generated classes: letters mixed with digits say nothing. */
function classWords(classes: string | undefined): string | undefined {
  const said = (classes ?? '').split(/\s+/).filter((one) => {
    const parts = one.split(/[-_:/]+/)
    return one !== '' && !parts.some((part) => /\d/.test(part) && /\p{L}/u.test(part))
  })
  return cutWords(iconIn(said) ?? said.join(' '))
}

/** The icon's class among those of an icon font: `fa-trash` in `fas fa-trash fa-fw`, `bi-gear` in `bi bi-gear`. */
function iconIn(classes: readonly string[]): string | undefined {
  const sets = classes.filter((one) => /^[a-z]+$/i.test(one))
  return classes.find((one) => {
    const [set, icon] = one.split('-', 2)
    return (
      icon !== undefined &&
      sets.some((name) => name === set || (set!.length > 1 && name.length === set!.length + 1 && name.startsWith(set!)))
    )
  })
}

function cutWords(words: string | undefined): string | undefined {
  const trimmed = words?.trim() ?? ''
  if (trimmed === '') return undefined
  if (trimmed.length <= longestWords) return trimmed
  const whole = trimmed.slice(0, longestWords)
  return whole.slice(0, Math.max(whole.lastIndexOf(' '), 0)) || `${whole}…`
}
