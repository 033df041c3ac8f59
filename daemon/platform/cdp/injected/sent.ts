/**
 * How code gets into a page: the functions in this folder are sent as source. They are type-checked against the
 * browser's library and cannot see the daemon.
 */

declare const answer: unique symbol

/** A function's source text, as an expression. `Answer` is its result, once awaited. */
export type Sent<Answer> = string & { readonly [answer]: Answer }

/** A sent function may take and return elements. */
type InPage<Answer> = (...args: never[]) => Answer

/**
 * `parts` are the functions of this folder it calls, and the ones those call: only they are available there, not a
 * file's constants. One that several need is sent once. Combining them calls nothing of the page's.
 */
export function sent<Answer>(main: InPage<Answer>, ...parts: readonly InPage<unknown>[]): Sent<Awaited<Answer>> {
  const text = parts.length === 0 ? `${main}` : `(() => {\n${[...new Set(parts)].join('\n')}\nreturn ${main}\n})()`
  return text as Sent<Awaited<Answer>>
}
