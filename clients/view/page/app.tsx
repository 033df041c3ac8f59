/** The page: the target on the left, its outline as an agent reads it in the middle, calls on the right. */
import { useCallback, useEffect, useState } from 'preact/hooks'
import type { Start } from './daemon.ts'
import { Details } from './details.tsx'
import { Lending } from './lending.tsx'
import { OutlinePane } from './outline.tsx'
import { PicturePane } from './picture.tsx'
import { firstOf, type Target, targetIn, targets } from './target.ts'
import { TargetChooser } from './target-chooser.tsx'
import { Timeline } from './timeline.tsx'
import { useCalls } from './use-calls.ts'
import { useLook } from './use-look.ts'

export function App({ start }: { readonly start: Start }) {
  const [all, setAll] = useState<readonly Target[]>()
  const [chosen, setChosen] = useState<Target>()
  const [words, setWords] = useState(wordsOf(start))
  const [element, setElement] = useState<string>()
  const [hovered, setHovered] = useState<string>()

  const list = useCallback(async () => {
    const found = await targets()
    setAll(found)
    setChosen((before) => same(before, found) ?? targetIn(start.shown, found) ?? firstOf(found))
  }, [start])
  useEffect(() => void list(), [list])

  const look = useLook(chosen, words, chosen !== undefined && isAsked(start, chosen) ? start.shown : {})
  const feed = useCalls({
    onTarget: (event) => {
      if (event.target === chosen?.id) look.stir(event.revision)
      if (event.event === 'opened' || event.event === 'closed') void list()
    },
    onCall: (call) => {
      if (call.acts) void list()
    },
  })
  const choose = (target: Target) => {
    setChosen(target)
    setElement(undefined)
    setHovered(undefined)
  }
  return (
    <>
      <header>
        <h1>Interface Explorer</h1>
        <TargetChooser all={all} chosen={chosen} onChoose={choose} onList={list} />
        <p class={feed.isOpen ? 'live on' : 'live'} role="status">
          {feed.isOpen ? 'Live' : 'No connection'}
        </p>
      </header>
      <main>
        <PicturePane
          look={look}
          target={chosen}
          element={element}
          hovered={hovered}
          onHover={setHovered}
          onChoose={setElement}
        />
        <div class="middle">
          <OutlinePane
            look={look}
            words={words}
            onWords={setWords}
            element={element}
            hovered={hovered}
            onHover={setHovered}
            onChoose={setElement}
          />
          <Details element={element} revision={look.outline?.revision} reach={start.reach} sessions={feed.sessions} />
        </div>
        <Timeline feed={feed} reach={start.reach}>
          <Lending stirred={all} />
        </Timeline>
      </main>
    </>
  )
}

function wordsOf({ shown }: Start): string {
  const { anyFieldContains } = (shown.filter ?? {}) as { readonly anyFieldContains?: string }
  return anyFieldContains ?? ''
}

function same(before: Target | undefined, found: readonly Target[]): Target | undefined {
  return found.find(({ id, kind }) => id === before?.id && kind === before.kind)
}

/** Flags such as --type belong to the requested target; another one is shown without them. */
function isAsked({ shown }: Start, { id }: Target): boolean {
  return (shown.tab === undefined && shown.bundleId === undefined) || shown.tab === id || shown.bundleId === id
}
