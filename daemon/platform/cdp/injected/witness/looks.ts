/**
 * What a press draws otherwise by looks alone, in the daemon's isolated world: a row that is marked, a star that is filled, a
 * picture that is turned. No element tells of it; the attributes that a page has written do, with what its style makes of them.
 */
import { isInSight } from '../elements.ts'

/** What was written in the tasks of an act and since, as it was before. */
export interface Looks {
  readonly attributes: Map<Element, Map<string, string | null>>
  /** Pictures that have come, and all that has gone. */
  readonly come: Element[]
  readonly gone: Node[]
}

export function looks(): Looks {
  return { attributes: new Map(), come: [], gone: [] }
}

export function noteLooks({ attributes, come, gone }: Looks, records: readonly MutationRecord[]): void {
  const most = 300
  const pictures = 'svg, img, canvas, video'
  for (const { type, target, attributeName, oldValue, addedNodes, removedNodes } of records) {
    if (type === 'attributes') {
      const known = attributes.get(target as Element) ?? new Map<string, string | null>()
      // What a field holds comes as if it were one.
      if (attributeName === 'value' || (known.size === 0 && attributes.size >= most)) continue
      if (!known.has(attributeName!)) known.set(attributeName!, oldValue)
      attributes.set(target as Element, known)
      continue
    }
    for (const node of removedNodes) if (gone.length < most) gone.push(node)
    for (const node of addedNodes as NodeListOf<Element>)
      if (node.nodeType === 1 && come.length < most)
        come.push(...(node.matches(pictures) ? [node] : node.querySelectorAll(pictures)))
  }
}

/** Marks of the focus and the pointer, by which any control shows that it is pressed. */
export function ofPress(): RegExp {
  return /focus|hover|press|ripple|touch|animat|active-state/i
}

/** Properties that draw nothing by themselves, and those by which elements come and go, which the tree shows. */
function isDrawing(property: string): boolean {
  const others =
    /^(?:--|cursor|pointer-events|(?:-webkit-)?user-|will-change|touch-action|transition|z-index|scroll|caret|contain|overflow|resize|view-transition|-webkit-tap|isolation|display|visibility)/
  return !others.test(property)
}

/** Whether two texts of a `style` attribute draw otherwise. */
function isOtherStyle(home: Document, was: string | null, now: string | null): boolean {
  const [before, after] = [was, now].map((text) => {
    const { style } = home.createElement('i')
    style.cssText = text ?? ''
    return style
  }) as [CSSStyleDeclaration, CSSStyleDeclaration]
  const valueIn = (style: CSSStyleDeclaration, name: string) => {
    const value = style.getPropertyValue(name)
    const isOfPlace = /^(?:left|top|right|bottom|inset|margin|translate)/.test(name)
    if (/^(?:auto|none|normal|initial|1)$/.test(value) || (isOfPlace && /^0(?:px|%)$/.test(value))) return ''
    if (name !== 'transform') return value
    try {
      const { isIdentity, ...matrix } = new DOMMatrix(value).toJSON()
      return isIdentity ? '' : JSON.stringify(matrix)
    } catch {
      return value
    }
  }
  return [...before, ...after].some((name) => isDrawing(name) && valueIn(before, name) !== valueIn(after, name))
}

/** Selectors of rules, by the class or attribute that they are asked for, of each document and shadow root. */
type Known = Map<Node, Map<string, readonly string[]>>

/**
 * Selectors of the page's rules that draw by a class or an attribute, `mark` as a selector, as if each element both had it and
 * had it not. Rules for what is focused or pressed count nothing, and neither do sheets of another origin.
 */
function rulesBy(root: Document | ShadowRoot, mark: string, known: Known): readonly string[] {
  const most = 30
  const marks = known.get(root) ?? new Map<string, readonly string[]>()
  known.set(root, marks)
  const before = marks.get(mark)
  if (before !== undefined || marks.size >= most) return before ?? []
  const isAttribute = mark.startsWith('[')
  const name = isAttribute ? mark.slice(0, -1) : mark
  const isMeant = (text: string) => {
    const at = text.indexOf(name)
    return at >= 0 && !/[\w-]/.test(text[at + name.length] ?? '') && !/:focus|:active/.test(text)
  }
  const one = isAttribute ? `${name.replace('[', '\\[')}[^\\]]*\\]` : mark.replace(/[^\w-]/g, '\\$&')
  const asked = new RegExp(`:not\\(${one}\\)|${one}(?![\\w-])`, 'g')
  const pseudo = /::?(?:before|after|placeholder|marker)\b/g
  const found: string[] = []
  const look = (list: CSSRuleList) => {
    for (const rule of list) {
      const { selectorText, style, cssRules } = rule as CSSStyleRule
      if (selectorText !== undefined && isMeant(selectorText) && [...style].some(isDrawing))
        found.push(selectorText.replace(asked, ':where(*)').replace(pseudo, ''))
      if (cssRules?.length > 0) look(cssRules)
    }
  }
  for (const sheet of [...root.styleSheets, ...root.adoptedStyleSheets]) {
    try {
      look(sheet.cssRules)
    } catch {}
  }
  marks.set(mark, found)
  return found
}

/** Whether a rule draws the element, what is in it or what stands next to it by such a mark. */
function hasRuleFor(element: Element, mark: string, known: Known): boolean {
  const most = 300
  const rules = rulesBy(element.getRootNode() as Document | ShadowRoot, mark, known)
  if (rules.length === 0) return false
  const beside = [...(element.parentElement?.children ?? [])].slice(0, most)
  const all = [element, ...[...element.querySelectorAll('*')].slice(0, most), ...beside]
  return rules.some((selector) => {
    try {
      return all.some((one) => one.matches(selector))
    } catch {
      return true
    }
  })
}

/** Whether an attribute that was something else draws the element otherwise. */
function isOtherLook(element: Element, attribute: string, was: string | null, known: Known): boolean {
  const now = element.getAttribute(attribute)
  if (now === was || ofPress().test(attribute)) return false
  if (attribute === 'style') return isOtherStyle(element.ownerDocument, was, now)
  if (attribute === 'class') {
    const marksIn = (text: string | null): string[] => text?.match(/\S+/g) ?? []
    const [before, after] = [marksIn(was), marksIn(now)]
    const turned = [...before.filter((one) => !after.includes(one)), ...after.filter((one) => !before.includes(one))]
    return turned.some((one) => !ofPress().test(one) && hasRuleFor(element, `.${CSS.escape(one)}`, known))
  }
  const ofPicture =
    /^(?:fill|stroke|d|points|r|rx|ry|cx|cy|x|y|x1|x2|y1|y2|dx|dy|transform|width|height|viewBox|src|srcset|(?:xlink:)?href|color|bgcolor|opacity|offset)$|-(?:opacity|width|color)$/
  const isOfPicture = element instanceof SVGElement || /^(?:img|source|video|canvas)$/.test(element.localName)
  return (isOfPicture && ofPicture.test(attribute)) || hasRuleFor(element, `[${attribute}]`, known)
}

/** A layer over what is pressed, but neither in it nor a frame around it: a ring that shows where it was pressed. */
function isRing(element: Element, pressed: Element): boolean {
  const mostApart = 4
  const { position } = element.ownerDocument.defaultView!.getComputedStyle(element)
  if (pressed.contains(element) || element.contains(pressed) || !/absolute|fixed/.test(position)) return false
  const [box, at] = [element.getBoundingClientRect(), pressed.getBoundingClientRect()]
  const isFrame = (['left', 'top', 'right', 'bottom'] as const).every(
    (side) => Math.abs(box[side] - at[side]) <= mostApart,
  )
  return !isFrame && box.left < at.right && box.right > at.left && box.top < at.bottom && box.bottom > at.top
}

/** What is drawn otherwise now, as far as it is in sight. */
export function drawnOtherwise({ attributes, come, gone }: Looks, pressed: Element): Element[] {
  const known: Known = new Map()
  const isOfPress = (element: Element) =>
    ofPress().test(`${element.id} ${element.getAttribute('class')}`) || isRing(element, pressed)
  const isOther = ([element, before]: readonly [Element, ReadonlyMap<string, string | null>]) =>
    [...before].some(([attribute, was]) => isOtherLook(element, attribute, was, known))
  const isNew = (one: Element) =>
    !gone.some((old) => old.isEqualNode(one) || (old as Element).querySelector?.(one.localName)?.isEqualNode(one))
  const hasRoom = (element: Element) => {
    const { width, height } = element.getBoundingClientRect()
    return width * height > 1
  }
  const seen = (element: Element) =>
    element.isConnected && hasRoom(element) && isInSight(element) && !isOfPress(element)
  const restyled = [...attributes].filter((one) => seen(one[0]) && isOther(one)).map(([element]) => element)
  return [...restyled, ...come.filter((one) => seen(one) && isNew(one))]
}

export const lookParts = [
  drawnOtherwise,
  isOtherLook,
  isOtherStyle,
  hasRuleFor,
  rulesBy,
  isDrawing,
  isInSight,
  isRing,
  ofPress,
] as const
