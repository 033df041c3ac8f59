/** Lists whose items are put elsewhere by dragging: by libraries, by hand, or not at all. Their order is read from the page. */
import type { Random } from '../fixtures/random.ts'

/** Lists that put an item in the place of the one that it is dropped on. */
const libraries = {
  SortableJS: ['sortablejs/Sortable.js', 'each((list) => new Sortable(list, { group: "all" }))'],
  'SortableJS with animations': [
    'sortablejs/Sortable.js',
    'each((list) => new Sortable(list, { group: "all", animation: 150 }))',
  ],
  'SortableJS without native dragging': [
    'sortablejs/Sortable.js',
    'each((list) => new Sortable(list, { group: "all", animation: 150, forceFallback: true }))',
  ],
  dragula: ['dragula/dist/dragula.js', 'dragula([...document.querySelectorAll("ul")])'],
  'jQuery UI': [
    'jquery/dist/jquery.js',
    'jquery-ui/dist/jquery-ui.js',
    '$("ul").sortable({ connectWith: "ul", tolerance: "pointer" })',
  ],
  Shopify: [
    '@shopify/draggable/build/umd/index.js',
    'new Draggable.Sortable(document.querySelectorAll("ul"), { draggable: "li" })',
  ],
} as const

const native = 'items((item) => { item.draggable = true; item.ondragstart = () => { held = item } });'
const onDrop = (put: string) =>
  `${native} items((item) => { item.ondragover = (event) => event.preventDefault(); item.ondrop = () => { ${put} } })`
const takePlace = 'if (held !== item) held.compareDocumentPosition(item) & 4 ? item.after(held) : item.before(held)'
const byPointer = (put: string) =>
  `items((one) => { one.onpointerdown = () => { held = one } }); addEventListener('pointerup', ({ clientX, clientY }) => { const item = document.elementFromPoint(clientX, clientY)?.closest('li'); if (held && item) { ${put} } held = undefined })`

/** Lists of the page's own, and what they do on a drop. */
const ownLists = {
  'own, native': onDrop(takePlace),
  'own, native, while dragging': `${native} items((item) => { item.ondragenter = () => { ${takePlace} } })`,
  'own, by pointer': byPointer(takePlace),
  'own, a moment later': onDrop(`setTimeout(() => { ${takePlace} }, 60)`),
  'own, puts before': onDrop('if (held !== item) item.before(held)'),
  'own, puts at the end': onDrop('item.parentNode.append(held)'),
  'own, one too short': onDrop('if (held !== item) item.previousElementSibling?.before(held)'),
  'own, puts back': onDrop(
    'const next = held.nextSibling, list = held.parentNode; item.after(held); setTimeout(() => list.insertBefore(held, next), 40)',
  ),
  'own, takes it away': onDrop('if (held !== item) held.remove()'),
  'own, only says so': onDrop('out.textContent = held.textContent + " was moved"'),
  'does nothing': '',
} as const

export type Library = keyof typeof libraries | keyof typeof ownLists
export const all = [...Object.keys(libraries), ...Object.keys(ownLists)] as Library[]
/** In these an item comes to where it is let go. */
export const working: ReadonlySet<Library> = new Set([
  ...(Object.keys(libraries) as Library[]),
  'own, native',
  'own, native, while dragging',
  'own, by pointer',
  'own, a moment later',
])

export interface Board {
  readonly sorter: Library
  /** Names of the items of each list. */
  readonly lists: readonly (readonly string[])[]
  readonly isAcross: boolean
}

const fruits = [
  'Apple',
  'Banana',
  'Cherry',
  'Date',
  'Elder',
  'Fig',
  'Grape',
  'Hazel',
  'Iris',
  'Juniper',
  'Kiwi',
  'Lemon',
]

export function boardOf(dice: Random, sorter: Library): Board {
  const names = dice.shuffled(fruits)
  const first = 3 + dice.below(5)
  const lists = [names.slice(0, first), ...(dice.below(2) === 0 ? [names.slice(first, first + 3)] : [])]
  return { sorter, lists, isAcross: dice.below(4) === 0 }
}

export function pageOf({ sorter, lists, isAcross }: Board): string {
  const parts =
    sorter in libraries ? libraries[sorter as keyof typeof libraries] : [ownLists[sorter as keyof typeof ownLists]]
  const scripts = parts.slice(0, -1)
  const lines = lists.map(
    (names, at) => `<ul aria-label="List ${at + 1}">${names.map((name) => `<li>${name}</li>`).join('')}</ul>`,
  )
  return `<!doctype html><title>Board</title>
<style>
  body { user-select: none } ul { list-style: none; padding: 10px; width: ${isAcross ? 'max-content' : '200px'}; display: ${isAcross ? 'flex' : 'block'} }
  li { padding: 8px; border: 1px solid #999; background: #eee; ${isAcross ? 'width: 70px' : ''} } .gu-mirror { position: fixed; z-index: 9; opacity: .5 } .gu-hide { display: none }
</style>
<h1>Board</h1>${lines.join('\n')}<p id="out"></p>
${scripts.map((path) => `<script src="/npm/${path}"></script>`).join('\n')}
<script>
let held
const each = (use) => document.querySelectorAll('ul').forEach(use)
const items = (use) => document.querySelectorAll('li').forEach(use)
/** Once nothing that the page has begun is under way. */
async function order() {
  await new Promise((done) => setTimeout(done, 400))
  return [...document.querySelectorAll('ul')].map((list) => [...list.querySelectorAll('li')].map((item) => item.textContent))
}
${parts.at(-1)}
</script>`
}
