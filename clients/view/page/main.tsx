/** Begins: a link is exchanged for the page behind it, which then starts. */
import { render } from 'preact'
import { App } from './app.tsx'
import { openLink, start } from './daemon.ts'

const root = document.getElementById('page')!

async function begin(): Promise<void> {
  if (location.pathname !== '/') return render(<App start={await start()} />, root)
  const key = location.hash.slice(1)
  history.replaceState(null, '', '/')
  const no = await openLink(key)
  if (no !== undefined) throw new Error(no)
}

begin().catch((error: Error) => {
  render(
    <main class="alone">
      <h1>Interface Explorer</h1>
      <p role="alert">{error.message}</p>
    </main>,
    root,
  )
})
