/** The default shape of a warm tree's elements in an answer. */
import type { World } from '../../dispatch.ts'
import { labelOf } from '../../tree/naming/labels.ts'
import type { Warm } from '../../tree/warm/sync.ts'
import type { Shape } from '../../view/write/verbosity.ts'

export function shapeOf(warm: Warm, { ids }: World): Shape {
  return {
    actions: false,
    all: false,
    idOf: (node) => ids.idOf(warm, node),
    idAhead: (node) => ids.ahead(warm, node),
    goneIdOf: (node) => ids.known(warm, node),
    labelOf: (node) => labelOf(warm.tree, node),
  }
}
