/** A trace: the same page, where the calls lead through time. Nothing can be asked or paused. */
import { useMemo, useState } from 'preact/hooks'
import type { CallEvent } from '../../../api-schema/call-event.ts'
import type { Element } from '../../../api-schema/element.ts'
import { bytesInMegabyte, type Trace, type TraceLook } from '../../../api-schema/trace.ts'
import { CallRow, nameOf, verdictOf, wordsOf } from './call-row.tsx'
import type { Start } from './daemon.ts'
import { OutlinePane } from './outline.tsx'
import { PicturePane } from './picture.tsx'
import { lookOf } from './traced-look.ts'

interface Step {
  readonly call: CallEvent
  /** What was seen after it, or the last before. */
  readonly look: TraceLook | undefined
}

export function TraceApp({ start, trace }: { readonly start: Start; readonly trace: Trace }) {
  const steps = useMemo(() => stepsOf(trace), [trace])
  const [at, setAt] = useState(0)
  const [words, setWords] = useState('')
  const [element, setElement] = useState<string>()
  const [hovered, setHovered] = useState<string>()
  const step = steps[at]
  const look = useMemo(() => lookOf(step?.look, words), [step, words])
  const chosen = { element, hovered, onHover: setHovered, onChoose: setElement }
  const title = step?.look?.target ?? start.trace ?? ''
  return (
    <>
      <header>
        <h1>Interface Explorer</h1>
        <p class="file">
          Trace <b>{start.trace}</b>, begun {new Date(trace.head.at).toLocaleString()}
          {trace.head.masked === true && <span class="tag">masked</span>}
        </p>
      </header>
      <main>
        <PicturePane look={look} target={{ kind: 'recording', id: title, title, current: false }} {...chosen} />
        <div class="middle">
          <OutlinePane look={look} words={words} onWords={setWords} {...chosen} />
          <section class="pane details" aria-labelledby="details-title">
            <div class="bar">
              <h2 id="details-title">{element === undefined ? 'Element' : `Element ${element}`}</h2>
            </div>
            {element === undefined && <p class="note">Choose one in the picture or the outline.</p>}
            {element !== undefined && (
              // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also for who has no pointer
              <pre tabIndex={0}>{textOf(element, step?.look?.elements ?? [])}</pre>
            )}
          </section>
        </div>
        <section class="pane timeline" aria-labelledby="calls-title">
          <div class="bar">
            <h2 id="calls-title">Calls</h2>
            <p class="count">{steps.length === 0 ? 'none' : `${at + 1} of ${steps.length}`}</p>
          </div>
          {steps.length > 1 && (
            <div class="time">
              <input
                type="range"
                aria-label="Time"
                aria-valuetext={
                  step === undefined ? '' : `${nameOf(step.call)}: ${wordsOf(step.call)}, ${verdictOf(step.call)}`
                }
                min={0}
                max={steps.length - 1}
                value={at}
                onInput={({ currentTarget }) => setAt(Number(currentTarget.value))}
              />
            </div>
          )}
          {trace.end !== undefined && (
            <p class="note">
              The trace had reached its limit of {trace.end.most / bytesInMegabyte} MB at{' '}
              {new Date(trace.end.at).toLocaleTimeString()}: what came after is not in it.
            </p>
          )}
          <ol class="calls" aria-labelledby="calls-title">
            {steps.map(({ call }, index) => (
              <CallRow
                key={call.call}
                call={call}
                reach={start.reach}
                isCurrent={index === at}
                onShow={() => setAt(index)}
              />
            ))}
          </ol>
        </section>
      </main>
    </>
  )
}

function stepsOf({ entries }: Trace): readonly Step[] {
  const steps: { call: CallEvent; look: TraceLook | undefined }[] = []
  let last: TraceLook | undefined
  for (const entry of entries) {
    if ('call' in entry) steps.push({ call: entry.call, look: last })
    else {
      last = entry.look
      const step = steps.at(-1)
      if (step !== undefined) step.look = last
    }
  }
  return steps
}

function textOf(id: string, elements: readonly Element[]): string {
  const found = elementIn(id, elements)
  if (found === undefined) return 'It was not there at this time.'
  const { children: _, ...facts } = found
  return Object.entries(facts)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('\n')
}

function elementIn(id: string, elements: readonly Element[]): Element | undefined {
  for (const element of elements) {
    const found = element.id === id ? element : elementIn(id, element.children ?? [])
    if (found !== undefined) return found
  }
  return undefined
}
