/** A second look at a page, past the daemon: what is in its documents and shadow roots, and what Chromium says of one element. */
import type { Test } from 'tap'
import { Connection, type Session } from '../../daemon/platform/cdp/wire/connection.ts'
import type { Chromium } from '../fixtures/web/chromium.ts'

/** What the daemon says of an element's DOM. */
export interface Dom {
  readonly tag: string
  readonly attributes: { readonly [name: string]: string }
  readonly selectors: readonly string[]
  readonly frame?: string | undefined
  readonly shadow?: 'open' | 'closed' | undefined
}

/** The one element that all selectors of a `Dom` select. */
export interface Joined {
  readonly role: string
  readonly name: string
  readonly text: string
}

interface Root {
  readonly session: Session
  readonly objectId: string
  /** Url of its document. */
  readonly url: string
  readonly shadow: string | undefined
}

interface DomNode {
  readonly backendNodeId: number
  readonly nodeName: string
  readonly documentURL?: string
  readonly shadowRootType?: string
  readonly children?: readonly DomNode[]
  readonly contentDocument?: DomNode
  readonly shadowRoots?: readonly DomNode[]
}

export class Inspector {
  readonly #sessions: readonly Session[]
  #roots: readonly Root[] = []

  constructor(sessions: readonly Session[]) {
    this.#sessions = sessions
  }

  /** Attaches to the page of this address, and to the frames of it that are in other processes. */
  static async attach(t: Test, browser: Chromium, url: string, frames: readonly string[] = []): Promise<Inspector> {
    const connection = await Connection.open(browser.wsUrl, new AbortController().signal)
    t.teardown(() => connection.close())
    const { targetInfos } = await connection.root.send('Target.getTargets', { filter: [{}] })
    const wanted = targetInfos.filter((one) => (one.type === 'page' ? one.url === url : frames.includes(one.url)))
    const sessions: Session[] = []
    for (const { targetId } of wanted) {
      const { sessionId } = await connection.root.send('Target.attachToTarget', { targetId, flatten: true })
      const session = connection.session(sessionId)
      await session.send('Accessibility.enable')
      sessions.push(session)
    }
    const inspector = new Inspector(sessions)
    await inspector.#findRoots()
    return inspector
  }

  async #findRoots(): Promise<void> {
    const roots: Root[] = []
    for (const session of this.#sessions) {
      const { root } = await session.send('DOM.getDocument', { depth: -1, pierce: true })
      const found: { readonly node: DomNode; readonly url: string; readonly shadow: string | undefined }[] = []
      const stack: [DomNode, string][] = [[root as DomNode, root.documentURL ?? '']]
      for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
        const [node, url] = next
        if (node.nodeName === '#document') found.push({ node, url, shadow: undefined })
        const { children = [], shadowRoots = [], contentDocument } = node
        for (const child of children) stack.push([child, url])
        for (const shadow of shadowRoots) {
          if (shadow.shadowRootType === 'user-agent') continue
          found.push({ node: shadow, url, shadow: shadow.shadowRootType })
          stack.push([shadow, url])
        }
        if (contentDocument !== undefined) stack.push([contentDocument, contentDocument.documentURL ?? ''])
      }
      for (const { node, url, shadow } of found) {
        const { object } = await session.send('DOM.resolveNode', { backendNodeId: node.backendNodeId })
        roots.push({ session, objectId: object.objectId!, url, shadow })
      }
    }
    this.#roots = roots
  }

  /**
   * The element that a `Dom` tells of, if each of its selectors selects exactly one element of the root that it names,
   * the same for all, with this tag and these attributes; else what is wrong.
   */
  async join(dom: Dom): Promise<Joined | string> {
    const top = this.#roots[0]!
    const fits = ({ url, shadow }: Root) => url === (dom.frame ?? top.url) && shadow === dom.shadow
    let why = `no root ${dom.frame ?? ''} ${dom.shadow ?? ''}`
    for (const root of this.#roots.filter(fits)) {
      const { result } = await root.session.send('Runtime.callFunctionOn', {
        objectId: root.objectId,
        functionDeclaration: selected,
        arguments: [{ value: dom.selectors }, { value: dom.tag }, { value: dom.attributes }],
      })
      if (result.type === 'string') {
        why = String(result.value)
        continue
      }
      const { objectId = '' } = result
      const [{ nodes }, text] = await Promise.all([
        root.session.send('Accessibility.getPartialAXTree', { objectId, fetchRelatives: false }),
        root.session.send('Runtime.callFunctionOn', {
          objectId,
          functionDeclaration: 'function () { return this.textContent }',
          returnByValue: true,
        }),
      ])
      const [node] = nodes
      return {
        role: node === undefined || node.ignored ? 'ignored' : String(node.role?.value),
        name: String(node?.name?.value ?? ''),
        text: String(text.result.value),
      }
    }
    return why
  }
}

/** In a document or shadow root: the element, or a text that says what is wrong. */
const selected = `function (selectors, tag, attributes) {
  let one
  for (const selector of selectors) {
    const all = this.querySelectorAll(selector)
    if (all.length !== 1) return selector + ' selects ' + all.length
    if (one !== undefined && all[0] !== one) return selector + ' selects another element than ' + selectors[0]
    one = all[0]
  }
  if (one === undefined) return 'no selector'
  // Texts, pseudo elements and parts of native controls have the selectors of the element that they are in.
  if (/^[#:]/.test(tag) || 'pseudo' in attributes) return one
  if (one.localName !== tag) return selectors[0] + ' is ' + one.localName + ', not ' + tag
  // Written apart from the daemon's own rule on purpose: this is what that is checked by.
  const secret = one.localName === 'input' && (one.type === 'password' || /^(cc-|one-time)/.test(one.autocomplete))
  const own = Object.fromEntries([...one.attributes].filter(({ name }) => !(secret && name === 'value')).map(({ name, value }) => [name, value]))
  const sorted = (object) => JSON.stringify(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)))
  return sorted(own) === sorted(attributes) ? one : 'attributes ' + sorted(own) + ' not ' + sorted(attributes)
}`
