/**
 * The button: lends the tab in front to the daemon, or takes it back. The daemon is reached by a program that the browser
 * starts, and that only `ix extension install` can have registered; it does not run while no tab is lent.
 */

import { hostName } from '../names.ts'
import { joining, type Part, partsOf } from '../parts.ts'
import { LentTabs } from './lent-tabs.ts'

interface Link {
  readonly port: ChromePort
  readonly tabs: LentTabs
}

let link: Link | undefined

chrome.action.onClicked.addListener(({ id }) => void press(id))
chrome.debugger.onEvent.addListener((source, method, params) => link?.tabs.take(source, method, params))
chrome.debugger.onDetach.addListener(({ tabId }) => link?.tabs.back(tabId))
// A badge disappears with the page that it was set on.
chrome.tabs.onUpdated.addListener((tabId) => {
  if (!link?.tabs.has(tabId)) return
  markLent(tabId)
  void link.tabs.refresh()
})
// What the page of a lent tab opens is lent too; what the person opens next to it is not.
chrome.tabs.onCreated.addListener(({ id, openerTabId }) => {
  if (id !== undefined && openerTabId !== undefined && link?.tabs.isOpenedBy(openerTabId)) void lend(id, openerTabId)
})

async function press(tabId: number | undefined): Promise<void> {
  if (tabId === undefined) return
  if (link?.tabs.has(tabId)) await link.tabs.takeBack(tabId)
  else await lend(tabId)
}

async function lend(tabId: number, openerTabId?: number): Promise<void> {
  link ??= open()
  const { tabs } = link
  try {
    await tabs.lend(tabId, openerTabId)
    markLent(tabId)
  } catch (error) {
    mark(tabId, '!', `Not lent: ${error instanceof Error ? error.message : error}`)
    closeIfIdle()
  }
}

function open(): Link {
  const port = chrome.runtime.connectNative(hostName)
  let isOpen = true
  let hasAnswered = false
  const send = (message: object) => {
    if (isOpen) for (const part of partsOf(JSON.stringify(message))) port.postMessage(part)
  }
  const tabs = new LentTabs(send, (tabId) => {
    mark(tabId, '', 'Lend this tab to agents')
    closeIfIdle()
  })
  const join = joining((message) => void tabs.receive(JSON.parse(message)))
  port.onMessage.addListener((part) => {
    hasAnswered = true
    join(part as Part)
  })
  port.onDisconnect.addListener(() => {
    const reason = chrome.runtime.lastError?.message
    isOpen = false
    if (link?.port === port) link = undefined
    void tabs.end()
    if (!hasAnswered) showHelp(reason ?? 'It ended.')
  })
  return { port, tabs }
}

function showHelp(reason: string): void {
  void chrome.tabs.create({ url: chrome.runtime.getURL(`chrome/not-there.html#${encodeURIComponent(reason)}`) })
}

function closeIfIdle(): void {
  if (link === undefined || link.tabs.size > 0) return
  link.port.disconnect()
  link = undefined
}

function markLent(tabId: number): void {
  mark(tabId, 'lent', 'Lent to agents. Press to take it back.')
}

/** The tab may be gone. */
function mark(tabId: number, text: string, title: string): void {
  const { setBadgeBackgroundColor, setBadgeText, setTitle } = chrome.action
  const color = text === '!' ? '#b3261e' : '#2456c8'
  const shown = [setBadgeBackgroundColor({ tabId, color }), setBadgeText({ tabId, text }), setTitle({ tabId, title })]
  void Promise.allSettled(shown)
}
