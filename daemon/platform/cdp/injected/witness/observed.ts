/** What changes in the documents that can be reached, in the daemon's isolated world: from before an act on. */

import { reachableWindows } from '../listening.ts'
import { memory } from '../memory.ts'
import { sent } from '../sent.ts'

export interface Marks {
  /** With all that is in them. */
  readonly added: WeakSet<Node>
  /** In which a text or an attribute that says something has changed. */
  readonly touched: WeakSet<Node>
  /** Whose look has changed: only of what has come with it does that say anything. */
  readonly restyled: WeakSet<Node>
}

/** All that changes in the documents that can be reached. */
export interface Observing {
  /** Those that can be reached. */
  readonly roots: readonly ShadowRoot[]
  take(records: readonly MutationRecord[]): void
  /** Hands over what has changed so far. */
  flush(): void
  /** The same of fields alone. */
  look(): void
  end(): void
}

export interface Announced {
  observing?: Observing
  /** What has changed since an act was announced. */
  earlier?: Marks | undefined
  /** Of the act before. */
  witness?: { forget(): void }
}

export function marks(): Marks {
  return { added: new WeakSet(), touched: new WeakSet(), restyled: new WeakSet() }
}

export function noteIn(
  { added, touched, restyled }: Marks,
  { type, target, attributeName, addedNodes, removedNodes }: MutationRecord,
): void {
  const looks = /^(class|style|id|tabindex|data-.*)$/
  const hasText = (node: Node) => /\S/.test(node.textContent || '')
  for (const node of addedNodes) added.add(node)
  if (type === 'attributes') restyled.add(target)
  if (
    type === 'attributes'
      ? looks.test(attributeName!)
      : type === 'childList' && ![...addedNodes, ...removedNodes].some(hasText)
  )
    return
  touched.add(target)
  if (type === 'attributes') return
  // What an element is called may follow from a text some levels below.
  for (let at = target.parentNode, level = 0; at && level < 2; at = at.parentNode, level++) touched.add(at)
}

/** What fields hold, and whether boxes are on. No mutation tells of that, so they are looked at whenever one tells of anything else. */
export function statesIn(roots: readonly ParentNode[]): () => readonly MutationRecord[] {
  const most = 500
  const stateOf = (one: Element) => {
    const { checked, indeterminate, selected, value } = one as HTMLInputElement & { readonly selected?: boolean }
    return [checked, indeterminate, selected, one.localName === 'option' ? '' : value].join(' ')
  }
  const fields = roots.flatMap((root) => [...root.querySelectorAll('input, textarea, option')]).slice(0, most)
  const states = new Map(fields.map((one) => [one, stateOf(one)]))
  const none = [] as unknown as NodeList
  const told = { type: 'attributes', attributeName: 'value', oldValue: null, addedNodes: none, removedNodes: none }
  return () =>
    [...states].flatMap(([target, before]) => {
      const now = stateOf(target)
      if (now === before) return []
      states.set(target, now)
      return { ...told, target } as unknown as MutationRecord
    })
}

export function observeAll(): Observing {
  const mostElements = 20_000
  const kept = memory<Announced>()
  const observer = new MutationObserver((records) => observing.take([...records, ...turned()]))
  const roots: ShadowRoot[] = []
  const documents: Document[] = []
  const observe = (root: Document | ShadowRoot) => {
    if ('host' in root) roots.push(root)
    observer.observe(root, { subtree: true, childList: true, characterData: true, attributeOldValue: true })
    const elements = root.querySelectorAll('*')
    if (elements.length < mostElements) for (const { shadowRoot } of elements) if (shadowRoot) observe(shadowRoot)
  }
  for (const one of reachableWindows()) {
    try {
      observe(one.document)
      documents.push(one.document)
    } catch {}
  }
  const turned = statesIn([...documents, ...roots])
  const observing: Observing = {
    roots,
    take: () => undefined,
    flush: () => observing.take([...observer.takeRecords(), ...turned()]),
    look: () => observing.take(turned()),
    end: () => {
      observer.disconnect()
      if (kept.observing === observing) delete kept.observing
    },
  }
  kept.observing = observing
  return observing
}

/**
 * What a transition or an animation that will end is moving: it began before, and a tab in the background draws it only as an
 * act makes it.
 */
function movingIn(roots: readonly ShadowRoot[]): Element[] {
  return [document, ...roots].flatMap((root) =>
    root.getAnimations().flatMap(({ playState, effect }) => {
      const target = (effect as KeyframeEffect | null)?.target
      const isEnding = playState === 'running' && Number(effect?.getComputedTiming().activeDuration) < Infinity
      return isEnding && target ? target : []
    }),
  )
}

/** An act is to come: what changes until it begins is none of its effects. */
function announceAct(): void {
  const kept = memory<Announced>()
  const mostMs = 10_000
  kept.witness?.forget()
  kept.observing?.end()
  const earlier = marks()
  const observing = observeAll()
  observing.take = (records) => {
    for (const record of records) noteIn(earlier, record)
  }
  for (const target of movingIn(observing.roots)) earlier.restyled.add(target)
  kept.earlier = earlier
  setTimeout(() => kept.earlier === earlier && observing.end(), mostMs)
}

export const announceActScript = sent(
  announceAct,
  memory,
  marks,
  movingIn,
  noteIn,
  observeAll,
  statesIn,
  reachableWindows,
)
