/** Applications of a Linux desktop: cold and warm reads, press and see, tokens, compared with pyatspi and dogtail. */
import { answerText } from '../../api-schema/text/answer.ts'
import { Application } from '../../daemon/platform/atspi/source.ts'
import type { Bus, Call } from '../../daemon/platform/atspi/wire/bus.ts'
import { Warm } from '../../daemon/tree/warm/sync.ts'
import { callsOf } from '../../test/fixtures/desktop/bus-calls.ts'
import { tokensOf } from '../encoding.ts'
import { atLeast, atMost, type Finding, type Goal, type Table } from '../report.ts'
import type { Fields } from '../rpc-client.ts'
import { DesktopStand, type Subject } from '../stands/desktop-stand.ts'
import { median, pause, spread, timedAsync } from '../times.ts'

const coldRounds = 15
const peerRounds = 3
const warmRounds = 300
const presses = 15
const never = new AbortController().signal

/** ms of a cold read; a person would not wait longer. */
const coldGoals: { readonly [program: string]: number } = { localc: 600, 'firefox-esr': 120, mousepad: 65 }
const tokenGoals: { readonly [program: string]: number } = { mousepad: 240, localc: 1150, 'gtk4-widget-factory': 1500 }

export async function benchDesktop(): Promise<Finding> {
  const stand = await DesktopStand.open()
  if (stand === undefined) return empty('Not measured: there is no desktop here.')
  try {
    const goals: Goal[] = []
    const tables = [await cold(stand, goals), await warm(stand, goals), await press(stand, goals)]
    const notes =
      stand.missing.length > 0 ? [`Not measured, because they are missing: ${stand.missing.join(', ')}.`] : []
    return { ...empty(...notes), notes: [...notes, ...explained], goals, tables }
  } finally {
    await stand.close()
  }
}

const explained = [
  'On a desktop of its own, under Xvfb. Cold: from an attached application of which nothing is known to the finished tree;',
  'GTK 4 makes parts of its tree when they are first read, so the first round is not counted. Bare: the same calls again,',
  '16 at a time on a connection of their own, and nothing made of the replies; its CPU is what the D-Bus library takes. Full and lean are pyatspi, with about 11 or',
  '4 calls an element; a tool that took longer than a minute has no figure. Bare, own and other reads take turns; medians in ms.',
]

function empty(...notes: string[]): Finding {
  return { title: 'Linux desktop', notes, goals: [], tables: [] }
}

async function cold(stand: DesktopStand, goals: Goal[]): Promise<Table> {
  const rows: (string | number)[][] = []
  const bus = await stand.bus()
  for (const subject of stand.subjects) {
    const own: number[] = []
    const bare: number[] = []
    const cpu: number[] = []
    let elements = 0
    let sent: readonly Call[] = []
    for (let round = 0; round <= coldRounds; round++) {
      const read = await coldRead(stand, subject)
      elements = read.elements
      sent = read.sent
      const before = process.cpuUsage()
      const bareMs = await timedAsync(() => again(bus, sent))
      const { user, system } = process.cpuUsage(before)
      if (round === 0) continue
      own.push(read.ms)
      bare.push(bareMs)
      cpu.push((user + system) / 1000)
    }
    const peers = []
    for (const kind of ['full', 'lean', 'dogtail'] as const) {
      peers.push(median((await stand.peer(kind, subject, peerRounds)) ?? [Number.NaN]))
    }
    const ms = median(own)
    const [full = Number.NaN, lean = Number.NaN, dogtail = Number.NaN] = peers
    const times = [ms, median(bare), ms / median(bare), median(cpu)]
    rows.push([subject.program, elements, sent.length, ...times, full, lean, dogtail])
    goals.push(...coldGoalsOf(subject, ms, median(bare), full, lean))
  }
  const head = [
    'application',
    'elements',
    'calls',
    'cold',
    'bare',
    'cold / bare',
    'CPU of bare',
    'full',
    'lean',
    'dogtail',
  ]
  return { title: 'Cold read', head, rows }
}

function* coldGoalsOf({ program, hasCache }: Subject, ms: number, bare: number, full: number, lean: number) {
  yield atMost(`${program}: cold read beside its bare calls`, ms / bare, 1.3, '×')
  const most = coldGoals[program]
  if (most !== undefined) yield atMost(`${program}: cold read`, ms, most, 'ms')
  if (!Number.isNaN(full))
    yield atLeast(`${program}: faster than pyatspi's full dump`, full / ms, hasCache ? 6 : 2, '×')
  if (!Number.isNaN(lean)) yield atLeast(`${program}: faster than pyatspi's lean dump`, lean / ms, 2, '×')
}

export async function coldRead(stand: DesktopStand, subject: Subject) {
  const source = await stand.platform.open(await stand.target(subject), never)
  const warm = new Warm(source)
  let ms = 0
  const sent = await callsOf(async () => {
    ms = await timedAsync(() =>
      warm.freshen({ freshness: 'auto', signal: never, deadline: performance.now() + 30_000 }),
    )
  })
  const elements = warm.tree.size
  await warm.close()
  return { ms, elements, sent }
}

/** The same calls in order, as many at a time as the bus allows; errors are replies too. */
async function again(bus: Bus, sent: readonly Call[]): Promise<void> {
  await Promise.all(sent.map((call) => bus.call(call, never).catch(() => {})))
}

async function warm(stand: DesktopStand, goals: Goal[]): Promise<Table> {
  const rows: (string | number)[][] = []
  for (const subject of stand.subjects) {
    const params = { scope: 'application', bundleId: (await stand.target(subject)).id, format: 'outline' }
    const explore = () => stand.rpc.call<Fields & { outline: string; shown: number }>('explore', params)
    const answer = await explore()
    const times: number[] = []
    for (let round = 0; round < warmRounds; round++) times.push(await timedAsync(explore))
    const { p50, p99 } = spread(times)
    const source = await stand.platform.open(await stand.target(subject), never)
    const copy = new Warm(source)
    const freshen = () => copy.freshen({ freshness: 'auto', signal: never, deadline: performance.now() + 30_000 })
    await freshen()
    const sent = await callsOf(freshen)
    await copy.close()
    const tokens = tokensOf(answer.outline)
    rows.push([subject.program, p50, p99, sent.length, answer.shown, tokens, tokensOf(answerText('explore', answer))])
    goals.push(atMost(`${subject.program}: warm explore over HTTP, p50`, p50, 3, 'ms'))
    const most = tokenGoals[subject.program]
    if (most !== undefined) goals.push(atMost(`${subject.program}: default outline`, tokens, most, 'tokens'))
  }
  const head = ['application', 'p50', 'p99', 'calls to the bus', 'shown', 'outline, tokens', 'whole text, tokens']
  return { title: `Warm explore over HTTP, ${warmRounds} times, nothing changed; ms`, head, rows }
}

/** Presses a digit of a calculator until the display shows it. */
async function press(stand: DesktopStand, goals: Goal[]): Promise<Table> {
  const rows: (string | number)[][] = []
  for (const subject of stand.subjects.filter(
    ({ program }) => /calc$|calculator$/.test(program) && program !== 'localc',
  )) {
    const { id } = await stand.target(subject)
    const find = { scope: 'application', bundleId: id, filter: { titleContains: '7' }, elementTypes: ['button'] }
    const times: number[] = []
    let seen = 0
    for (let round = 0; round < presses; round++) {
      let answer: Fields = {}
      times.push(
        await timedAsync(async () => {
          answer = await stand.rpc.call('interact', { find, action: 'click' })
        }),
      )
      if (/77|7/.test(JSON.stringify(answer.changed ?? ''))) seen++
    }
    const delays = await ownDelays(stand, subject)
    const [delay, ms] = [median(delays), median(times)]
    rows.push([subject.program, delay, ms, ms - delay, `${seen} of ${presses}`])
    goals.push(
      atMost(
        `${subject.program}: press, and the changed display is in the answer, over its own delay`,
        ms - delay,
        70,
        'ms',
      ),
    )
  }
  const head = ['application', 'own delay', 'press and see', 'over it', 'display in the answer']
  return { title: 'Press and see, medians in ms', head, rows }
}

/** From the call of an action to the first event about it, without any work of the daemon in between. */
async function ownDelays(stand: DesktopStand, subject: Subject): Promise<number[]> {
  const source = await stand.platform.open(await stand.target(subject), never)
  const copy = new Warm(source)
  await copy.freshen({ freshness: 'auto', signal: never, deadline: performance.now() + 30_000 })
  const seven = [...copy.tree.walk()].find(({ title, role }) => title === '7' && role === 'AXButton')
  const ref = source instanceof Application && seven !== undefined ? source.ref(seven.key) : undefined
  const delays: number[] = []
  if (ref !== undefined) {
    const bus = await stand.bus()
    const release = await bus.match(`type='signal',sender='${ref.bus}'`, never)
    for (let round = 0; round < presses; round++) {
      await pause(400)
      const start = performance.now()
      const told = new Promise<number>((done) => {
        const stop = bus.onSignal(({ sender, member, body }) => {
          const tells = member === 'TextChanged' || (member === 'PropertyChange' && body[0] !== 'accessible-value')
          if (sender !== ref.bus || !tells) return
          stop()
          done(performance.now() - start)
        })
        setTimeout(() => {
          stop()
          done(Number.NaN)
        }, 2000)
      })
      const action = { destination: ref.bus, path: ref.path, interface: 'org.a11y.atspi.Action' }
      await bus.call({ ...action, member: 'DoAction', signature: 'i', body: [0] }, never)
      delays.push(await told)
    }
    release()
  }
  await copy.close()
  return delays.filter((delay) => !Number.isNaN(delay))
}
