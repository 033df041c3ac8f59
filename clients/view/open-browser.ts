/** Opens a link in the user's browser. */
import { spawn } from 'node:child_process'

/** False if there is no program for it; the user must then open the link by hand. */
export function openBrowser(link: string): Promise<boolean> {
  const program = process.platform === 'darwin' ? 'open' : 'xdg-open'
  return new Promise((resolve) => {
    const child = spawn(program, [link], { stdio: 'ignore', detached: true })
    child.once('error', () => resolve(false))
    child.once('spawn', () => resolve(true))
    child.unref()
  })
}
