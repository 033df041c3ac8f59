/** Supervisor: programs that are kept running. */
import type { Application } from '../application.ts'
import type { Place } from '../place.ts'

const program = (name: string, command: string, more = '') =>
  `[program:${name}]\ncommand = sh -c '${command}'\nautorestart = false\nstopasgroup = true\n${more}\n`

/** For a stopped program the command ends with an error. */
const status = (place: Place, name: string) =>
  place.run('sh', ['-c', `supervisorctl -c ${place.at('conf')} status ${name} || true`])

const pidOf = (place: Place, name: string) => / pid (\d+)/.exec(status(place, name))?.[1] ?? ''

export const supervisor: Application = {
  name: 'supervisor',
  debian: { supervisord: 'supervisor' },
  async start(place) {
    const http = `[inet_http_server]\nport = 127.0.0.1:${await place.port()}\n`
    const control = `[supervisorctl]\nserverurl = http://127.0.0.1:${await place.port()}\n`
    const main = `[supervisord]\nnodaemon = true\nuser = root\nlogfile = ${place.at('log')}\npidfile = ${place.at('pid')}\nchildlogdir = ${place.folder}\n`
    const rpc =
      '[rpcinterface:supervisor]\nsupervisor.rpcinterface_factory = supervisor.rpcinterface:make_main_rpcinterface\n'
    const programs = [
      program('backup', 'echo 3 folders copied; echo disk is nearly full: 2 percent left; exec sleep 1000'),
      program('indexer', 'exec sleep 1000'),
      program('mailer', 'exec sleep 1000', 'autostart = false\n'),
      program('web', 'exec sleep 1000'),
    ]
    place.start('supervisord', ['-c', place.write('conf', [http, control, main, rpc, ...programs].join('\n'))])
    const url = await place.page()
    place.write('indexer.pid', pidOf(place, 'indexer'))
    return url
  },
  errands: [
    {
      name: 'start a program',
      words: 'Start the mailer, and tell me whether it runs.',
      done: (place) => status(place, 'mailer').includes('RUNNING'),
    },
    {
      name: 'restart one program',
      words: 'Restart the indexer, and leave the others alone.',
      done: (place) => /^\d+$/.test(pidOf(place, 'indexer')) && pidOf(place, 'indexer') !== place.read('indexer.pid'),
    },
    {
      name: 'read a log',
      words: 'What did the backup write last in its log?',
      done: (_, answer) => /nearly full/.test(answer),
    },
  ],
}
