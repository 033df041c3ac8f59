/** What the markup of an element without any text says of its looks: its picture, its icon, its class. */
import type { Protocol } from 'devtools-protocol'
import { madeOnce } from '../../made-once.ts'
import type { Key } from '../../row.ts'
import type { TabAccess } from '../wire/access.ts'
import type { EventName, Session } from '../wire/connection.ts'

type DomNode = Protocol.DOM.Node

/** An icon is a child of its button, or a child of that. */
const depth = 3
const longestWords = 40

/** After these, what was known may be wrong. */
const events = [
  'DOM.attributeModified',
  'DOM.attributeRemoved',
  'DOM.childNodeInserted',
  'DOM.childNodeRemoved',
  'DOM.documentUpdated',
] as const satisfies readonly EventName[]

interface Look {
  readonly words: string
  /** Of the element itself, where the words are of what is in it. */
  readonly ownClass?: string
}

/** By session, then by backend id: asked once until the document changes. */
const known = new WeakMap<Session, Map<number, Promise<Look | undefined>>>()

function knownIn(session: Session): Map<number, Promise<Look | undefined>> {
  return madeOnce(known, session, () => {
    const looks = new Map<number, Promise<Look | undefined>>()
    for (const event of events) session.on(event, () => looks.clear())
    return looks
  })
}

/** By key, in words; without those that have no look, and those that are gone. */
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

/** Equal ones next to each other, by their classes where all of these differ: of five coloured squares each has its own. */
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
 * What is nearest to a name comes first: a picture's file, the name of an icon, a class within, the element's own class. A
 * file that a drawing cuts its picture from has many.
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
  // Where a link leads is no picture.
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

/** The file's name without its folder and query; none for a picture that stands in the page itself. */
function fileOf(address: string | undefined): string | undefined {
  if (address === undefined || /^(data|blob):/i.test(address)) return undefined
  const file = address.split(/[?#]/, 1)[0]!.split('/').at(-1)
  return cutWords(file)
}

/** Icon sets tell which icon it is in an attribute of their own (`data-icon`, `data-lucide`, `icon`), tests in another. */
function iconOf(attributes: Attributes): string | undefined {
  const name = ['data-icon', 'icon', 'data-lucide', 'data-feather', 'data-testid'].find((one) => attributes[one])
  return name === undefined ? undefined : cutWords(attributes[name])
}

/** Without classes that a program made up: letters and digits mixed say nothing. */
function classWords(classes: string | undefined): string | undefined {
  const said = (classes ?? '').split(/\s+/).filter((one) => {
    const parts = one.split(/[-_:/]+/)
    return one !== '' && !parts.some((part) => /\d/.test(part) && /\p{L}/u.test(part))
  })
  return cutWords(iconIn(said) ?? said.join(' '))
}

/** Of the classes of an icon font, the icon's: `fa-trash` of `fas fa-trash fa-fw`, `bi-gear` of `bi bi-gear`. */
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
