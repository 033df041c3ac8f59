/** Gnumeric: a spreadsheet program on the desktop. */
import type { Application } from '../application.ts'
import type { Place } from '../place.ts'

const file = 'July.gnumeric'
const cells = (place: Place) => place.run('ssconvert', ['--export-type=Gnumeric_stf:stf_csv', place.at(file), 'fd://1'])
const xml = (place: Place) => place.run('sh', ['-c', `zcat -f '${place.at(file)}'`])

export const gnumeric: Application = {
  name: 'gnumeric',
  debian: { gnumeric: 'gnumeric', ssconvert: 'gnumeric' },
  isDesktop: true,
  async start(place) {
    place.run('ssconvert', [place.write('July.csv', 'What,Euro\nRent,700\nTea,12\nBooks,31\n'), place.at(file)])
    place.start('gnumeric', [place.at(file)])
    return `the program gnumeric, which has ${place.at(file)} open`
  },
  errands: [
    {
      name: 'change a cell',
      words: 'Tea was 40 Euro, not 12: correct that, and save the file.',
      done: (place) => cells(place) === 'What,Euro\nRent,700\nTea,40\nBooks,31\n',
    },
    {
      name: 'rename the sheet',
      words: 'Rename the sheet to "July", and save the file.',
      done: (place) => /<gnm:Name>July<\/gnm:Name>/.test(xml(place)),
    },
    {
      name: 'sum a column',
      words: 'Put the sum of the Euros below them, into B5, as a formula, save the file, and tell me what it comes to.',
      done: (place, answer) => /743/.test(answer) && /=SUM\(\$?B\$?2:\$?B\$?4\)/i.test(xml(place)),
    },
  ],
}
