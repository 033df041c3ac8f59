/** Daemons that are called and broken by chance: each in its own trial, and one that all trials with a browser share. */
import t from 'tap'
import { daemonFor } from '../e2e/client.ts'
import { serve } from '../fixtures/daemon/serve.ts'
import { chromiumOrSkip, launchChromium } from '../fixtures/web/chromium.ts'
import { attachOutside } from '../fixtures/web/outside.ts'
import { minutes } from '../laws/law.ts'
import { ownDaemonTrials } from './own-daemon.ts'
import { countingPage, markerPages, tabTrials } from './tabs.ts'
import { soak } from './trial.ts'
import { webPageTrials } from './web-page.ts'

/** Lets pages from elsewhere send requests to this machine, as other browsers and older ones do: the daemon is to refuse them. */
const withoutNetworkAccessChecks = '--disable-features=LocalNetworkAccessChecks,Translate,MediaRouter'

t.setTimeout(600_000 + 240_000 * minutes)

t.test('daemons of their own', async (t) => soak(t, 'daemons', ownDaemonTrials))

t.test('one daemon with a browser', async (t) => {
  if (!chromiumOrSkip(t)) return
  const browser = await launchChromium(t, [withoutNetworkAccessChecks])
  const server = await serve(t, { pages: { '/': countingPage, ...markerPages } })
  const client = await daemonFor(t, ['--platforms', 'replay,cdp', '--cdp', browser.httpUrl])
  const url = `${server.origin}/`
  const { tab } = await client.call('navigate', { url })
  const outside = await attachOutside(t, browser, url)
  const { pid } = await client.call('status')
  const tabs = tabTrials({ client, server, tab: tab!, outside })
  await soak(t, 'browser', [...webPageTrials(client, browser, server), ...tabs])
  t.equal((await client.call('status')).pid, pid, 'it is the daemon that it was')
})
