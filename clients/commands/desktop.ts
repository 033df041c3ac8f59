/** `ix desktop`, `ix desktop allow` and `ix desktop revoke`: the person decides what agents may use of the desktop. */
import { constants, copyFileSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { localCommands } from '../../api-schema/cli/local-commands.ts'
import { UsageError } from '../../api-schema/cli/usage-error.ts'
import { harmless } from '../../api-schema/harmless.ts'
import type { Result } from '../../api-schema/methods.ts'
import { stateDir } from '../../api-schema/paths.ts'
import {
  type AskedDesktop,
  askedDesktops,
  type Consent,
  consentFolder,
  consentTo,
  giveConsent,
  makeConsentFolder,
  withdrawConsent,
} from '../../daemon/run/desktop-consent.ts'
import { CallError, type CallOptions, call, isPersons } from '../reach/call.ts'
import { isRemote } from '../reach/place.ts'
import { localArguments } from '../terminal/local-arguments.ts'
import { holdSpinner, withSpinner } from '../terminal/spinner.ts'
import { exit } from '../terminal/told.ts'
import { findingsOf, lineOf } from './doctor.ts'

/** The daemon's names for desktops. */
type DesktopName = 'x11' | 'wlroots' | 'none' | AskedDesktop

const called = {
  kde: 'KDE',
  gnome: 'GNOME',
  wlroots: 'A compositor of wlroots',
  x11: 'X11',
  none: 'No known desktop',
} as const

interface Wish {
  readonly folder: string
  readonly state: string
}

/** What allowing means, for each desktop that requires it. */
interface Way {
  /** Lines: what allowing does now, and what the person will see later. */
  told(wish: Wish): readonly string[]
  /** Grants the use. */
  grant(wish: Wish): Consent
}

export async function desktop(rest: readonly string[], options: CallOptions): Promise<number> {
  const { typed, words } = localArguments(rest, 'desktop', ['yes'])
  const [verb, ...more] = words
  if (more.length > 0 || (verb !== undefined && verb !== 'allow' && verb !== 'revoke'))
    throw new UsageError(`Usage: ${localCommands.desktop?.usage}`)
  if (isRemote()) throw new UsageError('The daemon is on another machine (IX_URL): run ix desktop there.')
  if (verb === undefined) return await show(options)
  requireOwner(verb)
  return verb === 'allow' ? await allow(typed.yes === true, options) : revoke()
}

/** An agent with a shell of its own is still an agent. */
function requireOwner(verb: string): void {
  if (!process.env.IX_TOKEN && !process.env.IX_AGENT) return
  throw new CallError('not_allowed', `To ${verb} the use of the desktop is for its person, not for an agent.`, {
    hint: `Ask the person to run \`ix desktop ${verb}\` in a terminal.`,
  })
}

async function show(options: CallOptions): Promise<number> {
  const { name, findings } = await found(options)
  const lines = findings.map(lineOf)
  const given = isAsked(name) ? consentTo(name, stateFolder()) : undefined
  if (!isAsked(name)) lines.push(`${called[name]}: nothing ${name === 'none' ? 'can' : 'has to'} be allowed.`)
  else if (given === undefined)
    lines.push(`${called[name]}: not allowed yet. ix desktop allow tells what it would do, and asks.`)
  else lines.push(`${called[name]}: allowed. ix desktop revoke takes it back.`)
  say(lines.join('\n'))
  return exit.done
}

async function allow(isAnswered: boolean, options: CallOptions): Promise<number> {
  const { name } = await found(options)
  if (!isAsked(name)) {
    say(
      name === 'none'
        ? 'There is no desktop here that could be allowed. ix desktop shows what is there.'
        : `Nothing has to be allowed: ${called[name]} gives keys, pointer and pictures to every program of the session.`,
    )
    return name === 'none' ? exit.failed : exit.done
  }
  const wish = { folder: consentFolder(stateFolder()), state: stateFolder() }
  const way = ways[name]
  process.stderr.write(harmless(`${way.told(wish).join('\n')}\n`))
  if (!isAnswered && !(await agrees())) {
    say('Nothing was changed.')
    return exit.notAllowed
  }
  makeConsentFolder(wish.state)
  giveConsent(name, wish.state, way.grant(wish))
  say(`${called[name]}: allowed. The daemon uses it from its next call on; ix desktop revoke takes it back.`)
  return exit.done
}

async function agrees(): Promise<boolean> {
  if (!isPersons())
    throw new CallError('not_allowed', 'The use of the desktop is for its person to allow, in a terminal.', {
      hint: 'Run `ix desktop allow` in a terminal; in a script of your own, `ix desktop allow --yes`.',
    })
  holdSpinner()
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return /^y(es)?$/i.test((await lines.question('Allow it? [y/N] ')).trim())
  } finally {
    lines.close()
  }
}

/** Needs neither daemon nor desktop: the written files may be all that is left of it. */
function revoke(): number {
  const undone = askedDesktops.filter((name) => withdrawConsent(name, stateFolder()) !== undefined)
  say(
    undone.length === 0
      ? 'Nothing was allowed.'
      : `${undone.map((name) => called[name]).join(', ')}: no longer allowed; what was written for it is removed.`,
  )
  return exit.done
}

async function found(options: CallOptions) {
  const { platforms } = (await withSpinner('desktop', () =>
    call('status', { probe: true }, options),
  )) as Result<'status'>
  const linux = platforms.find(({ name }) => name === 'atspi')
  if (linux === undefined)
    throw new CallError('unsupported_here', 'Only the daemon of a Linux desktop has something to allow here.', {
      hint: 'On macOS `ix doctor --prompt` lets the system ask. Else start ixd without --platforms.',
    })
  const name = (linux.detail?.desktop ?? 'none') as DesktopName
  return { name, findings: findingsOf(linux) }
}

function isAsked(name: DesktopName): name is AskedDesktop {
  return askedDesktops.some((one) => one === name)
}

const may =
  'Agents that may act can then press keys, move the pointer, see the screen, and use the windows and the clipboard of this desktop.'

const ways: { readonly [name in AskedDesktop]: Way } = {
  gnome: {
    told: (wish) => [
      'GNOME gives keys, the pointer and pictures to programs of your session without asking you. Allowing this',
      `  keeps your answer in ${wish.folder}, and writes nothing else:`,
      '  the daemon opens a session of remote desktop, for as long as it runs.',
      may,
      "You will see the pointer move, windows come to the front, and GNOME's sign in the bar for a screen that is shared. Its",
      'button stops it at once: then nothing is used until you run ix desktop allow again.',
      'ix desktop revoke ends it, and removes the answer.',
    ],
    grant: () => ({ files: [] }),
  },
  kde: {
    told: (wish) => [
      'KDE lets in programs that a file in your own folder names. Allowing this',
      `  writes ${entryFile()}, which names our program,`,
      `  makes ${programFile(wish)}, a copy of Node that opens the connections, and nothing else,`,
      `  and keeps your answer in ${wish.folder}.`,
      may,
      'You will see the pointer move and windows come to the front; KDE shows no sign of its own, and does not ask again.',
      'ix desktop revoke removes all of it.',
    ],
    grant: (wish) => {
      const program = programFile(wish)
      copyProgram(program)
      mkdirSync(dirname(entryFile()), { recursive: true })
      writeFileSync(entryFile(), entryOf(program), { mode: 0o644 })
      return { files: [entryFile(), program], program }
    },
  },
}

/**
 * Copies next to the final place first, since KWin may look at any time. Shared with the original if the file system
 * can.
 */
function copyProgram(program: string): void {
  const unfinished = `${program}.${process.pid}`
  try {
    copyFileSync(process.execPath, unfinished, constants.COPYFILE_FICLONE)
    renameSync(unfinished, program)
  } finally {
    rmSync(unfinished, { force: true })
  }
}

function programFile({ folder }: Wish): string {
  return join(folder, 'interface-explorer')
}

function entryFile(): string {
  const { XDG_DATA_HOME } = process.env
  const data = XDG_DATA_HOME?.startsWith('/') ? XDG_DATA_HOME : join(homedir(), '.local/share')
  return join(data, 'applications', 'interface-explorer.desktop')
}

/** KWin compares the text of Exec with the program, letter by letter. */
function entryOf(program: string): string {
  return `[Desktop Entry]
Type=Application
Name=Interface Explorer
Comment=Written by ix desktop allow, removed by ix desktop revoke
Exec=${program}
NoDisplay=true
X-KDE-Wayland-Interfaces=org_kde_kwin_fake_input
X-KDE-DBUS-Restricted-Interfaces=org.kde.KWin.ScreenShot2
`
}

function stateFolder(): string {
  return stateDir({
    env: process.env,
    platform: process.platform,
    home: homedir(),
    uid: process.getuid?.() ?? 0,
    tmp: '',
  })
}

function say(text: string): void {
  process.stdout.write(`${harmless(text)}\n`)
}
