/** Why goals are missed, as far as is known: `npm run bench` explains those that are. */
import type { Goal } from './report.ts'

interface Reason {
  /** The goals it applies to. */
  readonly of: RegExp
  /** A sentence or two. */
  readonly why: string
}

const reasons: readonly Reason[] = [
  {
    of: /^(?:`ix mcp`|the daemon) after start/,
    why: 'A Node process that does nothing takes what the table below says, most of it the program itself, which all Node processes share; HTTP, TLS and the schemas are most of the rest.',
  },
  {
    of: /whole call inside the daemon, cached/,
    why: 'The index answers in the time of its own row. The rest goes into the answer: thousands of elements match, and those that are shown are shortened, measured and written.',
  },
  {
    of: /commands to the browser a search, cached/,
    why: 'The page changed by itself meanwhile, and was read again.',
  },
  {
    of: /cold read beside the bare reads/,
    why: 'Each page is looked through for what can be reached and what hovering shows, and the rules of its style sheets are read once for that: 8,000 rules, as these small pages have, take half of the time.',
  },
  {
    of: /^(?:first answer|that answer is there)|: first answer|: that answer/,
    why: 'There is no first look from the DOM alone: without the tree its elements would have other names and roles than those that the same ids have a moment later. The caller is told that the page is not read yet.',
  },
  {
    of: /^(?:attribute|text|value|focus).*, right answer/,
    why: 'After each change the page is looked through for what can be reached, which takes some 20 ms of these 6,000 elements; the rest is the browser’s own time until it tells of the change, and for its first answer about it.',
  },
  {
    of: /^ax: CPU an element/,
    why: 'It is an absolute time, and was within the goal on the faster machine on which that was set.',
  },
  {
    of: /^p99 of 32 sessions/,
    why: 'A view that is asked for while the page changes waits until it is read again, and shares two processors with the browser, which then draws: the clicks of the one session keep some of the others waiting.',
  },
  {
    of: /^insert, remove, right answer/,
    why: 'It is mostly the browser’s own time: 7 ms until it tells of a new element, and 25 to 33 ms for its first answer about what that is, where a second one takes 1.5 ms; then the page is looked through for what can be reached.',
  },
  {
    of: /^find \+ act \+ change, above the page’s own time/,
    why: 'An act is called settled when two frames were drawn after it, the second without a change (33 ms), and a press waits for one before it, in which the page can react to the pointer. On long pages that are loaded by the act, the reading of the next page is in it.',
  },
  {
    of: /^click, leanest, as JSON/,
    why: 'Its keys are most of it; as text it is within the goal.',
  },
  {
    of: /faster than pyatspi/,
    why: 'The application takes most of the time of both: see its row beside the bare calls.',
  },
  {
    of: /cold read beside its bare calls/,
    why: 'Some calls need the answer to others and are sent in rounds; bare they are all sent at once.',
  },
  {
    of: /^firefox-esr: cold read/,
    why: 'Nearly all of it is the application answering: see its row beside the bare calls.',
  },
  {
    of: /warm explore over HTTP/,
    why: 'GTK 4 announces neither values nor what gets or loses room: that is asked again before an answer is called settled.',
  },
  {
    of: /default outline/,
    why: 'Every cell in view of a sheet can be chosen, and is in the answer.',
  },
  {
    of: /press, and the changed display/,
    why: '50 ms without an event are waited for before an application is called settled; the rest is its own.',
  },
]

/** A line for each goal that was missed: what was measured, the goal, and why. */
export function shortfalls(goals: readonly Goal[]): readonly string[] {
  return goals
    .filter(({ met }) => !met)
    .map(({ what, goal, measured }) => {
      const why = reasons.find(({ of }) => of.test(what))?.why ?? 'The reason is not known.'
      return `- **${what}**: ${measured} (${goal}). ${why}`
    })
}
