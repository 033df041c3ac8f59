/** Ungit: a repository of git as a graph. */
import type { Application } from '../application.ts'
import type { Place } from '../place.ts'

const git = (place: Place, ...args: string[]) => place.run('git', ['-C', place.at('letters'), ...args]).trim()

export const ungit: Application = {
  name: 'ungit',
  npm: { ungit: '1.5.30' },
  debian: { git: 'git' },
  async start(place) {
    place.run('git', ['init', '-q', '-b', 'main', place.at('letters')])
    git(place, 'config', 'user.name', 'Ann')
    git(place, 'config', 'user.email', 'ann@example.com')
    for (const name of ['notes.txt', 'todo.txt']) place.write(`letters/${name}`, 'Monday\n')
    git(place, 'add', '.')
    git(place, 'commit', '-qm', 'Begin')
    place.write('letters/notes.txt', 'Monday\nFriday\n')
    place.write('letters/todo.txt', 'Monday\nSell the car\n')
    const flags = [
      '--port',
      `${await place.port()}`,
      '--ungitBindIp',
      '127.0.0.1',
      '--no-launchBrowser',
      '--no-autoFetch',
    ]
    const quiet = ['--no-bugtracking', '--no-sendUsageStatistics', '--ungitVersionCheckOverride']
    place.start(process.execPath, [place.packaged('ungit/bin/ungit'), ...flags, ...quiet])
    return `${await place.page()}#/repository?path=${encodeURIComponent(place.at('letters'))}`
  },
  errands: [
    {
      name: 'commit one file of two',
      words:
        'Commit my change of notes.txt with the message "Add Friday". Leave todo.txt out: it stays as it is, uncommitted.',
      done: (place) =>
        git(place, 'log', '-1', '--format=%s', '--name-only').split(/\n+/).join() === 'Add Friday,notes.txt' &&
        git(place, 'status', '--porcelain') === 'M todo.txt',
    },
    {
      name: 'make a branch',
      words: 'Make a branch called "trial" of where I am now.',
      done: (place) => git(place, 'branch', '--format=%(refname:short)').split('\n').includes('trial'),
    },
    {
      name: 'throw a change away',
      words: 'Throw away what I changed in todo.txt, and only that.',
      done: (place) => git(place, 'status', '--porcelain') === 'M notes.txt',
    },
  ],
}
