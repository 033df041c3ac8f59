/** Windows drawn by Qt Quick: they contain no widgets, and their elements behave differently. */
import { lineage } from '../../wire/access.ts'
import { Has } from '../../wire/facts.ts'
import type { Subject } from './subject.ts'

export function isOfQuick({ access, key }: Pick<Subject, 'access' | 'key'>): boolean {
  if (!access.toolkit.windowsAct) return false
  const window = lineage(access, key).find((at) => access.parent(at) === access.root)
  return ((access.facts(window ?? key)?.interfaces ?? Has.Action) & Has.Action) === 0
}
