/** What `npm run bench:peers` counts in the views of other tools, in lines as those tools write them. */
import t from 'tap'
import { lineFor, linesOf, notations, usable } from '../bench/peers/lines.ts'

const views = {
  aria: [
    '- generic [active] [ref=e1]:',
    '  - heading "link [ref=e9]" [level=1] [ref=e3]',
    '  - link "Home page" [ref=e4] [cursor=pointer]:',
    '    - /url: ../index.html',
    '  - \'button "Save: all" [ref=e5]\'',
    '  - button "Delete" [disabled] [ref=e6]',
    '  - textbox "disabled people" [ref=e7]',
    '  - text: link to nothing',
  ],
  uid: [
    'uid=1_0 RootWebArea "Shop" url="http://127.0.0.1/"',
    '  uid=1_3 "link Home"',
    '  uid=1_4 link "Home page" url="http://127.0.0.1/index.html"',
    '  uid=1_5 button "Save: all"',
    '  uid=1_6 button "Delete" disableable disabled',
    '  uid=1_7 textbox "disabled people" value="link"',
  ],
  outline: [
    '[1] page: Shop (focused)',
    ' [3] heading: "link: Home"',
    ' [4] link: Home page',
    ' [5] button: "Save: all"',
    ' [6] button: Delete (disabled)',
    ' [7] textfield: disabled people =link',
    ' … 6 more link',
  ],
} as const

const ids = { aria: ['e4', 'e5', 'e7'], uid: ['1_4', '1_5', '1_7'], outline: ['4', '5', '7'] } as const

for (const kind of ['aria', 'uid', 'outline'] as const) {
  t.test(`a view as ${kind}`, async (t) => {
    const lines = linesOf(views[kind].join('\n'), notations[kind])
    t.equal(usable(lines), 3)
    const shows = /./
    const found = [
      lineFor({ role: 'link', text: 'home PAGE', shows }, lines),
      lineFor({ role: 'button', text: 'Save', shows }, lines),
      lineFor({ role: 'textbox', text: 'people', shows }, lines),
    ]
    t.same(
      found.map((line) => line?.ref),
      ids[kind],
    )
    t.equal(lineFor({ role: 'link', text: 'nothing', shows }, lines), undefined)
  })
}
