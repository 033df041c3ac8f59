/** MailDev: mails that programs sent, caught and shown. */
import { createConnection } from 'node:net'
import { createInterface } from 'node:readline'
import type { Application } from '../application.ts'
import type { Place } from '../place.ts'

interface Mail {
  readonly subject: string
  readonly read: boolean
}

const mails = [
  ['Bank <info@bank.example>', 'Your code', '<p>Use <b>418 223</b> to sign in.</p>'],
  ['Lottery <win@lottery.example>', 'You won', '<p>Click here at once</p>'],
  ['Ann <ann@example.com>', 'Sunday', '<p>Shall we go to the lake?</p>'],
  ['Bank <info@bank.example>', 'Your new code', '<p>Use <b>907 651</b> to sign in. It is valid for ten minutes.</p>'],
  ['Library <desk@library.example>', 'Due on Monday', '<p>“Moby-Dick” is due.</p>'],
] as const

async function send(port: number): Promise<void> {
  const socket = createConnection(port, '127.0.0.1')
  const lines = createInterface(socket)[Symbol.asyncIterator]()
  const say = async (text?: string) => {
    if (text !== undefined) socket.write(`${text}\r\n`)
    for (;;) {
      const { value = '221 ' } = await lines.next()
      if (/^\d{3} /.test(value)) return
    }
  }
  await say()
  await say('EHLO errand')
  for (const [from, subject, html] of mails) {
    await say(`MAIL FROM:<${/<(.*)>/.exec(from)?.[1]}>`)
    await say('RCPT TO:<me@example.com>')
    await say('DATA')
    await say(
      `From: ${from}\r\nTo: me@example.com\r\nSubject: ${subject}\r\nMIME-Version: 1.0\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${html}\r\n.`,
    )
  }
  await say('QUIT')
  socket.destroy()
}

const kept = async (place: Place): Promise<Mail[]> =>
  (await fetch(`http://127.0.0.1:${await place.port()}/api/email`)).json() as Promise<Mail[]>

export const maildev: Application = {
  name: 'maildev',
  npm: { maildev: '3.0.0' },
  async start(place) {
    const [web, smtp] = [await place.port(), await place.port('smtp')]
    const ports = ['--web', `${web}`, '--smtp', `${smtp}`, '--ip', '127.0.0.1', '--web-ip', '127.0.0.1']
    place.start(process.execPath, [
      place.packaged('maildev/dist/bin/maildev.js'),
      ...ports,
      '--mail-directory',
      place.at('mail'),
    ])
    const url = await place.page()
    await send(smtp)
    return url
  },
  errands: [
    {
      name: 'read a code',
      words: 'Which code does the newest mail from the bank give me?',
      done: (_, answer) => /907.?651/.test(answer) && !/418.?223/.test(answer),
    },
    {
      name: 'delete a mail',
      words: 'Delete the mail from the lottery, and no other.',
      done: async (place) => {
        const subjects = (await kept(place)).map(({ subject }) => subject)
        return subjects.length === mails.length - 1 && !subjects.includes('You won')
      },
    },
    {
      name: 'mark all as read',
      words: 'Mark all mails as read.',
      done: async (place) => {
        const all = await kept(place)
        return all.length === mails.length && all.every(({ read }) => read)
      },
    },
  ],
}
