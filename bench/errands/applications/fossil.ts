/** Fossil: a project with its tickets and its wiki, in one file. */
import type { Application } from '../application.ts'
import type { Place } from '../place.ts'

const sql = (place: Place, query: string) =>
  place.run('fossil', ['sql', '-R', place.at('shop.fossil'), '--readonly', query]).trim()

export const fossil: Application = {
  name: 'fossil',
  debian: { fossil: 'fossil' },
  async start(place) {
    place.run('fossil', ['init', '-A', 'ann', place.at('shop.fossil')])
    place.run('fossil', ['user', 'password', 'ann', 'oak tree', '-R', place.at('shop.fossil')])
    place.start('fossil', ['server', '--port', `${await place.port()}`, '--localhost', place.at('shop.fossil')])
    return await place.page('/home')
  },
  errands: [
    {
      name: 'report a ticket',
      words:
        'Sign in as ann with the password "oak tree", and report a bug "Printer jams", of type Incident and severity Important, with the text "Since Monday".',
      done: (place) =>
        sql(place, "SELECT title || '/' || type || '/' || severity FROM ticket") ===
          "'Printer jams/Incident/Important'" ||
        sql(place, "SELECT title || '/' || type || '/' || severity FROM ticket") === 'Printer jams/Incident/Important',
    },
    {
      name: 'write a wiki page',
      words:
        'Sign in as ann with the password "oak tree", and make a wiki page "Recipes" that says "Bread: 500 g of flour".',
      done: (place) =>
        place.run('fossil', ['wiki', 'list', '-R', place.at('shop.fossil')]).includes('Recipes') &&
        place
          .run('fossil', ['wiki', 'export', 'Recipes', '-R', place.at('shop.fossil')])
          .includes('Bread: 500 g of flour'),
    },
    {
      name: 'add a user',
      words:
        'Sign in as ann with the password "oak tree", and add a user "bea" with the contact "bea@example.com", who may do what developers do.',
      done: (place) => /bea@example\.com.*v/.test(sql(place, "SELECT info, cap FROM user WHERE login = 'bea'")),
    },
  ],
}
