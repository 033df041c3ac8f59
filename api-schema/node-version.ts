/**
 * Which Node the programs need. The oldest versions must be able to load this file to say so: no syntax newer than
 * theirs.
 */
const oldest = 20

/** Why this Node cannot run the programs; undefined if it can. */
export function tooOld(version: string): string | undefined {
  return Number(version.split('.')[0]) < oldest ? `Node ${oldest} or newer is needed; this is v${version}.` : undefined
}
