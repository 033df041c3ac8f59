/** phpLiteAdmin: a database of SQLite in a browser. */
import { copyFileSync } from 'node:fs'
import type { Application } from '../application.ts'
import type { Place } from '../place.ts'

const sql = (place: Place, query: string) => place.run('sqlite3', [place.at('data/house.sqlite'), query]).trim()

export const phpliteadmin: Application = {
  name: 'phpliteadmin',
  debian: { php: 'php-cli', sqlite3: 'sqlite3', '/usr/share/phpliteadmin/phpliteadmin.php': 'phpliteadmin' },
  async start(place) {
    place.write('data/empty', '')
    sql(
      place,
      `CREATE TABLE plants (id INTEGER PRIMARY KEY, name TEXT, room TEXT, days INTEGER);
       INSERT INTO plants (name, room, days) VALUES ('Cactus', 'Kitchen', 30), ('Ivy', 'Hall', 4), ('Palm', 'Study', 7);
       CREATE TABLE scrap (text TEXT); INSERT INTO scrap VALUES ('x');`,
    )
    place.write(
      'www/phpliteadmin.config.php',
      `<?php $password = 'oak'; $directory = '${place.at('data')}'; $subdirectories = false;`,
    )
    copyFileSync('/usr/share/phpliteadmin/phpliteadmin.php', place.at('www/index.php'))
    place.start('php', ['-S', `127.0.0.1:${await place.port()}`, '-t', place.at('www')])
    return await place.page()
  },
  errands: [
    {
      name: 'insert a row',
      words: 'The password is "oak". Add a plant to the table plants: Fern, in the room Bath, 2 days.',
      done: (place) => sql(place, "SELECT room, days FROM plants WHERE name = 'Fern'") === 'Bath|2',
    },
    {
      name: 'change a row',
      words: 'The password is "oak". The cactus in the table plants has moved: put its room to "Study".',
      done: (place) =>
        sql(place, 'SELECT name, room, days FROM plants ORDER BY id').split('\n').join() ===
        'Cactus|Study|30,Ivy|Hall|4,Palm|Study|7',
    },
    {
      name: 'drop a table',
      words: 'The password is "oak". Drop the table "scrap".',
      done: (place) => sql(place, "SELECT name FROM sqlite_master WHERE type = 'table'") === 'plants',
    },
  ],
}
