/** Entry point: exchanges the link for the page behind it, which then starts. */
import { render } from 'preact'
import { readTrace } from '../../../api-schema/trace.ts'
import { App } from './app.tsx'
import { openLink, start, traceText } from './daemon.ts'
import { TraceApp } from './trace-app.tsx'

const root = document.getElementById('page')!

async function begin(): Promise<void> {
  if (location.pathname !== '/') {
    const page = await start()
    const trace = page.trace === undefined ? undefined : readTrace(await traceText())
    return render(trace === undefined ? <App start={page} /> : <TraceApp start={page} trace={trace} />, root)
  }
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
