/** A name is the element's name: the label that the program drew for it, else marked as only near it. */
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { AtspiPlatform } from '../../daemon/platform/atspi/atspi.ts'
import type { Node } from '../../daemon/tree/model/node.ts'
import { labelOf } from '../../daemon/tree/naming/labels.ts'
import { Warm } from '../../daemon/tree/warm/sync.ts'
import { desktopOrSkip, startDesktop, toolkitsOrSkip } from '../fixtures/desktop/desktop.ts'
import { python } from '../fixtures/find-desktop.mjs'
import { type Random, random } from '../fixtures/random.ts'
import { minutes, tell, turns } from './law.ts'

const form = fileURLToPath(new URL('../fixtures/desktop/form.py', import.meta.url))
const toolkits = ['gtk3', 'gtk4', 'qt5', 'qt6'] as const
/** In a window, on a page of it, in a group with a title, beside another pane, over another window, and in what a control opens. */
const places = ['plain', 'page', 'group', 'pane', 'over', 'folded'] as const
const forms = places.length
if (!desktopOrSkip(t, [python]) || !toolkitsOrSkip(t)) process.exit(0)

t.setTimeout(600_000 + 300_000 * minutes)
const signal = new AbortController().signal
const log = { info() {}, warn() {} }
const words = 'User Server Port Mode Comment Street Town Size Colour Owner Folder Speed Name Group'.split(' ')
const kinds = ['text', 'text', 'number', 'slider', 'choice', 'button'] as const
const hows = ['relation', 'left', 'left', 'above'] as const

interface Field {
  readonly label: string
  readonly kind: string
  readonly value: string
  readonly how: string
  readonly tip?: string
  readonly hint?: string
}

/**
 * A password, a check box and, where it can be told, a button with a text above it that is called its label in each, a number that a check box switches on, and others of any kind; values that no other field has. A button says something
 * itself, and has a label beside that only by relation. In a pane the first has no label.
 */
function fieldsOf({ below, oneOf, shuffled }: Random, place: string, toolkit: string): Field[] {
  const left = shuffled(words)
  const label = () => `${left.pop()}${oneOf(['', ':'])}`
  const any = Array.from({ length: 3 + below(4) }, (_, at) => {
    const kind = oneOf(kinds)
    const value = kind === 'number' || kind === 'slider' ? String(100 + at) : `value ${at}`
    const how = kind === 'button' ? 'relation' : oneOf(hows)
    // A person sees it when the pointer rests there.
    const tip = below(3) === 0 && kind !== 'button' ? { tip: `Explains ${at}` } : {}
    // Next to a label it names nothing.
    const isHinted = kind === 'text' && how !== 'above' && below(2) === 0
    return { label: label(), kind, value, how, ...tip, ...(isHinted && { hint: `Such as ${at}` }) }
  })
  const first = place === 'pane' ? [{ label: '', kind: 'text', value: 'unlabelled', how: 'none' }] : []
  const others = shuffled([
    ...any,
    { label: label(), kind: 'password', value: '', how: oneOf(hows) },
    { label: label(), kind: 'check', value: '', how: 'right' },
    { label: `${left.pop()}:`, kind: 'number', value: '90', how: 'switched' },
    ...(toolkit === 'gtk4' ? [] : [{ label: label(), kind: 'button', value: 'Go on', how: 'far' }]),
  ])
  return [...first, ...others]
}

function nameFor({ how, label, value }: Field): string | undefined {
  if (how === 'far') return value
  if (how === 'none') return undefined
  return how === 'relation' ? label : `near “${label}”`
}

function isField({ how, kind, value }: Field, node: Node): boolean {
  if (how === 'far') return node.role === 'AXButton' && (node.title === value || node.value === value)
  if (kind === 'password') return node.subrole === 'AXSecureTextField'
  if (kind === 'check') return node.role === 'AXCheckBox' && node.title === undefined
  return node.value === value
}

/** GTK 4.8 does not say that its pane is one. */
function placesIn(toolkit: string) {
  return places.filter((place) => place !== 'pane' || toolkit !== 'gtk4')
}

const desktop = await startDesktop(t)
const platform = new AtspiPlatform({ log })
t.teardown(() => platform.close())

for (const toolkit of toolkits) {
  t.test(`${toolkit}: fields are called by their own labels`, async (t) => {
    const chance = random()
    const wrong: string[] = []
    let cases = 0
    let tried = 0
    for (const _ of turns(t, forms)) {
      const place = placesIn(toolkit)[tried++ % placesIn(toolkit).length]!
      const fields = fieldsOf(chance, place, toolkit)
      const program = await desktop.start(python, form, toolkit, place, JSON.stringify(fields))
      const target = (await platform.targets(signal)).find(({ pid }) => pid === program.pid)!
      const warm = new Warm(await platform.open(target, signal))
      const { settled } = await warm.freshen({ freshness: 'auto', signal, deadline: performance.now() + 30_000 })
      t.equal(settled, true)
      for (const field of fields) {
        const nodes = [...warm.tree.walk()].filter((node) => isField(field, node))
        cases++
        if (nodes.length !== 1) wrong.push(`${nodes.length} of ${JSON.stringify(field)}`)
        if (nodes.length !== 1) continue
        const called = nodes[0]!.title ?? labelOf(warm.tree, nodes[0]!)
        if (called !== nameFor(field)) wrong.push(`${called}: ${place} ${JSON.stringify(field)}`)
      }
      await warm.close()
      await program.end()
    }
    const law = 'A field is called by its own label, by no other text.'
    tell(t, { law, on: `forms of ${toolkit}`, cases, wrong })
  })
}
