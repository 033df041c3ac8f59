/** TiddlyWiki on Node: a notebook in one page, whose server keeps a file for each note. */
import { existsSync } from 'node:fs'
import type { Application } from '../application.ts'
import type { Place } from '../place.ts'

const note = (title: string, tags: string, text: string) => `title: ${title}\ntags: ${tags}\n\n${text}\n`
const wiki = (place: Place, file: string) => place.read(`wiki/tiddlers/${file}`)

export const tiddlywiki: Application = {
  name: 'tiddlywiki',
  npm: { tiddlywiki: '5.4.1' },
  async start(place) {
    const program = place.packaged('tiddlywiki/tiddlywiki.js')
    place.run(process.execPath, [program, place.at('wiki'), '--init', 'server'])
    place.write('wiki/tiddlers/Groceries.tid', note('Groceries', 'home', 'Milk, oats'))
    place.write('wiki/tiddlers/Trip to Oslo.tid', note('Trip to Oslo', 'travel', 'Train at 9:12'))
    place.write('wiki/tiddlers/Old draft.tid', note('Old draft', '', 'Never finished'))
    const port = await place.port()
    place.start(process.execPath, [program, place.at('wiki'), '--listen', `port=${port}`, 'host=127.0.0.1'])
    return await place.page()
  },
  errands: [
    {
      name: 'write a note',
      words: 'Write a new note called "Plants" that says "Water the fern on Friday", with the tag "home".',
      done: (place) =>
        /^tags: home$/m.test(wiki(place, 'Plants.tid')) &&
        wiki(place, 'Plants.tid').includes('\n\nWater the fern on Friday'),
    },
    {
      name: 'delete a note',
      words: 'Delete the note "Old draft".',
      done: (place) =>
        !existsSync(place.at('wiki/tiddlers/Old draft.tid')) && existsSync(place.at('wiki/tiddlers/Groceries.tid')),
    },
    {
      name: 'name the wiki',
      words: 'Call this wiki "Household", with the subtitle "notes of two".',
      done: (place) =>
        wiki(place, '$__SiteTitle.tid').trimEnd().endsWith('\n\nHousehold') &&
        wiki(place, '$__SiteSubtitle.tid').trimEnd().endsWith('\n\nnotes of two'),
    },
  ],
}
