/**
 * Fields that are secure though their markup does not say so: drawn as dots by CSS, or put in the place of a password by
 * a page that shows it. Runs in the daemon's isolated world, where no page sees what is kept.
 */
import { memory } from './memory.ts'
import { isMasked, isSaidSecure, isSecure, remember, secureParts } from './secure-fields.ts'
import { sent } from './sent.ts'

type Field = HTMLInputElement

interface Looks {
  /** Secure fields that the last look found visible, with their text. */
  shown: Map<Field, string>
  /** Texts of secure fields that have disappeared since. */
  readonly left: Set<string>
  /** Other fields that were visible before one disappeared. */
  readonly known: WeakSet<Field>
  /** Fields that appeared when a secure one disappeared, while they are empty: a page may fill them later. */
  readonly comers: Set<Field>
}

interface Kept {
  looks?: Looks
}

function fieldsIn(root: Document | ShadowRoot, inShadows: boolean): Field[] {
  const found = [...root.querySelectorAll<Field>('input, textarea, [contenteditable]')]
  if (inShadows)
    for (const { shadowRoot } of root.querySelectorAll('*'))
      if (shadowRoot) found.push(...fieldsIn(shadowRoot, inShadows))
  return found
}

/**
 * Only a field that appeared when a secure one disappeared can be its double: anybody may type into the others, and
 * would learn from what becomes secure whether a guess is right.
 */
function rememberDoubles(fields: readonly Field[]): void {
  const kept = memory<Kept>()
  kept.looks ??= { shown: new Map(), left: new Set(), known: new WeakSet(), comers: new Set() }
  const { looks } = kept
  const isShown = (field: Field) => field.isConnected && field.checkVisibility({ visibilityProperty: true })
  const gone = [...looks.shown].filter(([field]) => !isShown(field))
  for (const [field, before] of gone) for (const value of [before, field.value]) if (value) looks.left.add(value)
  while (looks.left.size > 20) looks.left.delete(looks.left.values().next().value!)
  looks.shown = new Map()
  for (const field of fields) {
    if (!isShown(field)) continue
    if (isSecure(field)) {
      looks.shown.set(field, field.value)
      continue
    }
    if (gone.length > 0 && !looks.known.has(field)) looks.comers.add(field)
    looks.known.add(field)
  }
  for (const field of looks.comers) {
    if (field.isConnected && !field.value) continue
    looks.comers.delete(field)
    if (!looks.left.has(field.value)) continue
    remember.call(field)
    looks.shown.set(field, field.value)
  }
}

/** `inShadows`: also in open shadow roots, which are looked for at each element of the document. */
function disguised(inShadows: boolean): Field[] {
  const all = fieldsIn(document, inShadows)
  rememberDoubles(all)
  return all.filter((field) => !isSaidSecure(field) && (isSecure(field) || isMasked(field)))
}

export const disguisedScript = sent(disguised, fieldsIn, rememberDoubles, remember, ...secureParts)
