/** A server with packages of npm below /npm/, and one page that is written anew for each request. */
import type { Test } from 'tap'
import { type Server, serve } from '../fixtures/daemon/serve.ts'

export async function changingPage(t: Test, packages: string, write: () => string): Promise<Server> {
  return await serve(t, {
    folders: { '/npm/': packages },
    pages: {
      '/': (_, response) => {
        response.setHeader('Content-Type', 'text/html; charset=utf-8')
        response.end(`<!doctype html><meta charset="utf-8">${write()}`)
      },
    },
  })
}
