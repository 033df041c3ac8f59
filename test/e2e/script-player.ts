/** Plays lines of Playwright's API on a real page, as far as `includeCode` writes them: elements are found by the browser itself. */
import type { Test } from 'tap'
import type { Session } from '../../daemon/platform/cdp/wire/connection.ts'
import type { Chromium } from '../fixtures/web/chromium.ts'
import { attachOutside, evaluateIn } from '../fixtures/web/outside.ts'

const AsyncFunction = (async () => {}).constructor as new (
  ...args: string[]
) => (...args: unknown[]) => Promise<unknown>

/** Matches in a document, in open shadow roots too, as Playwright's CSS engine finds them. */
const pierce = `function (selector) {
  const all = (root) => [...root.querySelectorAll(selector), ...[...root.querySelectorAll('*')].flatMap((one) => one.shadowRoot ? all(one.shadowRoot) : [])]
  return all(this)
}`

type Finder = () => Promise<string[]>

/** What a line did, in the words of its page: `click plain`, `fill q=tea`. */
export class ScriptPlayer {
  readonly #session: Session

  constructor(session: Session) {
    this.#session = session
  }

  /** Attaches to the page of this browser that has this address. */
  static async attach(t: Test, browser: Chromium, url: string): Promise<ScriptPlayer> {
    const { session } = await attachOutside(t, browser, url)
    await session.send('Accessibility.enable')
    return new ScriptPlayer(session)
  }

  /** Throws what is no JavaScript, and what finds no element or more than one. */
  async play(code: string): Promise<void> {
    await new AsyncFunction('page', code)(this.#page())
  }

  /** Evaluates in the page. */
  page<T>(expression: string): Promise<T> {
    return evaluateIn(this.#session, expression)
  }

  #page(): object {
    const key = (chord: string) => this.page(`note('press ' + ${JSON.stringify(chord)})`)
    const pointer = (what: string) => (x: number, y: number) =>
      this.page(`note(${JSON.stringify(`${what} `)} + ${x} + ',' + ${y})`)
    return {
      ...this.#scope(async () => (await this.#evaluate('document'))!),
      keyboard: { press: key, type: (text: string) => this.page(`note('type ' + ${JSON.stringify(text)})`) },
      mouse: {
        wheel: pointer('wheel'),
        move: pointer('move'),
        down: () => this.page("note('down')"),
        up: () => this.page("note('up')"),
      },
    }
  }

  #scope(root: () => Promise<string>): object {
    return {
      getByRole: (role: string, { name, exact }: { name: string; exact: boolean }) => {
        if (!exact) throw new Error('a name that is not exact may fit more than one element')
        return this.#locator(() => this.#byRole(root, role, name))
      },
      locator: (selector: string) => this.#locator(() => this.#bySelector(root, selector)),
      frameLocator: (selector: string) =>
        this.#scope(async () => {
          const frame = onlyOne(await this.#bySelector(root, selector), selector)
          return (await this.#call(frame, 'function () { return this.contentDocument }', []))!
        }),
    }
  }

  #locator(find: Finder): object {
    const one = async () => onlyOne(await find(), 'a locator')
    const run = async (script: string, ...args: unknown[]) => {
      await this.#call(await one(), script, args)
    }
    const noting = (what: string) => run(`function (what) { note(what + ' ' + nameOf(this)) }`, what)
    return {
      first: () => this.#locator(async () => (await find()).slice(0, 1)),
      at: one,
      click: ({ button = 'left' } = {}) =>
        button === 'left' ? run('function () { this.click() }') : noting('contextmenu'),
      dblclick: () => noting('dblclick'),
      hover: () => noting('hover'),
      focus: () => run('function () { this.focus() }'),
      check: () => run('function () { if (!this.checked) this.click() }'),
      uncheck: () => run('function () { if (this.checked) this.click() }'),
      fill: (value: string) =>
        run(
          `function (value) { if (this.isContentEditable) this.textContent = value; else this.value = value; this.dispatchEvent(new Event('input', { bubbles: true })) }`,
          value,
        ),
      pressSequentially: (text: string) => run('function (text) { this.value += text }', text),
      press: (chord: string) => run(`function (chord) { note('press ' + chord + ' ' + nameOf(this)) }`, chord),
      selectOption: (option: string) =>
        run(
          `function (wanted) {
            const found = [...this.options].filter((one) => one.value === wanted || one.label === wanted)
            if (found.length !== 1) throw new Error(found.length + ' options')
            this.value = found[0].value
          }`,
          option,
        ),
      dragTo: async (other: { at(): Promise<string> }) => {
        await this.#call(await one(), `function (other) { note('drag ' + nameOf(this) + ' to ' + nameOf(other)) }`, [
          { objectId: await other.at() },
        ])
      },
      scrollIntoViewIfNeeded: () => noting('scroll to'),
      waitFor: () => noting('wait for'),
      screenshot: () => noting('picture of'),
      evaluate: (script: string) => run(`function (script) { (0, eval)('(' + script + ')')(this) }`, script),
    }
  }

  async #byRole(root: () => Promise<string>, role: string, accessibleName: string): Promise<string[]> {
    const { nodes } = await this.#session.send('Accessibility.queryAXTree', {
      objectId: await root(),
      role,
      accessibleName,
    })
    const found = nodes.filter(({ ignored, backendDOMNodeId }) => !ignored && backendDOMNodeId !== undefined)
    return await Promise.all(
      found.map(async ({ backendDOMNodeId }) => {
        const { object } = await this.#session.send('DOM.resolveNode', { backendNodeId: backendDOMNodeId! })
        return object.objectId!
      }),
    )
  }

  async #bySelector(root: () => Promise<string>, selector: string): Promise<string[]> {
    const list = await this.#call(await root(), pierce, [selector])
    const { result } = await this.#session.send('Runtime.getProperties', { objectId: list!, ownProperties: true })
    return result.flatMap(({ name, value }) => (/^\d+$/.test(name) && value?.objectId ? [value.objectId] : []))
  }

  async #evaluate(expression: string): Promise<string | undefined> {
    return (await this.#session.send('Runtime.evaluate', { expression })).result.objectId
  }

  async #call(objectId: string, functionDeclaration: string, args: readonly unknown[]): Promise<string | undefined> {
    const given = args.map((value) =>
      typeof value === 'object' && value !== null && 'objectId' in value ? (value as { objectId: string }) : { value },
    )
    const { result, exceptionDetails } = await this.#session.send('Runtime.callFunctionOn', {
      objectId,
      functionDeclaration: `${functionDeclaration}`,
      arguments: given,
      userGesture: true,
    })
    if (exceptionDetails !== undefined) throw new Error(exceptionDetails.exception?.description)
    return result.objectId
  }
}

function onlyOne(found: readonly string[], what: string): string {
  if (found.length !== 1) throw new Error(`${found.length} elements for ${what}`)
  return found[0]!
}
