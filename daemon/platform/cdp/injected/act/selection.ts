/** Selects words of a text, in the daemon's isolated world. */
import { elementOf, elementParts, styleOf } from '../elements.ts'
import { isMasked, isSecure, secureParts } from '../secure-fields.ts'
import { sent } from '../sent.ts'
import { type Field, fieldOf, hostOf, writableOf } from './fields.ts'

/** A text as it is read, with runs of space as one, and the position of each letter. */
interface Letters {
  text: string
  readonly at: { readonly node: Text; readonly offset: number }[]
}

/** Whether words for it name an option rather than a part of its text. */
function offersChoice(element: Element): boolean {
  const states = 'haspopup controls owns expanded autocomplete activedescendant'.split(' ')
  const choices = `select, [list], [role=listbox], [role=spinbutton], ${states.map((state) => `[aria-${state}]`).join()}`
  return element.matches(choices) || element.closest('[role=combobox]') !== null
}

function isPlainField(element: Field): boolean {
  if (!element.matches('input, textarea') || offersChoice(element)) return false
  try {
    return element.selectionStart !== null
  } catch {
    return false
  }
}

/** Whether something in it is used otherwise than by its text. */
function hasChoices(element: Element): boolean {
  const roles = 'option listbox combobox menu menubar menuitem tab tablist tree treeitem radio radiogroup grid row'
  const choices = `select, input, ${roles
    .split(' ')
    .map((role) => `[role=${role}]`)
    .join()}`
  const isPressed = element.matches('button, summary, [role=button]')
  return isPressed || offersChoice(element) || element.matches(choices) || element.querySelector(choices) !== null
}

function lettersOf(root: Node): Letters {
  const letters: Letters = { text: '', at: [] }
  const { document } = elementOf(root).ownerDocument.defaultView!
  const blockOf = (node: Node) => {
    let at = elementOf(node)
    while (/^(inline|contents)/.test(styleOf(at).display) && at.parentElement) at = at.parentElement
    return at
  }
  const put = (letter: string, node: Text, offset: number) => {
    if (letter === ' ' && /^$| $/.test(letters.text)) return
    letters.text += letter
    letters.at.push({ node, offset })
  }
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  let block: Element | undefined
  for (let node = root.nodeType === 3 ? root : walker.nextNode(); node; node = walker.nextNode()) {
    const around = node.parentElement
    if (around && (!around.checkVisibility({ visibilityProperty: true }) || isMasked(around))) continue
    const text = node as Text
    if (text.data === '') continue
    const own = blockOf(text)
    if (block !== undefined && (own !== block || text.previousSibling?.nodeName === 'BR')) put(' ', text, 0)
    block = own
    for (let i = 0; i < text.length; i++) put(/\s/.test(text.data[i]!) ? ' ' : text.data[i]!, text, i)
  }
  return letters
}

/** The node of the text itself, or the element that is written in. */
function textHolder(node: Node): Field {
  return (node.nodeType === 3 ? elementOf(node) : writableOf(node)) as Field
}

function textOf(this: Node, isWhole: boolean): string | null {
  const element = textHolder(this)
  if (isSecure(element)) return null
  if (isPlainField(element)) return element.value
  if (!element.isContentEditable && (isWhole || hasChoices(element))) return null
  return lettersOf(this.nodeType === 3 ? this : element).text
}

async function selectIn(this: Node, from: number, to: number): Promise<boolean> {
  const element = textHolder(this)
  const wait = () => new Promise((done) => setTimeout(done, 30))
  if (isPlainField(element)) {
    element.focus()
    element.setSelectionRange(from, to)
    await wait()
    return element.selectionStart === from && element.selectionEnd === to
  }
  if (element.isContentEditable) hostOf(element).focus()
  const { text, at } = lettersOf(this.nodeType === 3 ? this : element)
  const [first, last] = [at[from], at[to - 1]]
  if (first === undefined || last === undefined) return from === to
  const root = element.getRootNode() as ShadowRoot & { getSelection?: () => Selection | null }
  const selected = () => root.getSelection?.() ?? element.ownerDocument.getSelection()!
  const plain = (words: string) => words.replace(/\s+/g, '')
  element.ownerDocument.getSelection()!.setBaseAndExtent(first.node, first.offset, last.node, last.offset + 1)
  first.node.parentElement?.scrollIntoView({ block: 'nearest' })
  await wait()
  return plain(selected().toString()) === plain(text.slice(from, to))
}

const parts = [
  offersChoice,
  isPlainField,
  hasChoices,
  lettersOf,
  textHolder,
  fieldOf,
  writableOf,
  hostOf,
  ...elementParts,
  ...secureParts,
]

/** The text that can be selected; null if it has none, or offers a choice. `isWhole`: only if it is a field. */
export const selectableScript = sent(textOf, ...parts)

/** False if the selection did not stay. */
export const selectInScript = sent(selectIn, ...parts)
