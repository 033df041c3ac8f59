/** `includeCode`: script lines that would repeat a call, using Playwright's API. Pages only. */
import { roleInHtml, rolesBehind } from '../../../api-schema/aria-role.ts'
import { actionLine, literal, locator, type Spot, type Subject } from '../../../api-schema/playwright.ts'
import type { Aim, Call, World } from '../../dispatch.ts'
import { spaced } from '../../platform/acting/choosing.ts'
import { Flag } from '../../platform/element/flags.ts'
import type { Key } from '../../platform/element/row.ts'
import type { Node } from '../../tree/model/node.ts'
import type { Warm } from '../../tree/warm/sync.ts'
import { isOutOfSight } from '../../view/select/visibility.ts'
import { scriptAsText } from './script-code.ts'

/** Longer names are useless for finding an element. */
const longestName = 100

/** What is about to be done to an element. Captured before the action, since the element may be gone afterwards. */
export async function actionCode(
  { warm, key, step, isNamed }: Aim,
  call: Call,
  world: World,
): Promise<string | undefined> {
  if (warm.source.page === undefined) return undefined
  if (step.action === 'accept' || step.action === 'dismiss') return dialogLine(step.action === 'accept', step.value)
  const node = warm.tree.node(key)
  const secure = ((node?.flags ?? 0) & Flag.secure) !== 0
  if (!isNamed) return actionLine({ ...step, secure }, undefined)
  const subject = await subjectOf(warm, key, call.signal)
  if (subject === undefined) return undefined
  if (step.action === 'wait') return `await ${locator(subject.spot)}.waitFor()`
  const list = subject.tag === 'option' ? listOf(warm, node) : undefined
  if (list !== undefined && node !== undefined && (step.action === 'click' || step.action === 'select')) {
    const choice = { action: 'select', value: node.title, secure }
    const whole = await subjectOf(warm, list, call.signal)
    return whole && actionLine(choice, whole)
  }
  const to = step.to?.elementId === undefined ? undefined : await spotOfId(step.to.elementId, call, world)
  return actionLine({ ...step, secure }, subject, to)
}

/** The native list that an option belongs to. */
function listOf({ tree }: Warm, node: Node | undefined): Key | undefined {
  if (node === undefined) return undefined
  const isList = ({ role, subrole }: Node) =>
    role === 'AXPopUpButton' || role === 'AXComboBox' || subrole === 'AXListBox'
  return [...tree.ancestors(node)].find(isList)?.key
}

type Given = { readonly [name: string]: unknown }

/** A call that is not an action on an element, or only reads one. */
export async function callCode(method: string, given: Given, call: Call, world: World): Promise<string | undefined> {
  const text = (name: string) => (typeof given[name] === 'string' ? (given[name] as string) : undefined)
  switch (method) {
    case 'navigate':
      return navigation(text('action') ?? 'goto', text('url') ?? '', text('waitFor'))
    case 'tabs':
      return tabsLine(text('action'), text('url'))
    case 'dialog':
      return dialogLine(given.accept === true, text('text'))
    case 'wait':
      return waitLine(given)
    case 'evaluate':
    case 'screenshot': {
      const id = text('elementId')
      const spot = id === undefined ? undefined : await spotOfId(id, call, world)
      if (id !== undefined && spot === undefined) return undefined
      const on = spot === undefined ? 'page' : locator(spot)
      if (method === 'evaluate')
        return `await ${on}.evaluate(${literal(scriptAsText(text('script') ?? '', spot !== undefined))})`
      return `await ${on}.screenshot(${given.fullPage === true && spot === undefined ? '{ fullPage: true }' : ''})`
    }
    default:
      return undefined
  }
}

function navigation(action: string, url: string, waitFor = 'load'): string | undefined {
  const waits = waitFor === 'load' ? undefined : `{ waitUntil: ${literal(waitFor)} }`
  const verb = { goto: 'goto', back: 'goBack', forward: 'goForward', reload: 'reload' }[action]
  const words = [...(action === 'goto' ? [literal(url)] : []), ...(waits === undefined ? [] : [waits])]
  return verb && `await page.${verb}(${words.join(', ')})`
}

function tabsLine(action: string | undefined, url: string | undefined): string | undefined {
  if (action === 'close') return 'await page.close()'
  if (action === 'select') return 'await page.bringToFront()'
  if (action !== 'open') return undefined
  const open = 'const tab = await page.context().newPage()'
  return url === undefined ? open : `${open}; await tab.goto(${literal(url)})`
}

/** Must precede the line that opens the dialog. */
function dialogLine(accept: boolean, text: string | undefined): string {
  const answer = accept ? `accept(${text === undefined ? '' : literal(text)})` : 'dismiss()'
  return `page.once('dialog', (dialog) => dialog.${answer})`
}

/** Existing elements come through `onAim`; text that is yet to appear is only known as text. */
function waitLine({ until, filter }: Given): string | undefined {
  if (until === 'settled') return "await page.waitForLoadState('networkidle')"
  const { anyFieldContains, titleContains } = (filter ?? {}) as Given
  const text = anyFieldContains ?? titleContains
  if (until !== 'absent' || typeof text !== 'string') return undefined
  return `await page.getByText(${literal(text)}).first().waitFor({ state: 'hidden' })`
}

async function spotOfId(elementId: string, { signal }: Call, world: World): Promise<Spot | undefined> {
  const { warm, node } = world.ids.resolve(elementId)
  return (await subjectOf(warm, node.key, signal))?.spot
}

async function subjectOf(warm: Warm, key: Key, signal: AbortSignal): Promise<Subject | undefined> {
  const { source, tree } = warm
  const node = tree.node(key)
  const { dom } = await source.detail(key, signal)
  if (node === undefined || dom === undefined) return undefined
  const { tag, attributes } = dom
  const checked = (node.flags & Flag.checked) !== 0
  const more = { tag, type: (attributes.type ?? 'text').toLowerCase(), checked }
  const holders = framesAround(warm, node)
  const frames = await Promise.all(
    holders.map(async (frame) => (await source.detail(frame.key, signal)).dom?.selectors[0]),
  )
  if (!frames.every((frame) => frame !== undefined)) return undefined
  const role = roleInHtml(tag, attributes)
  const name = spaced(node.title ?? '')
  if (role !== undefined && name !== '' && name.length <= longestName && isOnly(warm, node, role, name))
    return { ...more, spot: { frames, role, name } }
  const [selector] = dom.selectors
  if (selector === undefined || dom.shadow === 'closed') return undefined
  if (dom.shadow === undefined) return { ...more, spot: { frames, selector } }
  // Unique within its shadow root; other roots may contain more matches.
  const first = frames.length === 0 ? await source.page?.query(selector, signal) : undefined
  return first?.key === key ? { ...more, spot: { frames, selector, first: true } } : undefined
}

/** No other rendered element in the same frame has this role and name. */
function isOnly(warm: Warm, node: Node, role: string, name: string): boolean {
  if (!rolesBehind(node.role, node.subrole).includes(role)) return false
  const frame = framesAround(warm, node).at(-1)
  for (const other of warm.tree.walk()) {
    if (other === node || spaced(other.title ?? '') !== name) continue
    if (!rolesBehind(other.role, other.subrole).includes(role)) continue
    if (!isOutOfSight(warm, other) && framesAround(warm, other).at(-1) === frame) return false
  }
  return true
}

/** The frame elements around it, outermost first. */
function framesAround({ tree }: Warm, node: Node): Node[] {
  return [...tree.ancestors(node)].filter(({ subrole }) => subrole === 'AXFrame').reverse()
}
