/** How fast the field index finds, is built and is patched, compared with a walk over all texts; and its memory. */
import { type Row, row } from '../../daemon/platform/element/row.ts'
import { FieldIndex, textsOf } from '../../daemon/tree/index/field-index.ts'
import { fold } from '../../daemon/tree/index/fold.ts'
import { settledHeap } from '../heap.ts'
import { seeded, spread, timed } from '../times.ts'

export interface FieldIndexFigure {
  readonly name: string
  readonly elements: number
  readonly p50?: number
  readonly p95?: number
  readonly max?: number
  /** A walk over the same texts, folded beforehand. */
  readonly walkP50?: number
  /** Median number of matches. */
  readonly matches?: number
  readonly ms?: number
  readonly bytes?: number
}

const finds = 300
const walks = 15
const chunk = 500

export function benchFieldIndex(sizes: readonly number[] = [10_000, 100_000]): FieldIndexFigure[] {
  return sizes.flatMap((elements) => benchSize(elements))
}

function benchSize(elements: number): FieldIndexFigure[] {
  const random = seeded(elements)
  const empty = settledHeap()
  const rows = generatedRows(elements, random)
  const before = settledHeap()
  const index = new FieldIndex()
  const chunks: number[] = []
  for (let at = 0; at < rows.length; at += chunk) {
    const part = rows.slice(at, at + chunk)
    chunks.push(
      timed(() => {
        for (const node of part) index.add(node)
      }),
    )
  }
  const after = settledHeap()
  const figures: FieldIndexFigure[] = [
    { name: 'build', elements, ms: chunks.reduce((sum, ms) => sum + ms, 0) },
    { name: `build, a chunk of ${chunk}`, elements, ...spread(chunks) },
    { name: 'heap, row', elements, bytes: Math.round((before - empty) / elements) },
    { name: 'heap, index', elements, bytes: Math.round((after - before) / elements) },
    { name: 'bytes, as the index says', elements, bytes: Math.round(index.bytes / elements) },
  ]
  const folded = rows.map((node) => [...new Set(textsOf(node).map(fold))])
  for (const length of [1, 2, 3, 5, 10]) figures.push(benchFinds(index, folded, length, random))
  figures.push(benchMisses(index, random))
  const patches = Array.from({ length: finds }, () => {
    const now = { ...rows[Math.floor(random() * rows.length)]!, value: `${Math.floor(random() * 1e9)} unread` }
    return timed(() => index.add(now))
  })
  figures.push({ name: 'patch of one element', elements, ...spread(patches) })
  const removal = timed(() => {
    for (const node of rows) index.remove(node)
  })
  figures.push({ name: 'removal of all', elements, ms: removal })
  return figures
}

function benchFinds(index: FieldIndex, folded: string[][], length: number, random: () => number): FieldIndexFigure {
  const needles: string[] = []
  while (needles.length < finds) {
    const texts = folded[Math.floor(random() * folded.length)]!
    const text = texts[Math.floor(random() * texts.length)]!
    const start = Math.floor(random() * (text.length - length + 1))
    if (text.length >= length) needles.push(text.slice(start, start + length))
  }
  for (const needle of needles.slice(0, 50)) index.find(needle)
  const sizes: number[] = []
  const times = needles.map((needle) => timed(() => sizes.push(index.find(needle).size)))
  const walked = needles.slice(0, walks).map((needle) => timed(() => walk(folded, needle)))
  const matches = sizes.sort((a, b) => a - b)[finds >> 1]!
  const name = `find, ${length} letters`
  return { name, elements: folded.length, ...spread(times), walkP50: spread(walked).p50, matches }
}

function benchMisses(index: FieldIndex, random: () => number): FieldIndexFigure {
  const times = Array.from({ length: finds }, () => {
    const needle = Array.from({ length: 5 }, () => letters[Math.floor(random() * letters.length)]).join('')
    return timed(() => index.find(needle))
  })
  return { name: 'find, 5 letters at random', elements: index.size, ...spread(times) }
}

function walk(folded: string[][], needle: string): number {
  let count = 0
  for (const texts of folded) if (texts.some((text) => text.includes(needle))) count++
  return count
}

const letters = 'abcdefghijklmnopqrstuvwxyz'
const common = (
  'the and for with all new open close save cancel file edit view window help search settings account next back ' +
  'Einstellungen öffnen schließen Übersicht speichern Datei bearbeiten weiter zurück für größer Währung über ' +
  'réglages enregistrer fenêtre préférences précédent où déjà créer supprimer élément año contraseña búsqueda ' +
  'сохранить настройки открыть закрыть файл правка вид окно поиск далее 設定 保存 開く 閉じる 検索 編集 次へ 戻る 新規 ' +
  'message document report customer order invoice product warehouse delivery calendar meeting project comment'
).split(' ')
const roles =
  'AXStaticText AXStaticText AXStaticText AXGroup AXGroup AXLink AXButton AXCell AXRow AXTextField AXImage'.split(' ')

/** Rows like those of pages: texts of some words, some of them rare, many names that repeat, ids and urls. */
function generatedRows(count: number, random: () => number): Row[] {
  const pick = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)]!
  const rare = Array.from({ length: 5000 }, () => {
    return Array.from(
      { length: 2 + Math.floor(random() * 3) },
      () => pick([...'bcdfglmnprst']) + pick([...'aeiou']),
    ).join('')
  })
  const word = () => (random() < 0.6 ? pick(common) : pick(rare))
  const words = (most: number) => Array.from({ length: 1 + Math.floor(random() * most) }, word).join(' ')
  return Array.from({ length: count }, (_, at) => {
    const role = pick(roles)
    return row({
      key: at + 1,
      parent: at >> 3,
      role,
      title: random() < 0.75 ? words(role === 'AXStaticText' ? 12 : 3) : undefined,
      value: role === 'AXTextField' ? words(4) : undefined,
      description: random() < 0.1 ? words(6) : undefined,
      identifier: random() < 0.15 ? `${pick(rare)}-${pick(rare)}-${at}` : undefined,
      url: role === 'AXLink' ? `https://example.org/${pick(rare)}/${pick(rare)}/${at}.html` : undefined,
      attributes: random() < 0.2 ? { class: `${pick(rare)} ${pick(rare)}__item` } : undefined,
    })
  })
}
