/** The person's own tabs in attached browsers, to lend and to take back. Titles are text of pages; only the person sees them. */
import { useCallback, useEffect, useState } from 'preact/hooks'
import type { Result } from '../../../api-schema/methods.ts'
import { plain } from '../../../api-schema/plain.ts'
import { CallFailed, call, type Params } from './daemon.ts'

type Answer = Result<'browser'>
type TheirTab = NonNullable<Answer['theirs']>[number]

/** `stirred`: a change of it means that browsers may have come or gone. */
export function Lending({ stirred }: { readonly stirred: unknown }) {
  const [names, setNames] = useState<readonly string[]>([])
  const [opened, setOpened] = useState<string>()
  const refresh = useCallback(async () => {
    // A daemon without the platform, or one that is not the person's, has none.
    const { browsers } = await call('browser', { action: 'list' }).catch((): Answer => ({ browsers: [] }))
    setNames(browsers.flatMap(({ name, state }) => (state === 'attached' ? [name] : [])))
  }, [])
  useEffect(() => void refresh(), [refresh, stirred])
  if (names.length === 0) return null
  return (
    <section aria-labelledby="lending-title">
      <div class="bar">
        <h2 id="lending-title">{names.length === 1 ? 'Your browser' : 'Your browsers'}</h2>
      </div>
      <ul class="sessions">
        {names.map((name) => (
          <li key={name}>
            <b>{plain(name)}</b>
            <span class="agent">attached</span>
            <button
              type="button"
              aria-expanded={opened === name}
              aria-label={`Tabs of ${plain(name)}`}
              onClick={() => setOpened(opened === name ? undefined : name)}
            >
              Tabs
            </button>
          </li>
        ))}
      </ul>
      {opened !== undefined && names.includes(opened) && <Tabs key={opened} browser={opened} stirred={stirred} />}
    </section>
  )
}

interface TabsProps {
  readonly browser: string
  readonly stirred: unknown
}

/** Requested only while it is open. */
function Tabs({ browser, stirred }: TabsProps) {
  const [all, setAll] = useState<readonly TheirTab[]>()
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const [said, setSaid] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const list = useCallback(async () => {
    const { theirs = [] } = await call('browser', { action: 'tabs' })
    // Leaves out this page itself: whoever has it decides here.
    const isOurs = (url: string) => url.startsWith(`${location.origin}/`)
    setAll(theirs.filter((one) => one.browser === browser && !isOurs(one.url)))
  }, [browser])
  useEffect(() => void list().catch((error) => setFailure(messageOf(error))), [list, stirred])

  const wanted = (all ?? []).filter(({ handle, tab }) => tab === undefined && ticked.has(handle))
  const tick = (handle: string, on: boolean) =>
    setTicked((before) => new Set(on ? [...before, handle] : [...before].filter((one) => one !== handle)))
  const change = async (what: string, wishes: readonly Params[]) => {
    setFailure(undefined)
    setSaid(undefined)
    try {
      for (const wish of wishes) {
        await call('browser', wish)
        if (typeof wish.handle === 'string') tick(wish.handle, false)
      }
      setSaid(what)
    } catch (error) {
      setFailure(messageOf(error))
    }
    await list().catch(() => undefined)
  }
  const lend = () =>
    change(
      wanted.length === 1 ? 'It is lent.' : `${wanted.length} tabs are lent.`,
      wanted.map(({ handle }) => ({ action: 'lend', handle })),
    )
  return (
    <form
      class="lending"
      aria-label={`Tabs of ${plain(browser)}`}
      onSubmit={(event) => {
        event.preventDefault()
        void lend()
      }}
    >
      {all?.length === 0 && <p>There is no tab of yours.</p>}
      <ul>
        {all?.map((one) => (
          <TabRow
            key={one.handle}
            tab={one}
            isTicked={ticked.has(one.handle)}
            onTick={(on) => tick(one.handle, on)}
            onTakeBack={() => void change('Taken back.', [{ action: 'take_back', tab: one.tab }])}
          />
        ))}
      </ul>
      {failure !== undefined && (
        <p class="failure" role="alert">
          {failure}
        </p>
      )}
      <div class="bar">
        <span role="status">{said ?? 'Agents see only what you lend.'}</span>
        <button type="submit" class="take" disabled={wanted.length === 0}>
          {wanted.length > 1 ? `Lend ${wanted.length} tabs` : 'Lend'}
        </button>
      </div>
    </form>
  )
}

interface RowProps {
  readonly tab: TheirTab
  readonly isTicked: boolean
  readonly onTick: (on: boolean) => void
  readonly onTakeBack: () => void
}

function TabRow({ tab: { title, url, tab }, isTicked, onTick, onTakeBack }: RowProps) {
  const name = plain(title) || plain(url)
  const host = URL.canParse(url) ? new URL(url).host : ''
  const words = (
    <span class="words">
      <bdi title={name}>{name}</bdi>
      {host !== '' && <bdi class="agent">{host}</bdi>}
    </span>
  )
  if (tab === undefined)
    return (
      <li>
        <label>
          <input type="checkbox" checked={isTicked} onChange={(event) => onTick(event.currentTarget.checked)} />
          {words}
        </label>
      </li>
    )
  return (
    <li>
      {words}
      <span class="tag good">lent as {tab}</span>
      <button type="button" aria-label={`Take back ${name}`} onClick={onTakeBack}>
        Take back
      </button>
    </li>
  )
}

function messageOf(error: unknown): string {
  return error instanceof CallFailed ? error.failure.message : 'The request failed.'
}
