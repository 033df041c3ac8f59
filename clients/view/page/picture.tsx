/** The picture of the target, with its elements on it. */
import { useState } from 'preact/hooks'
import type { Box } from '../places.ts'
import type { Target } from './target.ts'
import type { Look } from './use-look.ts'

interface Props {
  readonly look: Look
  readonly target: Target | undefined
  readonly element: string | undefined
  readonly hovered: string | undefined
  readonly onHover: (id: string | undefined) => void
  readonly onChoose: (id: string) => void
}

export function PicturePane({ look, target, element, hovered, onHover, onChoose }: Props) {
  const [areShown, setShown] = useState(true)
  const { picture, boxes } = look
  return (
    <section class="pane picture" aria-labelledby="picture-title">
      <div class="bar">
        <h2 id="picture-title">Picture</h2>
        <label class="switch">
          <input type="checkbox" checked={areShown} onChange={({ currentTarget }) => setShown(currentTarget.checked)} />
          Elements
        </label>
      </div>
      {picture === undefined ? (
        <p class="note">{target === undefined ? 'There is nothing to look at yet.' : look.unseen}</p>
      ) : (
        <figure>
          <svg
            role="img"
            aria-label={`Picture of ${target?.title ?? ''}`}
            viewBox={`${picture.area.x} ${picture.area.y} ${picture.area.width} ${picture.area.height}`}
            class={picture.url === undefined ? 'drawn' : ''}
            style={{ maxWidth: `${Math.round(picture.area.width * 1.25)}px` }}
            onPointerLeave={() => onHover(undefined)}
          >
            {picture.url !== undefined && <image href={picture.url} {...picture.area} />}
            {(areShown || picture.url === undefined) &&
              boxes.map((box) => (
                <Rectangle
                  key={box.id}
                  box={box}
                  state={box.id === element ? 'chosen' : box.id === hovered ? 'hovered' : ''}
                  isNamed={picture.url === undefined}
                  onHover={onHover}
                  onChoose={onChoose}
                />
              ))}
          </svg>
          {picture.url === undefined && (
            <figcaption>There are no pixels, so the elements are drawn where they are.</figcaption>
          )}
        </figure>
      )}
    </section>
  )
}

interface RectangleProps {
  readonly box: Box
  readonly state: string
  /** Its name is written in it, if no picture shows it. */
  readonly isNamed: boolean
  readonly onHover: (id: string) => void
  readonly onChoose: (id: string) => void
}

/** For the pointer: the outline is the way for the keyboard. */
function Rectangle({ box, state, isNamed, onHover, onChoose }: RectangleProps) {
  const { id, label, words, x, y, width, height } = box
  const size = Math.min(11, height * 0.6)
  const most = Math.floor(width / (size * 0.66))
  return (
    <g class={state}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: each of these is a line of the outline too */}
      <rect
        {...{ x, y, width, height }}
        rx={2}
        vector-effect="non-scaling-stroke"
        onPointerEnter={() => onHover(id)}
        onClick={() => onChoose(id)}
      >
        <title>{`[${id}] ${label}`}</title>
      </rect>
      {isNamed && words !== '' && most > 1 && (
        <text x={x + width / 2} y={y + height / 2} font-size={size} text-anchor="middle" dominant-baseline="central">
          {words.length > most ? `${words.slice(0, most - 1)}…` : words}
        </text>
      )}
    </g>
  )
}
