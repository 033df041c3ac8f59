/**
 * What the person has allowed on their desktop: a file for each kind of desktop in the state folder, written and
 * removed only by `ix desktop`. The daemon only reads it, and uses nothing of such a desktop without it.
 */
import { chmodSync, mkdirSync, readFileSync, rmSync, statSync, watch, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { checkRecord, makeStateFolder } from './ownership.ts'

/** Desktops that give every program of the session access without asking the person. */
export const askedDesktops = ['kde', 'gnome'] as const
export type AskedDesktop = (typeof askedDesktops)[number]

/** What was set up for the consent. */
export interface Consent {
  /** Files written for it, to be removed with it; the consent's own file is not listed. */
  readonly files: readonly string[]
  /** The name by which the desktop knows the daemon, if it goes by programs. */
  readonly program?: string
}

export interface Given extends Consent {
  /** When it was given, in milliseconds. */
  readonly given: number
}

const format = 1
const folder = 'desktop'

/** The folder for everything that belongs to consents. */
export function consentFolder(stateDir: string): string {
  return join(stateDir, folder)
}

/** Undefined if it was not given, or its file is not ours. */
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

/** Giving it again revives what had ended. */
export function giveConsent(desktop: AskedDesktop, stateDir: string, consent: Consent): void {
  makeConsentFolder(stateDir)
  const path = fileOf(desktop, stateDir)
  writeFileSync(path, `${JSON.stringify({ format, ...consent })}\n`, { mode: 0o600 })
  chmodSync(path, 0o600)
}

/** Returns the consent that has been withdrawn; undefined if there was none. */
export function withdrawConsent(desktop: AskedDesktop, stateDir: string): Consent | undefined {
  const consent = consentTo(desktop, stateDir)
  // First, because the daemon lets go as soon as this file is gone.
  rmSync(fileOf(desktop, stateDir), { force: true })
  for (const file of consent?.files ?? []) rmSync(file, { force: true })
  return consent
}

export function makeConsentFolder(stateDir: string): void {
  makeStateFolder(stateDir)
  makeStateFolder(consentFolder(stateDir))
}

/** Calls back once the person has withdrawn it. Returns a function that stops watching. */
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
