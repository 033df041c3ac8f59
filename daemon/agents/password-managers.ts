/** What holds a person's passwords in clear: nobody but the owner gets there without being allowed to. */
import { fitsGlob } from '../../api-schema/glob.ts'

/** By id or name, on any desktop. */
const apps = [
  ...['*password*', '*keepass*', '*keychain*', '*bitwarden*', '*lastpass*', '*dashlane*', '*nordpass*', '*enpass*'],
  ...['*seahorse*', '*kwallet*', '*qtpass*', '*buttercup*', '*roboform*', '*keeper*security*', '*proton*pass*'],
  ...['org.gnome.World.Secrets', 'Secrets'],
]
/** Each with all below it. */
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
