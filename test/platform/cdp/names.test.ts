/** Which of the sources of a name that Chromium reports is the name. */
import type { Protocol } from 'devtools-protocol'
import t from 'tap'
import { computedName } from '../../../daemon/platform/cdp/read/names.ts'

type Given = readonly [type: Protocol.Accessibility.AXValueSourceType, text: string | undefined, attribute?: string]

/** The first with a text is the name, as Chromium computes it. */
function named(...given: readonly Given[]): Pick<Protocol.Accessibility.AXNode, 'name'> {
  const at = given.findIndex(([, text]) => text !== undefined)
  const value = (text: string) => ({ type: 'computedString' as const, value: text })
  const sources = given.map(([type, text, attribute], index) => ({
    type,
    ...(attribute !== undefined && { attribute }),
    ...(text !== undefined && { value: value(text) }),
    ...(at >= 0 && index > at && { superseded: true }),
  }))
  return { name: { ...value(given[at]?.[1] ?? ''), sources } }
}

t.test('names of a page', async (t) => {
  const cases: readonly (readonly [role: string, given: readonly Given[], shown: string | undefined, name?: string])[] =
    [
      [
        'button',
        [
          ['attribute', undefined, 'aria-label'],
          ['contents', 'Save'],
          ['attribute', 'Keeps it', 'title'],
        ],
        undefined,
        'Save',
      ],
      ['generic', [['contents', 'Name Save Cancel']], undefined],
      ['generic', [['attribute', 'Form', 'aria-label']], undefined, 'Form'],
      [
        'generic',
        [
          ['contents', 'Name Save Cancel'],
          ['attribute', 'Form', 'title'],
        ],
        undefined,
        'Form',
      ],
      ['LayoutTableRow', [['contents', 'all of it']], undefined],
      // As long as it has the focus.
      ['listitem', [['contents', 'Page 1']], undefined],
      ['group', [['relatedElement', 'Address']], undefined, 'Address'],
      ['combobox', [['relatedElement', 'Oslo', 'aria-labelledby']], 'Oslo'],
      [
        'combobox',
        [
          ['relatedElement', 'Oslo', 'aria-labelledby'],
          ['attribute', 'Town', 'title'],
        ],
        'Oslo',
        'Town',
      ],
      ['combobox', [['relatedElement', 'Oslo']], 'Oslo', 'Oslo'],
      ['combobox', [['relatedElement', 'Town', 'aria-labelledby']], 'Oslo', 'Town'],
      ['textbox', [], undefined],
    ]
  for (const [role, given, shown, name] of cases)
    t.equal(computedName(named(...given), role, shown), name, `${role} ${JSON.stringify(given)}`)
  t.equal(
    computedName({ name: { type: 'computedString', value: 'Plain' } }, 'button', undefined),
    'Plain',
    'no sources',
  )
})
