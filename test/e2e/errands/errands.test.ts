/** Every errand is one call of `ix do` in a real browser; what was done is what its server was told. */
import t from 'tap'
import { daemonHome } from '../../fixtures/daemon/daemon.ts'
import { serve } from '../../fixtures/daemon/serve.ts'
import { lending, typedWith } from '../../fixtures/daemon/typed.ts'
import { until } from '../../fixtures/until.ts'
import { chromiumOrSkip } from '../../fixtures/web/chromium.ts'
import { errands, pages } from './errands.ts'

t.test('errands', async (t) => {
  if (!chromiumOrSkip(t)) return
  const { home } = await daemonHome(t, { IX_PLATFORMS: 'cdp' })
  const lent = lending(home, '')
  t.jobs = 4
  for (const { title, at, steps, stdin = '', done, said, code = 0 } of errands)
    t.test(title, { buffered: true }, async (t) => {
      const told: string[] = []
      const server = await serve(t, {
        pages: {
          ...pages,
          '/told': ({ url = '' }, response) => {
            told.push(decodeURIComponent(url.slice(url.indexOf('?') + 1)))
            response.end()
          },
        },
      })
      const absolute = steps.map((step) => step.replace(/^open \//, `open ${server.origin}/`))
      const words = ['do', `open ${server.origin}${at}`, ...absolute]
      const ran = await lent(({ session }) => typedWith(stdin, home, '--session', session, ...words))
      const answer = `${ran.out}${ran.err}`
      t.equal(ran.code, code, answer)
      if (ran.code === code)
        await until(
          () => told.length >= done.length,
          () => `what the server must know: it was told ${told.join(', ')} · ${answer}`,
        )
      t.same(told, done, answer)
      const elements = answer.split('\n').filter((line) => /^ *\[\d+\]/.test(line))
      if (code === 1) t.same(elements, [...new Set(elements)], 'what is told of a step that failed is told once')
      if (said !== undefined) t.match(answer, said)
      if (stdin !== '') t.notMatch(answer, stdin, 'what came from stdin is not shown')
    })
})
