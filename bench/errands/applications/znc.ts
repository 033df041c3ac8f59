/** ZNC: a bouncer for IRC, and its settings. */
import type { Application } from '../application.ts'

const user = (name: string, more: string) =>
  `<User ${name}>\n  Admin = ${name === 'admin'}\n  Nick = ${name}\n  AltNick = ${name}_\n  RealName = ${name}\n  <Pass pass>\n    Method = Plain\n    Hash = oak tree\n  </Pass>\n${more}</User>\n`

export const znc: Application = {
  name: 'znc',
  debian: { znc: 'znc' },
  async start(place) {
    const listener = `<Listener l>\n  Port = ${await place.port()}\n  IPv4 = true\n  IPv6 = false\n  SSL = false\n  Host = 127.0.0.1\n</Listener>\n`
    place.write(
      'znc/configs/znc.conf',
      `Version = 1.8.2\nLoadModule = webadmin\n${listener}${user('admin', '')}${user('ann', '')}`,
    )
    place.start('znc', ['--datadir', place.at('znc'), '--foreground', '--allow-root'])
    return await place.page()
  },
  errands: [
    {
      name: 'change a name',
      words: 'Sign in as admin with the password "oak tree", and set the real name of the user ann to "Ann Lee".',
      done: (place) => /<User ann>[^<]*RealName = Ann Lee\b/.test(place.read('znc/configs/znc.conf')),
    },
    {
      name: 'add a user',
      words:
        'Sign in as admin with the password "oak tree", and add a user "bea" with the password "elm" and the nick "bea_".',
      done: (place) => /<User bea>[^<]*Nick = bea_$/m.test(place.read('znc/configs/znc.conf')),
    },
    {
      name: 'load a module',
      words: 'Sign in as admin with the password "oak tree", and have the module "log" loaded for all users.',
      done: (place) => /^LoadModule = log\b/m.test(place.read('znc/configs/znc.conf')),
    },
  ],
}
