/** Redis Commander: what a Redis server holds, as a tree. */
import type { Application } from '../application.ts'
import type { Place } from '../place.ts'

async function redis(place: Place, ...args: string[]): Promise<string> {
  return place.run('redis-cli', ['-p', `${await place.port('redis')}`, ...args]).trim()
}

export const redisCommander: Application = {
  name: 'redis-commander',
  npm: { 'redis-commander': '0.9.0' },
  debian: { 'redis-server': 'redis-server', 'redis-cli': 'redis-tools' },
  async start(place) {
    const port = `${await place.port('redis')}`
    place.start('redis-server', ['--port', port, '--bind', '127.0.0.1', '--dir', place.folder, '--save', ''])
    const program = place.packaged('redis-commander/bin/redis-commander.js')
    const flags = ['--redis-port', port, '--redis-host', '127.0.0.1', '--address', '127.0.0.1', '--nosave', '--noload']
    place.start(process.execPath, [program, ...flags, '--port', `${await place.port()}`])
    const url = await place.page()
    await redis(place, 'MSET', 'greeting', 'Good morning', 'session:41', 'ann', 'session:42', 'bea', 'count', '7')
    await redis(place, 'RPUSH', 'queue', 'first', 'second', 'third')
    return url
  },
  errands: [
    {
      name: 'change a value',
      words: 'Change the value of "greeting" to "Good evening".',
      done: async (place) => (await redis(place, 'GET', 'greeting')) === 'Good evening',
    },
    {
      name: 'add a key',
      words: 'Add a key "colour" that is a text, with the value "green".',
      done: async (place) => (await redis(place, 'GET', 'colour')) === 'green',
    },
    {
      name: 'delete a key in a group',
      words: 'Delete the key "session:42". "session:41" stays.',
      done: async (place) =>
        (await redis(place, 'EXISTS', 'session:42')) === '0' && (await redis(place, 'GET', 'session:41')) === 'ann',
    },
  ],
}
