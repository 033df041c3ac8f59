/** The outline as an agent gets it, with a search; elements that share a line there have one line each here. */
import { useEffect, useRef } from 'preact/hooks'
import type { Line } from './look.ts'
import type { Look } from './use-look.ts'

interface Props {
  readonly look: Look
  readonly words: string
  readonly onWords: (words: string) => void
  readonly element: string | undefined
  readonly hovered: string | undefined
  readonly onHover: (id: string | undefined) => void
  readonly onChoose: (id: string) => void
}

export function OutlinePane({ look, words, onWords, ...chosen }: Props) {
  const { outline, failure } = look
  return (
    <section class="pane outline" aria-labelledby="outline-title">
      <div class="bar">
        <h2 id="outline-title">Outline</h2>
        {outline !== undefined && (
          <p class="count" title="An estimate">
            <b>{outline.tokens}</b> tokens · {outline.matched} {outline.matched === 1 ? 'element' : 'elements'}
          </p>
        )}
      </div>
      <div class="search">
        <input
          type="search"
          aria-label="Search any text of an element"
          placeholder="Search any text, as explore does"
          value={words}
          spellcheck={false}
          onInput={({ currentTarget }) => onWords(currentTarget.value)}
        />
      </div>
      {failure !== undefined && (
        <p class="failure" role="alert">
          <b>{failure.name}</b>: {failure.message} {failure.hint}
        </p>
      )}
      {outline !== undefined && <Tree lines={outline.lines} {...chosen} />}
      {outline !== undefined && outline.tail !== '' && <p class="tail">{outline.tail}</p>}
    </section>
  )
}

type TreeProps = Omit<Props, 'look' | 'words' | 'onWords'> & { readonly lines: readonly Line[] }

/** One line is in the tab order; arrows go from line to line. */
function Tree({ lines, element, hovered, onHover, onChoose }: TreeProps) {
  const list = useRef<HTMLDivElement>(null)
  const elements = lines.flatMap(({ id }) => (id === undefined ? [] : [id]))
  const current = element !== undefined && elements.includes(element) ? element : elements[0]
  const lineOf = (id: string | undefined) => list.current?.querySelector<HTMLElement>(`[data-id="${id}"]`)

  useEffect(() => {
    if (element !== undefined) lineOf(element)?.scrollIntoView({ block: 'nearest' })
  }, [element])

  const go = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const at = elements.indexOf(current ?? '')
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: elements.length - 1 }[event.key]
    const id = to === undefined ? undefined : elements[Math.max(0, Math.min(to, elements.length - 1))]
    if (id === undefined) return
    event.preventDefault()
    onChoose(id)
    lineOf(id)?.focus()
  }
  if (lines.length === 0) return <div class="lines" />
  return (
    <div class="lines" role="tree" aria-labelledby="outline-title" tabIndex={-1} ref={list} onKeyDown={go}>
      {lines.map(({ text, level, id }, at) => (
        <div
          key={id ?? `line ${at}`}
          role="treeitem"
          aria-level={level}
          aria-selected={id !== undefined && id === element}
          aria-disabled={id === undefined}
          tabIndex={id !== undefined && id === current ? 0 : -1}
          data-id={id}
          class={id !== undefined && id === hovered ? 'hovered' : ''}
          style={{ '--level': level - 1 }}
          onClick={() => id !== undefined && onChoose(id)}
          onFocus={() => id !== undefined && id !== element && onChoose(id)}
          onKeyDown={() => {}}
          onPointerEnter={() => onHover(id)}
          onPointerLeave={() => onHover(undefined)}
        >
          <Text text={text} />
        </div>
      ))}
    </div>
  )
}

/** The same characters, with the id and the role set apart. */
function Text({ text }: { readonly text: string }) {
  const [, id, role, rest] = /^(\[\d+\]) ([^:="(]*)(.*)$/s.exec(text) ?? []
  if (id === undefined) return <span class="aside">{text}</span>
  return (
    <>
      <span class="id">{id}</span> <span class="role">{role}</span>
      {rest}
    </>
  )
}
