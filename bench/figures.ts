/**
 * The figures that the program is held to: its lines, the ideas behind `interact`, and the functions on a click's way.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Connection } from '../daemon/platform/cdp/wire/connection.ts'
import { Stand } from './stands/stand.ts'
import { Inside } from './world.ts'

interface Figure {
  readonly what: string
  readonly is: number
  readonly atMost: number
}

const root = fileURLToPath(new URL('..', import.meta.url))

export async function main(): Promise<void> {
  const way = await wayOfClick()
  const figures: Figure[] = [
    { what: 'lines of daemon/', is: linesOf('daemon'), atMost: 55_000 },
    { what: 'lines of test/', is: linesOf('test'), atMost: 42_000 },
    { what: 'ideas of interact (docs/interact.md)', is: ideas(), atMost: 35 },
    { what: 'functions of a click, from handler to wire', is: way.length, atMost: 14 },
  ]
  for (const { what, is, atMost } of figures)
    console.log(`${is <= atMost ? '  ' : '! '}${what}: ${is}, at most ${atMost}`)
  console.log(`\nThe way of a click: ${way.join(' → ')}`)
}

function linesOf(folder: string): number {
  return readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(ts|mts|mjs|js|py|c|h)$/.test(file) && !file.includes('node_modules'))
    .map((file) => readFileSync(`${root}${folder}/${file}`, 'utf8').split('\n').length - 1)
    .reduce((sum, lines) => sum + lines, 0)
}

/** Each idea is an entry of a list on that page, in bold. */
function ideas(): number {
  return readFileSync(`${root}docs/interact.md`, 'utf8').match(/^- \*\*/gm)?.length ?? 0
}

/** Named functions on the stack, handler first, when the mouse button goes down in a page. */
async function wayOfClick(): Promise<string[]> {
  const stand = await Stand.open()
  const inside = new Inside(stand)
  const { post } = Connection.prototype
  const { stackTraceLimit } = Error
  try {
    const page = await stand.openEmpty()
    await page.run(`void (document.body.innerHTML = '<button onclick="this.textContent = 1">Press</button>')`)
    const { id: tab } = await inside.target(page)
    let stack = ''
    Error.stackTraceLimit = 100
    Connection.prototype.post = function (this: Connection, ...args: Parameters<typeof post>) {
      const [method, params] = args
      if (method === 'Input.dispatchMouseEvent' && (params as { type?: string }).type === 'mousePressed')
        stack = new Error(method).stack!
      return post.apply(this, args)
    }
    const find = { scope: 'tab', tab, filter: { titleContains: 'Press' } }
    await inside.call('interact', { find, action: 'click' })
    return functionsOf(stack)
  } finally {
    Connection.prototype.post = post
    Error.stackTraceLimit = stackTraceLimit
    await inside.close()
    await stand.close()
  }
}

function functionsOf(stack: string): string[] {
  const frames = [
    ...stack.matchAll(
      /^ +at (?:async )?(?:new )?([\w.#<>$ []+?)(?: \[as \w+\])? \((?:file:)?[^)]*\/daemon\/([^):]+)/gm,
    ),
  ]
  const names = frames.map(([, name, file]) => ({ name: name!.replace(/^.*\./, ''), file: file! })).reverse()
  const handler = names.findIndex(({ file }) => file.startsWith('methods/'))
  return names.slice(handler).map(({ name }) => name)
}
