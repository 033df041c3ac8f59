/**
 * What the person has allowed of their desktop: a file for each kind of desktop in the state folder, which `ix desktop`
 * alone writes and removes. The daemon only reads it. Nothing of such a desktop is used without it.
 */
import { chmodSync, mkdirSync, readFileSync, rmSync, statSync, watch, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { checkRecord, makeStateFolder } from './ownership.ts'

/** Desktops whose ways are open to every program of the session, though the person was never asked. */
export const askedDesktops = ['kde', 'gnome'] as const
export type AskedDesktop = (typeof askedDesktops)[number]

/** What is done with it. */
export interface Consent {
  /** What was written for it, to be removed with it; the consent's own file is not among them. */
  readonly files: readonly string[]
  /** As which the desktop knows us, where it goes by the program. */
  readonly program?: string
}

export interface Given extends Consent {
  /** When, in milliseconds. */
  readonly given: number
}

const format = 1
const folder = 'desktop'

/** Where what belongs to consents is kept. */
export function consentFolder(stateDir: string): string {
  return join(stateDir, folder)
}

/** Undefined where it was not given, or its file is none of ours. */
export function consentTo(desktop: AskedDesktop, stateDir: string): Given | undefined {
  const path = fileOf(desktop, stateDir)
  try {
    checkRecord(path)
    const { mode, mtimeMs: given } = statSync(path)
    if ((mode & 0o077) !== 0) return undefined
    const { format: found, files, program } = JSON.parse(readFileSync(path, 'utf8'))
    return found === format ? { files, given, ...(program !== undefined && { program }) } : undefined
  } catch {
    return undefined
  }
}

/** Given again, what had ended may begin again. */
export function giveConsent(desktop: AskedDesktop, stateDir: string, consent: Consent): void {
  makeConsentFolder(stateDir)
  const path = fileOf(desktop, stateDir)
  writeFileSync(path, `${JSON.stringify({ format, ...consent })}\n`, { mode: 0o600 })
  chmodSync(path, 0o600)
}

/** Answers with what it had been, undone by now; undefined where none was given. */
export function withdrawConsent(desktop: AskedDesktop, stateDir: string): Consent | undefined {
  const consent = consentTo(desktop, stateDir)
  // First of all: the daemon lets go as soon as it is gone.
  rmSync(fileOf(desktop, stateDir), { force: true })
  for (const file of consent?.files ?? []) rmSync(file, { force: true })
  return consent
}

export function makeConsentFolder(stateDir: string): void {
  makeStateFolder(stateDir)
  makeStateFolder(consentFolder(stateDir))
}

/** Calls back once the person has taken it back. Returns a function that stops this. */
export function onConsentEnd(desktop: AskedDesktop, stateDir: string, ended: () => void): () => void {
  mkdirSync(dirname(fileOf(desktop, stateDir)), { recursive: true, mode: 0o700 })
  const watching = watch(consentFolder(stateDir), { persistent: false }, () => {
    if (consentTo(desktop, stateDir) === undefined) ended()
  })
  return () => watching.close()
}

function fileOf(desktop: AskedDesktop, stateDir: string): string {
  return join(consentFolder(stateDir), `${desktop}.json`)
}
