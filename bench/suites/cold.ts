/**
 * The first read of a page compared with the bare protocol calls that it needs, and the first answer under a short time
 * limit.
 */
import type { Session } from '../../daemon/platform/cdp/wire/connection.ts'
import { Warm } from '../../daemon/tree/warm/sync.ts'
import { Daemon } from '../daemon.ts'
import { atMost, type Finding, type Goal } from '../report.ts'
import { RpcError } from '../rpc-client.ts'
import type { OpenPage, Stand } from '../stands/stand.ts'
import { median, timedAsync } from '../times.ts'
import { Inside } from '../world.ts'

const names = ['adminlte-dashboard', 'adminlte-forms', 'git-log', 'git-config', 'py-stdtypes', 'py-contents']
const rounds = 3
const hurriedRounds = 5
/** Larger pages are not asked for pointer cursors. */
const cursorElements = 15_000
const never = new AbortController().signal

interface Cold {
  readonly bare: number[]
  /** Including the other calls that the design makes for a whole read. */
  readonly all: number[]
  readonly attach: number[]
  readonly read: number[]
  readonly whole: number[]
  elements: number
}

export async function benchCold(stand: Stand): Promise<Finding> {
  const daemon = await Daemon.start(stand)
  const inside = new Inside(stand)
  const rows: (string | number)[][] = []
  const goals: Goal[] = []
  for (const page of stand.some(...names)) {
    const cold: Cold = { bare: [], all: [], attach: [], read: [], whole: [], elements: 0 }
    for (let round = 0; round < rounds; round++) {
      for (const read of [bareRead, insideRead, allBare, wholeCall]) {
        const open = await stand.open(page)
        await read(open, cold, { stand, inside, daemon })
        await open.close()
      }
    }
    const [bare, all, own] = [median(cold.bare), median(cold.all), median(cold.read)]
    const rest = [median(cold.attach), median(cold.whole)]
    rows.push([page.name, cold.elements, bare, all, own, own / bare, own / all, ...rest])
    goals.push(atMost(`${page.name}: cold read beside the bare reads that it needs`, own / all, 1.3, '×'))
  }
  const hurried = await benchHurried(stand, daemon)
  await inside.close()
  await daemon.stop()
  return {
    title: 'Cold read',
    notes: [
      'Each read is of a new tab that nobody has read before; bare and own reads take turns, medians in ms.',
      'Bare: `Accessibility.getFullAXTree` and `DOM.getFlattenedDocument` side by side, replies parsed by `JSON.parse`,',
      'and nothing made of them. All bare: also the questions for press listeners and pointer cursors, after the',
      'document, as the design asks them. Own: from the attached tab to the finished tree. Whole: the first `explore` over HTTP,',
      'attaching included. Hurried: the first `explore` with `timeoutMs` 60.',
    ],
    goals: [...goals, ...hurried.goals],
    tables: [
      {
        title: '',
        head: ['page', 'elements', 'bare', 'all bare', 'own', 'own / bare', 'own / all bare', 'attach', 'whole call'],
        rows,
      },
      hurried.table,
    ],
  }
}

interface Readers {
  readonly stand: Stand
  readonly inside: Inside
  readonly daemon: Daemon
}

async function bareRead(open: OpenPage, cold: Cold, { stand }: Readers): Promise<void> {
  cold.bare.push(await attached(stand, open, twoReads))
}

/** Including what shows which elements a listener or a pointer makes pressable. */
async function allBare(open: OpenPage, cold: Cold, { stand }: Readers): Promise<void> {
  const style = { computedStyles: [{ name: 'cursor', value: 'pointer' }], pierce: true }
  const small = cold.elements < cursorElements
  cold.all.push(
    await attached(stand, open, async (session) => {
      await session.send('Runtime.evaluate', { expression: 'document.getElementsByTagName("*").length' })
      const reads = twoReads(session)
      const { object } = await session.send('DOM.resolveNode', { nodeId: (await reads)[0].nodes[0]!.nodeId })
      const pressed = { objectId: object.objectId!, depth: -1, pierce: true }
      await Promise.all([
        session.send('DOMDebugger.getEventListeners', pressed),
        ...(small ? [session.send('DOM.getNodesForSubtreeByStyle', { nodeId: 1, ...style }).catch(() => {})] : []),
      ])
    }),
  )
}

function twoReads(session: Session) {
  return Promise.all([
    session.send('DOM.getFlattenedDocument', { depth: -1, pierce: true }),
    session.send('Accessibility.getFullAXTree', {}),
  ])
}

/** Time of the reads in a session of their own. */
async function attached(stand: Stand, { targetId }: OpenPage, read: (session: Session) => Promise<unknown>) {
  const { connection } = stand
  const { sessionId } = await connection.root.send('Target.attachToTarget', { targetId, flatten: true })
  const session = connection.session(sessionId)
  await Promise.all([session.send('Page.enable'), session.send('DOM.enable', {}), session.send('Accessibility.enable')])
  const ms = await timedAsync(() => read(session))
  await connection.root.send('Target.detachFromTarget', { sessionId })
  connection.dropSession(sessionId)
  return ms
}

async function insideRead(open: OpenPage, cold: Cold, { inside }: Readers): Promise<void> {
  const target = await inside.target(open)
  const start = performance.now()
  const warm = new Warm(await inside.platform.open(target, never))
  const attached = performance.now()
  await warm.freshen({ freshness: 'auto', signal: never, deadline: attached + 60_000 })
  cold.read.push(performance.now() - attached)
  cold.attach.push(attached - start)
  cold.elements = warm.tree.size
  await warm.close()
}

async function wholeCall(open: OpenPage, cold: Cold, { daemon }: Readers): Promise<void> {
  const tab = await daemon.tab(open)
  cold.whole.push(await timedAsync(() => daemon.explore(tab, { timeoutMs: 60_000 })))
}

async function benchHurried(stand: Stand, daemon: Daemon) {
  const rows: (string | number)[][] = []
  const goals: Goal[] = []
  for (const page of stand.some('git-config', 'py-contents')) {
    const times: number[] = []
    const shown: number[] = []
    let marked = 0
    const failures = new Set<string>()
    for (let round = 0; round < hurriedRounds; round++) {
      const open = await stand.open(page)
      const tab = await daemon.tab(open)
      const start = performance.now()
      try {
        const answer = await daemon.explore<{ settled: boolean; shown: number }>(tab, { timeoutMs: 60 })
        if (answer.settled === false) marked++
        shown.push(answer.shown)
      } catch (error) {
        if (!(error instanceof RpcError)) throw error
        failures.add((error.fields.data as { name: string }).name)
      }
      times.push(performance.now() - start)
      await open.close()
    }
    rows.push([
      page.name,
      median(times),
      Math.max(...times),
      shown.length,
      marked,
      median(shown),
      [...failures].join(', '),
    ])
    if (page.name !== 'git-config') continue
    goals.push(atMost(`${page.name}: first answer with timeoutMs 60, p50`, median(times), 60, 'ms'), {
      what: `${page.name}: that answer is there, and marked partial`,
      goal: `${hurriedRounds} of ${hurriedRounds}`,
      measured: `${marked} of ${hurriedRounds}`,
      met: marked === hurriedRounds,
    })
  }
  const head = ['page', 'p50', 'max', 'answers', 'marked partial', 'elements shown, p50', 'errors']
  return { goals, table: { title: `Hurried, ${hurriedRounds} times, ms`, head, rows } }
}
