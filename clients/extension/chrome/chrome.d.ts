/** The part of Chromium's extension API that is used: developer.chrome.com/docs/extensions/reference/api. */

interface ChromeEvent<L> {
  addListener(listener: L): void
}

interface ChromePort {
  readonly onMessage: ChromeEvent<(message: unknown) => void>
  readonly onDisconnect: ChromeEvent<() => void>
  postMessage(message: unknown): void
  disconnect(): void
}

interface ChromeTab {
  readonly id?: number
  readonly openerTabId?: number
}

interface Debuggee {
  readonly tabId: number
  /** Of a frame or worker in it, since Chrome 125. */
  readonly sessionId?: string
}

interface DebuggerTarget {
  readonly id: string
  readonly tabId?: number
  readonly title: string
  readonly url: string
}

declare const chrome: {
  readonly runtime: {
    readonly lastError: { readonly message?: string } | undefined
    connectNative(host: string): ChromePort
    getURL(path: string): string
  }
  readonly action: {
    readonly onClicked: ChromeEvent<(tab: ChromeTab) => void>
    setBadgeText(details: { readonly tabId: number; readonly text: string }): Promise<void>
    setBadgeBackgroundColor(details: { readonly tabId: number; readonly color: string }): Promise<void>
    setTitle(details: { readonly tabId: number; readonly title: string }): Promise<void>
  }
  readonly tabs: {
    readonly onCreated: ChromeEvent<(tab: ChromeTab) => void>
    readonly onUpdated: ChromeEvent<(tabId: number) => void>
    create(options: { readonly url: string }): Promise<ChromeTab>
  }
  readonly debugger: {
    readonly onEvent: ChromeEvent<(source: Debuggee, method: string, params?: object) => void>
    readonly onDetach: ChromeEvent<(source: Debuggee) => void>
    attach(target: Debuggee, version: string): Promise<void>
    detach(target: Debuggee): Promise<void>
    sendCommand(target: Debuggee, method: string, params?: object): Promise<object | undefined>
    getTargets(): Promise<readonly DebuggerTarget[]>
  }
}
