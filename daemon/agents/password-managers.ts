/** Programs and sites that show passwords in clear text: only the owner reaches them without explicit permission. */
import { fitsGlob } from '../../api-schema/glob.ts'

/** Ids or names, on any desktop. */
const apps = [
  ...['*password*', '*keepass*', '*keychain*', '*bitwarden*', '*lastpass*', '*dashlane*', '*nordpass*', '*enpass*'],
  ...['*seahorse*', '*kwallet*', '*qtpass*', '*buttercup*', '*roboform*', '*keeper*security*', '*proton*pass*'],
  ...['org.gnome.World.Secrets', 'Secrets'],
]
/** Including subdomains. */
const hosts = [
  ...['passwords.google.com', 'bitwarden.*', '1password.*', 'lastpass.*', 'dashlane.com', 'keepersecurity.*'],
  ...['nordpass.com', 'pass.proton.me', 'roboform.com', 'enpass.io'],
]

export function isPasswordApp(names: readonly string[]): boolean {
  return apps.some((glob) => names.some((name) => fitsGlob(glob, name)))
}

export function isPasswordHost(host: string): boolean {
  return hosts.some((glob) => fitsGlob(glob, host) || fitsGlob(`*.${glob}`, host))
}
