/** The desktop's part of the page: `explore`, cold and warm, compared with walks by pyatspi and dogtail. */
import { loadavg } from 'node:os'
import { tokensOf } from '../encoding.ts'
import { atLeast, atMost, type Goal, show, table } from '../report.ts'
import { DesktopStand, more, type PeerKind, type Subject, subjects, type Walk } from '../stands/desktop-stand.ts'
import { coldRead } from '../suites/desktop.ts'
import { median, pause, timedAsync } from '../times.ts'
import { linesOf, notations } from './lines.ts'

const rounds = 3
const warmRounds = 50
const walks = ['full', 'lean', 'dogtail'] as const satisfies readonly PeerKind[]
const begin = '<!-- desktop: npm run bench:peers -- --desktop writes this -->'
const end = '<!-- end of desktop -->'

interface Measured {
  readonly subject: Subject
  readonly coldMs: number
  readonly warmMs: number
  readonly tokens: number
  readonly controls: number
  readonly others: { readonly [kind in PeerKind]?: Walk | undefined }
}

/** Undefined if there can be no desktop. */
export async function desktopPart(names: readonly string[] = []): Promise<string | undefined> {
  const found: Measured[] = []
  let missing: readonly string[] = []
  // One application at a time, so that they do not slow each other down.
  for (const subject of [...subjects, ...more]) {
    if (names.length > 0 && !names.includes(subject.program)) continue
    const stand = await DesktopStand.open([subject.program], [...subjects, ...more])
    if (stand === undefined) return undefined
    try {
      missing = stand.missing
      if (stand.subjects.length === 0) continue
      const measured = await ofApplication(stand, subject)
      found.push(measured)
      console.log(`${subject.program}: cold ${show(measured.coldMs)} ms, warm ${show(measured.warmMs)} ms`)
    } finally {
      await stand.close()
    }
  }
  return part(found, missing)
}

async function ofApplication(stand: DesktopStand, subject: Subject): Promise<Measured> {
  const { id: bundleId } = await stand.target(subject)
  const params = { scope: 'application', bundleId, format: 'outline', timeoutMs: 60_000 }
  const explore = () => stand.rpc.call<{ outline: string }>('explore', params)
  const cold: number[] = []
  const others: { [kind in PeerKind]?: Walk | undefined } = {}
  const times: { [kind in PeerKind]: number[] } = { full: [], lean: [], dogtail: [] }
  for (let round = 0; round <= rounds; round++) {
    for (const kind of walks) {
      const walk = round === 0 ? undefined : await stand.walk(kind, subject, 1)
      others[kind] = walk ?? others[kind]
      times[kind].push(...(walk?.ms ?? []))
    }
    const { ms } = await coldRead(stand, subject)
    // GTK 4 makes parts of its tree when they are first read.
    if (round > 0) cold.push(ms)
  }
  const { outline } = await explore()
  await pause(1000)
  const warm: number[] = []
  for (let round = 0; round < warmRounds; round++) warm.push(await timedAsync(explore))
  const controls = linesOf(outline, notations.outline).length
  const timed = Object.fromEntries(walks.map((kind) => [kind, others[kind] && { ...others[kind]!, ms: times[kind] }]))
  return { subject, coldMs: median(cold), warmMs: median(warm), tokens: tokensOf(outline), controls, others: timed }
}

function goalsOf({ subject, coldMs, warmMs, others: { lean } }: Measured): Goal[] {
  const faster =
    lean && atLeast(`${subject.program}: cold, faster than the lean walk`, median(lean.ms) / coldMs, 2, '×')
  return [...(faster ? [faster] : []), atMost(`${subject.program}: warm`, warmMs, 3, 'ms')]
}

function part(found: readonly Measured[], missing: readonly string[]): string {
  const goals = found.flatMap(goalsOf)
  const rows = found.map(({ subject, coldMs, warmMs, tokens, controls, others }) => {
    const told = (kind: PeerKind) => {
      const walk = others[kind]
      return walk === undefined
        ? 'missed'
        : `${show(median(walk.ms))} · ${show(tokensOf(walk.text))} (${show(walk.controls)})`
    }
    const times = `${show(coldMs)} · ${show(warmMs)} · ${show(tokens)} (${show(controls)})`
    return [subject.program, times, ...walks.map(told)]
  })
  const head = ['application', 'here: cold ms · warm ms · tokens', 'pyatspi, full: ms · tokens', 'lean', 'dogtail']
  return [
    begin,
    '## Applications of a Linux desktop',
    table(head, rows),
    [
      `Measured on ${new Date().toISOString().slice(0, 10)} at a load of ${show(loadavg()[0] ?? Number.NaN)}, each application on a desktop of its own under Xvfb, one after the other; medians of ${rounds} cold reads that take turns with the walks, and of ${warmRounds} warm calls over HTTP.`,
      'Cold: from an attached application of which nothing is known to the finished tree. Full and lean are walks of the whole tree by pyatspi, with about 11 and 4 facts an element.',
      'Tokens: here the default outline; of the walks a line with role and name for each element that shows. In brackets: the elements in the outline, and those of a walk that show,',
      'are sensitive and take the focus. “missed”: longer than a minute, or not to be walked.',
      ...(missing.length > 0 ? [`Not here: ${missing.join(', ')}.`] : []),
    ].join('\n'),
    table(
      ['what', 'goal', 'measured', ''],
      goals.map(({ what, goal, measured, met }) => [what, goal, measured, met ? 'met' : '**missed**']),
    ),
    end,
  ].join('\n\n')
}

/** The page with this part replaced; if there is no fresh one, with its earlier one. */
export function withDesktop(page: string, before: string, fresh: string | undefined): string {
  const of = (text: string) => {
    const [from, to] = [text.indexOf(begin), text.indexOf(end)]
    return from < 0 || to < from ? undefined : { from, to: to + end.length }
  }
  const [here, old] = [of(page), of(before)]
  const text = fresh ?? (old && before.slice(old.from, old.to))
  if (text === undefined) return page
  if (here !== undefined) return `${page.slice(0, here.from)}${text}${page.slice(here.to)}`
  const at = page.indexOf('## Missed')
  return `${page.slice(0, at)}${text}\n\n${page.slice(at)}`
}
