/** Everything about one element as text, for `expand`. */
import { cut } from '../../../api-schema/cut.ts'
import type { Element } from '../../../api-schema/element.ts'
import { shortRole } from '../../platform/element/role-words.ts'
import type { Detail } from '../../platform/platform.ts'
import { quote, write } from './text.ts'

/** The DOM side of an element of a tab. */
type Dom = NonNullable<Detail['dom']>

const longestText = 200
const longestAttribute = 80
/** More selectors than this add nothing. */
const mostSelectors = 6

export function detailOutline(element: Element, dom: Dom | undefined): string {
  const { id, role, subrole, name, title, value, description, state = [], frame, pageFrame } = element
  const label = name ?? title
  const lines = [`[${id}] ${shortRole(role, subrole)}${label === undefined ? '' : `: ${write(label, longestText)}`}`]
  const add = (key: string, text: string | undefined) => {
    if (text !== undefined && text !== '') lines.push(`${key}: ${text}`)
  }
  const addText = (key: string, text: string | undefined) => {
    if (text !== undefined && text !== label) add(key, write(text, longestText))
  }
  add('role', subrole === undefined ? word(role) : `${word(role)} ${word(subrole)}`)
  addText('title', title)
  addText('value', value)
  addText('description', description)
  addText('identifier', dom?.attributes.id === element.identifier ? undefined : element.identifier)
  addText('placeholder', dom?.attributes.placeholder === element.placeholder ? undefined : element.placeholder)
  addText('help', element.help)
  addText('url', dom?.attributes.href === undefined ? element.url : undefined)
  add('states', state.join(', '))
  add('can', element.capabilities?.join(', '))
  add('actions', element.actions?.map(word).join(', '))
  if (frame !== undefined) add('on screen', placeLine(frame))
  if (pageFrame !== undefined) add('in page', placeLine(pageFrame))
  add('attributes', attributesLine(element, dom))
  if (dom !== undefined) addDom(lines, dom)
  return lines.join('\n')
}

function placeLine({ x, y, width, height }: { x: number; y: number; width: number; height: number }): string {
  const round = (length: number) => Math.round(length * 10) / 10
  return `${round(x)},${round(y)} ${round(width)}x${round(height)}`
}

/** Attributes that neither the tag nor the lines above show. */
function attributesLine({ attributes, description, help }: Element, dom: Dom | undefined): string {
  return Object.entries(attributes ?? {})
    .filter(([name, value]) => dom?.attributes[name] !== value)
    .filter(([name, value]) => name !== 'helpText' || (value !== description && value !== help))
    .map(([name, value]) => attribute(name, value))
    .join(' ')
}

function attribute(name: string, value: string): string {
  return value === '' ? word(name) : `${word(name)}=${quote(cut(value, longestAttribute))}`
}

function word(text: string): string {
  return /^[\w:.-]+$/.test(text) ? text : quote(text)
}

function addDom(lines: string[], dom: Dom): void {
  const attributes = Object.entries(dom.attributes).map(([name, value]) => ` ${attribute(name, value)}`)
  lines.push(`<${word(cut(dom.tag, longestAttribute))}${attributes.join('')}>`)
  if (dom.selectors.length > 0) {
    lines.push('selectors:')
    for (const selector of dom.selectors.slice(0, mostSelectors)) lines.push(`  ${visible(selector)}`)
  }
  if (dom.frame !== undefined) lines.push(`in frame: ${write(dom.frame, longestText)}`)
  if (dom.shadow !== undefined) lines.push(`in shadow root: ${dom.shadow}`)
}

/** Verbatim, since a selector is useless otherwise; quoted only if it could pass for more than one line. */
function visible(selector: string): string {
  return /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u.test(selector) ? quote(selector) : selector
}
