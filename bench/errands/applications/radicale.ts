/** Radicale: calendars and address books. */
import { existsSync, readdirSync } from 'node:fs'
import type { Application } from '../application.ts'
import type { Place } from '../place.ts'

const home = 'data/collection-root/ann'
const made = (tag: string, name: string, color: string) =>
  JSON.stringify({
    tag,
    'D:displayname': name,
    'ICAL:calendar-color': color,
    'C:supported-calendar-component-set': 'VEVENT',
  })
const all = (place: Place) => readdirSync(place.at(home)).map((name) => place.read(`${home}/${name}/.Radicale.props`))

export const radicale: Application = {
  name: 'radicale',
  debian: { radicale: 'radicale' },
  async start(place) {
    place.write(`${home}/job/.Radicale.props`, made('VCALENDAR', 'Work', '#3366ccff'))
    place.write(`${home}/old/.Radicale.props`, made('VCALENDAR', 'Old', '#999999ff'))
    place.write(`${home}/family/.Radicale.props`, made('VCALENDAR', 'Family', '#33aa33ff'))
    const hosts = `127.0.0.1:${await place.port()}`
    const config = place.write(
      'config',
      `[server]\nhosts = ${hosts}\n[auth]\ntype = none\n[storage]\nfilesystem_folder = ${place.at('data')}\n`,
    )
    place.start('radicale', ['--config', config])
    return await place.page('/.web/')
  },
  errands: [
    {
      name: 'make an address book',
      words: 'Sign in as "ann" with the password "any", and make an address book called "Friends".',
      done: (place) => all(place).some((one) => one.includes('"Friends"') && one.includes('VADDRESSBOOK')),
    },
    {
      name: 'rename a calendar',
      words: 'Sign in as "ann" with the password "any", and rename the calendar "Work" to "Office".',
      done: (place) => place.read(`${home}/job/.Radicale.props`).includes('"Office"') && all(place).length === 3,
    },
    {
      name: 'delete a calendar',
      words: 'Sign in as "ann" with the password "any", and delete the calendar "Old".',
      done: (place) => !existsSync(place.at(`${home}/old`)) && all(place).length === 2,
    },
  ],
}
