/** Asks the person about acts that the owner named: before they begin, for exactly what is there at that moment. */
import { firstOf } from '../../../api-schema/first-of.ts'
import { quoted } from '../../../api-schema/quoted.ts'
import { asksOf, whoIs } from '../../agents/limits.ts'
import type { Call } from '../../dispatch.ts'
import { Flag } from '../../platform/element/flags.ts'
import type { Key } from '../../platform/element/row.ts'
import { Problem } from '../../problem.ts'
import type { Warm } from '../../tree/warm/sync.ts'
import { type Concern, concernsOf, dialogConcerns, lineFor, placeConcern, type Wish } from './concerns.ts'

/** How many things one question names. */
const mostNamed = 3

/** Whether an act would still reach only what the person has agreed to; the copy must be up to date. */
export type Agreed = () => boolean

/** Throws not_allowed. Undefined for an agent that need not ask. */
export async function agreed(warm: Warm, key: Key, wish: Wish, call: Call): Promise<Agreed | undefined> {
  if (asksOf(call.agent).length === 0) return undefined
  const now = () => concernsOf(call.agent, warm, key, wish)
  const asked = now()
  await ask(
    asked,
    `${wish.action.replace('_', ' ')}${wish.keys === undefined ? '' : ` ${quoted(wish.keys)} near`}`,
    call,
  )
  const known = new Set(asked.map(({ of }) => of))
  return () => now().every(({ of }) => known.has(of))
}

/** For acts on a tab or application as a whole. `does` says what is done: `open "https://…"`. */
export async function agreedIn(
  target: Parameters<typeof placeConcern>[1],
  urls: readonly string[],
  does: string,
  call: Call,
): Promise<void> {
  const concern = placeConcern(call.agent, target, urls)
  if (concern !== undefined) await ask([concern], does, call)
}

/** Throws not_allowed, and not_found if the dialog is a different one by then. */
export async function agreedDialog(warm: Warm, accept: boolean, call: Call): Promise<void> {
  const { page } = warm.source
  const dialog = page?.dialog
  if (page === undefined || dialog === undefined) return
  await ask(dialogConcerns(call.agent, warm.target, page.url, dialog, accept), 'answer', call)
  if (page.dialog !== dialog)
    throw new Problem('not_found', { message: 'The dialog that the person was asked about is gone. Nothing was done.' })
}

/** For scripts and tools of a page: nobody can say what they will press. */
export async function agreedScript(
  { target }: Warm,
  script: string,
  call: Call,
  does = 'run a script, which may press anything,',
): Promise<void> {
  const item = asksOf(call.agent)[0]
  if (item === undefined) return
  const what = `${quoted(script, longestScript)} in ${quoted(target.name)}`
  await ask([{ item, of: script, what }], does, call)
}

/**
 * A secret that only the person knows, for a field whose text is never read: in any other field the agent would see it.
 * Throws not_allowed, and unsupported_here for other fields.
 */
export async function typedByPerson({ tree, target }: Warm, key: Key, call: Call): Promise<string> {
  const node = tree.node(key)
  if (node === undefined) throw new Problem('element_gone')
  const line = lineFor(tree, node)
  if ((node.flags & Flag.secure) === 0)
    throw new Problem('unsupported_here', {
      message: `The ${line} takes neither a password nor a code: you would see there what the person types. Nothing was done.`,
      hint: 'Ask the person for it, or let them fill it in themselves.',
    })
  const place = target.kind === 'tab' ? (tree.node(tree.root)?.url ?? '') : target.name
  const host = URL.canParse(place) ? new URL(place).host : place
  const who = whoIs(call.agent)
  const text = `${who.charAt(0).toUpperCase()}${who.slice(1)} needs what only you know, for the ${line} in ${quoted(host)}.`
  const { text: typed = '' } = await call.ask({ kind: 'text', text, answers: ['yes', 'no'] })
  return typed
}

const longestScript = 200

async function ask(concerns: readonly Concern[], does: string, call: Call): Promise<void> {
  if (concerns.length === 0) return
  const named = [...new Set(concerns.map(({ what }) => what))]
  const items = [...new Set(concerns.map(({ item }) => item))].map((item) => quoted(item)).join(', ')
  const who = whoIs(call.agent)
  const text = `${who.charAt(0).toUpperCase()}${who.slice(1)} wants to ${does} ${firstOf(named, mostNamed)}; it has to ask about ${items}.`
  await call.ask({ kind: 'act', text, answers: ['yes', 'no'] })
}
